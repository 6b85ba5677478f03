// Why a square cannot be played, in plain words. What is legal comes from the server; here only the
// reason is found.

import { colorName } from "../core/words.js";

/** @type {[number, number][]} */
const STEPS = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => /** @type {[number, number]} */ ([down, right])));
const DISCS = { black: "X", white: "O" };

/** The reason why the mover of `node` cannot play on the square at `place`. */
export function whyNot({ board, turn }, square, place, size) {
  if (turn === null) return "The game is over.";
  if (board[place] !== "-") return `${square} is taken. Choose an empty square.`;
  const own = DISCS[turn];
  const lines = STEPS.map((step) => lineFrom(board, place, step, size)).filter(
    ([next]) => next !== undefined && next !== "-" && next !== own,
  );
  const other = colorName(turn === "black" ? "white" : "black").toLowerCase();
  if (lines.length === 0) return `${square} would flip nothing: no ${other} disc is next to it.`;
  const discs = lines.length === 1 ? `the line of ${other} discs` : `none of the lines of ${other} discs`;
  const ends = lines.length === 1 ? "does not end" : "ends";
  return `${square} would flip nothing: ${discs} next to it ${ends} at a ${turn} disc.`;
}

function lineFrom(board, place, [down, right], size) {
  const cells = [];
  let row = Math.floor(place / size) + down;
  let column = (place % size) + right;
  if (down === 0 && right === 0) return cells;
  while (row >= 0 && row < size && column >= 0 && column < size) {
    cells.push(board[row * size + column]);
    row += down;
    column += right;
  }
  return cells;
}
