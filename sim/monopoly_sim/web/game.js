const COLOURS = {
  brown: "#8a5a3b", "light blue": "#7fb8d8", pink: "#c4579b", orange: "#dd8a2e", red: "#c7382f",
  yellow: "#c9a800", green: "#2f8a4c", "dark blue": "#2a4a9b",
};
const OTHERS = ["#8a5a3b", "#7fb8d8", "#c4579b", "#dd8a2e", "#c7382f", "#c9a800", "#2f8a4c", "#2a4a9b", "#666666"];

function made(tag, attributes = {}, ...children) {
  const svg = ["svg", "polyline", "line", "text", "rect"].includes(tag);
  const node = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

const money = (amount) => amount.toLocaleString("en");
const colour = (seat) => `var(--s${seat})`;
const houses = (level) => (level === 5 ? "a hotel" : level === 1 ? "1 house" : `${level} houses`);

// Squares go round from the lower right corner to the left, as on the printed board.
function place(square, size) {
  const side = Math.ceil(size / 4), along = square % side;
  return [
    [side + 1, side + 1 - along], [side + 1 - along, 1], [1, 1 + along], [1 + along, side + 1],
  ][Math.floor(square / side)];
}

function showGame(game) {
  const by = (id) => document.getElementById(id);
  const board = by("board"), range = by("turn"), side = Math.ceil(game.squares.length / 4) + 1;
  document.querySelector("main").hidden = false;
  board.style.gridTemplate = `repeat(${side}, minmax(0, 1fr)) / repeat(${side}, minmax(0, 1fr))`;
  const cells = game.squares.map((square, number) => {
    const [row, column] = place(number, game.squares.length);
    const band = made("div", { class: "band" }), owner = made("div", { class: "owner" });
    if (square.group >= 0) band.style.background = COLOURS[game.groups[square.group]] ?? OTHERS[square.group % OTHERS.length];
    else band.style.visibility = "hidden";
    const tokens = made("div", { class: "tokens" });
    const cell = made("div", { class: "square", style: `grid-area: ${row} / ${column}` }, band, made("div", { class: "name" }, square.name), owner, tokens);
    const tell = () => { by("square").textContent = about(number); };
    cell.addEventListener("pointerenter", tell);
    cell.addEventListener("click", tell);
    board.append(cell);
    return { cell, band, owner, tokens };
  });
  const centre = made("div", { class: "centre", style: `grid-area: 2 / 2 / ${side} / ${side}` });
  board.append(centre);
  range.max = game.turns.length - 1;
  const richest = Math.max(1, ...game.turns.flatMap((turn) => turn.worth)), digits = 10 ** Math.floor(Math.log10(richest));
  const most = [1, 2, 2.5, 5, 10].map((each) => each * digits).find((each) => each >= richest);
  // Charts are as wide as the page, so that letters have the same size on a phone.
  const width = Math.max(320, by("chances").clientWidth), left = 14 + 8 * money(most).length, last = Math.max(1, game.turns.length - 1);
  const x = (turn) => left + (turn / last) * (width - left - 16);
  let now = 0;

  function about(number) {
    const turn = game.turns[now], owner = turn.owner[number], level = turn.level[number];
    const parts = [`${game.squares[number].name} (${number})`];
    if (game.squares[number].price) parts.push(owner ? `seat ${owner}, ${game.lineup[owner - 1]}` : "nobody's");
    if (level) parts.push(houses(level));
    if (turn.mortgaged.includes(number)) parts.push("mortgaged");
    return parts.join(": ").replace(/: (?=[^:]*$)/, parts.length > 2 ? ", " : ": ");
  }

  function show(number) {
    now = Math.max(0, Math.min(game.turns.length - 1, number));
    const turn = game.turns[now];
    range.value = now;
    by("back").disabled = now === 0;
    by("on").disabled = now === game.turns.length - 1;
    by("when").textContent = turn.title;
    cells.forEach((each, square) => {
      const level = turn.level[square], owner = turn.owner[square];
      each.band.textContent = level === 5 ? "H" : "▪".repeat(level);
      each.band.classList.toggle("hotel", level === 5);
      each.owner.style.backgroundColor = owner ? colour(owner) : "transparent";
      each.owner.classList.toggle("mortgaged", turn.mortgaged.includes(square));
      each.tokens.replaceChildren();
    });
    turn.alive.forEach((seat) => {
      const jailed = turn.jail[seat - 1] ? ", in jail" : "";
      const token = made("span", { class: "token", title: `seat ${seat}${jailed}` }, String(seat));
      token.style.background = colour(seat);
      cells[turn.position[seat - 1]].tokens.append(token);
    });
    centre.replaceChildren(made("div", { class: "told" }, turn.title), made("div", {}, turn.pot ? `${money(turn.pot)} on free parking` : ""));
    board.setAttribute("aria-label", `The board: ${turn.title}`);
    const chances = game.turns.slice(0, now + 1).findLast((each) => each.chances).chances; // of the round
    const head = made("tr", {}, ...["seat", "cash", "worth", "wins"].map((title) => made("th", {}, title)));
    by("seats").replaceChildren(head, ...game.lineup.map((name, index) => {
      const dot = made("span", { class: "dot" });
      dot.style.background = colour(index + 1);
      const chance = `${Math.round(100 * chances[index])} %`;
      const row = made("tr", {}, made("td", {}, dot, `${index + 1} ${name}${turn.jail[index] ? ", in jail" : ""}`),
        ...[money(turn.cash[index]), money(turn.worth[index]), chance].map((text) => made("td", {}, text)));
      if (index + 1 === turn.seat) row.className = "turn";
      if (!turn.alive.includes(index + 1)) row.className = "out";
      return row;
    }));
    by("events").replaceChildren(...turn.events.map((text) => made("li", {}, text)));
    document.querySelectorAll(".cursor").forEach((line) => {
      line.setAttribute("x1", x(now));
      line.setAttribute("x2", x(now));
    });
  }

  function chart(id, of, top, shown) {
    const svg = made("svg", { viewBox: `0 0 ${width} 240`, role: "img", "aria-label": `${id} by turn` });
    const y = (value) => 215 - (value / top) * 195;
    for (const value of [0, top / 2, top]) {
      svg.append(made("line", { x1: left, x2: x(last), y1: y(value), y2: y(value), stroke: "var(--line)" }));
      svg.append(made("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" }, shown(value)));
    }
    let free = left; // to the right of the names of rounds so far
    game.turns.forEach((turn, at) => {
      const isFirst = at && turn.round > game.turns[at - 1].round && turn.round % 5 === 0;
      if (!isFirst || x(at) - 34 < free || x(at) + 34 > width) return;
      svg.append(made("text", { x: x(at), y: 233, "text-anchor": "middle" }, `round ${turn.round}`));
      free = x(at) + 44;
    });
    game.lineup.forEach((_, index) => {
      const points = game.turns.flatMap((turn, at) => (of(turn) ? [`${x(at)},${y(of(turn)[index])}`] : []));
      svg.append(made("polyline", { points: points.join(" "), fill: "none", stroke: colour(index + 1), "stroke-width": 2.5 }));
    });
    svg.append(made("line", { class: "cursor", y1: 15, y2: 215, stroke: "var(--ink)", "stroke-dasharray": "3 3" }));
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      show(Math.round(((((event.clientX - box.left) / box.width) * width - left) / (x(last) - left)) * last));
    });
    by(id).append(svg);
  }

  chart("chances", (turn) => turn.chances, 1, (share) => String(100 * share));
  chart("worth", (turn) => turn.worth, most, money);
  if (game.trades.length) {
    const head = made("tr", {}, made("th", { class: "text" }, "agreed"), ...game.lineup.map((name, index) => made("th", {}, `${index + 1} ${name}`)));
    const rows = game.trades.map((trade) => {
      const go = made("button", {}, `round ${trade.round}`);
      go.addEventListener("click", () => { show(trade.turn); board.scrollIntoView(); });
      return made("tr", {}, made("td", { class: "text" }, go, ` ${trade.text}`), ...trade.changes.map((text) => made("td", {}, text)));
    });
    by("trades").append(made("h2", {}, "What trades changed"),
      made("p", { class: "note" }, "By how many games in a hundred each player then won more or less, with the same dice; what may be chance is grey."),
      made("div", { class: "scroll" }, made("table", {}, head, ...rows)));
    by("trades").querySelectorAll("td").forEach((cell) => {
      if (cell.textContent.startsWith("(")) cell.style.color = "var(--soft)";
    });
  }
  by("back").addEventListener("click", () => show(now - 1));
  by("on").addEventListener("click", () => show(now + 1));
  range.addEventListener("input", () => show(Number(range.value)));
  document.addEventListener("keydown", (event) => {
    if (event.target === range) return;
    if (event.key === "ArrowLeft") show(now - 1);
    if (event.key === "ArrowRight") show(now + 1);
  });
  show(Number(location.hash.slice(1)) || 0); // game.html#120 opens at a turn
}
