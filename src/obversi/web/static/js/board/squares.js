// The squares of a board: their names, their labels, and where they are on a flipped board.

import { say } from "../core/dom.js";
import { settings } from "../core/settings.js";
import { moversMargin } from "../core/sides.js";
import { count, signed } from "../core/words.js";

/** Every square of a board, row by row: a1, b1, … */
export function squaresOf(size) {
  return Array.from(
    { length: size * size },
    (_, place) => `${"abcdefgh"[place % size]}${Math.floor(place / size) + 1}`,
  );
}

const DISCS = { X: "black", O: "white", "-": "empty" };

export function discOn(node, place) {
  return DISCS[node.board[place]];
}

/** "d3, empty, legal, flips 2, value +4" or "e4, black, last move". */
export function squareLabel(node, square, place, { legal, tag, value, hint, quiet }) {
  const parts = [square, discOn(node, place)];
  if (node.move === square) parts.push("last move");
  else if (node.flips.includes(square)) parts.push("just flipped");
  if (legal && !quiet) parts.push("legal", `flips ${legal.flips.length}`);
  if (tag) parts.push(tag.words);
  if (value) {
    parts.push(`value ${value.text ?? signed(moversMargin(value.margin, node.turn))}`);
    if (value.best) parts.push("best");
    if (value.exact) parts.push("exact");
  }
  if (hint) parts.push(hint);
  return parts.join(", ");
}

export function boardLabel(node, size) {
  const discs = `black ${node.black}, white ${node.white}`;
  const turn = node.turn ? `${node.turn} to move, ${count(node.legal.length, "move")}` : "game over";
  return `Board, ${size} by ${size}: ${discs}, ${turn}`;
}

// The flipped board: rotated by 180 degrees.

/** The key that turns the board, for pages with one. */
export const TURN_KEY = { keys: ["f"], words: "flip board", run: flipBoard };

function flipBoard() {
  const turned = !settings.state.turned;
  settings.change({ turned });
  say(turned ? "Board flipped: a1 is at the lower right." : "Board not flipped.");
}

/** Where a place of the board is seen, or the place that is seen there. */
export function seen(place, size) {
  return settings.state.turned ? size * size - 1 - place : place;
}
