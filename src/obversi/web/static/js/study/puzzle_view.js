// The view of a puzzle.

import { moveList, walkBoard } from "../board/walk_board.js";
import { button } from "../core/choice.js";
import { h } from "../core/dom.js";
import { gameLink } from "../core/game_link.js";
import { count } from "../core/words.js";
import { feedback } from "./feedback.js";
import { WORTH, hintCost, pointsLeft, progress, stars, starsOf, totalOf } from "./progress.js";

export function puzzleView({ game, number, of, next, before, after }) {
  const { done, busy } = game.state;
  return h(
    "div",
    { class: "table", key: "table" },
    walkBoard(game.walk, {
      play: done || busy ? undefined : game.play,
      steps: done,
      marks: marksOf(game.state),
      hints: wordsOf(game.state),
    }),
    h(
      "div",
      { class: "side" },
      h(
        "section",
        { class: "card", "aria-label": "The puzzle" },
        task(game, number, of),
        feedback(game.state.feedback),
        hintTexts(game.state),
        buttons(game, next),
        done && moveList(game.walk),
      ),
      h("section", { class: "card", "aria-label": "Points" }, score(game.state)),
      ways(before, after),
    ),
  );
}

function marksOf({ wrong, hints }) {
  const hinted = hints.flatMap(({ squares }) => squares).map((square) => [square, "hint"]);
  return new Map([...hinted, ...[...wrong.keys()].map((square) => [square, "wrong"])]);
}

function wordsOf({ wrong, hints }) {
  const hinted = hints.flatMap(({ squares }) => squares).map((square) => [square, "hinted"]);
  return new Map([...hinted, ...wrong]);
}

function task({ state: { puzzle } }, number, of) {
  const place = number ? `Puzzle ${number} of ${of}` : "Puzzle";
  return h(
    "div",
    {},
    h("p", { class: "small soft" }, `${place}, ${puzzle.empties} empty squares`),
    h("h1", { class: "puzzle-task" }, puzzle.task),
  );
}

function hintTexts({ hints }) {
  if (hints.length === 0) return null;
  return h(
    "ol",
    { class: "puzzle-hints", "aria-label": "Hints" },
    hints.map(({ text }, place) => h("li", { key: place }, text)),
  );
}

function buttons(game, next) {
  const { hints, wrong, done, busy } = game.state;
  if (done) {
    return h(
      "div",
      { class: "buttons" },
      button("Next unsolved", next, { hint: "N", kind: "primary" }),
      button("Try again", game.again, { hint: "R" }),
      h("a", { class: "button", href: `/analyse${analysed(game.walk)}` }, "Analyse"),
    );
  }
  const step = hints.length + 1;
  const words = step > 3 ? "No more hints" : `Hint ${step} of 3 (−${hintCost(step)})`;
  const isFresh = !game.walk.state.game?.moves && wrong.size === 0;
  return h(
    "div",
    { class: "buttons" },
    button(words, game.hint, { hint: "H", disabled: busy || step > 3 }),
    button("From the start", game.again, { hint: "R", disabled: busy || isFresh }),
    button("Show solution", game.showSolution, { disabled: busy }),
  );
}

function analysed({ state: { game, at } }) {
  return gameLink({ ...game, ply: at });
}

function score({ faults, cost, done, shown, earned, puzzle }) {
  const { points, streak } = progress.state;
  const before = points[puzzle.id];
  const left = done ? earned : pointsLeft({ faults, cost, shown });
  const isPractice = before !== undefined && !(done && before === earned);
  return [
    h(
      "p",
      { class: "puzzle-points" },
      stars(starsOf(left)),
      done
        ? h("span", {}, `${count(left, "point")} of ${WORTH}`)
        : h("span", {}, `${left} of ${WORTH} points left`),
    ),
    h(
      "p",
      { class: "small soft" },
      isPractice && `You have ${count(before, "point")} for this puzzle (first try counts). `,
      `Total: ${count(totalOf(points), "point")}, ${streak} in a row without hints or mistakes.`,
    ),
  ];
}

function ways(before, after) {
  const way = (puzzle, words) =>
    puzzle
      ? h("a", { class: "button", href: `/study/puzzles/${puzzle.id}` }, words)
      : h("span", {});
  return h(
    "nav",
    { class: "ways-between", "aria-label": "Other puzzles" },
    way(before, "‹ Previous"),
    h("a", { class: "button", href: "/study/puzzles" }, "All puzzles"),
    way(after, "Next ›"),
  );
}
