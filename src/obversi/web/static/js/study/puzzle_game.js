// One puzzle while it is tried: the moves found so far, the wrong ones, and the hints taken.

import { makeWalk } from "../board/walk.js";
import { get, post } from "../core/api.js";
import { say } from "../core/dom.js";
import { t } from "../core/language.js";
import { endText } from "../core/position_text.js";
import { makeStore } from "../core/store.js";
import { signed } from "../core/words.js";
import { puzzleById, puzzleHint, puzzleTry } from "../offline/packs.js";
import { solvedToday } from "./daily.js";
import { isOwn } from "./mistakes.js";
import { WORTH, begun, finish, forgetBegun, hintCost, keepBegun, pointsLeft } from "./progress.js";
import { hintText, lessonText, rightText, wrongText } from "./puzzle_words.js";
import { rate, ratings } from "./rating.js";

const HINTS = 3;

const FRESH = {
  wrong: new Map(), // square → the feedback on it, in the position on the board
  paid: new Map(), // moves → the hints taken after them, [{text, squares}, …]: they cost once
  hints: [], // those in the position on the board
  feedback: null, // {kind: "right", "wrong", "done", "shown", "waiting" or "problem", text}
  wrongMoves: 0,
  cost: 0,
  done: false,
  shown: false,
  earned: null,
  gain: null, // how much the rating changed by the first try
};

/** Try a puzzle; the positions are those of `walk`. */
export function makePuzzleGame(id) {
  const path = `/api/puzzles/${encodeURIComponent(id)}`;
  const store = makeStore({ ...FRESH, puzzle: null, error: null, busy: false });
  const walk = makeWalk();

  const tried = (moves) => puzzleTry(id, moves, () => post(`${path}/try`, { moves }));
  const hinted = (moves, step) => puzzleHint(id, moves, step, () => post(`${path}/hint`, { moves, step }));

  async function load() {
    store.change({ error: null });
    try {
      const puzzle = await puzzleById(id, () => get(path));
      const { moves, wrongMoves, cost, paid, wrong } = begun(id) ?? { ...FRESH, moves: "" };
      store.change({ puzzle, wrongMoves, cost, paid, hints: paid.get(moves) ?? [], wrong });
      walk.show(game(moves), { at: Infinity });
    } catch (error) {
      store.change({ error });
    }
  }

  function game(moves) {
    const { rules, size, position } = store.state.puzzle;
    return { rules, size, position, moves };
  }

  function again() {
    if (store.state.puzzle === null || store.state.busy) return;
    const { wrongMoves, cost, paid, done } = store.state;
    // A restart keeps the lost points, and the hints that were paid for.
    store.change(done ? FRESH : { ...FRESH, wrongMoves, cost, paid, hints: paid.get("") ?? [] });
    if (!done) remember("");
    walk.show(game(""));
  }

  function remember(moves) {
    keepBegun(id, { ...store.state, moves });
  }

  async function quietly(act) {
    if (store.state.busy || store.state.done || walk.node === null) return;
    store.change({ busy: true });
    try {
      await act();
    } catch (error) {
      store.change({ feedback: { kind: "problem", text: error.message } });
    } finally {
      store.change({ busy: false });
    }
  }

  function report(kind, text) {
    store.change({ feedback: { kind, text } });
    say(text);
  }

  function end(points) {
    const { puzzle } = store.state;
    forgetBegun(id);
    const isRated = finish(id, points) && !isOwn(id);
    const gain = isRated ? rate(puzzle, points === WORTH ? 1 : 0) : null;
    if (points > 0) solvedToday(id);
    store.change({ done: true, earned: points, gain });
  }

  function ratingWords() {
    const { gain, puzzle } = store.state;
    if (gain === null) return "";
    const rating = Math.round(ratings.state[puzzle.rules].rating);
    return ` ${t("Your rating is {rating} ({gain}).", { rating, gain: signed(gain) })}`;
  }

  // The themes, or how the game ended.
  function doneText(text, answer) {
    const outcome = walk.state.nodes.at(-1).end;
    const isOver = answer.lessons.length === 0 && outcome;
    const last = isOver ? endText(outcome, store.state.puzzle.rules) : lessonText(answer);
    return `${text} ${last}`.trim();
  }

  const play = (square) =>
    quietly(async () => {
      const { moves } = walk.state.game;
      const answer = await tried(moves + square);
      if (!answer.right) {
        store.change(({ wrong, wrongMoves }) => ({
          wrong: new Map(wrong).set(square, t("wrong, loses {lost}", { lost: answer.lost })),
          wrongMoves: wrongMoves + 1,
        }));
        remember(moves);
        report("wrong", wrongText(square, answer));
        return;
      }
      const { paid } = store.state;
      store.change({ wrong: new Map(), hints: paid.get(answer.moves) ?? [] });
      const { at } = walk.state;
      await walk.show(game(answer.moves), { at, on: true, quiet: true });
      const text = rightText(square, answer, walk.state.nodes.slice(at + 2));
      if (answer.done) {
        end(pointsLeft(store.state));
        if (answer.rest) await walk.show(game(answer.moves + answer.rest), { at: walk.state.at });
        report("done", doneText(text, answer) + ratingWords());
      } else {
        remember(answer.moves);
        report("right", text);
      }
    });

  const hint = () =>
    quietly(async () => {
      const step = store.state.hints.length + 1;
      if (step > HINTS) return;
      const { moves } = walk.state.game;
      const answer = await hinted(moves, step);
      const { cost, paid } = store.state;
      const hints = [...store.state.hints, answer];
      store.change({ hints, paid: new Map(paid).set(moves, hints), cost: cost + hintCost(step) });
      remember(moves);
      say(hintText(answer, store.state.puzzle));
    });

  // The solution consists of the last hints and the replies.
  const showSolution = () =>
    quietly(async () => {
      const from = walk.state.at;
      let { moves } = walk.state.game;
      let lesson = ""; // in words
      let isDone = false;
      store.change({ feedback: { kind: "waiting", text: t("The solution is being played …") } });
      while (!isDone) {
        const { squares } = await hinted(moves, HINTS);
        const answer = await tried(moves + squares[0]);
        if (!answer.right) throw new Error(answer.text);
        moves = answer.moves + answer.rest;
        lesson = lessonText(answer);
        isDone = answer.done;
      }
      store.change({ wrong: new Map(), hints: [], shown: true });
      end(0);
      await walk.show(game(moves), { at: from });
      const words = [t("Step through the solution on the board."), lesson].filter(Boolean).join(" ");
      report("shown", words + ratingWords());
    });

  return {
    get state() {
      return store.state;
    },
    listen(listener) {
      const ends = [store.listen(listener), walk.listen(listener)];
      return () => ends.forEach((stop) => stop());
    },
    walk,
    load,
    play,
    hint,
    again,
    showSolution,
    close: walk.close,
  };
}
