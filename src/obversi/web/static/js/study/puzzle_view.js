// The view of a puzzle.

import { moveList, walkBoard } from "../board/walk_board.js";
import { button } from "../core/choice.js";
import { h } from "../core/dom.js";
import { gameLink } from "../core/game_link.js";
import { RULES, count, signed } from "../core/words.js";
import { feedback } from "./feedback.js";
import { WORTH, hintCost, pointsLeft, progress, stars, starsOf, totalOf } from "./progress.js";
import { ratingText, ratings } from "./rating.js";

export function puzzleView({ game, number, of, kind, mistake, next, before, after }) {
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
        task(game, number, of, kind),
        mistake && mistakeWords(mistake, done),
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

const KINDS = { daily: "Puzzle of the day", own: "Puzzle from your games" };

function task({ state: { puzzle } }, number, of, kind) {
  const place = number ? `${KINDS[kind] ?? "Puzzle"} ${number} of ${of}` : "Puzzle";
  const name = kind === "daily" ? KINDS.daily : place;
  const rating = kind === "own" ? "" : `, rating ${puzzle.rating}`;
  return h(
    "div",
    {},
    h("p", { class: "small soft" }, `${name}, ${puzzle.empties} empty squares${rating}`),
    h("h1", { class: "puzzle-task" }, puzzle.task),
  );
}

// Before it is solved, the move that was played is no help: it is one of several wrong ones.
function mistakeWords({ played, lost }, isDone) {
  const words = isDone
    ? `In your game you played ${played}, which lost ${count(lost, "disc")}.`
    : `In your game a move here lost ${count(lost, "disc")}. Find a better one.`;
  return h("p", {}, words);
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
      button("Next puzzle", next, { hint: "N", kind: "primary" }),
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

function score({ faults, cost, done, shown, earned, gain, puzzle }) {
  const { points, streak } = progress.state;
  const before = points[puzzle.id];
  const left = done ? earned : pointsLeft({ faults, cost, shown });
  const isPractice = before !== undefined && !(done && before === earned);
  const rating = ratingText(ratings.state[puzzle.rules]);
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
    h(
      "p",
      { class: "small soft" },
      `Your rating (${RULES[puzzle.rules].name.toLowerCase()}): ${rating}`,
      gain !== null && h("b", {}, ` (${signed(gain)})`),
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
