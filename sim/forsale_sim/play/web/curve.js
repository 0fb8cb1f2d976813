// The curve of everybody's chances to win. A click anywhere goes to the step below it.

const GRADES = { "?!": "dubious", "?": "mistake", "??": "blunder" };
const GRADE_NAMES = { "?!": "dubious move", "?": "mistake", "??": "blunder" };

function drawCurve(game, at, width, go) {
  const { setup, steps } = game;
  const narrow = width < 480;
  const [left, right, top, bottom] = [34, narrow ? 80 : 110, 8, 22];
  const height = narrow ? 190 : 230;
  const x = (step) => left + ((width - left - right) * step) / Math.max(1, steps.length - 1);
  const y = (chance) => top + (height - top - bottom) * (1 - chance);
  const picture = shape("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": curveText(game) });
  const selling = steps.findIndex((step) => step.table.phase === "selling");
  if (selling > 0) {
    picture.append(shape("rect", { class: "selling", x: x(selling), y: top, width: x(steps.length - 1) - x(selling), height: height - top - bottom }));
    picture.append(shape("text", { x: x(selling) + 4, y: height - 6 }, "selling"));
  }
  picture.append(shape("text", { x: left, y: height - 6 }, "buying"));
  for (const chance of [0, 0.25, 0.5, 0.75, 1]) {
    picture.append(shape("line", { class: "grid", x1: left, x2: width - right, y1: y(chance), y2: y(chance) }));
    picture.append(shape("text", { x: left - 6, y: y(chance) + 4, "text-anchor": "end" }, String(100 * chance)));
  }
  picture.append(shape("line", { class: "now", x1: x(at), x2: x(at), y1: top, y2: height - bottom }));
  const labels = namesBeside(steps[steps.length - 1].standing, y, top, height - bottom);
  setup.lineup.forEach((name, index) => {
    const seat = seatColour(index + 1);
    const points = steps.map((step, number) => `${x(number).toFixed(1)},${y(step.standing[index]).toFixed(1)}`);
    picture.append(shape("polyline", { class: "line", style: seat, points: points.join(" ") }));
    picture.append(shape("circle", { class: "here", style: seat, r: 4, cx: x(at), cy: y(steps[at].standing[index]) }));
    const short = name.length > (narrow ? 7 : 12) ? `${name.slice(0, narrow ? 6 : 11)}…` : name;
    picture.append(shape("text", { class: "name", style: seat, x: width - right + 8, y: labels[index] }, `${index + 1} ${short}`));
  });
  steps.forEach((step, number) => {
    for (const made of step.decisions) {
      if (!made.mark || made.mark === "?!") continue;
      const mark = shape("g", { class: `mark ${GRADES[made.mark]}` },
        shape("title", {}, `seat ${made.seat}: ${GRADE_NAMES[made.mark]}`),
        shape("circle", { cx: x(number), cy: y(step.standing[made.seat - 1]), r: made.mark === "??" ? 5.5 : 4.2 }));
      mark.addEventListener("click", (event) => { event.stopPropagation(); go(number); });
      picture.append(mark);
    }
  });
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const place = ((event.clientX - box.left) * width) / box.width;
    go(Math.round(((place - left) * (steps.length - 1)) / (width - left - right)));
  });
  return picture;
}

// Labels at the end of each line, moved apart where they would lie on each other.
function namesBeside(standing, y, top, bottom) {
  const order = standing.map((chance, index) => [y(chance) + 4, index]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const gap = 14;
  let last = top - gap + 10;
  for (const each of order) last = each[0] = Math.max(each[0], last + gap);
  let limit = bottom + gap + 4;
  for (const each of order.reverse()) limit = each[0] = Math.min(each[0], limit - gap);
  const places = [];
  for (const [place, index] of order) places[index] = place;
  return places;
}

function curveText({ setup, steps }) {
  const last = steps[steps.length - 1].standing;
  const lines = setup.lineup.map((name, index) => {
    const values = steps.map((step) => step.standing[index]);
    return `seat ${index + 1}, ${name}: ${percent(values[0])} at first, ${percent(Math.min(...values))} at worst, ${percent(Math.max(...values))} at best, ${percent(last[index])} at the end`;
  });
  return `Chances to win, move by move. ${lines.join("; ")}.`;
}
