// The clock of a new game: a preset, or chosen minutes and increment.

import { field } from "../core/choice.js";
import { h } from "../core/dom.js";
import { numberText, t } from "../core/language.js";
import { canHaveClock } from "./new_game.js";

/** Minutes for the game, and the seconds that each move adds. */
export const PRESETS = [
  { minutes: 1, increment: 0 },
  { minutes: 3, increment: 2 },
  { minutes: 5, increment: 0 },
  { minutes: 10, increment: 5 },
  { minutes: 20, increment: 0 },
];

const FIRST_CUSTOM = { minutes: 5, increment: 3, isCustom: true };

/** Minutes and increment in words; `clock` is null without one. */
export function clockWords(clock) {
  if (clock === null) return t("no clock");
  const minutes = numberText(clock.minutes, Number.isInteger(clock.minutes) ? 0 : 1);
  if (clock.increment === 0) return t("{minutes} min", { minutes });
  return t("{minutes} min + {seconds} s", { minutes, seconds: clock.increment });
}

/** The clock of a server's message in minutes. */
export function inMinutes(clock) {
  return clock && { minutes: clock.seconds / 60, increment: clock.increment ?? 0 };
}

function presetOf(clock) {
  if (clock === null) return "none";
  const found = PRESETS.findIndex(
    ({ minutes, increment }) => clock.minutes === minutes && clock.increment === increment,
  );
  return found < 0 || clock.isCustom ? "custom" : String(found);
}

/** The choice of a clock; a person who plays both sides has none. */
export function clockChoice(setup, change) {
  const canChoose = canHaveClock(setup);
  const clockOf = (value) => {
    if (value === "none") return null;
    return value === "custom" ? { ...(setup.clock ?? FIRST_CUSTOM), isCustom: true } : PRESETS[value];
  };
  return field(
    t("Clock"),
    h(
      "select",
      {
        set: { value: canChoose ? presetOf(setup.clock) : "none" },
        disabled: !canChoose,
        on: { change: ({ currentTarget }) => change({ ...setup, clock: clockOf(currentTarget.value) }) },
      },
      h("option", { value: "none", key: "none" }, t("None")),
      PRESETS.map((clock, place) =>
        h("option", { value: String(place), key: String(place) }, clockWords(clock)),
      ),
      h("option", { value: "custom", key: "custom" }, t("Custom …")),
    ),
  );
}

/** The fields for minutes and increment, if they are not a preset. */
export function clockFields(setup, change) {
  const { clock } = setup;
  if (!canHaveClock(setup) || presetOf(clock) !== "custom") return null;
  const changed = (part) => change({ ...setup, clock: { ...clock, ...part, isCustom: true } });
  return h(
    "div",
    { class: "pairs", key: "clock fields" },
    number(t("Minutes per player"), clock.minutes, { min: 0.5, max: 180, step: 0.5 }, (minutes) =>
      changed({ minutes }),
    ),
    number(t("Increment (seconds)"), clock.increment, { min: 0, max: 60, step: 1 }, (increment) =>
      changed({ increment }),
    ),
  );
}

function number(words, value, { min, max, step }, change) {
  return field(
    words,
    h("input", {
      type: "number",
      inputmode: "decimal",
      ...{ min, max, step },
      set: { value: String(value) },
      on: {
        change: ({ currentTarget }) => {
          const typed = currentTarget.value === "" ? NaN : Number(currentTarget.value);
          const taken = Number.isFinite(typed) ? Math.min(Math.max(typed, min), max) : value;
          currentTarget.value = String(taken);
          change(taken);
        },
      },
    }),
  );
}
