/* Steps through a hand of tricks. Every card and every play is on the page already; here they are shown
   and hidden. Without this script the page still is the whole hand: what was dealt, every play, how it ended. */
"use strict";

{
  const plays = all(".plays > li");
  const seats = all(".seat");
  const numbers = (text) => (text ? text.split(",").map(Number) : []);
  const dealt = find("[data-seat] .mark:not([hidden])").closest(".seat").dataset.seat;

  function showSeats(play, step) {
    const captured = play ? numbers(play.dataset.captured) : seats.map(() => 0);
    const out = play ? numbers(play.dataset.out) : [];
    for (const seat of seats) {
      const number = Number(seat.dataset.seat);
      let held = 0;
      for (const card of all(".card", seat)) {
        const leaves = card.dataset.leaves === undefined ? Infinity : Number(card.dataset.leaves);
        card.classList.toggle("gone", leaves < step - 1);
        card.classList.toggle("now", leaves === step - 1);
        held += leaves > step - 1;
      }
      find("[data-show=held]", seat).textContent = held;
      find("[data-show=captured]", seat).textContent = captured[number];
      const acts = play ? play.dataset.seat === seat.dataset.seat : dealt === seat.dataset.seat;
      const place = out.indexOf(number);
      const leads = play ? play.classList.contains("leads") : true;
      const passes = play && !find(".what", play);
      const mark = find(".mark", seat);
      mark.hidden = !acts && place < 0;
      mark.textContent = place >= 0 ? `out, place ${place + 1}` : leads ? "leads" : passes ? "passes" : "plays";
      seat.classList.toggle("acts", acts);
      seat.classList.toggle("out", place >= 0);
    }
  }

  function showTrick(play, step) {
    const trick = find(".trick");
    const laid = play ? plays.slice(0, step).filter((each) => each.dataset.trick === play.dataset.trick) : [];
    find("ol", trick).replaceChildren(...laid.map((each) => {
      const item = document.createElement("li");
      item.dataset.seat = each.dataset.seat;
      item.append(...find(".laid", each).cloneNode(true).childNodes);
      item.classList.toggle("now", each === play);
      return item;
    }));
    // What a seat did before its latest turn; a phone leaves it out.
    const items = [...find("ol", trick).children];
    items.forEach((item, place) => {
      const again = items.slice(place + 1).some((other) => other.dataset.seat === item.dataset.seat);
      item.classList.toggle("older", again);
    });
    const table = play ? Number(play.dataset.table) : 0;
    find(".sum", trick).textContent = play ? `${table} ${table === 1 ? "point" : "points"}` : "nothing yet";
    const top = items.filter((item) => find(".what", item)).pop();
    if (top) top.classList.add("top");
  }

  stepThrough(plays, dealt, (play, step) => {
    showSeats(play, step);
    showTrick(play, step);
  });
}
