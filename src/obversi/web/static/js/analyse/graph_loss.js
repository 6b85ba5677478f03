// The discs that each player has lost so far, move by move, as the review has it.

import { h } from "../core/dom.js";
import { colorName } from "../core/words.js";
import { reviewHere } from "./here.js";

const LEAST_SCALE = 8;
const END = 10; // pixels between a name and the end of its curve
const ROOM = 14; // for a name above the highest point
const CLOSE = 16;
const ASIDE = 90;

export function lossPlot(state, frame) {
  const review = reviewHere(state);
  const { left, right, top, bottom, width, height } = frame;
  if (!review) {
    const words = "The review of the game tells what each player lost.";
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
    [0, most].map((discs) => h("text", { class: "scale", x: left - 6, y: y(discs) }, discs)),
    ["black", "white"].map((color) => curve(color, lost[color], frame, y)),
    names(lost, frame, y),
  );
}

// Each name stands at the end of its curve, side by side where the ends are close.
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
