// The results of the person's games by level, colour, opening and game; accuracy over time.

import { answered } from "../core/answer.js";
import { button } from "../core/choice.js";
import { h } from "../core/dom.js";
import { dateText, numberText, t, tn, translated } from "../core/language.js";
import { scrolls } from "../core/scrolls.js";
import { RULES, colorName } from "../core/words.js";
import { agentName } from "../play/words_of_game.js";
import { reviewingText } from "./reviewing.js";

// Results

export function resultsCard({ state, agents }) {
  const level = (name) =>
    name === "person" ? t("People") : name === "self" ? t("One board for two") : agentName(name, agents);
  const color = (name) => (name === "both" ? t("One board for two") : colorName(name));
  return h(
    "section",
    { class: "card", key: "results", "aria-labelledby": "results-title" },
    h("h2", { id: "results-title" }, t("Results")),
    answered(state.results, t("Loading the results …"), ({ opponents, colors, openings, variants }) => [
      table(t("By level"), opponents, level),
      table(t("By colour"), colors, color),
      table(t("By opening"), openings, (name) => (name === null ? t("no named opening") : translated(name))),
      variants.length > 1 && table(t("By game"), variants, gameWords),
    ]),
  );
}

// The server writes "reversed 6".
function gameWords(name) {
  const [rules, size] = name.split(" ");
  return `${RULES[rules].name}, ${size}×${size}`;
}

function table(title, rows, nameOf) {
  const heads = [t("Games"), t("Wins"), t("Draws"), t("Losses"), t("Accuracy")];
  return scrolls(
    title,
    h(
      "table",
      { class: "my-results" },
      h("caption", {}, title),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, h("span", { class: "for-readers" }, title)),
          heads.map((words) => h("th", { scope: "col", class: "number" }, words)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map(({ name, games, wins, draws, losses, accuracy }) =>
          h(
            "tr",
            { key: String(name) },
            h("th", { scope: "row" }, nameOf(name)),
            [games, wins, draws, losses].map((number) => h("td", { class: "number" }, numberText(number))),
            h("td", { class: "number" }, accuracy === null ? "–" : `${numberText(accuracy, 1)}\u00a0%`),
          ),
        ),
      ),
    ),
  );
}

// Accuracy over time

export function accuracyCard({ state, reviewing }) {
  return h(
    "section",
    { class: "card", key: "accuracy", "aria-labelledby": "accuracy-title" },
    h("h2", { id: "accuracy-title" }, t("Accuracy over time")),
    answered(state.results, t("Loading the results …"), ({ accuracy, unreviewed }) => [
      accuracy.length > 1 && graph(accuracy),
      accuracy.length === 1 && h("p", {}, t("One game is reviewed: accuracy {value} %.", { value: numberText(accuracy[0].accuracy, 1) })),
      accuracy.length === 0 && h("p", { class: "soft" }, t("No game is reviewed yet.")),
      unreviewedLine(unreviewed, reviewing),
    ]),
  );
}

function unreviewedLine(unreviewed, { store, begin, stop }) {
  const { isRunning, problem } = store.state;
  return [
    problem && h("p", { class: "problem", role: "alert", key: "failed" }, problem),
    isRunning
      ? h("div", { class: "buttons", key: "running" }, h("p", { role: "status" }, reviewingText(store.state)), button(t("Stop"), stop))
      : unreviewed > 0 &&
        h(
          "div",
          { class: "buttons", key: "unreviewed" },
          h(
            "p",
            { class: "soft" },
            tn(
              "{n} game has no accuracy yet: it is not reviewed.",
              "{n} games have no accuracy yet: they are not reviewed.",
              unreviewed,
            ),
          ),
          button(t("Review them"), begin),
        ),
  ];
}

const WIDTH = 320;
const HEIGHT = 120;
const MEAN_OF = 5; // games

/** Dots for the games, and a line for the mean of the last ones. */
function graph(points) {
  const lowest = Math.max(0, Math.floor(Math.min(...points.map(({ accuracy }) => accuracy)) / 10) * 10 - 10);
  const x = (place) => 4 + (place / Math.max(points.length - 1, 1)) * (WIDTH - 8);
  const y = (value) => 6 + ((100 - value) / (100 - lowest)) * (HEIGHT - 12);
  const means = points.map((_, place) => mean(points.slice(Math.max(0, place + 1 - MEAN_OF), place + 1)));
  const last = means.at(-1);
  const day = ({ played }) => dateText(new Date(played), { dateStyle: "medium" });
  const words = t("Accuracy of {n} games from {first} to {last}; the mean of the last five is {mean} %.", {
    n: points.length,
    first: day(points[0]),
    last: day(points.at(-1)),
    mean: numberText(last, 1),
  });
  return h(
    "figure",
    { class: "my-graph", key: "graph" },
    h(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words },
      [100, (100 + lowest) / 2, lowest].map((value) =>
        h("line", { class: "level", key: `l${value}`, x1: 0, x2: WIDTH, y1: y(value), y2: y(value) }),
      ),
      h("polyline", { class: "mean", points: means.map((value, place) => `${x(place)},${y(value)}`).join(" ") }),
      points.map(({ id, accuracy }, place) =>
        h("circle", { key: id, class: "game", cx: x(place), cy: y(accuracy), r: points.length > 60 ? 1.5 : 3 }),
      ),
    ),
    h("figcaption", { class: "small soft" }, t("From {low}\u00a0% to 100\u00a0%. The line is the mean of five games: now {mean}\u00a0%.", { low: lowest, mean: numberText(last, 1) })),
  );
}

function mean(points) {
  return points.reduce((sum, { accuracy }) => sum + accuracy, 0) / points.length;
}
