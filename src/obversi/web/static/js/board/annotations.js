// Marks and arrows that are drawn over a board, each with a shape and a colour.

import { h } from "../core/dom.js";

const SHAPES = {
  circle: () => h("circle", { r: 34 }),
  square: () => h("rect", { x: -32, y: -32, width: 64, height: 64 }),
  triangle: () => h("path", { d: "M0 -36L34 26H-34Z" }),
  cross: () => h("path", { d: "M-26 -26L26 26M26 -26L-26 26" }),
};

/** `centre(square)` returns {x, y}; squares that are not on the board are left out. */
export function annotations({ marks, arrows, from = null }, centre) {
  return h(
    "g",
    { class: "annotations", key: "annotations" },
    arrows.map((arrow) => drawnArrow(arrow, centre(arrow.start), centre(arrow.end))),
    marks.map((mark) => drawnMark(mark, centre(mark.square))),
    from && drawnMark({ square: from, shape: "circle", color: "start", text: "" }, centre(from)),
  );
}

function drawnMark({ square, shape, color, text }, at) {
  if (!at) return null;
  const place = { key: `${square} ${shape} ${color}`, transform: `translate(${at.x} ${at.y})` };
  if (shape === "label") {
    return h(
      "g",
      { ...place, class: `annotation label ${color}` },
      h("circle", { r: 27 }),
      h("text", { class: text.length > 1 ? "long" : null }, text),
    );
  }
  // Drawn twice, because a dark edge makes it visible on every disc and on the felt.
  return h(
    "g",
    { ...place, class: `annotation ${color}` },
    h("g", { class: "edge" }, SHAPES[shape]?.()),
    h("g", { class: "ink" }, SHAPES[shape]?.()),
  );
}

const HEAD = 34; // the length of an arrow's head
const INSET = 12; // before the centre of its square

function drawnArrow({ start, end, color }, from, to) {
  if (!from || !to) return null;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  const tip = point(to.x - ux * INSET, to.y - uy * INSET);
  const [bx, by] = [to.x - ux * (INSET + HEAD), to.y - uy * (INSET + HEAD)];
  const side = HEAD * 0.55;
  const left = point(bx - uy * side, by + ux * side);
  const right = point(bx + uy * side, by - ux * side);
  const shaft = `M${point(from.x + ux * 18, from.y + uy * 18)}L${point(bx, by)}`;
  const head = `M${tip}L${left}L${right}Z`;
  return h(
    "g",
    { key: `${start} ${end} ${color}`, class: `annotation arrow ${color}` },
    h("path", { class: "edge", d: shaft + head }),
    h("path", { class: "ink", d: shaft }),
    h("path", { class: "ink head", d: head }),
  );
}

function point(x, y) {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}
