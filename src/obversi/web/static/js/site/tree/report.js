// A picture of a search tree for a report: src/obversi/textbook/tracing/report.py draws the same.

import { boardSvg } from "../formats/svg.js";
import { grouped } from "./numbers.js";
import { drawTree, LETTER } from "./picture.js";
import { PASS, playerName, statusOf } from "./positions.js";

const EDGE = 10;
const BOARD_SQUARE = 14;
const LINE_HEIGHT = 18;
const LEAST_WIDTH = 640;
const FONT = "sans-serif";

// Colours for print; the style sheet of the app has others for the same classes.
const TEXT = { "font-family": FONT, fill: "#1c2420" };
const STYLES = {
  "tree-edge": { stroke: "#9aa39d", fill: "none" },
  "tree-edge-best": { stroke: "#1c6b4a", "stroke-width": "2", fill: "none" },
  "tree-edge-line": { stroke: "#1c6b4a", "stroke-width": "5", fill: "none" },
  "tree-box": { fill: "#ffffff", stroke: "#9aa39d" },
  "tree-box-open": { fill: "#dcefe5", stroke: "#1c6b4a" },
  "tree-box-here": { fill: "none", stroke: "#0b5cad", "stroke-width": "2.5" },
  "tree-disc-black": { fill: "#1b1d1c", stroke: "#000000" },
  "tree-disc-white": { fill: "#f7f6f0", stroke: "#55615b" },
  "tree-name": { ...TEXT, "font-size": "12", "font-weight": "bold" },
  "tree-value": { ...TEXT, "font-size": "12" },
  "tree-window": { ...TEXT, "font-size": "10", fill: "#55615b" },
  "tree-cut-line": { stroke: "#b3400e", "stroke-dasharray": "3 3", fill: "none" },
  "tree-cut": { ...TEXT, "font-size": "11", fill: "#b3400e" },
};

/** Draw a search after a step. Above the tree are the position of the step, its text and the counts. */
export function treeSvg(trace, shown) {
  const picture = drawTree(trace);
  const { position, move } = trace.nodes[trace.steps[shown].node];
  const { size } = position;
  const board = boardSvg(
    { board: position.board, move: move === PASS ? null : move, legal: [] },
    position,
    { squareSize: BOARD_SQUARE, title: `Reversi, ${statusOf(position)}` },
  );
  const side = (size + 1) * BOARD_SQUARE;
  const width = Math.max(picture.width, LEAST_WIDTH);
  const lines = caption(trace, shown, Math.trunc(((width - side - 4 * EDGE) / LETTER) * 1.1));
  const head = Math.max(side, LINE_HEIGHT * lines.length) + 2 * EDGE;
  const height = head + picture.height;
  const texts = lines.map(
    (line, number) =>
      `<text x="${side + 2 * EDGE}" y="${Number((EDGE + LINE_HEIGHT * (number + 0.7)).toPrecision(6))}" font-family="${FONT}" ` +
      `font-size="12" font-weight="${number ? "normal" : "bold"}" fill="#1c2420">${escaped(line)}</text>`,
  );
  const isVisible = ({ first, last }) => first <= shown && (last === null || shown <= last);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(trace.title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    board.replace("<svg ", `<svg x="${EDGE}" y="${EDGE}" `),
    ...texts,
    `<g transform="translate(0 ${head})">`,
    ...picture.shapes.filter(isVisible).map(shapeSvg),
    "</g>",
    "</svg>",
  ].join("\n");
}

function shapeSvg({ name, style, attributes, text }) {
  const written = Object.entries({ ...STYLES[style], ...attributes }).map(([each, value]) => `${each}="${escaped(value)}"`);
  return `<${name} ${written.join(" ")}>${escaped(text)}</${name}>`;
}

function caption(trace, shown, letters) {
  const { size, rules } = trace.nodes[0].position;
  const last = trace.steps.length - 1;
  const texts = [trace.steps[shown].text];
  if (shown < last) texts.push(`Step ${shown} of ${last}: ${countsText(trace, shown)}.`);
  texts.push(legend(trace));
  return [`${trace.title}, ${size}×${size}, ${rules} rules`, ...texts.flatMap((text) => wrapped(text, letters))];
}

function countsText({ steps, minimax }, shown) {
  const { nodes, evaluations, minimaxNodes } = steps[shown];
  if (minimaxNodes === null) return `${grouped(evaluations)} playouts, ${grouped(nodes)} nodes in the tree`;
  return (
    `${grouped(nodes)} nodes and ${grouped(evaluations)} evaluations so far; plain minimax has ` +
    `${grouped(minimaxNodes)} nodes at this point, and ${grouped(minimax.nodes)} in all`
  );
}

function legend({ nodes, search }) {
  const mover = playerName(nodes[0].position);
  return {
    minimax: `Discs: who is to move. Values are for ${mover}.`,
    "alpha-beta": `Discs: who is to move. Values and windows are for ${mover}.`,
    maximax: `Discs: who is to move. Values are for ${mover}. Below a box: what each player is sure of elsewhere.`,
    mcts: "In a box: the move, the share of its games that its player won, and their number.",
  }[search];
}

/** The lines of a text; it may be broken after spaces and after hyphens between letters. */
function wrapped(text, letters) {
  const parts = text.match(/\s+|\S+?(?:-(?<=\p{L}{2}-)(?=\p{L}-?\p{L})|(?=\s|$))/gu) ?? [];
  const lines = [""];
  for (const part of parts) {
    if (lines.at(-1).length + part.trimEnd().length > letters) lines.push("");
    lines[lines.length - 1] = (lines.at(-1) + part).trimStart();
  }
  return lines.map((line) => line.trimEnd());
}

function escaped(text) {
  const signs = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
  return text.replace(/[&<>"']/g, (letter) => signs[letter]);
}
