// Whose margins are shown: those of the player who moves, or always black's. All pages do the same.

import { t } from "./language.js";
import { settings } from "./settings.js";
import { colorName } from "./words.js";

export const SIDES = [
  ["mover", t("The player who moves")],
  ["black", t("Black")],
];

/** The player whose margins are shown in a position with this mover; null is the end of a game. */
function shownSide(turn) {
  return settings.state.margins === "mover" && turn !== null ? turn : "black";
}

/** A margin of the mover as it is shown. */
export function moversMargin(margin, turn) {
  return shownSide(turn) === turn || turn === null ? margin : -margin;
}

/** A margin of black as it is shown. */
export function blacksMargin(margin, turn) {
  return shownSide(turn) === "black" ? margin : -margin;
}

/** Whether the margins of black are shown. */
export function isForBlack(turn) {
  return shownSide(turn) === "black";
}

/** "Black" or "White": whose margins are shown. */
export function sideName(turn) {
  return colorName(shownSide(turn));
}

export function switchSides() {
  const margins = settings.state.margins === "mover" ? "black" : "mover";
  settings.change({ margins });
  return margins === "mover" ? t("Values are for the player who moves.") : t("Values are for Black.");
}
