// A position in words for screen readers. The server's `text` of a position is the same in English.

import { t, tn } from "./language.js";
import { RULES, colorName } from "./words.js";

/** The last move, the number of discs, and the mover. */
export function positionText(node, rules) {
  const { black, white } = node;
  return [lastText(node), t("Black {black}, White {white}.", { black, white }), nextText(node, rules)].join(" ");
}

function lastText({ move, mover, flips }) {
  if (move === null) return t("The start.");
  const color = colorName(mover);
  if (move === "pass") return t("{color} cannot move and passes.", { color });
  const values = { color, move };
  return tn(
    "{color} plays {move}, {n} disc flips.",
    "{color} plays {move}, {n} discs flip.",
    flips.length,
    values,
  );
}

function nextText({ turn, legal, end }, rules) {
  if (end) return endText(end, rules);
  if (turn === null) return t("The game is over.");
  const color = colorName(turn);
  if (legal.length === 0) return t("{color} cannot move.", { color });
  return tn("{color} has {n} move.", "{color} has {n} moves.", legal.length, { color });
}

/** How a game ended: {winner, margin}. */
export function endText({ winner, margin }, rules) {
  const { goal } = RULES[rules];
  if (winner === null) return t("The game is over, a draw ({goal}).", { goal });
  const values = { color: colorName(winner), margin, goal };
  return t("The game is over, {color} wins by {margin} ({goal}).", values);
}
