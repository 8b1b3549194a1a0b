/* Steps through a hand of stacks: where every card lies follows from the deal and the acts so far.
   Without this script the page has the hands as dealt, every act, and the stacks at the end. */
"use strict";

{
  const plays = all(".plays > li");
  const seats = all(".seat[data-seat]");
  const pack = find("#pack").content;
  const words = (text) => (text ? text.split(" ") : []);
  const leader = find(".board").dataset.leader;
  const TAKEN = "take:";

  function cardOf(token, now) {
    const card = find(`[data-card="${token}"]`, pack).cloneNode(true);
    card.classList.toggle("now", token === now);
    return card;
  }

  // The cards of every hand and stack after some acts.
  function tableAt(step) {
    const table = { public: {} };
    for (const seat of seats) table[seat.dataset.seat] = { hand: words(seat.dataset.dealt) };
    const stack = (owner, suit) => (table[owner][suit] ??= []);
    for (const { dataset: act } of plays.slice(0, step)) {
      const suit = act.card[1];
      const hand = table[act.seat].hand;
      if (act.place === "own" || act.place === "public") {
        hand.splice(hand.indexOf(act.card), 1);
        stack(act.place === "own" ? act.seat : "public", suit).push(act.card);
      } else {
        if (act.place.startsWith(TAKEN)) stack(act.place.slice(TAKEN.length), suit).pop();
        hand.push(act.card);
      }
    }
    return table;
  }

  function fill(box, tokens, now) {
    find("ul", box).replaceChildren(...tokens.map((token) => cardOf(token, now)));
    const names = tokens.map((token) => find(`[data-card="${token}"]`, pack).dataset.words);
    const said = `${box.dataset.label}: ${names.join(", ") || "no card"}`;
    (box.matches("[role=img]") ? box : find("[role=img]", box)).setAttribute("aria-label", said);
  }

  stepThrough(plays, leader, (play, step) => {
    const table = tableAt(step);
    const now = play ? play.dataset.card : "";
    const worth = words((play ?? find(".board")).dataset.points);
    for (const stack of all(".stack")) {
      fill(stack, table[stack.dataset.owner][stack.dataset.suit] ?? [], now);
    }
    for (const seat of seats) {
      const number = seat.dataset.seat;
      const points = words(worth[Number(number)].replaceAll(",", " ")).map(Number);
      fill(find(".held", seat), table[number].hand, now);
      all(".worth", seat).forEach((each, suit) => { each.textContent = String(points[suit]).replace("-", "−"); });
      const score = points.reduce((sum, each) => sum + each, 0);
      find("[data-show=score]", seat).textContent = String(score).replace("-", "−");
      find("[data-show=held]", seat).textContent = table[number].hand.length;
      const acts = play ? play.dataset.seat === number : leader === number;
      find(".mark", seat).hidden = !acts;
      find(".mark", seat).textContent = play ? play.dataset.does : "begins";
      seat.classList.toggle("acts", acts);
    }
    find("[data-show=stock]").textContent = (play ?? find(".board")).dataset.stock;
  });
}
