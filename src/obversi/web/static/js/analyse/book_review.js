// The review of a game by the book in words. The server has the same texts in English.

import { listText, t, tn } from "../core/language.js";
import { colorWord, moveText } from "../core/words.js";

/** How long a game follows the book, and which move left it. */
export function bookReviewText({ followed, left }) {
  if (left === null) {
    if (followed === 0) return t("The book does not have the first position.");
    return tn("The book has the only move of the game.", "The book has all {n} moves of the game.", followed);
  }
  const { number, mover, move, best } = left;
  const values = { number, color: colorWord(mover), move: moveText(move) };
  if (move === "pass" || best.length === 0) return t("The book ends after move {number}.", { number: followed });
  if (best.includes(move)) return t("The book ends at move {number} ({color} {move}, its best move).", values);
  return t("Left the book at {move}.", { move: lossText(left) });
}

/** A move that is not the book's, and its loss. */
export function lossText({ number, mover, move, lost, or_more: isMore, best }) {
  const values = { number, color: colorWord(mover), move: moveText(move), best: listText(best), lost };
  if (!lost) return t("move {number} ({color} {move}; the book has {best})", values);
  return isMore
    ? t("move {number} ({color} {move}, −{lost} or worse; the book has {best})", values)
    : t("move {number} ({color} {move}, −{lost}; the book has {best})", values);
}
