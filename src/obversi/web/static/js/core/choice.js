// Controls of many pages.

import { h } from "./dom.js";
import { keyName } from "./keys.js";
import { RULES } from "./words.js";

/**
 * Radio buttons.
 * @param {{legend: string, name: string, value: any, options: any[][], change: (value: any) => void,
 *   hideLegend?: boolean}} options `options` are pairs of a value and its text
 */
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

/** A labelled control. */
export function field(words, control) {
  return h("label", { class: "field" }, h("span", {}, words), control);
}

/**
 * A check box.
 * @param {string | import("./dom.js").Description} words
 * @param {boolean} checked
 * @param {(checked: boolean) => void} change
 * @param {boolean} [disabled]
 */
export function tick(words, checked, change, disabled = false) {
  return h(
    "label",
    { class: "tick" },
    h("input", {
      type: "checkbox",
      set: { checked },
      disabled,
      on: { change: (event) => change(event.currentTarget.checked) },
    }),
    words,
  );
}

/** The rules in force; every board has them beside it. */
export function rulesBadge(rules) {
  return h("span", { class: `badge ${rules}` }, `${RULES[rules].name}: ${RULES[rules].goal}`);
}

/**
 * A button; `hint` is its key, shown in the tooltip.
 * @param {any} words
 * @param {(event: any) => void} run
 * @param {{kind?: string, hint?: string, disabled?: boolean, pressed?: boolean, label?: string}} [options]
 */
export function button(words, run, { kind = "", hint, disabled = false, pressed, label } = {}) {
  return h(
    "button",
    {
      type: "button",
      class: kind || null,
      title: hint ? `${label ?? words} (${keyName(hint)})` : null,
      "aria-label": label,
      "aria-pressed": pressed === undefined ? null : String(pressed),
      disabled,
      on: { click: run },
    },
    words,
  );
}
