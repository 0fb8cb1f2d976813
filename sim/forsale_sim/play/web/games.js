// One game, or a list of games with filters above the one that is looked at.

function showGames(records) {
  const root = document.getElementById("game");
  let viewer = null;
  const open = (at) => { viewer = new Viewer(root, records[at]); };
  let step = () => {};
  if (records.length > 1) step = listGames(records, open);
  open(0);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || ["INPUT", "SELECT"].includes(event.target.tagName)) return;
    if (event.key === "[" || event.key === "]") step(event.key === "]" ? 1 : -1);
    else if (!viewer.key(event.key)) return;
    event.preventDefault();
  });
}

function listGames(records, open) {
  const facts = records.map(({ trace, review }, at) => {
    const setup = trace[0];
    const end = trace.find((line) => line.t === "end");
    const winners = end ? setup.lineup.filter((_, seat) => end.win[seat] > 0) : [];
    const worst = review.reduce((most, made) => (made.cost > most.cost ? made : most), { cost: 0, mark: "" });
    const blamed = new Set(review.filter((made) => ["?", "??"].includes(made.mark)).map((made) => setup.lineup[made.seat - 1]));
    return { at, setup, winners, worst, blamed, money: end ? [...end.money].sort((a, b) => b - a) : [] };
  });
  const players = [...new Set(facts.flatMap((game) => game.setup.lineup))].sort();
  const values = (of) => [...new Set(facts.map(of))].sort();
  const filters = [
    ["ruleset", values((game) => game.setup.ruleset), (game, value) => game.setup.ruleset === value],
    ["players", values((game) => String(game.setup.players)), (game, value) => String(game.setup.players) === value],
    ["won by", players, (game, value) => game.winners.includes(value)],
    ["lost by", players, (game, value) => game.setup.lineup.includes(value) && !game.winners.includes(value)],
    ["mistakes of", players, (game, value) => game.blamed.has(value)],
  ].filter(([, choices]) => choices.length > 1);
  const selects = filters.map(([name, choices]) => element("select", { "aria-label": name, onchange: () => filter() }, element("option", { value: "" }, "any"), ...choices.map((value) => element("option", { value }, value))));
  const count = element("span", { role: "status" });
  const choose = (at) => {
    open(at);
    rows.forEach((row, number) => row.setAttribute("aria-selected", String(number === at)));
    chosen = at;
  };
  let chosen = 0;
  const rows = facts.map(({ at, setup, winners, worst, money }) => element("tr", { "aria-selected": String(at === 0) },
    element("td", {}, element("button", { type: "button", onclick: () => choose(at) }, `game ${setup.game}`)), element("td", {}, setup.ruleset), element("td", {}, setup.lineup.join(", ")),
    element("td", {}, winners.join(", ")), element("td", {}, money.length > 1 ? String(money[0] - money[1]) : ""),
    element("td", { class: GRADES[worst.mark] || "" }, element("span", { class: "grade" }, worst.mark ? `${worst.mark} ${Math.round(100 * worst.cost)}` : ""))));
  const filter = () => {
    rows.forEach((row, at) => { row.hidden = !filters.every(([, , fits], number) => !selects[number].value || fits(facts[at], selects[number].value)); });
    const shown = rows.filter((row) => !row.hidden).length;
    count.textContent = `${shown} of ${counted(records.length, "game")}`;
  };
  document.getElementById("games").replaceChildren(
    element("div", { class: "filters" }, count, ...filters.map(([name], at) => element("label", {}, name, selects[at]))),
    element("div", { class: "panel games", tabindex: "0", role: "region", "aria-label": "Games" }, element("table", {},
      element("thead", {}, element("tr", {}, ...["game", "ruleset", "seats", "won by", "by", "worst move"].map((name) => element("th", { scope: "col" }, name)))),
      element("tbody", {}, ...rows))));
  filter();
  return (direction) => {
    for (let at = chosen + direction; at >= 0 && at < rows.length; at += direction) if (!rows[at].hidden) return choose(at);
  };
}
