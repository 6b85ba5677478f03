// The side of shown margins: the mover, or always black. All pages use the same side.

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

/** The number to show for a margin of the mover. */
export function moversMargin(margin, turn) {
  return shownSide(turn) === turn || turn === null ? margin : -margin;
}

/** The number to show for a margin of black. */
export function blacksMargin(margin, turn) {
  return shownSide(turn) === "black" ? margin : -margin;
}

/** Whether the margins of black are shown. */
export function isForBlack(turn) {
  return shownSide(turn) === "black";
}

/** The name of the side whose margins are shown: "Black" or "White". */
export function sideName(turn) {
  return colorName(shownSide(turn));
}

export function switchSides() {
  const margins = settings.state.margins === "mover" ? "black" : "mover";
  settings.change({ margins });
  return margins === "mover" ? t("Values are for the player who moves.") : t("Values are for Black.");
}
