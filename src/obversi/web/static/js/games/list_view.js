// The list of the person's games, and the search in it.

import { answered } from "../core/answer.js";
import { button, field } from "../core/choice.js";
import { h } from "../core/dom.js";
import { gameLink } from "../core/game_link.js";
import { dateText, numberText, t, translated } from "../core/language.js";
import { RULES, SIZES, colorName, signed } from "../core/words.js";
import { agentName } from "../play/words_of_game.js";
import { ALL, ON_PAGE } from "./state.js";

const RESULTS = { win: t("Win"), draw: t("Draw"), loss: t("Loss") };

const FORMATS = [
  ["ggf", "GGF"],
  ["sgf", "SGF"],
  ["json", t("JSON lines")],
  ["transcript", t("Transcripts")],
];

/** The name of the opponent. */
export function opponentName({ kind, opponent }, agents) {
  if (kind === "self") return t("One board for two");
  return kind === "agent" ? agentName(opponent, agents) : opponent;
}

export function searchForm({ state, agents }) {
  const { wanted } = state.store.state;
  const { answer } = state.results.state;
  const set = (name) => (value) => state.search({ [name]: value });
  const isAny = Object.entries(wanted).every(([name, value]) => ALL[name] === value);
  const levels = agents.filter(({ level }) => level !== null && level !== undefined);
  return h(
    "form",
    { class: "my-search", key: "search", role: "search", on: { submit: (event) => event.preventDefault() } },
    field(
      t("Opponent or opening"),
      h("input", {
        ...{ type: "search", maxlength: 100, set: { value: wanted.text } },
        on: { change: (event) => set("text")(event.currentTarget.value) },
      }),
    ),
    oneOf(t("Level"), wanted.opponent, levels.map(({ description }) => [description, agentName(description, agents)]), set("opponent")),
    h(
      "details",
      { class: "my-more", key: "more" },
      h("summary", {}, t("More filters")),
      h(
        "div",
        { class: "my-filters" },
        oneOf(
          t("Against"),
          wanted.kind,
          [["agent", t("Levels and agents")], ["person", t("People")], ["self", t("One board for two")]],
          set("kind"),
        ),
        oneOf(t("Colour"), wanted.color, [["black", colorName("black")], ["white", colorName("white")]], set("color")),
        oneOf(t("Result"), wanted.result, Object.entries(RESULTS), set("result")),
        oneOf(t("Rules"), wanted.rules, Object.keys(RULES).map((rules) => [rules, RULES[rules].name]), set("rules")),
        oneOf(t("Size"), wanted.size, SIZES.map((size) => [String(size), `${size}×${size}`]), set("size")),
        oneOf(
          t("Opening"),
          wanted.opening,
          openingsOf(answer, wanted.opening).map((name) => [name, translated(name)]),
          set("opening"),
        ),
        oneOf(t("Review"), wanted.reviewed, [["true", t("reviewed")], ["false", t("not reviewed")]], set("reviewed")),
        day(t("From"), wanted.first_day, set("first_day")),
        day(t("Until"), wanted.last_day, set("last_day")),
      ),
    ),
    !isAny && button(t("Show all games"), () => state.search(ALL), { kind: "quiet" }),
  );
}

function openingsOf(answer, wanted) {
  const names = (answer?.openings ?? []).map(({ name }) => name).filter(Boolean);
  return wanted && !names.includes(wanted) ? [wanted, ...names] : names;
}

function oneOf(words, value, options, change) {
  return field(
    words,
    h(
      "select",
      { set: { value }, on: { change: (event) => change(event.currentTarget.value) } },
      h("option", { value: "" }, t("any")),
      options.map(([one, name]) => h("option", { value: one }, name)),
    ),
  );
}

function day(words, value, change) {
  return field(
    words,
    h("input", { type: "date", set: { value }, on: { change: (event) => change(event.currentTarget.value) } }),
  );
}

export function gameList({ state, agents }) {
  const { page } = state.store.state;
  return answered(state.games, t("Loading the games …"), ({ games, total }) => [
    games.length === 0
      ? h("p", { class: "soft", key: "none", role: "status" }, t("No game fits this search."))
      : h("ul", { class: "my-list", key: "games", "aria-label": t("Games") }, games.map((game) => row(game, state, agents))),
    total > 0 && pages(state, { page, total, shown: games.length }),
    total > 0 && exports(state),
  ]);
}

function row(game, state, agents) {
  const { id, rules, size, result, margin } = game;
  const opponent = opponentName(game, agents);
  const link = gameLink({ ...linkOf(game), review: true });
  const outcome = result === null ? t("No result") : RESULTS[result];
  return h(
    "li",
    { key: id },
    h("span", { class: `outcome ${result ?? "none"}` }, outcome, result !== null && h("span", { class: "small" }, ` ${signed(margin)}`)),
    h(
      "a",
      { class: "game", href: `/play/${id}` },
      h("strong", {}, opponent),
      h("span", { class: "soft small" }, [dateOf(game), describe(game), accuracyWords(game)].filter(Boolean).join(" · ")),
    ),
    h(
      "span",
      { class: "row-buttons" },
      h("a", { class: "button", href: `/analyse${link}`, "aria-label": t("Review the game against {opponent}", { opponent }) }, t("Review")),
      button("✕", () => state.store.change({ asking: { kind: "remove", game: id } }), {
        kind: "quiet icon",
        label: t("Delete the game against {opponent}", { opponent }),
      }),
    ),
  );

  function describe({ color, opening }) {
    return [
      color === "both" ? null : colorName(color),
      RULES[rules].name,
      `${size}×${size}`,
      opening && translated(opening),
    ]
      .filter(Boolean)
      .join(", ");
  }
}

// A game from the usual start has no position in its link.
function linkOf({ rules, size, position, moves, black, white }) {
  return { rules, size, position: isUsual(position, size) ? "" : position, moves, black, white };
}

function isUsual(position, size) {
  const middle = size / 2 - 1;
  const cells = Array(size * size).fill("-");
  cells[middle * size + middle] = cells[(middle + 1) * size + middle + 1] = "O";
  cells[middle * size + middle + 1] = cells[(middle + 1) * size + middle] = "X";
  return position === `${cells.join("")} X`;
}

function dateOf({ played }) {
  return dateText(new Date(played), { dateStyle: "medium", timeStyle: "short" });
}

function accuracyWords({ accuracy, color }) {
  if (color === "both") return "";
  return accuracy === null ? t("no review yet") : t("accuracy {value}\u00a0%", { value: numberText(accuracy, 1) });
}

function pages(state, { page, total, shown }) {
  const first = page * ON_PAGE + 1;
  return h(
    "div",
    { class: "my-pages", key: "pages" },
    h(
      "p",
      { class: "small soft", role: "status" },
      t("Games {first} to {last} of {of}", { first, last: first + shown - 1, of: numberText(total) }),
    ),
    total > ON_PAGE && [
      button(t("Newer games"), () => state.turn(page - 1), { disabled: page === 0 }),
      button(t("Older games"), () => state.turn(page + 1), { disabled: first - 1 + shown >= total }),
    ],
  );
}

function exports(state) {
  const submit = (event) => {
    event.preventDefault();
    state.exportAll(event.currentTarget.elements.format.value);
  };
  return h(
    "form",
    { class: "my-export", key: "export", on: { submit } },
    field(
      t("Export these games as"),
      h("select", { name: "format" }, FORMATS.map(([format, words]) => h("option", { value: format }, words))),
    ),
    h("button", { type: "submit", disabled: state.store.state.isBusy }, t("Export")),
  );
}
