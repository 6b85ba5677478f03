// The solved puzzles of each game.

import { h } from "../core/dom.js";
import { numberText, t, tn } from "../core/language.js";
import { scrolls } from "../core/scrolls.js";
import { RULES } from "../core/words.js";
import { WORTH, progress, totalOf } from "./progress.js";

/** The number of solved puzzles of each game, and their points. */
export function progressTable(puzzles) {
  const { points } = progress.state;
  const groups = new Map();
  for (const puzzle of puzzles) {
    const key = `${puzzle.rules} ${puzzle.size}`;
    groups.set(key, [...(groups.get(key) ?? []), puzzle]);
  }
  return h(
    "section",
    { class: "card", key: "suites" },
    h("h2", {}, t("Your progress")),
    h(
      "p",
      {},
      h("b", {}, tn("{n} point", "{n} points", totalOf(points))),
      " ",
      t("for puzzles that were solved, 10 for one without help."),
    ),
    scrolls(
      t("Puzzles solved in each game"),
      h(
        "table",
        { class: "puzzle-suites" },
        h("caption", { class: "for-readers" }, t("Puzzles solved in each game")),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            [t("Puzzles"), t("Solved"), t("Points")].map((words) => h("th", { scope: "col" }, words)),
          ),
        ),
        h("tbody", {}, [...groups.values()].map((members) => suite(members, points))),
      ),
    ),
    h("p", { class: "soft small" }, t("Saved in this browser only.")),
  );
}

function suite(members, points) {
  const [{ rules, size }] = members;
  const solved = members.filter(({ id }) => points[id] > 0).length;
  const sum = members.reduce((total, { id }) => total + (points[id] ?? 0), 0);
  return h(
    "tr",
    { key: `${rules} ${size}` },
    h("th", { scope: "row" }, `${RULES[rules].name} ${size}×${size}`),
    h(
      "td",
      { class: "suite-solved" },
      h("progress", { max: members.length, value: solved, "aria-hidden": "true" }),
      h("span", {}, t("{done} of {of}", { done: solved, of: members.length })),
    ),
    h("td", { class: "number" }, t("{done} of {of}", { done: numberText(sum), of: numberText(WORTH * members.length) })),
  );
}
