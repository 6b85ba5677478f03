// What a square is called, for those who hear the board.

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

/** "d3, empty, legal, turns 2, value +4" or "e4, black, last move". */
export function squareLabel(node, square, place, { legal, value, hint, quiet }) {
  const parts = [square, discOn(node, place)];
  if (node.move === square) parts.push("last move");
  else if (node.flips.includes(square)) parts.push("just turned");
  if (legal && !quiet) parts.push("legal", `turns ${legal.flips.length}`);
  if (value) {
    parts.push(`value ${value.text ?? signed(value.margin)}`);
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
