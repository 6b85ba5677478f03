// How a tournament is getting on, as a sign and in words.

import { h } from "../core/dom.js";

const SIGNS = {
  running: ["●", "live"],
  finished: ["✓", "finished"],
  stopped: ["■", "stopped"],
};

export function stateMark({ state }) {
  const [sign, words] = SIGNS[state] ?? ["", state];
  return h(
    "span",
    { class: `arena-state ${state}` },
    h("span", { class: "sign", "aria-hidden": "true" }, sign),
    ` ${words}`,
  );
}

/** How far it is, as a bar and in words. */
export function gameProgress({ games, planned, text }) {
  return h(
    "p",
    { class: "arena-progress" },
    h("progress", { max: Math.max(planned, 1), value: games, "aria-hidden": "true" }),
    h("span", { class: "small" }, text),
  );
}

/** A date and time of UTC in the words of the visitor's own clock. */
export function momentWords(told) {
  const moment = new Date(told);
  const options = { dateStyle: "medium", timeStyle: "short" };
  return Number.isNaN(moment.getTime()) ? told : moment.toLocaleString("en", options);
}
