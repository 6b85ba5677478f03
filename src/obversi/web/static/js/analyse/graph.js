// Graphs over the game: what it was worth to black, or the discs that each player has lost so far.
// Pressing, dragging and arrows seek in the game.

import { h } from "../core/dom.js";
import { signed } from "../core/words.js";
import { lossPlot } from "./graph_loss.js";
import { marginPlot } from "./graph_margin.js";
import { nodeAt, reviewHere, worthAt } from "./here.js";
import { isOnWay } from "./tree.js";
import { leadWords } from "./verdict.js";

const HEIGHT = 130;
const SIDES = { left: 34, right: 10, top: 10, bottom: 10 };

/** `seek(path)` goes somewhere; `point(ply)` and `measure(width)` change the state. */
export function graph({ state, seek, point, measure }) {
  const width = Math.max(state.graphWidth, 200);
  const line = shownLine(state);
  // A game that was reviewed is seen whole behind a shorter variation.
  const last = Math.max(line.length, reviewHere(state)?.path.length ?? 0, 1);
  const inner = width - SIDES.left - SIDES.right;
  const frame = {
    ...SIDES,
    width,
    height: HEIGHT,
    x: (ply) => SIDES.left + (inner * ply) / last,
  };
  const at = Math.min(state.ply, line.length);
  const plot = state.graph === "loss" ? lossPlot(state, frame) : marginPlot(state, line, frame);
  const plyOf = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const part = (event.clientX - box.left - SIDES.left) / inner;
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
      "aria-label": state.graph === "loss" ? "Discs lost over the game" : "Margin over the game",
      "aria-valuemin": 0,
      "aria-valuemax": line.length,
      "aria-valuenow": at,
      "aria-valuetext": placeWords(state, line, at),
      made: (element) => {
        const resized = ([{ contentRect }]) => {
          // One that is taken away has no width, and will have its old one again.
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

function cursor({ x, top, height, bottom }, ply, kind) {
  if (ply === null) return null;
  const at = x(ply);
  return h("line", { class: `cursor ${kind}`, x1: at, x2: at, y1: top, y2: height - bottom });
}

/** The line that the graph is about: the one that is followed. */
function shownLine(state) {
  const review = reviewHere(state);
  const isPart = review && isOnWay(state.line, review.path);
  return isPart ? review.path : state.line;
}

/** What the graph says of the ply that is pointed at, or of the current one. */
export function graphWords(state) {
  const line = shownLine(state);
  return placeWords(state, line, Math.min(state.pointed ?? state.ply, line.length));
}

function placeWords(state, line, ply) {
  const path = line.slice(0, ply);
  const move = ply === 0 ? "start" : `${ply} ${nodeAt(state, path)?.move ?? line[ply - 1]}`;
  const worth = state.hidden ? null : worthAt(state, path);
  if (!worth) return move;
  return `${move}: ${leadWords(worth)} (${signed(worth.margin)}${worth.exact ? ", exact" : ""})`;
}
