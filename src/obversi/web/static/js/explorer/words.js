// What the book and the database know, in words.

import { moversMargin, sideName } from "../core/sides.js";
import { count, signed } from "../core/words.js";

/** How sure a value is: "exact", "depth 18" or "depth 18, 73 %"; nothing if it is unknown. */
export function certaintyWords({ exact, depth, selectivity }) {
  if (exact) return "exact";
  if (depth === null) return "";
  return `depth ${depth}${selectivity < 100 ? `, ${selectivity}\u00a0%` : ""}`;
}

/** The value of a position: "Book value for Black: +2 (exact)." */
export function bookWords({ turn, book }) {
  if (turn === null) return "The game is over.";
  if (book === null) return "This position is not in the book.";
  const certainty = certaintyWords(book);
  const words = certainty && ` (${certainty})`;
  return `Book value for ${sideName(turn)}: ${signed(moversMargin(book.value, turn))}${words}.`;
}

/** The value of a move for the label of its square. */
export function valueWords({ book, best }, turn) {
  const parts = [`book value ${signed(moversMargin(book.value, turn))}`, certaintyWords(book)];
  if (best) parts.push("best of the book");
  return parts.join(", ");
}

/** What part of the games with a known result was won, drawn and lost, in percent; or null. */
export function shares({ wins, draws, losses }) {
  const all = wins + draws + losses;
  if (all === 0) return null;
  // Rounded so that they make 100 together.
  const percent = (number) => Math.round((100 * number) / all);
  const won = percent(wins);
  const notLost = percent(wins + draws);
  return { won, drawn: notLost - won, lost: 100 - notLost };
}

/** The results of a move as a sentence. */
export function resultWords(played) {
  const found = shares(played);
  if (found === null) return `${count(played.games, "game")}, no results`;
  const { won, drawn, lost } = found;
  return `${won} % won, ${drawn} % drawn, ${lost} % lost`;
}

/** A number of games with its thousands apart. */
export function gamesText(number) {
  return number.toLocaleString("en");
}

export function gamesWords(number) {
  return number === 1 ? "1 game" : `${gamesText(number)} games`;
}
