// A game to look at: table, curve, moves and mistakes, moved through by buttons, keys and clicks.

const ASSUMPTION = "What moves are worth if the others go on as they have bid and sold.";
const HELP = [["←", "→", "one move"], ["Home", "End", "first, last"]];
const HELP_WITH_REVIEW = [...HELP, ["↑", "↓", "mistake before, next"]];

class Viewer {
  // `own` are the seats whose mistakes are listed; without it, all are.
  constructor(root, record, own = null) {
    this.root = root;
    this.own = own;
    this.record = record;
    this.game = positionsOf(record);
    this.at = 0;
    this.hidden = false;
    this.puzzle = null;
    this.parts = Object.fromEntries(["board", "move", "curve", "known", "moves", "mistakes"].map((name) => [name, element("div")]));
    this.build();
    this.go(0);
    // An observer is called once at its start: drawing again then would lose a click that has begun.
    new ResizeObserver(() => { if (this.curveWidth !== this.drawnWidth) this.drawCurve(); }).observe(this.parts.curve);
  }

  get steps() { return this.game.steps; }

  get isReviewed() { return this.record.review.length > 0; }

  get mistakes() {
    return this.steps.flatMap((step, at) => step.decisions.filter((made) => this.isMistake(made)).map((made) => ({ made, at })));
  }

  isMistake({ mark, seat }) { return Boolean(mark) && (!this.own || this.own.includes(seat)); }

  moveText(seat, move, selling) {
    if (selling) return `sell ${move}`;
    return move ? `bid ${move}` : "pass";
  }

  build() {
    const { parts } = this;
    this.slider = element("input", { type: "range", min: 0, max: this.steps.length - 1, "aria-label": "Move", oninput: () => this.go(Number(this.slider.value)) });
    const button = (text, name, act) => element("button", { type: "button", "aria-label": name, title: name, onclick: act }, text);
    const controls = element("div", { class: "controls", role: "toolbar", "aria-label": "Moves" },
      button("«", "First move", () => this.go(0)), button("‹", "Move before", () => this.go(this.at - 1)),
      button("›", "Next move", () => this.go(this.at + 1)), button("»", "Last move", () => this.go(this.steps.length - 1)),
      element("button", { type: "button", class: "wide", "aria-label": "Mistake before", hidden: !this.isReviewed, onclick: () => this.toMistake(-1) }, "‹ Mistake"),
      element("button", { type: "button", "aria-label": "Next mistake", hidden: !this.isReviewed, onclick: () => this.toMistake(1) }, "Mistake ›"));
    const help = element("p", { class: "keys" }, ...(this.isReviewed ? HELP_WITH_REVIEW : HELP).flatMap(([one, other, does]) => [element("kbd", {}, one), " ", element("kbd", {}, other), ` ${does}   `]));
    const hidden = element("label", { class: "note" }, element("input", { type: "checkbox", onchange: (event) => { this.hidden = event.target.checked; this.draw(); } }), " show what was set aside");
    const title = this.game.end ? "What everyone knew" : "What everyone knows";
    const known = element("section", { class: "panel after", "aria-label": title }, element("h2", {}, title), parts.known, this.game.end && this.game.setup.rules.removed ? hidden : null);
    this.root.replaceChildren(
      this.heading(),
      element("div", { class: "layout" },
        element("div", { class: "column" }, parts.board, element("div", {}, controls, help),
          this.isReviewed ? null : known,
          element("section", { class: "panel curve after tells", "aria-label": "Chances to win", hidden: !this.isReviewed }, element("h2", {}, "Chances to win, %, those of all scaled to 100"), parts.curve, this.slider),
          element("section", { class: "panel after tells", "aria-label": "Mistakes", hidden: !this.isReviewed }, parts.mistakes)),
        element("div", { class: "column" },
          element("section", { class: "panel", "aria-label": "This move" }, parts.move),
          element("section", { class: "panel moves after tells", "aria-label": "Moves" }, parts.moves),
          this.isReviewed ? known : null)));
    this.listMoves();
    this.listMistakes();
  }

  get outcome() {
    const { setup, end } = this.game;
    if (!end) return "unfinished";
    const winners = setup.lineup.map((name, at) => `seat ${at + 1}, ${name}, with ${end.money[at]}`);
    return `won by ${winners.filter((_, at) => end.win[at] > 0).join(" and ")}`;
  }

  heading() {
    const { setup } = this.game;
    return element("header", {},
      element("h1", {}, setup.game ? `For Sale, game ${setup.game}` : "For Sale, a game of yours"),
      element("p", {}, `${setup.ruleset} · ${setup.players} players${setup.game ? ` · seed ${setup.seed}` : ""} · ${this.outcome}`));
  }

  go(step) {
    this.at = Math.max(0, Math.min(this.steps.length - 1, step));
    this.puzzle = null;
    this.draw();
  }

  toMistake(direction) {
    for (let at = this.at + direction; at >= 0 && at < this.steps.length; at += direction) {
      if (this.steps[at].decisions.some((made) => made.mark)) return this.go(at);
    }
  }

  draw() {
    const step = this.steps[this.at];
    this.root.classList.toggle("puzzling", Boolean(this.puzzle));
    this.parts.board.replaceChildren(this.shownTable(step));
    this.parts.known.replaceChildren(drawKnown(this.game, step, this.hidden));
    this.parts.move.replaceChildren(...(this.puzzle ? this.puzzleParts() : this.moveParts(step)));
    this.slider.value = this.at;
    this.slider.setAttribute("aria-valuetext", `move ${this.at + 1} of ${this.steps.length}`);
    this.drawCurve();
    for (const [at, item] of this.items) {
      if (at === this.at) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    }
    const current = this.items.get(this.at);
    if (current) {
      const list = this.parts.moves.parentElement;
      const [item, box] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
      if (item.top < box.top || item.bottom > box.bottom) list.scrollTop += item.top - box.top - box.height / 3;
    }
  }

  shownTable(step) {
    return drawTable(this.game, step, this.puzzle ? { toAct: this.puzzle.made.seat } : {});
  }

  get curveWidth() { return Math.max(300, Math.round(this.parts.curve.clientWidth || 800)); }

  drawCurve() {
    this.drawnWidth = this.curveWidth;
    if (!this.isReviewed) return;
    this.parts.curve.replaceChildren(drawCurve(this.game, this.at, this.drawnWidth, (step) => this.go(step)));
  }

  sentence(step) {
    const { events, told } = step;
    if (["houses", "cheques"].includes(events[0].t)) return told[0];
    if (events.length > 1) return `All show the houses that they sell in round ${events[0].round}.`;
    return events.map((event, at) => `Seat ${event.seat}, ${this.game.setup.lineup[event.seat - 1]}, ${told[at]}.`).join(" ");
  }

  moveParts(step) {
    const isLast = this.at === this.steps.length - 1 && this.game.end;
    const parts = [element("p", { class: "said", "aria-live": "polite" }, isLast ? `The game is ${this.outcome}.` : this.sentence(step))];
    for (const made of step.decisions) parts.push(...this.judgement(made, step));
    if (isLast) parts.push(this.result());
    return parts;
  }

  judgement(made, step) {
    const selling = step.events[0].t === "sell";
    const name = (move) => this.moveText(made.seat, Number(move), selling);
    const parts = [];
    if (selling && !made.mark) return parts;
    const lead = selling ? `Seat ${made.seat}, ${name(made.move)}: ` : "";
    if (made.mark) parts.push(element("p", { class: GRADES[made.mark] },
      lead, element("span", { class: "grade" }, `${made.mark} ${GRADE_NAMES[made.mark]}`),
      `, gave away ${given(made, made.move)}. Better: ${name(made.best)}. ${made.why}`));
    parts.push(chancesTable(made, name));
    if (made.could) parts.push(element("p", { class: "note" }, made.could));
    return parts;
  }

  result() {
    const { end, setup } = this.game;
    const heads = ["The end", "cheques + coins", "money"].map((text) => element("th", { scope: "col" }, text));
    const rows = setup.lineup.map((name, at) => element("tr", { class: end.win[at] ? "made best" : "" }, element("th", { scope: "row" }, `${at + 1} ${name}`), element("td", {}, `${end.cheques[at]} + ${end.coins[at]}`), element("td", {}, String(end.money[at]))));
    return element("table", { class: "chances" }, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows));
  }

  listMoves() {
    this.items = new Map();
    const parts = [];
    let list;
    this.steps.forEach((step, at) => {
      const [event] = step.events;
      const go = () => this.go(at);
      if (["houses", "cheques"].includes(event.t)) {
        list = element("ol");
        this.items.set(at, element("h3", {}, step.told[0]));
        parts.push(this.items.get(at), list);
        return;
      }
      step.events.forEach((each, number) => {
        const made = step.decisions.find((decision) => decision.event === step.first + number);
        const item = element("button", { type: "button", onclick: go }, element("span", { class: "number", style: seatColour(each.seat) }, String(each.seat)), element("span", {}, step.told[number]),
          made && made.mark ? element("span", { class: `grade ${GRADES[made.mark]}`, "aria-label": GRADE_NAMES[made.mark] }, made.mark) : null);
        if (!this.items.has(at)) this.items.set(at, item);
        list.append(element("li", {}, item));
      });
    });
    this.parts.moves.replaceChildren(element("h2", {}, "Moves"), ...parts);
  }

  listMistakes() {
    const items = this.mistakes.map(({ made, at }) => {
      const step = this.steps[at];
      const selling = step.events[0].t === "sell";
      return element("li", { class: GRADES[made.mark] },
        element("div", { class: "where" }, `${selling ? "Selling" : "Buying"}, round ${step.table.round}, seat ${made.seat}, ${this.game.setup.lineup[made.seat - 1]}`),
        element("div", {}, element("span", { class: "grade" }, `${this.moveText(made.seat, made.move, selling)} ${made.mark}`), ` −${points(made.cost)}. Better: ${this.moveText(made.seat, made.best, selling)}. ${made.why}`),
        element("div", { class: "links" }, ...this.linksOf(made, at)));
    });
    this.parts.mistakes.replaceChildren(
      element("h2", {}, `${this.own && this.own.length < this.game.setup.players ? "Your mistakes" : "Mistakes"} (${items.length})`),
      items.length ? element("ol", { class: "mistakes" }, ...items) : element("p", { class: "note" }, "No move cost 1 point or more."),
      element("p", { class: "note", style: "margin-top: 0.7rem" }, `${ASSUMPTION} ?! cost at least 1 point, ? 3, ?? 8: 1 % of the chance to win costs a third of a point, a thousand of money 3.3.`));
  }

  linksOf(made, at) {
    return [element("button", { type: "button", onclick: () => this.show(at) }, "Show"), element("button", { type: "button", onclick: () => this.practise(made, at) }, "Try it yourself")];
  }

  show(at) {
    this.go(at);
    this.toTop();
  }

  // On a narrow screen the table comes first: what is said of the move has to be seen, too.
  toTop() {
    this.root.scrollIntoView({ block: "start" });
    this.parts.move.parentElement.scrollIntoView({ block: "nearest" });
  }

  // A puzzle: the position before a mistake, and the moves to choose from.
  practise(made, at) {
    this.at = Math.max(0, at - 1);
    this.puzzle = { made, at, tried: [] };
    this.draw();
    this.toTop();
  }

  puzzleParts() {
    const { made, at, tried } = this.puzzle;
    const selling = this.steps[at].events[0].t === "sell";
    const name = (move) => this.moveText(made.seat, Number(move), selling);
    const solved = tried.some((move) => made.good.includes(Number(move)));
    const choose = (move) => { tried.push(move); this.draw(); };
    const parts = [element("p", { class: "said" }, `You are seat ${made.seat}, ${this.game.setup.lineup[made.seat - 1]}. What would you do?`)];
    if (!solved) {
      const buttons = Object.keys(made.chances).map((move) => element("button", { type: "button", disabled: tried.includes(move), onclick: () => choose(move) }, name(move)));
      parts.push(element("div", { class: "choices" }, ...buttons));
    }
    const last = tried[tried.length - 1];
    if (solved) {
      parts.push(element("p", { role: "status" }, element("strong", {}, `Yes: ${name(last)}. `), made.why), chancesTable(made, name));
    } else if (last !== undefined) {
      parts.push(element("p", { role: "status" }, `Not ${name(last)}: it gives away ${given(made, last)}. Try again.`));
    }
    const next = this.mistakes.find((each) => each.at > at);
    parts.push(element("div", { class: "choices" },
      element("button", { type: "button", onclick: () => this.go(at) }, solved ? "Back to the game" : "Show the answer"),
      next ? element("button", { type: "button", onclick: () => this.practise(next.made, next.at) }, "Next puzzle") : null));
    return parts;
  }

  key(name) {
    const moves = { ArrowLeft: () => this.go(this.at - 1), ArrowRight: () => this.go(this.at + 1), ArrowUp: () => this.toMistake(-1), ArrowDown: () => this.toMistake(1), Home: () => this.go(0), End: () => this.go(this.steps.length - 1) };
    if (!moves[name]) return false;
    moves[name]();
    return true;
  }
}

function given(made, move) {
  const chance = made.chances[made.best] - made.chances[move];
  const money = `${(made.money[made.best] - made.money[move]).toFixed(1)} thousand`;
  return Math.round(100 * chance) ? `${percent(chance)} of the chance to win and ${money}` : money;
}

const MOST_SHOWN = 9;

function chancesTable(made, name) {
  const all = Object.entries(made.chances);
  const kept = new Set([...all].sort((a, b) => b[1] - a[1]).slice(0, MOST_SHOWN - 1).map(([move]) => move)).add(String(made.move));
  const rows = all.filter(([move]) => kept.has(move)).map(([move, chance]) => {
    const kinds = [Number(move) === made.move && "made", made.good.includes(Number(move)) && "best", Number(move) === made.move && GRADES[made.mark]];
    return element("tr", { class: kinds.filter(Boolean).join(" ") }, element("th", { scope: "row" }, name(move)),
      element("td", {}, element("span", { class: "meter", style: `width: ${100 * chance}%` })), element("td", {}, percent(chance)), element("td", {}, made.money[move].toFixed(1)));
  });
  const heads = ["move", "", "win", "money"].map((text) => element("th", { scope: "col" }, text));
  return element("table", { class: "chances", "aria-label": "Chance to win and money after each move" }, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows));
}
