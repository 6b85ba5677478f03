// The board as a drawing: felt, lines, discs, dots and numbers. The buttons lie over it.

import { h } from "../core/dom.js";
import { settings } from "../core/settings.js";
import { moversMargin } from "../core/sides.js";
import { signed } from "../core/words.js";
import { annotations } from "./annotations.js";
import { discOn, seen } from "./squares.js";

const UNIT = 100;
const EDGE = 38; // for the coordinates
const FAR_EDGE = 10; // narrow: on a phone every square has the width of a finger
const RADIUS = 42;

function centre(place, size) {
  const at = seen(place, size);
  return {
    x: EDGE + (at % size) * UNIT + UNIT / 2,
    y: EDGE + Math.floor(at / size) * UNIT + UNIT / 2,
  };
}

function centreOf(square, squares, size) {
  const place = squares.indexOf(square);
  return place < 0 ? null : centre(place, size);
}

/**
 * Draw a position. board.js describes the options.
 */
export function drawing({ node, size, squares, looks }) {
  const side = EDGE + size * UNIT + FAR_EDGE;
  return h(
    "svg",
    { class: "drawing", viewBox: `0 0 ${side} ${side}`, "aria-hidden": "true", focusable: "false" },
    h("rect", { class: "frame", width: side, height: side, rx: 18 }),
    felt(size),
    coordinates(size),
    h(
      "g",
      {},
      squares.map((square, place) => discOf(node, square, place, size, looks)),
    ),
    h(
      "g",
      {},
      squares.map((square, place) => markOf(node, square, place, size, looks)),
    ),
    looks.notes && annotations(looks.notes, (square) => centreOf(square, squares, size)),
  );
}

function felt(size) {
  const end = EDGE + size * UNIT;
  const lines = [];
  for (let number = 1; number < size; number += 1) {
    const at = EDGE + number * UNIT;
    lines.push(`M${at} ${EDGE}V${end}M${EDGE} ${at}H${end}`);
  }
  const dots = size === 8 ? [2, 6].flatMap((row) => [2, 6].map((column) => [row, column])) : [];
  return h(
    "g",
    {},
    h("rect", { class: "felt", x: EDGE, y: EDGE, width: size * UNIT, height: size * UNIT }),
    h("path", { class: "lines", d: lines.join("") }),
    dots.map(([row, column]) =>
      h("circle", { class: "pin", cx: EDGE + column * UNIT, cy: EDGE + row * UNIT, r: 8 }),
    ),
  );
}

function coordinates(size) {
  const texts = [];
  for (let number = 0; number < size; number += 1) {
    const { x, y } = centre(number * (size + 1), size); // of a1, b2, …
    texts.push(h("text", { x, y: EDGE / 2 }, "abcdefgh"[number]));
    texts.push(h("text", { x: EDGE / 2, y }, number + 1));
  }
  return h("g", { class: "coordinates" }, texts);
}

function discOf(node, square, place, size, { moving, preview, ahead }) {
  const color = discOn(node, place);
  const { x, y } = centre(place, size);
  const at = `translate(${x} ${y})`;
  if (color !== "empty") {
    const isNew = moving && node.move === square;
    const isTurned = moving && node.flips.includes(square);
    const motion = isTurned ? "turned" : isNew ? "placed" : "";
    const previewed = preview?.flips.includes(square) ? "would-turn" : "";
    return h(
      "g",
      // Another key makes another element, whose animation begins.
      { key: motion ? `${square} ${node.ply}` : square, transform: at },
      h(
        "g",
        { class: `disc ${color} ${motion} ${previewed}` },
        h("circle", { class: "rim", r: RADIUS }),
        h("circle", { class: "face", r: RADIUS - 4 }),
        color === "white" && settings.state.discs === "ringed" && h("circle", { class: "ring", r: 30 }),
        previewed && h("circle", { class: "inner", r: 14 }),
      ),
    );
  }
  if (preview?.move === square) {
    return ghost(square, at, node.turn, "preview");
  }
  if (ahead === square) {
    return ghost(square, at, node.turn, "ahead");
  }
  return null;
}

function ghost(square, at, color, kind) {
  return h(
    "g",
    { key: `${square} ${kind}`, transform: at },
    h("circle", { class: `ghost ${color} ${kind}`, r: RADIUS - 4 }),
  );
}

function markOf(node, square, place, size, { dots, values, marks, signs, tags, preview }) {
  const { x, y } = centre(place, size);
  const at = `translate(${x} ${y})`;
  const parts = [];
  if (node.move === square) {
    parts.push(h("circle", { class: `last on-${discOn(node, place)}`, r: 11 }));
  } else if (node.flips.includes(square) && !preview?.flips.includes(square)) {
    parts.push(h("circle", { class: `just-turned on-${discOn(node, place)}`, r: 6 }));
  }
  const value = values?.get(square);
  const mark = marks?.get(square);
  const isWrong = mark === "wrong";
  if (mark) {
    const around = { x: -44, y: -44, width: 88, height: 88, rx: 10 };
    parts.push(h("rect", { class: `mark ${mark}`, ...around }));
  }
  if (isWrong) parts.push(h("path", { class: "mark wrong", d: "M-20-20l40 40m0-40l-40 40" }));
  if (value) parts.push(...valueOf(value, node.turn));
  else if (dots && !isWrong && preview?.move !== square) {
    const isLegal = node.legal.some(({ move }) => move === square);
    if (isLegal) parts.push(h("circle", { class: "dot", r: 12 }));
  }
  const tag = tags?.get(square);
  if (tag) parts.push(tagOf(tag));
  const sign = signs?.get(square);
  if (sign) parts.push(signOf(sign));
  return parts.length > 0 && h("g", { key: square, transform: at }, parts);
}

function tagOf({ text, exact }) {
  const words = exact ? `${text} ✓` : text;
  const width = Math.max(66, 16 + 15 * words.length); // 15 is the widest digit
  return h(
    "g",
    { class: "tag", transform: "translate(0 -34)" },
    h("rect", { x: -width / 2, y: -14, width, height: 28, rx: 8 }),
    h("text", {}, words),
  );
}

function signOf(sign) {
  return h(
    "g",
    { class: "sign-badge", transform: "translate(30 -30)" },
    h("circle", { r: 22 }),
    h("text", {}, sign),
  );
}

function valueOf({ margin, best, exact, text }, turn) {
  const sign = margin > 0 ? "good" : margin < 0 ? "bad" : "even";
  const shown = text ?? signed(moversMargin(margin, turn));
  const width = shown.length > 3 ? "wide long" : shown.length > 2 ? "wide" : "";
  return [
    best && h("rect", { class: "best-frame", x: -43, y: -43, width: 86, height: 86, rx: 12 }),
    h("text", { class: `value ${sign} ${best ? "best" : ""} ${width}` }, shown),
    exact && h("path", { class: "exact", d: "M-9 31l6 6 12-13" }),
  ];
}
