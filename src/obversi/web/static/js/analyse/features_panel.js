// The features of an evaluation as a table with bars, and its best moves.

import { tick } from "../core/choice.js";
import { h } from "../core/dom.js";
import { gameLink } from "../core/game_link.js";
import { t, translated } from "../core/language.js";
import { scrolls } from "../core/scrolls.js";
import { signed } from "../core/words.js";
import { gameAt, pathOf } from "./here.js";
import { shownFeatures } from "./features.js";

export function featuresPanel({ state, features, game }) {
  const { evaluations, chosen, onBoard, problem } = state.features;
  if (state.hidden) return h("p", { class: "soft" }, t("Engine output is hidden."));
  const found = shownFeatures(state);
  return h(
    "div",
    { class: "features" },
    problem && h("p", { class: "problem", role: "alert" }, problem),
    evaluations && choices({ evaluations, chosen, onBoard }, features),
    found ? judged(found, game) : h("p", { class: "soft" }, t("Loading …")),
    found?.turn && h("p", {}, h("a", { class: "button", href: treeAddress(state) }, t("Search tree"))),
  );
}

function treeAddress(state) {
  return `/study/tree${gameLink(gameAt(state, pathOf(state)))}`;
}

function choices({ evaluations, chosen, onBoard }, features) {
  const { words = "", origin = "" } = evaluations.find(({ name }) => name === chosen) ?? {};
  return [
    h(
      "div",
      { class: "feature-choice" },
      h(
        "select",
        {
          class: "plain",
          "aria-label": t("Evaluation"),
          set: { value: chosen },
          on: { change: (event) => features.choose(event.currentTarget.value) },
        },
        evaluations.map(({ name }) =>
          h("option", { key: name, value: name }, name === "patterns" ? t("the engine's own") : name),
        ),
      ),
      tick(t("Show its values on the board"), onBoard, features.putOnBoard),
    ),
    h("p", { class: "soft small" }, `${translated(words)} (${translated(origin)})`),
  ];
}

function judged({ turn, value, features, moves }, game) {
  const most = Math.max(...features.map(({ points }) => Math.abs(points)), 1e-9);
  return [
    h("p", {}, h("strong", { class: "numbers" }, t("Value {value}", { value: short(value) })), ` ${whose(turn)}`),
    features.length > 0 && featureTable(features, most, value),
    moves.length > 0 && moveValues(moves, game),
  ];
}

function whose(turn) {
  if (!turn) return t("at the end of the game");
  return turn === "black" ? t("for Black, who is to move") : t("for White, who is to move");
}

function featureTable(features, most, sum) {
  const digits = features.every(({ points }) => isWhole(points)) ? 0 : 2;
  const shown = roundedParts(features.map(({ points }) => points), digits);
  return scrolls(
    t("Features of the evaluation"),
    h(
      "table",
      { class: "feature-table" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, t("Feature")),
          [t("Value"), t("Weight"), t("Points")].map((words) =>
            h("th", { scope: "col", class: "number" }, words),
          ),
          h("td", { class: "feature-bar" }),
        ),
      ),
      h(
        "tbody",
        {},
        features.map(({ name, title, words, value, weight, points }, place) =>
          h(
            "tr",
            { key: name },
            h("th", { scope: "row" }, translated(title), h("span", { class: "feature-words" }, translated(words))),
            h("td", { class: "number" }, figures(value)),
            h("td", { class: "number" }, figures(weight)),
            h("td", { class: "number" }, signed(shown[place], digits)),
            h("td", { class: "feature-bar" }, pointsBar(points / most)),
          ),
        ),
        features.length > 1 &&
          h(
            "tr",
            { key: "sum", class: "feature-sum" },
            h("th", { scope: "row" }, t("Sum")),
            h("td", {}),
            h("td", {}),
            h("td", { class: "number" }, signed(sum, digits)),
            h("td", { class: "feature-bar" }),
          ),
      ),
    ),
  );
}

// Good points go to the right of the middle, bad ones to the left.
function pointsBar(part) {
  const width = Math.abs(part) * 50;
  return h(
    "svg",
    { class: "points", "aria-hidden": "true" },
    h("rect", {
      class: part < 0 ? "minus" : "plus",
      x: `${part < 0 ? 50 - width : 50}%`,
      width: `${width}%`,
      y: "20%",
      height: "60%",
    }),
    h("line", { class: "points-middle", x1: "50%", x2: "50%", y1: "0", y2: "100%" }),
  );
}

function moveValues(moves, game) {
  const sorted = [...moves].sort((one, other) => other.value - one.value);
  return h(
    "div",
    { class: "feature-moves", role: "group", "aria-label": t("Value of each move") },
    sorted.map(({ move, value, best }) =>
      h(
        "button",
        {
          type: "button",
          key: move,
          class: best ? "feature-move best" : "feature-move",
          "aria-label": best
            ? t("Play {move}, value {value}, its choice", { move, value: short(value) })
            : t("Play {move}, value {value}", { move, value: short(value) }),
          on: { click: () => game.play(move) },
        },
        h("span", {}, move),
        h("span", { class: "numbers" }, short(value)),
      ),
    ),
  );
}

/** A value of an evaluation, with as many digits as it needs. */
export function short(value) {
  return signed(value, isWhole(value) ? 0 : 2);
}

function isWhole(value) {
  return Math.abs(value - Math.round(value)) < 0.005;
}

// A factor with up to four decimals, so that the product is that of the shown numbers.
function figures(value) {
  const digits = [0, 1, 2, 3].find((many) => Math.abs(value - Number(value.toFixed(many))) < 5e-6);
  return signed(value, digits ?? 4);
}

/** Round numbers so that they add up to the rounded sum; those with the least extra error change. */
export function roundedParts(numbers, digits) {
  const scale = 10 ** digits;
  const scaled = numbers.map((number) => number * scale);
  const sum = Math.round(scaled.reduce((before, number) => before + number, 0));
  const rounded = scaled.map(Math.round);
  const lacking = sum - rounded.reduce((before, number) => before + number, 0);
  const step = Math.sign(lacking);
  const order = scaled
    .map((number, place) => ({ place, error: (number - rounded[place]) * step }))
    .sort((one, other) => other.error - one.error);
  for (const { place } of order.slice(0, Math.abs(lacking))) rounded[place] += step;
  return rounded.map((number) => number / scale);
}

/** A value for the board, with fewer digits. */
export function brief(value) {
  const size = Math.abs(value);
  if (size >= 100) return signed(value);
  return size >= 10 ? signed(value, Math.round(10 * size) % 10 === 0 ? 0 : 1) : short(value);
}
