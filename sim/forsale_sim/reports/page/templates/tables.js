// Tables that unfold can be sorted by a click on a heading and filtered by words; without this they
// are plain.
"use strict";
for (const table of document.querySelectorAll("details table")) {
  const body = table.tBodies[0];
  const rows = Array.from(body.rows);

  table.querySelectorAll("th").forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = heading.textContent;
    heading.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = heading.getAttribute("aria-sort") === "ascending";
      table.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
      const key = (row) => row.cells[column].dataset.key;
      const compare = (a, b) => {
        const difference = Number(a) - Number(b);
        return Number.isNaN(difference) ? a.localeCompare(b) : difference;
      };
      rows.sort((a, b) => (down ? -1 : 1) * compare(key(a), key(b)));
      body.append(...rows);
    });
  });

  const label = document.createElement("label");
  label.className = "filter";
  label.textContent = "Show rows with";
  const input = document.createElement("input");
  input.type = "search";
  label.append(input);
  table.parentElement.before(label);
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of rows) {
      const text = Array.from(row.cells, (cell) => cell.textContent).join(" ").toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
    }
  });
}
let opened = [];
window.addEventListener("beforeprint", () => {
  opened = Array.from(document.querySelectorAll("details:not([open])"))
    .filter((details) => details.querySelectorAll("tr").length <= 40);
  for (const details of opened) details.open = true;
});
window.addEventListener("afterprint", () => {
  for (const details of opened) details.open = false;
});
