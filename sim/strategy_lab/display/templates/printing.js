// How the page is made again is printed unfolded; what else is folded is not printed.
"use strict";
let opened = [];
window.addEventListener("beforeprint", () => {
  opened = Array.from(document.querySelectorAll("#manifest details:not([open])"));
  for (const details of opened) details.open = true;
});
window.addEventListener("afterprint", () => {
  for (const details of opened) details.open = false;
});
