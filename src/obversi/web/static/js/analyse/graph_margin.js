// What the game was worth to black at each ply: above the zero line black is ahead.

import { h } from "../core/dom.js";
import { signed } from "../core/words.js";
import { entryAt, reviewHere, worthAt } from "./here.js";
import { isOnWay } from "./tree.js";

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
    areas(main, at, frame, middle),
    strokes(main, at, "worth"),
    strokes(branch, at, "worth branch"),
    main.length + branch.length < 3 && [...main, ...branch].map((point) => dot(at(point))),
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

function forkOf(line, other) {
  const fork = line.findIndex((move, place) => move !== other[place]);
  return fork < 0 ? line.length : fork;
}

function axis({ left, width, right }, middle, half, scale) {
  const label = (margin) =>
    h("text", { class: "scale", x: left - 6, y: middle - (half * margin) / scale }, signed(margin));
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

// Black's lead is black and white's is white, whatever the theme.
function areas(points, at, { left, width, right, top }, middle) {
  if (points.length < 2) return null;
  const half = middle - top;
  const [first, last] = [at(points[0])[0], at(points.at(-1))[0]];
  const way = points.map((point) => at(point).join(" ")).join("L");
  const path = `M${first} ${middle}L${way}L${last} ${middle}Z`;
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

// What is proven is drawn through, what is estimated is dashed.
function strokes(points, at, kind) {
  const parts = { exact: [], estimate: [] };
  for (let place = 1; place < points.length; place += 1) {
    const [before, after] = [points[place - 1], points[place]];
    const part = before.exact && after.exact ? parts.exact : parts.estimate;
    part.push(`M${at(before).join(" ")}L${at(after).join(" ")}`);
  }
  return Object.entries(parts)
    .filter(([, pieces]) => pieces.length > 0)
    .map(([name, pieces]) => h("path", { class: `${kind} ${name}`, d: pieces.join("") }));
}

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
