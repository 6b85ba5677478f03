// Words and numbers for display.

import { numberText, t } from "./language.js";

export const RULES = {
  normal: {
    name: t("Normal"),
    goal: t("most discs win"),
    sentence: t("Have more discs than your opponent when nobody can move any more."),
  },
  reversed: {
    name: t("Reversed"),
    goal: t("fewest discs win"),
    sentence: t("Have fewer discs than your opponent when nobody can move any more."),
  },
};

export const SIZES = [4, 6, 8];

/** "black" or "white" inside a text. */
export function colorWord(color) {
  return color === "black" ? t("black") : t("white");
}

export function colorName(color) {
  return color === "black" ? t("Black") : t("White");
}

/** The text of a move. */
export function moveText(move) {
  return move === "pass" ? t("pass") : move;
}

/** "12. Black f5", or that a player passes. */
export function moveLabel({ mover, move }, number) {
  const color = colorName(mover);
  return move === "pass"
    ? t("{color} passes", { color })
    : t("{number}. {color} {move}", { number, color, move });
}

export function otherColor(color) {
  return color === "black" ? "white" : "black";
}

/** A margin with its sign: +4, −2, 0. */
export function signed(number, digits = 0) {
  const text = numberText(Math.abs(number), digits);
  if (Number(Math.abs(number).toFixed(digits)) === 0) return text;
  return number > 0 ? `+${text}` : `−${text}`;
}

export function count(number, one, many = `${one}s`) {
  return `${number} ${number === 1 ? one : many}`;
}

/** Seconds as a clock shows them: 4:05, or 9.3 near the end. */
export function clockText(seconds) {
  const left = Math.max(seconds, 0);
  if (left < 10) return numberText(left, 1);
  const whole = Math.floor(left);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
