/* What a page does by itself. Without it the page is complete, only not sortable.

   The sorting is our own and not the tablesort library: that one makes the header cell itself focusable,
   answers to Enter but not to Space, has no button for a screen reader to name, and sorts empty cells
   among the others. A button in each header gives all of these in fewer lines than the library has. */
"use strict";

for (const table of document.querySelectorAll("table")) {
  const heads = [...table.tHead.rows[0].cells];
  const rows = [...table.tBodies[0].rows];
  const numeric = (head) => !head.matches(".text, .strategy");
  const value = (row, place) => row.cells[place].dataset.sort;

  function sortBy(place) {
    const head = heads[place];
    const before = head.getAttribute("aria-sort");
    // The largest numbers are what one looks for; names start at A.
    const first = numeric(head) ? "descending" : "ascending";
    const other = first === "descending" ? "ascending" : "descending";
    const order = before === first ? other : first;
    const sign = order === "ascending" ? 1 : -1;
    const compare = numeric(head)
      ? (a, b) => Number(a) - Number(b)
      : (a, b) => a.localeCompare(b, "en", { numeric: true });
    const sorted = [...rows].sort((a, b) => {
      const [x, y] = [value(a, place), value(b, place)];
      if (x === "" || y === "") return (x === "") - (y === "");
      return sign * compare(x, y);
    });
    heads.forEach((each) => each.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", order);
    table.tBodies[0].append(...sorted);
  }

  heads.forEach((head, place) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => sortBy(place));
  });
}

// Paper has no folds: open them for printing, and close those again that were closed.
const folded = new Set();
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details:not([open])")) {
    folded.add(details);
    details.open = true;
  }
});
addEventListener("afterprint", () => {
  folded.forEach((details) => { details.open = false; });
  folded.clear();
});

// The contents list marks the section that is being read.
const links = new Map();
for (const link of document.querySelectorAll("nav a[href^='#']")) links.set(link.hash.slice(1), link);
const inView = new Set();
const watcher = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) inView.add(target.id); else inView.delete(target.id);
  }
  const current = [...links.keys()].find((id) => inView.has(id));
  if (!current) return;
  for (const [id, link] of links) {
    if (id === current) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}, { rootMargin: "-10% 0px -60% 0px" });
for (const id of links.keys()) watcher.observe(document.getElementById(id));
