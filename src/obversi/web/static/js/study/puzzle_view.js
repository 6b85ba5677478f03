// The view of a puzzle.

import { moveList, walkBoard } from "../board/walk_board.js";
import { button } from "../core/choice.js";
import { h } from "../core/dom.js";
import { gameLink } from "../core/game_link.js";
import { t, tn } from "../core/language.js";
import { signed } from "../core/words.js";
import { feedback } from "./feedback.js";
import { WORTH, hintCost, pointsLeft, progress, stars, starsOf, totalOf } from "./progress.js";
import { hintText, taskText } from "./puzzle_words.js";
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
        { class: "card", "aria-label": t("The puzzle") },
        task(game, number, of, kind),
        mistake && mistakeWords(mistake, done),
        feedback(game.state.feedback),
        hintTexts(game.state),
        buttons(game, next),
        done && moveList(game.walk),
      ),
      h("section", { class: "card", "aria-label": t("Points") }, score(game.state)),
      ways(before, after),
    ),
  );
}

function marksOf({ wrong, hints }) {
  const hinted = hints.flatMap(({ squares }) => squares).map((square) => [square, "hint"]);
  return new Map([...hinted, ...[...wrong.keys()].map((square) => [square, "wrong"])]);
}

function wordsOf({ wrong, hints }) {
  const hinted = hints.flatMap(({ squares }) => squares).map((square) => [square, t("hinted")]);
  return new Map([...hinted, ...wrong]);
}

const KINDS = { daily: t("Puzzle of the day"), own: t("Puzzle from your games") };

function task({ state: { puzzle } }, number, of, kind) {
  const place = number ? t("{puzzle} {number} of {of}", { puzzle: KINDS[kind] ?? t("Puzzle"), number, of }) : t("Puzzle");
  const name = kind === "daily" ? KINDS.daily : place;
  const empty = tn("{n} empty square", "{n} empty squares", puzzle.empties);
  const rating = kind === "own" ? "" : `, ${t("rating {rating}", { rating: puzzle.rating })}`;
  return h(
    "div",
    {},
    h("p", { class: "small soft" }, `${name}, ${empty}${rating}`),
    h("h1", { class: "puzzle-task" }, taskText(puzzle)),
  );
}

// Before the puzzle is solved, the played move does not help much: it is one of several wrong ones.
function mistakeWords({ played, lost }, isDone) {
  const words = isDone
    ? tn(
        "In your game you played {move}, which lost {n} disc.",
        "In your game you played {move}, which lost {n} discs.",
        lost,
        { move: played },
      )
    : tn(
        "In your game a move here lost {n} disc. Find a better one.",
        "In your game a move here lost {n} discs. Find a better one.",
        lost,
      );
  return h("p", {}, words);
}

function hintTexts({ hints, puzzle }) {
  if (hints.length === 0) return null;
  return h(
    "ol",
    { class: "puzzle-hints", "aria-label": t("Hints") },
    hints.map((hint, place) => h("li", { key: place }, hintText(hint, puzzle))),
  );
}

function buttons(game, next) {
  const { hints, wrong, done, busy } = game.state;
  if (done) {
    return h(
      "div",
      { class: "buttons" },
      button(t("Next puzzle"), next, { hint: "N", kind: "primary" }),
      button(t("Try again"), game.again, { hint: "R" }),
      h("a", { class: "button", href: `/analyse${analysed(game.walk)}` }, t("Analyse")),
    );
  }
  const step = hints.length + 1;
  const words = step > 3 ? t("No more hints") : t("Hint {step} of 3 (−{cost})", { step, cost: hintCost(step) });
  const isFresh = !game.walk.state.game?.moves && wrong.size === 0;
  return h(
    "div",
    { class: "buttons" },
    button(words, game.hint, { hint: "H", disabled: busy || step > 3 }),
    button(t("From the start"), game.again, { hint: "R", disabled: busy || isFresh }),
    button(t("Show solution"), game.showSolution, { disabled: busy }),
  );
}

function analysed({ state: { game, at } }) {
  return gameLink({ ...game, ply: at });
}

function score({ wrongMoves, cost, done, shown, earned, gain, puzzle }) {
  const { points, streak } = progress.state;
  const before = points[puzzle.id];
  const left = done ? earned : pointsLeft({ wrongMoves, cost, shown });
  const isPractice = before !== undefined && !(done && before === earned);
  const rating = ratingText(ratings.state[puzzle.rules]);
  return [
    h(
      "p",
      { class: "puzzle-points" },
      stars(starsOf(left)),
      done
        ? h("span", {}, tn("{n} point of {of}", "{n} points of {of}", left, { of: WORTH }))
        : h("span", {}, tn("{n} of {of} points left", "{n} of {of} points left", left, { of: WORTH })),
    ),
    h(
      "p",
      { class: "small soft" },
      isPractice && `${practiceWords(before)} `,
      totalWords(totalOf(points), streak),
    ),
    h(
      "p",
      { class: "small soft" },
      puzzle.rules === "normal" ? t("Your rating (normal): {rating}", { rating }) : t("Your rating (reversed): {rating}", { rating }),
      gain !== null && h("b", {}, ` (${signed(gain)})`),
    ),
  ];
}

function practiceWords(points) {
  return tn(
    "You have {n} point for this puzzle (first try counts).",
    "You have {n} points for this puzzle (first try counts).",
    points,
  );
}

function totalWords(points, streak) {
  return tn(
    "Total: {n} point, {streak} in a row without hints or mistakes.",
    "Total: {n} points, {streak} in a row without hints or mistakes.",
    points,
    { streak },
  );
}

function ways(before, after) {
  const way = (puzzle, words) =>
    puzzle
      ? h("a", { class: "button", href: `/study/puzzles/${puzzle.id}` }, words)
      : h("span", {});
  return h(
    "nav",
    { class: "ways-between", "aria-label": t("Other puzzles") },
    way(before, t("‹ Previous")),
    h("a", { class: "button", href: "/study/puzzles" }, t("All puzzles")),
    way(after, t("Next ›")),
  );
}
