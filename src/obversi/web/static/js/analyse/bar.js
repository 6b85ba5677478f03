// The evaluation bar: how much of it is black says how much black is ahead.

import { h } from "../core/dom.js";
import { settings } from "../core/settings.js";
import { signed } from "../core/words.js";
import { leadWords } from "./verdict.js";

/** `worth` is black's {margin, exact}, or null; a `flat` bar lies. */
export function evaluationBar({ worth, size, flat }) {
  const part = worth === null ? 0.5 : share(worth.margin, size);
  const percent = `${(100 * part).toFixed(1)}%`;
  const rest = `${(100 * (1 - part)).toFixed(1)}%`;
  const words = worth === null ? "not known yet" : leadWords(worth);
  return h(
    "div",
    { class: barClass(flat), role: "img", "aria-label": `Evaluation: ${words}` },
    h(
      "svg",
      { class: "bar-drawing", "aria-hidden": "true" },
      h("rect", { class: "bar-white", width: "100%", height: "100%" }),
      flat
        ? h("rect", { class: "bar-black", width: percent, height: "100%" })
        : h("rect", { class: "bar-black", y: rest, width: "100%", height: percent }),
      flat
        ? h("line", { class: "bar-middle", x1: "50%", x2: "50%", y1: "0", y2: "100%" })
        : h("line", { class: "bar-middle", x1: "0", x2: "100%", y1: "50%", y2: "50%" }),
    ),
    worth && number(worth),
  );
}

// It turns with the board.
function barClass(flat) {
  return `bar ${flat ? "flat" : ""} ${settings.state.turned ? "turned" : ""}`;
}

function number({ margin, exact }) {
  const side = margin < 0 ? "for-white" : "for-black";
  return h(
    "span",
    { class: `bar-number ${side}`, "aria-hidden": "true" },
    signed(margin),
    exact && h("span", {}, "✓"),
  );
}

// A lead of a few discs is to be seen, and one of all discs fills the bar.
function share(margin, size) {
  return (1 + Math.tanh(margin / (size * size * 0.25))) / 2;
}
