// A lesson after a game against an agent: the move that decided it, and one thing to learn from it.

import { h, say } from "../core/dom.js";
import { t, tn } from "../core/language.js";
import { colorName, otherColor } from "../core/words.js";
import { cornersOf } from "./hint.js";

const SECONDS = 0.1; // for each position
const LEAST_LOSS = 2;
const ENDGAME = 12; // empty squares

/** Whether a game has a lesson: one person played it to the end. */
export function hasLesson(game) {
  return game.ending?.reason === "finished" && game.yours.length === 1 && game.agents.length === 1;
}

/** Review finished games; `lesson` of the store is {game, done, of, decided, learn}. */
export function makeLessons({ socket, store }) {
  let reviewed = null; // the game that is reviewed
  let stop = () => {};

  async function follow() {
    const { game } = store.state;
    if (!game || !hasLesson(game) || reviewed === game.id || game.nodes.length <= game.ply) return;
    reviewed = game.id;
    const { rules, size, position, moves } = game;
    const message = { type: "review", rules, size, position, moves, limit: { seconds: SECONDS } };
    const entries = [];
    const put = (lesson) => store.change({ lesson: { game: game.id, ...lesson } });
    const review = socket.stream(message, (report) => {
      entries.push(...report.entries);
      if (!report.final) put({ done: report.done, of: report.of });
    });
    stop = review.stop;
    try {
      await review.answered;
      const words = lessonWords(game, entries);
      put(words);
      say(`${words.decided} ${words.learn}`);
    } catch {
      // The game can still be analysed; without a connection the banner says so.
      store.change({ lesson: null });
      reviewed = null;
    }
  }

  return { follow, close: () => stop() };
}

/** The reason for the result of a game, and the advice for its player: {decided, learn}. */
export function lessonWords({ nodes, yours: [own], rules, size, ending }, entries) {
  const numbers = numbersOf(nodes);
  const turn = [...entries].filter((entry) => entry.turning_point).sort(byLoss)[0];
  const worst = [...entries].filter(({ mover }) => mover === own).sort(byLoss)[0];
  const decided = turn ? turnText(turn, own, numbers) : aheadText(ending.winner, own);
  if (!worst || worst.loss < LEAST_LOSS) {
    return { decided, learn: t("You lost next to nothing: try a stronger level.") };
  }
  const why = whyBad({ before: nodes[worst.ply - 1], after: nodes[worst.ply], worst, rules, size });
  const values = { move: worst.move, number: numbers[worst.ply], why, best: worst.best };
  const learn = tn(
    "Your {move} (move {number}) cost {n} disc. {why} Better: {best}.",
    "Your {move} (move {number}) cost {n} discs. {why} Better: {best}.",
    worst.loss,
    values,
  );
  return { decided, learn };
}

function byLoss(one, other) {
  return other.loss - one.loss;
}

function aheadText(winner, own) {
  if (winner === null) return t("The game was even from the first move on.");
  return winner === own
    ? t("You were ahead from the first move on.")
    : t("{color} was ahead from the first move on.", { color: colorName(winner) });
}

function turnText({ ply, move, mover, best, loss }, own, numbers) {
  const values = { number: numbers[ply], move, best, color: colorName(mover) };
  return mover === own
    ? tn(
        "The game turned at move {number}: you played {move}, which lost {n} disc; {best} was better.",
        "The game turned at move {number}: you played {move}, which lost {n} discs; {best} was better.",
        loss,
        values,
      )
    : tn(
        "The game turned at move {number}: {color} played {move}, which lost {n} disc; {best} was better.",
        "The game turned at move {number}: {color} played {move}, which lost {n} discs; {best} was better.",
        loss,
        values,
      );
}

// The number of each ply's move, without passes.
function numbersOf(nodes) {
  let number = 0;
  return nodes.map(({ move }) => (move === null || move === "pass" ? number : (number += 1)));
}

function whyBad({ before, after, worst, rules, size }) {
  const color = colorName(otherColor(worst.mover));
  const corners = cornersOf(size);
  const had = before.legal.length;
  const gave = after.turn !== worst.mover && after.legal.some(({ move }) => corners.has(move));
  if (rules === "normal" && gave) return t("It let {color} take a corner.", { color });
  if (rules === "reversed" && corners.has(worst.move)) return t("In this game a corner is a burden.");
  if (before.empties <= ENDGAME) return t("Near the end, count the discs of each line before you move.");
  if (after.turn !== worst.mover && after.legal.length > had) {
    return tn(
      "It left {color} {n} move: leave as few as you can.",
      "It left {color} {n} moves: leave as few as you can.",
      after.legal.length,
      { color },
    );
  }
  return t("Look at what your opponent can play next.");
}

/** The view of the lesson. */
export function lessonPart({ lesson, game }) {
  if (!hasLesson(game) || lesson?.game !== game.id) return null;
  if (!lesson.decided) {
    const words = t("Looking for what decided the game: {done} of {of} …", {
      done: lesson.done,
      of: lesson.of,
    });
    return h("p", { class: "soft", key: "lesson" }, words);
  }
  return h(
    "div",
    { class: "lesson-of-game", key: "lesson" },
    h("p", {}, h("strong", {}, t("What decided it:")), " ", lesson.decided),
    h("p", {}, h("strong", {}, t("One thing to learn:")), " ", lesson.learn),
  );
}

/** The next level for the player of a game: harder after a win, easier after a loss; or null. */
export function nextLevel(game, agents) {
  if (!hasLesson(game)) return null;
  const description = game.names[game.agents[0]];
  const levels = agents.filter(({ level }) => level !== null).sort((one, other) => one.level - other.level);
  const place = levels.findIndex((agent) => agent.description === description);
  if (place < 0 || game.ending.winner === null) return null;
  const hasWon = game.yours.includes(game.ending.winner);
  const found = levels[place + (hasWon ? 1 : -1)];
  return found ? { ...found, isHarder: hasWon } : null;
}
