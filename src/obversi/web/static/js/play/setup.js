// The settings of a new game: rules, size, players and clocks.

import { button, choice, field, rulesBadge, tick } from "../core/choice.js";
import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { RULES, SIZES, colorName } from "../core/words.js";
import { clockChoice, clockFields } from "./clock_choice.js";
import { canBeRated, canDraw, isDrawn, isWithPerson, swapped, withPlayer } from "./new_game.js";
import { agentList, whoSelect, whoWords } from "./who.js";

/**
 * The panel of a new game. `change(setup)` is called with the new choice, `shuffle()` chooses
 * another random opening, `begin()` starts the game, and `back()` returns to the current game, if
 * there is one. `person` is the name of the person with the user's key, or null.
 */
export function setupPanel(options) {
  const { setup, agents, person, canClick, isBusy, change, shuffle, begin, back } = options;
  return h(
    "section",
    { class: "card setup", key: "setup", "aria-labelledby": "setup-title" },
    h(
      "header",
      { class: "setup-head" },
      h("h1", { id: "setup-title", tabindex: -1 }, t("New game")),
      back && button(t("Back to the game"), back, { hint: "Escape" }),
      rulesBadge(setup.rules),
    ),
    h(
      "div",
      { class: "pairs" },
      choice({
        legend: t("Rules"),
        name: "rules",
        value: setup.rules,
        options: Object.keys(RULES).map((rules) => [rules, RULES[rules].name]),
        change: (rules) => change(underRules(setup, rules)),
      }),
      sizes(setup, change),
      player("black", setup, agents, change),
      player("white", setup, agents, change),
      ["black", "white"].map((color) => meaning(setup[color], agents, color)),
      beginning(setup, change, shuffle),
      clockChoice(setup, change),
    ),
    clockFields(setup, change),
    rating(setup, change, person),
    (setup.moves || setup.position) &&
      h("p", { class: "soft small", key: "from" }, fromWords(setup)),
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
        isBusy ? t("Starting …") : beginWords(setup),
      ),
      button(t("⇅ Swap"), () => change(swapped(setup)), {
        label: t("Swap colours"),
        disabled: isDrawn(setup),
      }),
      canDraw(setup) &&
        button(t("⚄ Draw"), () => change({ ...setup, drawn: !setup.drawn }), {
          label: t("Draw colours"),
          pressed: isDrawn(setup),
        }),
    ),
    h("p", { class: "soft small hint", key: "goal" }, t("Goal: {goal}", { goal: RULES[setup.rules].sentence })),
    canClick &&
      h("p", { class: "soft small hint", key: "hint" }, t("Or click a square to start.")),
    h("a", { class: "button", key: "lesson", href: "/study/rules" }, t("New to the game? Learn the rules")),
    agents.length > 0 &&
      h("details", { key: "agents" }, h("summary", {}, t("About the levels")), agentList(agents)),
  );
}

// A position that is even under one rule set is not even under the other.
function underRules(setup, rules) {
  return { ...setup, rules, moves: setup.isShuffled ? "" : setup.moves };
}

function beginWords(setup) {
  const players = [setup.black, setup.white];
  if (players.includes("link")) return t("Get the link");
  if (players.includes("anyone")) return t("Find an opponent");
  return players.includes("me") ? t("Start") : t("Watch");
}

function sizes(setup, change) {
  return choice({
    legend: t("Board"),
    name: "size",
    value: setup.size,
    options: SIZES.map((size) => [size, `${size}×${size}`]),
    change: (size) => change({ ...setup, size, position: "", moves: "" }),
  });
}

// Whether the game is rated, with another person.
function rating(setup, change, person) {
  if (!isWithPerson(setup)) return null;
  const isPossible = person !== null && canBeRated(setup);
  return h(
    "div",
    { class: "ticks", key: "rated" },
    tick(t("Rated"), Boolean(setup.rated) && isPossible, (rated) => change({ ...setup, rated }), !isPossible),
    !isPossible && h("span", { class: "soft small" }, unratedWords(person)),
  );
}

function unratedWords(person) {
  if (person !== null) return t("Rated games have a clock and begin at the usual start.");
  return [
    t("Rated games need a key."),
    " ",
    h("a", { class: "button", href: "/games" }, t("Make one in My games")),
  ];
}

function fromWords({ isShuffled }) {
  if (!isShuffled) return t("The game starts from the position on the board.");
  return t("The game starts from a random, roughly even position.");
}

// The opening of the game.
function beginning(setup, change, shuffle) {
  const options = [
    ["usual", t("Standard")],
    ["random", t("Random")],
    ["given", t("Custom")],
  ];
  const isGiven = setup.position || setup.moves;
  const value = setup.isShuffled ? "random" : isGiven ? "given" : "usual";
  return h(
    "div",
    { class: "beginning" },
    choice({
      legend: t("Opening"),
      name: "beginning",
      value,
      options: value === "given" ? options : options.slice(0, 2),
      change: (chosen) =>
        change({ ...setup, position: "", moves: "", isShuffled: chosen === "random" }),
    }),
    value === "random" && button("↻", shuffle, { kind: "icon", label: t("Another position") }),
  );
}

function player(color, setup, agents, change) {
  return field(
    [h("span", { class: `chip ${color}`, "aria-hidden": "true" }), ` ${colorName(color)}`],
    whoSelect({
      value: setup[color],
      agents,
      people: true,
      change: (who) => change(withPlayer(setup, color, who)),
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
