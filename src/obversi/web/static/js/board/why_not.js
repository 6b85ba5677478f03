// Why a square cannot be played, in plain words. The server sends the legal moves; this module finds only
// the reason.

import { t, tn } from "../core/language.js";

/** @type {[number, number][]} */
const STEPS = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => /** @type {[number, number]} */ ([down, right])));
const DISCS = { black: "X", white: "O" };

// Texts by mover, with the number of lines of the opponent's discs that begin beside the square.
const WHY = {
  black: (lines, values) =>
    lines === 0
      ? t("{square} would flip nothing: no white disc is next to it.", values)
      : tn(
          "{square} would flip nothing: the line of white discs next to it does not end at a black disc.",
          "{square} would flip nothing: none of the lines of white discs next to it ends at a black disc.",
          lines,
          values,
        ),
  white: (lines, values) =>
    lines === 0
      ? t("{square} would flip nothing: no black disc is next to it.", values)
      : tn(
          "{square} would flip nothing: the line of black discs next to it does not end at a white disc.",
          "{square} would flip nothing: none of the lines of black discs next to it ends at a white disc.",
          lines,
          values,
        ),
};

/** The reason why the mover of `node` cannot play on the square at `place`. */
export function whyNot({ board, turn }, square, place, size) {
  if (turn === null) return t("The game is over.");
  if (board[place] !== "-") return t("{square} is taken. Choose an empty square.", { square });
  const own = DISCS[turn];
  const lines = STEPS.map((step) => lineFrom(board, place, step, size)).filter(
    ([next]) => next !== undefined && next !== "-" && next !== own,
  );
  return WHY[turn](lines.length, { square });
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
