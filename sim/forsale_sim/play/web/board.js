// The board of a game that is being played: a viewer whose last step asks for a move.

const MOST_BUTTONS = 10;

class Board extends Viewer {
  constructor(root, shown, ask) {
    super(root, shown.record, shown.seats);
    this.shown = shown;
    this.ask = ask;
    this.hint = null;
    this.go(this.steps.length - 1);
  }

  get isLive() { return Boolean(this.shown && this.shown.asked) && this.at === this.steps.length - 1; }

  draw() {
    super.draw();
    const input = this.parts.move.querySelector("input");
    if (input && matchMedia("(pointer: fine)").matches) input.focus({ preventScroll: true });
  }

  shownTable(step) {
    return drawTable(this.game, step, this.isLive ? { toAct: this.shown.asked.seat } : {});
  }

  moveParts(step) {
    if (!this.isLive) return super.moveParts(step);
    const { asked, seats } = this.shown;
    const who = seats.length > 1 ? `Seat ${asked.seat}, ${this.game.setup.lineup[asked.seat - 1]}: ` : "";
    const question = asked.decision === "bid" ? "your bid?" : "which house do you sell?";
    return [
      element("p", { class: "note" }, this.sentence(step)),
      element("p", { class: "said", role: "status" }, `${who}${who ? question : question[0].toUpperCase() + question.slice(1)}`),
      asked.text ? element("p", { class: "note" }, asked.text) : null,
      element("div", { class: "ask" }, asked.decision === "bid" ? this.bidButtons(asked) : this.houseButtons(asked), this.typed(asked)),
      this.hint ? this.hintParts(asked) : null,
    ].filter(Boolean);
  }

  bidButtons({ legal }) {
    const button = (move) => element("button", { type: "button", onclick: () => this.move(move) }, move ? String(move) : "Pass");
    const names = legal.slice(0, 1 + MOST_BUTTONS).map(button);
    names.slice(1).forEach((each, at) => each.setAttribute("aria-label", `Bid ${legal[at + 1]}`));
    return element("div", { class: "bids", role: "group", "aria-label": "Bids" }, ...names);
  }

  houseButtons({ legal }) {
    const most = Math.max(...this.game.setup.rules.houses);
    const cards = legal.map((house) => houseCard(house, most, { tag: "button", type: "button", onclick: () => this.move(house) }));
    cards.forEach((card, at) => card.setAttribute("aria-label", `Sell house ${legal[at]}`));
    return element("div", { class: "offer", role: "group", "aria-label": "Houses to sell" }, ...cards);
  }

  typed({ decision, legal }) {
    const label = decision === "bid" ? `A bid from ${legal[1]} to ${legal[legal.length - 1]}, or p to pass` : "The house to sell";
    const input = element("input", { inputmode: "numeric", autocomplete: "off", "aria-label": label, placeholder: decision === "bid" ? "bid, or p" : "house", size: 8 });
    const send = (event) => {
      event.preventDefault();
      const text = input.value.trim().toLowerCase();
      if (/^(p|0+)$/.test(text) && decision === "bid") this.move(0);
      else if (text === "h") this.fetchHint();
      else if (text === "b") this.takeBack();
      else if (/^0*[1-9]\d*$/.test(text)) this.move(Number(text));
      else if (text) {
        input.setCustomValidity(`${label}.`);
        input.reportValidity();
        return;
      }
      input.value = "";
    };
    input.addEventListener("input", () => {
      input.setCustomValidity("");
      if (/^[phb]$/i.test(input.value)) input.form.requestSubmit();
    });
    return element("form", { class: "choices", onsubmit: send }, input,
      element("button", { type: "submit" }, decision === "bid" ? "Bid" : "Sell"),
      element("button", { type: "button", onclick: () => this.fetchHint() }, "Hint"),
      element("button", { type: "button", disabled: !this.shown.moves, onclick: () => this.takeBack() }, "Take back"));
  }

  key(name) {
    if (this.isLive && /^[0-9phb]$/i.test(name)) this.parts.move.querySelector("input").focus({ preventScroll: true });
    return super.key(name);
  }

  move(move) { return this.ask("move", { move }); }

  takeBack() { if (this.shown.moves) return this.ask("back", { moves: this.shown.moves - 1 }); }

  async fetchHint() {
    const hint = await this.ask("hint");
    if (!hint) return;
    this.hint = hint;
    this.draw();
  }

  hintParts({ decision }) {
    const { reason, good } = this.hint;
    const name = (move) => this.moveText(0, Number(move), decision === "sell");
    const others = good.length > 1 ? ` As good: ${good.slice(1).map(name).join(", ")}.` : "";
    return element("div", { class: "hint", role: "status" },
      element("p", {}, element("strong", {}, `Best: ${name(good[0])}.${others} `), reason),
      chancesTable({ best: good[0], ...this.hint }, name),
      element("p", { class: "note" }, `${ASSUMPTION} Money in thousands, at the end.`));
  }
}

// A finished game with its review: any of one's own decisions can be played on from.
class Reviewed extends Viewer {
  constructor(root, record, seats, ask) {
    super(root, record, seats);
    this.ask = ask;
    this.go(this.steps.length - 1);
  }

  judgement(made, step) {
    const parts = super.judgement(made, step);
    return this.own && this.own.includes(made.seat) ? [...parts, this.playOn(made)] : parts;
  }

  linksOf(made, at) { return this.own ? [...super.linksOf(made, at), this.playOn(made)] : super.linksOf(made, at); }

  playOn(made) {
    const { review } = this.record;
    const moves = review.slice(0, review.indexOf(made)).filter((each) => this.own.includes(each.seat)).length;
    return element("button", { type: "button", onclick: () => this.ask("back", { moves }) }, "Try another move");
  }
}
