/* Steps through a hand. Every card and every play is on the page already; here they are shown and hidden.

   Without this script the page still is the whole hand: what was dealt, every play, how it ended. */
"use strict";

{
  const find = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const plays = all(".plays > li");
  const seats = all(".seat");
  const slider = find(".controls input");
  const list = find(".plays");
  const numbers = (text) => (text ? text.split(",").map(Number) : []);
  const dealt = find("[data-seat] .mark:not([hidden])").closest(".seat").dataset.seat;
  let step = -1;

  // Only the list's links may move the page: an anchor would scroll it away from the hands.
  plays.forEach((play) => play.removeAttribute("id"));
  document.body.classList.add("steps");
  all("[hidden]").forEach((each) => { if (!each.matches(".mark")) each.hidden = false; });

  function showSeats(play) {
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

  function showTrick(play) {
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

  function showChoices(play) {
    const could = find(".could");
    const found = play ? find(".choices", play) : null;
    const remark = play ? find(".remark", play) : null;
    const parts = [remark, found && find("dl", found)].filter(Boolean).map((each) => each.cloneNode(true));
    find("div", could).replaceChildren(...parts);
    find("h2", could).textContent = play
      ? `Seat ${play.dataset.seat} ${find("summary", found).textContent}`
      : "Could have played";
    could.classList.toggle("empty", !play);
  }

  function go(to, { quietly = false } = {}) {
    const next = Math.min(Math.max(to, 0), plays.length);
    if (next === step) return;
    step = next;
    const play = step ? plays[step - 1] : null;
    plays.forEach((each, place) => {
      each.classList.toggle("later", place >= step);
      if (each === play) each.setAttribute("aria-current", "step"); else each.removeAttribute("aria-current");
    });
    if (play && list.scrollHeight > list.clientHeight) {
      list.scrollTop = play.offsetTop - list.clientHeight / 2;
    }
    showSeats(play);
    showTrick(play);
    showChoices(play);
    const number = step - 1;
    slider.value = step;
    slider.setAttribute("aria-valuetext", play ? `play ${number}` : "the deal");
    find(".at").textContent = play ? `Play ${number} of ${plays.length - 1}` : "The deal";
    find(".say").textContent = play ? play.dataset.say : `The deal. Seat ${dealt} leads.`;
    find("[data-go=first]").disabled = find("[data-go=back]").disabled = step === 0;
    find("[data-go=last]").disabled = find("[data-go=on]").disabled = step === plays.length;
    if (!quietly) history.replaceState(null, "", play ? `#play-${number}` : "#deal");
  }

  function fromAddress() {
    const found = /^#play-(\d+)$/.exec(location.hash);
    go(found ? Number(found[1]) + 1 : 0, { quietly: true });
    scrollTo(0, 0);
  }

  function trickFrom(direction) {
    const leads = plays.flatMap((play, place) => (play.classList.contains("leads") ? [place + 1] : []));
    return direction > 0
      ? leads.find((each) => each > step) ?? plays.length
      : leads.findLast((each) => each < step) ?? 0;
  }

  const moves = {
    first: () => 0, back: () => step - 1, on: () => step + 1, last: () => plays.length,
  };
  const keys = {
    ArrowLeft: moves.back, ArrowRight: moves.on, Home: moves.first, End: moves.last,
    PageUp: () => trickFrom(-1), PageDown: () => trickFrom(1),
  };
  for (const button of all("[data-go]")) button.addEventListener("click", () => go(moves[button.dataset.go]()));
  slider.addEventListener("input", () => go(Number(slider.value)));
  addEventListener("hashchange", fromAddress);

  // Digits that follow each other within a second are one number.
  let typed = "";
  let forget = 0;
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^\d$/.test(event.key)) {
      typed += event.key;
      clearTimeout(forget);
      forget = setTimeout(() => { typed = ""; }, 1000);
      go(Number(typed) + 1);
    } else if (keys[event.key]) {
      event.preventDefault();
      go(keys[event.key]());
    }
  });
  fromAddress();
}
