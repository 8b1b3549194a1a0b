/* Stepping through a hand by buttons, slider, keys, digits and address. What a step looks like is the
   business of the page's own script, which hands its `show(play, step)` over. */
"use strict";

const find = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

// The choices and the remark of a play, beside the table.
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

function stepThrough(plays, dealt, show) {
  const slider = find(".controls input");
  const list = find(".plays");
  let step = -1;

  // Only the list's links may move the page: an anchor would scroll it away from the hands.
  plays.forEach((play) => play.removeAttribute("id"));
  document.body.classList.add("steps");
  all("[hidden]").forEach((each) => { if (!each.matches(".mark")) each.hidden = false; });

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
    show(play, step);
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
