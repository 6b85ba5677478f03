// What has been solved in each game.

import { h } from "../core/dom.js";
import { RULES, count } from "../core/words.js";
import { WORTH, progress, totalOf } from "./progress.js";

/** How many puzzles of each game are solved, and for how many points. */
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
    h("h2", {}, "Your progress"),
    h(
      "p",
      {},
      h("b", {}, count(totalOf(points), "point")),
      " for puzzles that were solved, 10 for one without help.",
    ),
    h(
      "div",
      { class: "scrolls" },
      h(
        "table",
        { class: "puzzle-suites" },
        h("caption", { class: "for-readers" }, "Puzzles solved in each game"),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["Puzzles", "Solved", "Points"].map((words) => h("th", { scope: "col" }, words)),
          ),
        ),
        h("tbody", {}, [...groups.values()].map((members) => suite(members, points))),
      ),
    ),
    h("p", { class: "soft small" }, "Saved in this browser only."),
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
      h("span", {}, `${solved} of ${members.length}`),
    ),
    h("td", { class: "number" }, `${sum} of ${WORTH * members.length}`),
  );
}
