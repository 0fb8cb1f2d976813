// Setting up a table, asking the server, saving and resuming.

function startTable() {
  const [root, bar, error] = ["game", "bar", "error"].map((id) => document.getElementById(id));
  const token = location.hash.slice(1);
  let viewer = null;
  let offer = null;
  let saved = null;
  let waiting = false;
  let next = false; // whether a table waits for an answer that is under way
  let opened = 0;

  const post = (path, asked) => fetch(path, { method: "POST", headers: { "X-Token": token, "Content-Type": "application/json" }, body: JSON.stringify(asked) });

  async function sayHowFar(begun) {
    const { text } = await (await post("/waiting", {})).json();
    if (waiting) status.textContent = `${text || "Working"} … ${Math.round((Date.now() - begun) / 1000)} s`;
  }

  async function request(name, asked = {}) {
    if (waiting && !next && (name === "new" || name === "resume")) {
      next = true;
      while (waiting) await new Promise((done) => setTimeout(done, 100));
      next = false;
    }
    if (waiting) return null;
    waiting = true;
    error.hidden = true;
    const begun = Date.now();
    const since = opened;
    const slow = setInterval(() => sayHowFar(begun), 700);
    try {
      const answer = await post(`/table/${name}`, asked);
      const text = await answer.text();
      // What came too late is not shown over the form that was opened since then.
      if (answer.ok) return opened === since ? JSON.parse(text) : null;
      error.textContent = answer.status === 400 ? JSON.parse(text).error : text;
    } catch {
      error.textContent = "The server does not answer: has forsale-sim been ended?";
    } finally {
      clearInterval(slow);
      status.textContent = "";
      waiting = false;
    }
    error.hidden = false;
    return null;
  }

  async function ask(name, asked) {
    const answer = await request(name, asked);
    if (name === "hint") return answer;
    if (answer) await show(answer);
    return answer;
  }

  async function show(shown) {
    const { game, seed } = shown.record.trace[0];
    saved = { text: shown.saved, name: game ? seed : "own" };
    const goesOn = viewer instanceof Board;
    viewer = shown.asked ? new Board(root, shown, ask) : null;
    if (viewer && !goesOn) scrollTo(0, 0);
    save.disabled = false;
    status.textContent = shown.notice || "";
    if (shown.asked) return;
    let reviewed = shown.record;
    if (!reviewed.review.length) {
      viewer = new Viewer(root, shown.record, shown.seats);
      viewer.go(viewer.steps.length - 1);
      reviewed = await request("review");
      if (!reviewed) return;
    }
    viewer = new Reviewed(root, reviewed, shown.seats, ask);
  }

  function saveGame() {
    const blob = new Blob([saved.text], { type: "application/jsonl" });
    const link = element("a", { href: URL.createObjectURL(blob), download: `for-sale-${saved.name}.jsonl` });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  async function resumeGame(event) {
    const [file] = event.target.files;
    event.target.value = "";
    if (file) await take(await file.text());
  }

  async function take(text) {
    const answer = await request("resume", { trace: text });
    if (answer) await show(answer);
  }

  const sheet = sheetForm(take);

  function open(form) {
    viewer = null;
    opened += 1;
    root.replaceChildren(form);
  }

  const enterGame = () => open(sheet);
  const setUp = () => open(setupForm(offer, (asked) => ask("new", asked)));

  const status = element("p", { class: "note", role: "status" });
  const save = element("button", { type: "button", disabled: true, onclick: saveGame }, "Save");
  const file = element("input", { type: "file", accept: ".jsonl,.txt", hidden: true, "aria-label": "A saved game, or one written down", onchange: resumeGame });
  bar.replaceChildren(element("div", { class: "controls tools" }, element("button", { type: "button", onclick: setUp }, "New game"), save,
    element("button", { type: "button", onclick: () => file.click() }, "Open a game"), file,
    element("button", { type: "button", onclick: enterGame }, "Enter a game"), status));

  document.addEventListener("keydown", (event) => {
    if (!viewer || event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "SELECT") return;
    const typing = event.target.tagName === "INPUT" && event.target.value;
    if (typing || event.target.type === "range" || !viewer.key(event.key)) return;
    event.preventDefault();
  });
  request("look").then((answer) => {
    if (!answer) return;
    offer = answer.offer;
    if (answer.game) show(answer.game);
    else setUp();
  });
}

const SHEET = `iello-en: Ann, Bob, Cem
6 11 18: 1 2 3 p p
`;

function sheetForm(take) {
  const sheet = element("textarea", { rows: 18, cols: 50, spellcheck: "false", "aria-label": "The game" });
  sheet.value = SHEET;
  const submit = (event) => { event.preventDefault(); take(sheet.value); };
  return element("form", { class: "panel setup", "aria-label": "Enter a game", onsubmit: submit },
    element("h1", {}, "A game from your table"),
    element("p", { class: "note" }, "First the ruleset, and who played, from the player who opened. Then a line for each auction: the houses (those face down last), a colon, the bids in turn, p for a pass. Then one for each sale: the cheques, a slash, the house that each sold, - for none. Only the end may be missing."),
    sheet, element("button", { type: "submit", class: "primary" }, "Review"));
}

const PERSON = "person";

function setupForm(offer, begin) {
  const name = (who) => (who === PERSON ? "a person" : (offer.levels[who] || who) !== who ? `${who} (${offer.levels[who]})` : who);
  const select = (label, choices, value, change = () => {}) => element("select", { "aria-label": label, onchange: change }, ...choices.map((each) => element("option", { value: each, selected: each === value }, name(each))));
  const rulesets = select("Ruleset", Object.keys(offer.rulesets), null, () => playersChanged());
  const players = element("select", { "aria-label": "Players", onchange: () => seatsChanged() });
  const seats = element("div", { class: "setup" });
  const seed = element("input", { type: "text", inputmode: "numeric", "aria-label": "Seed", placeholder: "drawn", value: offer.seed ?? "" });
  let chosen = [...offer.seats];
  const row = (label, control) => element("label", {}, label, control);

  function playersChanged() {
    const wanted = Number(players.value) || chosen.length;
    const choices = offer.rulesets[rulesets.value];
    players.replaceChildren(...choices.map((number) => element("option", { value: number, selected: number === wanted }, String(number))));
    seatsChanged();
  }

  function seatsChanged() {
    const number = Number(players.value);
    const rest = chosen.filter((who) => who !== PERSON);
    while (chosen.length < number) chosen.push(rest[rest.length - 1] || offer.opponents[0]);
    chosen = chosen.slice(0, number);
    if (!chosen.includes(PERSON)) chosen[0] = PERSON;
    seats.replaceChildren(...chosen.map((who, at) => row(`Seat ${at + 1}${at ? "" : ", opens"}`, select(`Seat ${at + 1}`, [PERSON, ...offer.opponents], who, (event) => { chosen[at] = event.target.value; }))));
  }

  function submit(event) {
    event.preventDefault();
    const asked = { ruleset: rulesets.value, seats: chosen };
    if (seed.value.trim()) asked.seed = seed.value.trim();
    begin(asked);
  }

  playersChanged();
  return element("form", { class: "panel setup", "aria-label": "New game", onsubmit: submit },
    element("h1", {}, "For Sale"), row("Ruleset", rulesets), row("Players", players), seats, row("Seed", seed),
    element("p", { class: "note" }, "Seats are turn order. Several persons take turns at this screen. The same seed deals the same cards."),
    element("button", { type: "submit", class: "primary" }, "Play"));
}
