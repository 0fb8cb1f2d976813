// The table: the offer in the middle, and what lies before each player.

function drawTable({ setup }, step, { toAct = step.toAct } = {}) {
  const { table } = step;
  const most = Math.max(...setup.rules.houses);
  return element(
    "section", { class: "table", "aria-label": "Table" },
    element("div", { class: table.phase === "buying" ? "stage" : "stage sale" }, stageTitle(table), table.phase === "buying" ? housesOffered(table, most) : chequesOffered(table, most)),
    element("ol", { class: "seats" }, ...table.seats.map((seat) => drawSeat(seat, step, toAct, most))),
  );
}

function stageTitle(table) {
  return element("h2", {}, `${table.phase === "buying" ? "Buying houses" : "Selling houses"} · round ${table.round}`);
}

function housesOffered(table, most) {
  const cards = table.offer.map((house) => element("li", {}, houseCard(house, most, { gone: table.taken.includes(house) })));
  for (let at = 0; at < table.hidden; at++) cards.push(element("li", {}, faceDownCard()));
  return element("ul", { class: "offer", "aria-label": "Houses on offer" }, ...cards);
}

function chequesOffered(table, most) {
  const byCheque = [...table.sold].sort((a, b) => a.cheque - b.cheque);
  const pairs = table.cheques.map((value, at) => {
    const sale = byCheque[at];
    const below = sale ? houseCard(sale.house, most) : null;
    const seller = sale ? element("span", {}, `${sale.seat} ${table.seats[sale.seat - 1].name}`) : null;
    return element("li", { class: "pair" }, chequeSlip(value), below, seller);
  });
  return element("ul", { class: "offer", "aria-label": "Cheques on offer" }, ...pairs);
}

function drawSeat(player, step, toAct, most) {
  const { seat } = player;
  const { table, standing } = step;
  const turn = seat === toAct;
  const kinds = ["seat", turn && "turn", player.passed && "out"].filter(Boolean).join(" ");
  const chance = standing ? standing[seat - 1] : null;
  const purse = player.coins - player.bid;
  return element(
    "li", { class: kinds, style: seatColour(seat), "aria-current": turn },
    element(
      "div", { class: "who" }, element("span", { class: "number", "aria-label": `seat ${seat}` }, String(seat)), element("span", { class: "name" }, player.name),
      chance === null ? null : element("span", { class: "chance", title: "chance to win" }, percent(chance)),
    ),
    chance === null ? null : element("div", { class: "bar", "aria-hidden": "true" }, element("i", { style: `width: ${100 * chance}%` })),
    table.phase === "buying" ? money("bid", player.bid, bidText(player)) : money("cheques", 0, chequesText(player)),
    money("purse", purse, String(purse)),
    element("div", { class: "hand", role: "group", "aria-label": `houses: ${player.hand.join(" ") || "none"}` }, ...player.hand.map((house) => chip("house", house, most))),
    table.phase === "selling" && player.cheques.length
      ? element("div", { class: "hand", role: "group", "aria-label": `cheques: ${player.cheques.join(" ")}` }, ...player.cheques.map((value) => chip("cheque", value)))
      : null,
  );
}

function bidText(player) {
  if (player.passed) return player.got ? `took ${player.got}` : "passed";
  return player.bid ? String(player.bid) : "–";
}

function chequesText(player) {
  const sum = player.cheques.reduce((total, value) => total + value, 0);
  return player.cheques.length ? String(sum) : "–";
}

function money(label, number, text) {
  return element("div", { class: "money" }, element("span", { class: "label" }, label), element("span", {}, text), number ? coins(number) : null);
}

// What everyone at the table knows; `hidden` marks what nobody did.
function drawKnown({ setup, end, steps }, step, hidden) {
  const most = Math.max(...setup.rules.houses);
  const last = steps[steps.length - 1].table;
  const row = (name, deck, seen, everSeen, chipOf) => {
    const left = unseen(deck, seen);
    if (!left.length) return [];
    const aside = hidden && end ? unseen(deck, everSeen) : [];
    const chips = left.map((value) => {
      const made = chipOf(value);
      const at = aside.indexOf(value);
      if (at >= 0) aside.splice(at, 1), made.classList.add("aside");
      return made;
    });
    return [element("dt", {}, `${counted(left.length, name)} unseen`), element("dd", {}, ...chips)];
  };
  const { removed, houses, cheques } = setup.rules;
  const note = removed ? `${removed} of each were set aside unseen${hidden ? ": crossed out" : ""}.` : "No card was set aside.";
  return element(
    "dl", { class: "known" },
    ...row("house", houses, step.table.seenHouses, last.seenHouses, (value) => chip("house", value, most)),
    ...row("cheque", cheques, step.table.seenCheques, last.seenCheques, (value) => chip("cheque", value)),
    element("dt", {}, note),
  );
}
