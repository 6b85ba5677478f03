// The data of the book and the database in words.

import { numberText, t, tn } from "../core/language.js";
import { isForBlack, moversMargin } from "../core/sides.js";
import { signed } from "../core/words.js";

/** How sure a value is: "exact", "depth 18" or "depth 18, 73 %"; nothing if it is unknown. */
export function certaintyWords({ exact, depth, selectivity }) {
  if (exact) return t("exact");
  if (depth === null) return "";
  return `${t("depth {depth}", { depth })}${selectivity < 100 ? `, ${selectivity}\u00a0%` : ""}`;
}

/** The score of a move in games of the engine: "55 % of 120 games". */
export function scoreWords({ games, points }) {
  const score = Math.round((100 * points) / games);
  return tn("{score} % of {n} game", "{score} % of {n} games", games, { score });
}

/** The value of a position: "Book value for Black: +2 (exact)." */
export function bookWords({ turn, book }) {
  if (turn === null) return t("The game is over.");
  if (book === null) return t("This position is not in the book.");
  const certainty = certaintyWords(book);
  const words = certainty && ` (${certainty})`;
  const value = `${signed(moversMargin(book.value, turn))}${words}`;
  return isForBlack(turn)
    ? t("Book value for Black: {value}.", { value })
    : t("Book value for White: {value}.", { value });
}

/** The value of a move for the label of its square. */
export function valueWords({ book, best }, turn) {
  const parts = [t("book value {value}", { value: signed(moversMargin(book.value, turn)) }), certaintyWords(book)];
  if (best) parts.push(t("best of the book"));
  return parts.join(", ");
}

/** The shares of won, drawn and lost games with a known result in percent, or null. */
export function shares({ wins, draws, losses }) {
  const all = wins + draws + losses;
  if (all === 0) return null;
  // Rounded so that they add up to 100.
  const percent = (number) => Math.round((100 * number) / all);
  const won = percent(wins);
  const notLost = percent(wins + draws);
  return { won, drawn: notLost - won, lost: 100 - notLost };
}

/** The results of a move as a sentence. */
export function resultWords(played) {
  const found = shares(played);
  if (found === null) return tn("{n} game, no results", "{n} games, no results", played.games);
  const { won, drawn, lost } = found;
  return t("{won} % won, {drawn} % drawn, {lost} % lost", { won, drawn, lost });
}

/** A number of games with separated thousands. */
export function gamesText(number) {
  return numberText(number);
}

export function gamesWords(number) {
  return tn("{n} game", "{n} games", number);
}
