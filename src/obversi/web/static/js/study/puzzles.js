// To choose a puzzle: of which game, how long, and which are not solved yet.

import { answered } from "../core/answer.js";
import { choice, rulesBadge } from "../core/choice.js";
import { h } from "../core/dom.js";
import { RULES, count } from "../core/words.js";
import { LENGTHS, WORTH, allBegun, askOnce, nextUnsolved, progress, puzzleChoice, puzzleList, stars, starsOf, totalOf, wanted } from "./progress.js";

export function openPuzzles(app) {
  const ends = [puzzleList, progress, puzzleChoice].map((store) => store.listen(app.redraw));
  askOnce();

  function next() {
    const puzzles = wanted(puzzleList.state.answer?.puzzles ?? [], puzzleChoice.state);
    const found = nextUnsolved(puzzles, progress.state.points);
    if (found) app.navigate(`/study/puzzles/${found.id}`);
  }

  return {
    title: "Puzzles",
    view: () => [
      h("h1", { key: "title" }, "Puzzles"),
      answered(puzzleList, "the puzzles", ({ puzzles }) => [chooser(puzzles), suiteTable(puzzles)]),
    ],
    keys: [{ keys: ["n"], words: "the next puzzle that is not solved", run: next }],
    close: () => ends.forEach((end) => end()),
  };
}

function chooser(puzzles) {
  const { rules, size, length } = puzzleChoice.state;
  const { points } = progress.state;
  const begun = allBegun();
  const shown = wanted(puzzles, puzzleChoice.state);
  const next = nextUnsolved(shown, points);
  const sizes = [...new Set(puzzles.map((puzzle) => puzzle.size))].sort();
  return h(
    "section",
    { class: "card", key: "chooser", "aria-label": "Choose a puzzle" },
    h(
      "p",
      {},
      "Find the best moves until the end of the game.",
    ),
    h(
      "div",
      { class: "puzzle-choices" },
      choice({
        legend: "Rules",
        name: "rules",
        value: rules,
        options: Object.entries(RULES).map(([value, { name }]) => [value, name]),
        change: (value) => puzzleChoice.change({ rules: value }),
      }),
      choice({
        legend: "Board",
        name: "size",
        value: size,
        options: sizes.map((value) => [value, `${value}×${value}`]),
        change: (value) => puzzleChoice.change({ size: value }),
      }),
      choice({
        legend: "Empty squares (more is harder)",
        name: "length",
        value: length,
        options: Object.entries(LENGTHS).map(([value, { words }]) => [value, words]),
        change: (value) => puzzleChoice.change({ length: value }),
      }),
    ),
    h(
      "p",
      { class: "puzzle-start" },
      next
        ? h("a", { class: "button primary", href: `/study/puzzles/${next.id}` }, "Next unsolved")
        : h("span", {}, shown.length ? "All of these are solved." : "No puzzles found."),
      rulesBadge(rules),
    ),
    h(
      "ol",
      { class: "puzzle-tiles", "aria-label": "Puzzles" },
      shown.map((puzzle, place) => tile(puzzle, place + 1, points[puzzle.id], begun)),
    ),
  );
}

function tile({ id, empties }, number, points, begun) {
  const isBegun = points === undefined && begun.has(id);
  const untried = isBegun ? "begun" : "not tried";
  const state = points === undefined ? untried : points ? count(points, "point") : "shown";
  return h(
    "li",
    { key: id },
    h(
      "a",
      {
        class: points ? "puzzle-tile solved" : "puzzle-tile",
        href: `/study/puzzles/${id}`,
        "aria-label": `Puzzle ${number}, ${empties} empty squares, ${state}`,
      },
      h("b", {}, number),
      h("span", { class: "small soft" }, `${empties} empty`),
      points === undefined
        ? h("span", { class: "small soft" }, isBegun ? "begun" : "–")
        : stars(starsOf(points)),
    ),
  );
}

// What has been solved in each game.

/** How many puzzles of each game are solved, and for how many points. */
export function suiteTable(puzzles) {
  const { points, streak, longest } = progress.state;
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
      `, ${streak} in a row without hints or mistakes (longest ${longest}).`,
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
