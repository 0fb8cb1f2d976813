// The table after every step of a game, from the events of its trace: no rule is needed, since the
// events tell what each brought and cost. A step is an event; what is sold in a round is one step.

function positionsOf({ trace, told, review }) {
  const [setup, ...events] = trace.filter((line) => line.t !== "end");
  const end = trace.find((line) => line.t === "end") || null;
  const starting = [].concat(setup.rules.coins);
  const table = {
    phase: "buying", round: 0, offer: [], hidden: 0, taken: [], cheques: [], sold: [], seenHouses: [], seenCheques: [],
    seats: setup.lineup.map((name, at) => ({
      seat: at + 1, name, coins: starting[at] ?? starting[0], bid: 0, passed: false, hand: [], cheques: [],
    })),
  };
  const steps = [];
  events.forEach((event, at) => {
    happen(table, event);
    const following = events[at + 1];
    if (event.t === "sell" && following && following.t === "sell" && following.round === event.round) return;
    const first = event.t === "sell" ? at + 1 - table.sold.length : at;
    const decisions = review.filter((each) => each.event >= first && each.event <= at);
    steps.push({ first, last: at, told: told.slice(first, at + 1), events: events.slice(first, at + 1), decisions, table: copied(table) });
  });
  addStandings(steps, review, setup.players, end);
  steps.forEach((step, at) => {
    const next = steps[at + 1] ? steps[at + 1].events[0] : null;
    step.toAct = next && ["bid", "pass", "take"].includes(next.t) ? next.seat : 0;
  });
  return { setup, end, steps };
}

function copied(table) {
  const { seats, ...rest } = structuredClone(table);
  return { ...rest, seats };
}

function happen(table, event) {
  const player = event.seat ? table.seats[event.seat - 1] : null;
  switch (event.t) {
    case "houses":
      Object.assign(table, { phase: "buying", round: event.round, offer: event.cards, hidden: event.hidden ?? 0, taken: [] });
      table.seenHouses.push(...event.cards);
      for (const each of table.seats) Object.assign(each, { bid: 0, passed: false });
      break;
    case "bid":
      player.bid = event.amount;
      break;
    case "pass":
    case "take": {
      const paid = event.t === "take" ? event.paid : event.bid - event.refund - (event.gift ?? 0);
      Object.assign(player, { coins: player.coins - paid, bid: 0, passed: event.t === "pass", got: event.house });
      if (event.house) {
        player.hand = [...player.hand, event.house].sort((a, b) => a - b);
        table.taken = [...table.taken, event.house];
      }
      if (event.shown?.length) {
        Object.assign(table, { offer: [...table.offer, ...event.shown], hidden: 0 });
        table.seenHouses.push(...event.shown);
      }
      break;
    }
    case "cheques":
      Object.assign(table, { phase: "selling", round: event.round, cheques: event.cards, sold: [] });
      table.seenCheques.push(...event.cards);
      for (const each of table.seats) Object.assign(each, { bid: 0, passed: false });
      break;
    case "sell":
      player.hand = player.hand.filter((house) => house !== event.house);
      player.cheques = [...player.cheques, event.cheque].sort((a, b) => a - b);
      table.sold = [...table.sold, event];
  }
}

// Everybody's chance after a step is that before the next decision; cards that come up in between
// belong to the step that shows them.
function addStandings(steps, review, players, end) {
  let standing = review.length ? review[0].standing : null;
  steps.forEach((step, at) => {
    const next = review.find((each) => each.event > step.last);
    const following = steps[at + 1];
    const revealing = following && ["houses", "cheques"].includes(following.events[0].t);
    if (next && !revealing) standing = next.standing;
    step.standing = standing;
  });
  if (end) steps[steps.length - 1].standing = end.win;
}

function unseen(deck, seen) {
  const left = [...deck];
  for (const card of seen) left.splice(left.indexOf(card), 1);
  return left;
}
