// The engine's result in words.

import { numberText, t, tn } from "../core/language.js";
import { colorName } from "../core/words.js";

/** "Black wins by 4", "White is 2 ahead": a margin of black in words. */
export function leadWords({ margin, exact }) {
  if (margin === 0) return exact ? t("Draw") : t("Even");
  const values = { color: colorName(margin > 0 ? "black" : "white"), margin: Math.abs(margin) };
  return exact ? t("{color} wins by {margin}", values) : t("{color} is {margin} ahead", values);
}

/** A report as a sentence, for screen readers. */
export function verdict(report) {
  const [best] = report.lines;
  const margin = report.turn === "black" ? best.margin : -best.margin;
  const depth = report.exact ? t("solved") : t("depth {depth}", { depth: report.depth });
  const lead = leadWords({ margin, exact: report.exact });
  return t("{lead}; the best move is {move}, {depth}.", { lead, move: best.move, depth });
}

/** "lost 6 discs", "lost 1 disc". */
export function lossWords(loss) {
  return tn("lost {n} disc", "lost {n} discs", loss);
}

const GRADES = { inaccuracy: t("inaccuracy"), mistake: t("mistake"), blunder: t("blunder") };

/** The name of a grade. */
export function gradeWord(grade) {
  return GRADES[grade] ?? grade;
}

const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** The sign of a grade in comments on games; nothing for a good move. */
export function signOf(grade) {
  return SIGNS[grade] ?? "";
}

/** 1234567 as 1.2 M. */
export function shortNumber(number) {
  if (number >= 1e9) return `${numberText(number / 1e9, 1)} G`;
  if (number >= 1e6) return `${numberText(number / 1e6, 1)} M`;
  if (number >= 1e3) return `${numberText(number / 1e3)} k`;
  return String(Math.round(number));
}
