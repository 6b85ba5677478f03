// Controls that many pages have.

import { h } from "./dom.js";
import { RULES } from "./words.js";

/** One of a few: `options` are [value, words] pairs. */
export function choice({ legend, name, value, options, change, hideLegend = false }) {
  return h(
    "fieldset",
    { class: "choice" },
    h("legend", { class: hideLegend ? "for-readers" : null }, legend),
    h(
      "div",
      { class: "options" },
      options.map(([one, words]) =>
        h(
          "label",
          { key: String(one) },
          h("input", {
            type: "radio",
            name,
            value: String(one),
            set: { checked: one === value },
            on: { change: () => change(one) },
          }),
          words,
        ),
      ),
    ),
  );
}

export function field(words, control) {
  return h("label", { class: "field" }, h("span", {}, words), control);
}

export function tick(words, checked, change) {
  return h(
    "label",
    { class: "tick" },
    h("input", {
      type: "checkbox",
      set: { checked },
      on: { change: (event) => change(event.currentTarget.checked) },
    }),
    words,
  );
}

/** The rule in force: always to be seen wherever there is a board. */
export function rulesBadge(rules) {
  return h("span", { class: `badge ${rules}` }, `${RULES[rules].name}: ${RULES[rules].goal}`);
}

/** A button; `hint` is its key, shown to those who point at it. */
export function button(words, run, { kind = "", hint, disabled = false, pressed, label } = {}) {
  return h(
    "button",
    {
      type: "button",
      class: kind || null,
      title: hint ? `${label ?? words} (${hint})` : null,
      "aria-label": label,
      "aria-pressed": pressed === undefined ? null : String(pressed),
      disabled,
      on: { click: run },
    },
    words,
  );
}
