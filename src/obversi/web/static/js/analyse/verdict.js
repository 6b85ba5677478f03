// What the engine found, in words.

import { colorName } from "../core/words.js";

/** "Black wins by 4", "White is 2 ahead": a margin of black's. */
export function leadWords({ margin, exact }) {
  if (margin === 0) return exact ? "Draw" : "Even";
  const leader = colorName(margin > 0 ? "black" : "white");
  const discs = Math.abs(margin);
  return exact ? `${leader} wins by ${discs}` : `${leader} is ${discs} ahead`;
}

/** A report as a sentence, for screen readers. */
export function verdict(report) {
  const [best] = report.lines;
  const margin = report.turn === "black" ? best.margin : -best.margin;
  const depth = report.exact ? "solved" : `depth ${report.depth}`;
  return `${leadWords({ margin, exact: report.exact })}; the best move is ${best.move}, ${depth}.`;
}

/** "lost 6 discs", "lost 1 disc". */
export function lossWords(loss) {
  return `lost ${loss} ${loss === 1 ? "disc" : "discs"}`;
}

const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** The sign of a grade, as games are commented; nothing for a good move. */
export function signOf(grade) {
  return SIGNS[grade] ?? "";
}

/** 1234567 as 1.2 M. */
export function shortNumber(number) {
  if (number >= 1e9) return `${(number / 1e9).toFixed(1)} G`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  if (number >= 1e3) return `${(number / 1e3).toFixed(0)} k`;
  return String(Math.round(number));
}
