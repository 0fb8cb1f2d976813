// Elements, cards and coins.

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  return filled(made, attributes, children);
}

function shape(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  return filled(made, attributes, children);
}

function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
const points = (chance) => counted(Math.round(100 * chance), "point");
const percent = (chance) => `${Math.round(100 * chance)}\u00a0%`;
const seatColour = (seat) => `--seat: var(--s${seat})`;
const tier = (house, most) => Math.min(5, Math.max(1, Math.ceil((5 * house) / most)));

// A house grows with its value: from a hut of one storey to a tower of five.
function houseCard(house, most, more = {}) {
  const storeys = tier(house, most);
  const [width, height] = [22 + 3 * storeys, 4 + 8 * storeys];
  const [left, ground] = [35 - width / 2, 92];
  const top = ground - height;
  const windows = [];
  for (let storey = 0; storey < storeys; storey++) {
    for (const place of [0.27, 0.73]) {
      if (storey === 0 && place > 0.5) continue; // the door's place
      const [x, y] = [left + width * place - 2.5, ground - 8 * storey - 8];
      windows.push(shape("rect", { x, y, width: 5, height: 4.5, fill: "var(--window)" }));
    }
  }
  const door = shape("rect", { x: left + width * 0.73 - 2.5, y: ground - 8, width: 5, height: 8, fill: "var(--window)", opacity: 0.75 });
  const picture = shape(
    "svg", { viewBox: "0 0 70 100", "aria-hidden": "true" },
    shape("rect", { x: left, y: top, width, height, fill: `var(--h${storeys})` }),
    shape("path", { d: `M${left - 4} ${top}L35 ${top - 11}L${left + width + 4} ${top}Z`, fill: `var(--h${storeys})`, opacity: 0.72 }),
    shape("line", { x1: 8, x2: 62, y1: ground, y2: ground, stroke: "var(--edge)", "stroke-width": 1.5 }),
    ...windows, door,
    shape("text", { x: 35, y: 27, "text-anchor": "middle", "font-size": 24, class: "value" }, String(house)),
  );
  return labelled("card", `house ${house}`, picture, more);
}

function faceDownCard() {
  const back = shape("rect", { x: 8, y: 8, width: 54, height: 84, rx: 6, fill: "var(--felt-line)" });
  const mark = shape("text", { x: 35, y: 60, "text-anchor": "middle", "font-size": 30, class: "value" }, "?");
  return labelled("card", "house, face down", shape("svg", { viewBox: "0 0 70 100", "aria-hidden": "true" }, back, mark), {});
}

function chequeSlip(value, more = {}) {
  const lines = [0, 1, 2].map((at) =>
    shape("path", { d: `M6 ${13 + 9 * at}q11 -5 22 0t22 0t22 0t22 0`, fill: "none", stroke: "var(--felt-line)", "stroke-width": 1.4 }),
  );
  const picture = shape(
    "svg", { viewBox: "0 0 100 58", "aria-hidden": "true" }, ...lines,
    shape("line", { x1: 6, x2: 94, y1: 47, y2: 47, stroke: "var(--edge)", "stroke-dasharray": "3 3" }),
    shape("text", { x: 50, y: 38, "text-anchor": "middle", "font-size": 30, class: "value" }, String(value)),
  );
  return labelled("slip", `cheque of ${value}`, picture, more);
}

function labelled(kind, name, picture, { tag = "div", gone = false, ...attributes } = {}) {
  const role = tag === "button" ? {} : { role: "img" };
  return element(tag, { class: gone ? `${kind} gone` : kind, "aria-label": gone ? `${name}, taken` : name, ...role, ...attributes }, picture);
}

function coins(number) {
  const step = number > 14 ? 4.2 : 6.5;
  const width = 12 + step * Math.max(0, number - 1);
  const discs = Array.from({ length: number }, (_, at) => shape("circle", { cx: 6 + step * at, cy: 6, r: 5.2 }));
  return shape("svg", { class: "coins", viewBox: `0 0 ${width} 12`, width: `${width * 1.13}`, "aria-hidden": "true", preserveAspectRatio: "xMinYMid meet" }, ...discs);
}

function chip(kind, value, most) {
  const style = kind === "house" ? `--tier: var(--h${tier(value, most)})` : null;
  return element("span", { class: `chip ${kind}`, style }, String(value));
}
