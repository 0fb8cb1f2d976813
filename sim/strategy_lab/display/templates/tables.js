// The explorer: a click on a heading sorts, a choice above the table filters. Without this the table
// is plain.
"use strict";
const table = document.querySelector("#explorer table");
if (table) {
  const body = table.tBodies[0];
  const rows = Array.from(body.rows);
  const text = (row, column) => row.cells[column].textContent;
  const number = (cell) => Number(cell.replace("\u2212", "-").split(" ")[0]);
  const chosen = new Map();
  const headings = Array.from(table.tHead.rows[0].cells);

  headings.forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = heading.textContent;
    heading.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = heading.getAttribute("aria-sort") === "ascending";
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
      const compare = (a, b) => {
        const difference = number(text(a, column)) - number(text(b, column));
        return Number.isNaN(difference) ? text(a, column).localeCompare(text(b, column)) : difference;
      };
      rows.sort((a, b) => (down ? -1 : 1) * compare(a, b));
      body.append(...rows);
    });
  });

  for (const column of [0, 1, 2, 3]) {
    const values = [...new Set(rows.map((row) => text(row, column)))];
    if (values.length < 2) continue;
    const label = document.createElement("label");
    label.className = "filter";
    label.textContent = headings[column].textContent;
    const select = document.createElement("select");
    select.append(new Option("all", ""), ...values.map((value) => new Option(value, value)));
    label.append(select);
    table.parentElement.before(label);
    select.addEventListener("change", () => {
      chosen.set(column, select.value);
      for (const row of rows) {
        row.hidden = [...chosen].some(([at, value]) => value && text(row, at) !== value);
      }
    });
  }
}
let opened = [];
window.addEventListener("beforeprint", () => {
  opened = Array.from(document.querySelectorAll("#method details:not([open])"));
  for (const details of opened) details.open = true;
});
window.addEventListener("afterprint", () => {
  for (const details of opened) details.open = false;
});
