// To choose a puzzle: of which game, how long, and which are not solved yet.

import { answered } from "../core/answer.js";
import { choice, rulesBadge } from "../core/choice.js";
import { h } from "../core/dom.js";
import { RULES, count } from "../core/words.js";
import { progress, starsOf } from "./progress.js";
import { allBegun } from "./puzzle_begun.js";
import { LENGTHS, nextUnsolved, puzzleChoice, wanted } from "./puzzle_choice.js";
import { askOnce, puzzleList } from "./puzzle_list.js";
import { stars } from "./stars.js";
import { suiteTable } from "./suite_table.js";

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
      "Whoever moves can still have a certain result. Find the moves that keep it, to the end.",
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
        legend: "Empty squares: the more, the harder",
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
        : h("span", {}, shown.length ? "All of these are solved." : "There are no such puzzles."),
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
