// What is to be played: rules, size, players and clocks of a new game.

import { button, choice, field, rulesBadge } from "../core/choice.js";
import { h } from "../core/dom.js";
import { RULES, SIZES, colorName } from "../core/words.js";
import { USUAL_CLOCK, canHaveClock, swapped, withPlayer } from "./new_game.js";
import { agentList, whoSelect, whoWords } from "./who.js";

/**
 * The panel of a new game. `change(wish)` is called with what is wished for now, `shuffle()` looks
 * for another random beginning, `begin()` starts the game, and `back()`, if there is one to go back
 * to, returns there.
 */
export function setupPanel({ wish, agents, canClick, isBusy, change, shuffle, begin, back }) {
  return h(
    "section",
    { class: "card setup", key: "setup", "aria-labelledby": "setup-title" },
    h(
      "header",
      { class: "setup-head" },
      h("h1", { id: "setup-title", tabindex: -1 }, "New game"),
      back && button("Back to the game", back, { hint: "Escape" }),
      rulesBadge(wish.rules),
    ),
    h(
      "div",
      { class: "pairs" },
      choice({
        legend: "Rules",
        name: "rules",
        value: wish.rules,
        options: Object.keys(RULES).map((rules) => [rules, RULES[rules].name]),
        change: (rules) => change(underRules(wish, rules)),
      }),
      sizes(wish, change),
      player("black", wish, agents, change),
      player("white", wish, agents, change),
      ["black", "white"].map((color) => meaning(wish[color], agents, color)),
      beginning(wish, change, shuffle),
      clockChoice(wish, change),
    ),
    clockFields(wish, change),
    (wish.moves || wish.position) &&
      h("p", { class: "soft small", key: "from" }, `The game begins ${fromWords(wish)}.`),
    h(
      "div",
      { class: "setup-tail" },
      h(
        "button",
        {
          type: "button",
          class: "primary start",
          "aria-disabled": isBusy ? "true" : null,
          on: { click: () => !isBusy && begin() },
        },
        isBusy ? "Starting …" : beginWords(wish),
      ),
      button("⇅ Swap", () => change(swapped(wish)), { label: "Swap colours" }),
    ),
    canClick &&
      h("p", { class: "soft small hint", key: "hint" }, "Or play a square: the game begins."),
    agents.length > 0 &&
      h("details", { key: "agents" }, h("summary", {}, "What the levels mean"), agentList(agents)),
  );
}

// What is even by one rule is not by the other.
function underRules(wish, rules) {
  return { ...wish, rules, moves: wish.isShuffled ? "" : wish.moves };
}

const CLOCKS = [
  [false, "None"],
  [true, "Minutes"],
];

function beginWords(wish) {
  const players = [wish.black, wish.white];
  if (players.includes("link")) return "Get the link";
  if (players.includes("anyone")) return "Wait for somebody";
  return players.includes("me") ? "Start" : "Watch them play";
}

function sizes(wish, change) {
  return choice({
    legend: "Board",
    name: "size",
    value: wish.size,
    options: SIZES.map((size) => [size, `${size}×${size}`]),
    change: (size) => change({ ...wish, size, position: "", moves: "" }),
  });
}

function fromWords({ isShuffled }) {
  if (!isShuffled) return "with the position on the board";
  return "with a random position, as even as one was found";
}

// Where the game begins.
function beginning(wish, change, shuffle) {
  const options = [
    ["usual", "Usual"],
    ["random", "Random"],
    ["given", "Shown"],
  ];
  const isGiven = wish.position || wish.moves;
  const value = wish.isShuffled ? "random" : isGiven ? "given" : "usual";
  return h(
    "div",
    { class: "beginning" },
    choice({
      legend: "Beginning",
      name: "beginning",
      value,
      options: value === "given" ? options : options.slice(0, 2),
      change: (chosen) =>
        change({ ...wish, position: "", moves: "", isShuffled: chosen === "random" }),
    }),
    value === "random" && button("↻", shuffle, { kind: "icon", label: "Another position" }),
  );
}

function player(color, wish, agents, change) {
  return field(
    [h("span", { class: `chip ${color}`, "aria-hidden": "true" }), ` ${colorName(color)}`],
    whoSelect({
      value: wish[color],
      agents,
      people: true,
      change: (who) => change(withPlayer(wish, color, who)),
    }),
  );
}

function meaning(who, agents, color) {
  const words = whoWords(who, agents);
  if (!words) return null;
  return h(
    "p",
    { class: "soft small meaning", key: color },
    h("span", { class: `chip ${color}`, "aria-hidden": "true" }),
    h("span", {}, words),
  );
}

function clockChoice(wish, change) {
  const allowed = canHaveClock(wish);
  return choice({
    legend: "Clock",
    name: "clock",
    value: allowed && wish.clock !== null,
    options: allowed ? CLOCKS : CLOCKS.slice(0, 1),
    change: (on) => change({ ...wish, clock: on ? USUAL_CLOCK : null }),
  });
}

function clockFields(wish, change) {
  const { clock } = wish;
  if (clock === null || !canHaveClock(wish)) return null;
  return h(
    "div",
    { class: "pairs", key: "clock fields" },
    number("Minutes each", clock.minutes, { min: 0.5, max: 180, step: 0.5 }, (minutes) =>
      change({ ...wish, clock: { ...clock, minutes } }),
    ),
    number("Seconds a move", clock.increment, { min: 0, max: 60, step: 1 }, (increment) =>
      change({ ...wish, clock: { ...clock, increment } }),
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
