// Graphs of the game: its value for black, or the discs that each player has lost so far.
// Pressing, dragging and arrows seek in the game.

import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { colorName } from "../core/words.js";
import { entryAt, nodeAt, reviewHere, worthAt } from "./here.js";
import { isOnWay } from "./tree.js";
import { leadWords } from "./verdict.js";

const HEIGHT = 104;
const SIDES = { right: 10, top: 10, bottom: 10 };
const LETTER = 7.5; // pixels of a letter of the scale
const WIDE_LETTER = 13; // of a Chinese or Japanese one
const GAP = 6; // between the scale and the plot

/** `seek(path)` goes somewhere; `point(ply)` and `measure(width)` change the state. */
export function graph({ state, seek, point, measure }) {
  const width = Math.max(state.graphWidth, 200);
  const line = shownLine(state);
  // A reviewed game is shown completely behind a shorter variation.
  const last = Math.max(line.length, reviewHere(state)?.path.length ?? 0, 1);
  const left = scaleWidth();
  const inner = width - left - SIDES.right;
  const frame = { ...SIDES, left, width, height: HEIGHT, x: (ply) => left + (inner * ply) / last };
  const at = Math.min(state.ply, line.length);
  const plot = state.graph === "loss" ? lossPlot(state, frame) : marginPlot(state, line, frame);
  const plyOf = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const part = (event.clientX - box.left - left) / inner;
    return Math.min(Math.max(Math.round(part * last), 0), line.length);
  };
  const go = (ply) => seek(line.slice(0, Math.min(Math.max(ply, 0), line.length)));
  return h(
    "div",
    {
      class: "graph",
      key: "graph",
      role: "slider",
      tabindex: 0,
      "aria-label": state.graph === "loss" ? t("Discs lost over the game") : t("Margin over the game"),
      "aria-valuemin": 0,
      "aria-valuemax": line.length,
      "aria-valuenow": at,
      "aria-valuetext": placeWords(state, line, at),
      made: (element) => {
        const resized = (/** @type {ResizeObserverEntry[]} */ [{ contentRect }]) => {
          // A removed graph has no width; it will have its old one again.
          if (contentRect.width > 0) measure(Math.round(contentRect.width));
        };
        new ResizeObserver(resized).observe(element);
      },
      on: {
        pointerdown: (event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          go(plyOf(event));
        },
        pointermove: (event) => {
          const ply = plyOf(event);
          if (ply !== state.pointed) point(ply);
          if (event.buttons === 1 && ply !== at) go(ply);
        },
        pointerleave: () => point(null),
        keydown: (event) => {
          const to = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1 };
          const far = { PageDown: at - 10, PageUp: at + 10, Home: 0, End: line.length };
          const ply = { ...to, ...far }[event.key];
          if (ply === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          go(ply);
        },
      },
    },
    h(
      "svg",
      { viewBox: `0 0 ${width} ${HEIGHT}`, "aria-hidden": "true" },
      plot,
      cursor(frame, state.pointed, "pointed"),
      cursor(frame, at, "current"),
    ),
  );
}

// The scale has the names of the colours, which are longer in some languages.
function scaleWidth() {
  const widths = ["black", "white"].map((color) =>
    [...`${colorName(color)} 64`].reduce(
      (sum, letter) => sum + (letter > "\u2e80" ? WIDE_LETTER : LETTER),
      0,
    ),
  );
  return GAP + Math.ceil(Math.max(...widths));
}

function cursor({ x, top, height, bottom }, ply, kind) {
  if (ply === null) return null;
  const at = x(ply);
  return h("line", { class: `cursor ${kind}`, x1: at, x2: at, y1: top, y2: height - bottom });
}

/** The line of the graph, which is the followed one. */
function shownLine(state) {
  const review = reviewHere(state);
  const isPart = review && isOnWay(state.line, review.path);
  return isPart ? review.path : state.line;
}

// Players count the placed discs, without passes.
function moveWords(path, node) {
  if (path.length === 0) return t("start");
  if (path.at(-1) === "pass") return node ? t("{color} passes", { color: colorName(node.mover) }) : t("pass");
  return `${path.filter((move) => move !== "pass").length} ${path.at(-1)}`;
}

/** The text of the graph about the ply under the pointer, or the current one. */
export function graphWords(state) {
  const line = shownLine(state);
  return placeWords(state, line, Math.min(state.pointed ?? state.ply, line.length));
}

function placeWords(state, line, ply) {
  const path = line.slice(0, ply);
  const move = moveWords(path, nodeAt(state, path));
  const worth = state.hidden ? null : worthAt(state, path);
  return worth ? `${move}: ${leadWords(worth)}` : move;
}

// The value of the game for black at each ply: above the zero line black is ahead.

const SCALES = [4, 8, 12, 16, 24, 32, 48, 64];

export function marginPlot(state, line, frame) {
  const review = reviewHere(state);
  const isBranch = review !== null && !isOnWay(line, review.path);
  const main = pointsOf(state, isBranch ? review.path : line);
  const fork = isBranch ? forkOf(line, review.path) : 0;
  const branch = isBranch ? pointsOf(state, line).filter(({ ply }) => ply >= fork) : [];
  const most = Math.max(...[...main, ...branch].map(({ margin }) => Math.abs(margin)), 1);
  const scale = SCALES.find((each) => each >= most) ?? most;
  const middle = (frame.top + frame.height - frame.bottom) / 2;
  const half = middle - frame.top;
  const at = ({ ply, margin }) => [frame.x(ply), middle - (half * margin) / scale];
  return h(
    "g",
    {},
    axis(frame, middle, half, scale),
    areas(runsOf(main), at, frame, middle),
    strokes(runsOf(main), at, "worth"),
    strokes(runsOf(branch), at, "worth branch"),
    [...runsOf(main), ...runsOf(branch)]
      .filter((run) => run.length === 1)
      .map(([point]) => dot(at(point))),
    marks(state, isBranch ? review.path : line, main, at),
  );
}

function pointsOf(state, line) {
  const points = [];
  for (let ply = 0; ply <= line.length; ply += 1) {
    const worth = worthAt(state, line.slice(0, ply));
    if (worth) points.push({ ply, ...worth });
  }
  return points;
}

// Runs of points at consecutive plies; plies without a value are gaps.
function runsOf(points) {
  const runs = [];
  for (const point of points) {
    if (runs.at(-1)?.at(-1).ply === point.ply - 1) runs.at(-1).push(point);
    else runs.push([point]);
  }
  return runs;
}

function forkOf(line, other) {
  const fork = line.findIndex((move, place) => move !== other[place]);
  return fork < 0 ? line.length : fork;
}

function axis({ left, width, right }, middle, half, scale) {
  const label = (margin) => {
    const words = margin === 0 ? "0" : `${colorName(margin > 0 ? "black" : "white")} ${scale}`;
    return h("text", { class: "scale", x: left - GAP, y: middle - (half * margin) / scale }, words);
  };
  return h(
    "g",
    {},
    [scale, scale / 2, -scale / 2, -scale].map((margin) =>
      h("line", {
        class: "gridline",
        x1: left,
        x2: width - right,
        y1: middle - (half * margin) / scale,
        y2: middle - (half * margin) / scale,
      }),
    ),
    h("line", { class: "zero", x1: left, x2: width - right, y1: middle, y2: middle }),
    [scale, 0, -scale].map(label),
  );
}

// Black's lead is black and white's is white, in every theme.
function areas(runs, at, { left, width, right, top }, middle) {
  const half = middle - top;
  const path = runs
    .map((points) => {
      const [first, last] = [at(points[0])[0], at(points.at(-1))[0]];
      const way = points.map((point) => at(point).join(" ")).join("L");
      return `M${first} ${middle}L${way}L${last} ${middle}Z`;
    })
    .join("");
  const inner = { x: left, width: width - left - right };
  return h(
    "g",
    {},
    h("clipPath", { id: "graph-above" }, h("rect", { ...inner, y: top, height: half })),
    h("clipPath", { id: "graph-below" }, h("rect", { ...inner, y: middle, height: half })),
    h("path", { class: "lead black", d: path, "clip-path": "url(#graph-above)" }),
    h("path", { class: "lead white", d: path, "clip-path": "url(#graph-below)" }),
  );
}

// Proven values have a solid line, estimates a dashed one.
function strokes(runs, at, kind) {
  const parts = { exact: [], estimate: [] };
  for (const points of runs) {
    for (let place = 1; place < points.length; place += 1) {
      const [before, after] = [points[place - 1], points[place]];
      const part = before.exact && after.exact ? parts.exact : parts.estimate;
      part.push(`M${at(before).join(" ")}L${at(after).join(" ")}`);
    }
  }
  return Object.entries(parts)
    .filter(([, pieces]) => pieces.length > 0)
    .map(([name, pieces]) => h("path", { class: `${kind} ${name}`, d: pieces.join("") }));
}

/** @param {number[]} point */
function dot([x, y]) {
  return h("circle", { class: "point", cx: x, cy: y, r: 3.5 });
}

const SHAPES = {
  inaccuracy: "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0Z",
  mistake: "M0-5L5 4H-5Z",
  blunder: "M0-6L6 0L0 6L-6 0Z",
};

function marks(state, line, points, at) {
  return points.map((point) => {
    const grade = entryAt(state, line.slice(0, point.ply))?.grade;
    if (!SHAPES[grade]) return null;
    const [x, y] = at(point);
    return h("path", {
      key: `mark ${point.ply}`,
      class: `grade ${grade}`,
      d: SHAPES[grade],
      transform: `translate(${x} ${y})`,
    });
  });
}

// The discs that each player has lost so far, move by move, by the review.

const LEAST_SCALE = 8;
const END = 10; // pixels between a name and the end of its curve
const ROOM = 14; // for a name above the highest point
const CLOSE = 16;
const ASIDE = 90;

export function lossPlot(state, frame) {
  const review = reviewHere(state);
  const { left, right, top, bottom, width, height } = frame;
  if (!review) {
    const words = t("Review the game to see the discs that each player lost.");
    return h("text", { class: "scale middle", x: width / 2, y: height / 2 }, words);
  }
  const lost = { black: lossesOf(review, "black"), white: lossesOf(review, "white") };
  const most = Math.max(lost.black.at(-1).lost, lost.white.at(-1).lost, LEAST_SCALE);
  const highest = height - top - bottom - ROOM;
  const y = (discs) => height - bottom - (highest * discs) / most;
  return h(
    "g",
    {},
    h("line", { class: "zero", x1: left, x2: width - right, y1: y(0), y2: y(0) }),
    h("line", { class: "gridline", x1: left, x2: width - right, y1: y(most), y2: y(most) }),
    [0, most].map((discs) => h("text", { class: "scale", x: left - GAP, y: y(discs) }, discs)),
    ["black", "white"].map((color) => curve(color, lost[color], frame, y)),
    names(lost, frame, y),
  );
}

// Each name is at the end of its curve; names are side by side if the ends are close.
function names({ black, white }, { x, width, right }, y) {
  const isClose = Math.abs(y(black.at(-1).lost) - y(white.at(-1).lost)) < CLOSE;
  return Object.entries({ black, white }).map(([color, points]) => {
    const { ply, lost } = points.at(-1);
    const end = Math.min(x(ply), width - right) - (isClose && color === "white" ? ASIDE : END);
    const words = `${colorName(color)} ${lost}`;
    return h("text", { class: "lost-name", x: end, y: y(lost) - END }, words);
  });
}

function lossesOf({ entries, path, done }, color) {
  const points = [{ ply: 0, lost: 0 }];
  for (let ply = 1; ply <= Math.min(path.length, done); ply += 1) {
    const entry = entries.get(ply);
    const more = entry?.mover === color ? entry.loss : 0;
    points.push({ ply, lost: points.at(-1).lost + more });
  }
  return points;
}

function curve(color, points, { x }, y) {
  const steps = points.map(({ ply, lost }) => `H${x(ply)}V${y(lost)}`).join("");
  const { ply, lost } = points.at(-1);
  return h(
    "g",
    { key: color },
    h("path", { class: `lost ${color}`, d: `M${x(0)} ${y(0)}${steps}` }),
    h("circle", { class: `lost-end ${color}`, cx: x(ply), cy: y(lost), r: 5 }),
  );
}
