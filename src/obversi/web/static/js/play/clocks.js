// Clocks: the time of both players between two messages of the server, and its view.

import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { clockText } from "../core/words.js";

// Below this number of seconds a clock warns.
export const SHORT = 10;

export function clocksOf(clocks, turn) {
  return clocks && { ...clocks, running: turn, at: performance.now() };
}

/** An estimate of the time left for both at this moment; the server decides. */
export function leftNow(clocks) {
  const spent = (performance.now() - clocks.at) / 1000;
  const left = (color) => Math.max(clocks[color] - (clocks.running === color ? spent : 0), 0);
  return { black: left("black"), white: left("white") };
}

/** The milliseconds until a clock or a countdown has to be drawn again; null if nothing runs. */
export function nextTick(game) {
  if (!game || game.ending) return null;
  const running = game.clocks?.running;
  const left = running ? leftNow(game.clocks)[running] : 0;
  if (left > 0) return left <= SHORT ? 100 : ((left % 1) + 0.01) * 1000;
  return game.away.black || game.away.white ? 1000 : null;
}

/** The clock of a player. */
export function clock(game, color) {
  if (!game.clocks) return null;
  const left = leftNow(game.clocks)[color];
  const isShort = left < SHORT;
  const runs = game.clocks.running === color;
  return h(
    "span",
    {
      key: "clock",
      role: "timer",
      class: `clock ${runs ? "runs" : ""} ${isShort ? "short" : ""}`,
      "aria-label": color === "black" ? t("Black's clock") : t("White's clock"),
    },
    isShort && h("span", { class: "warning", "aria-hidden": "true" }, "!"),
    clockText(left),
  );
}
