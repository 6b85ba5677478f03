// The squares of a board: their names, their labels, and where they are on a flipped board.

import { say } from "../core/dom.js";
import { t, tn } from "../core/language.js";
import { settings } from "../core/settings.js";
import { moversMargin } from "../core/sides.js";
import { signed } from "../core/words.js";

/** Every square of a board, row by row: a1, b1, … */
export function squaresOf(size) {
  return Array.from(
    { length: size * size },
    (_, place) => `${"abcdefgh"[place % size]}${Math.floor(place / size) + 1}`,
  );
}

const DISCS = { X: "black", O: "white", "-": "empty" };
const WORDS = { black: t("black"), white: t("white"), empty: t("empty") };

export function discOn(node, place) {
  return DISCS[node.board[place]];
}

/** "d3, empty, legal, flips 2, value +4" or "e4, black, last move". */
export function squareLabel(node, square, place, { legal, tag, value, hint, quiet }) {
  const parts = [square, WORDS[discOn(node, place)]];
  if (node.move === square) parts.push(t("last move"));
  else if (node.flips.includes(square)) parts.push(t("just flipped"));
  if (legal && !quiet) parts.push(t("legal"), tn("flips {n}", "flips {n}", legal.flips.length));
  if (tag) parts.push(tag.words);
  if (value) {
    const shown = value.text ?? signed(moversMargin(value.margin, node.turn));
    parts.push(t("value {value}", { value: shown }));
    if (value.best) parts.push(t("best"));
    if (value.exact) parts.push(t("exact"));
  }
  if (hint) parts.push(hint);
  return parts.join(", ");
}

export function boardLabel(node, size) {
  const { black, white, turn, legal } = node;
  const discs = t("Board, {size} by {size}: black {black}, white {white}", { size, black, white });
  return `${discs}, ${turn ? moverWords(turn, legal.length) : t("game over")}`;
}

function moverWords(turn, moves) {
  return turn === "black"
    ? tn("black to move, {n} move", "black to move, {n} moves", moves)
    : tn("white to move, {n} move", "white to move, {n} moves", moves);
}

// The flipped board: rotated by 180 degrees.

/** The key that turns the board, for pages with one. */
export const TURN_KEY = { keys: ["f"], words: t("flip board"), run: flipBoard };

function flipBoard() {
  const turned = !settings.state.turned;
  settings.change({ turned });
  say(turned ? t("Board flipped: a1 is at the lower right.") : t("Board not flipped."));
}

/** Convert a place of the board to its place on the screen, or back. */
export function seen(place, size) {
  return settings.state.turned ? size * size - 1 - place : place;
}
