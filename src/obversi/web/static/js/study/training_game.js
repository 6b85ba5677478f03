// A line of an opening while it is trained: the user moves for one side, the book plays the other.

import { makeWalk } from "../board/walk.js";
import { say } from "../core/dom.js";
import { listText, t, tn } from "../core/language.js";
import { makeStore } from "../core/store.js";
import { colorName, signed } from "../core/words.js";
import { makeExplorer } from "../explorer/explorer.js";
import { certaintyWords } from "../explorer/words.js";
import { cardsOf, isDue, keepCards, nextDue, storedCards, withAnswer } from "./training_cards.js";

const MOST_QUESTIONS = 6; // own moves in a line
const PAUSE = 650; // milliseconds before the other side replies
const TOLERANCE = 2; // discs that a reply may be worse than the best one

const FRESH_QUESTION = {
  wrong: new Map(), // square → the feedback on it
  shown: [], // the right squares, if they were revealed
  tried: false, // whether the first try was wrong
};

const FRESH_LINE = {
  ...FRESH_QUESTION,
  phase: "moving", // "question", "moving" or "over"
  feedback: null, // {kind: "right", "wrong", "shown" or "done", text}
  questions: 0,
  right: 0, // at the first try
};

/**
 * Train the moves of a colour after those of a game: {rules, size, moves, color}. `now()` is the time
 * and `random()` a number from 0 to 1.
 */
export function makeTrainingGame(training, { now = Date.now, random = Math.random } = {}) {
  const { rules, size, moves, color } = training;
  const walk = makeWalk();
  const explorer = makeExplorer();
  const store = makeStore({ ...FRESH_LINE, cards: storedCards() });
  const endWalk = walk.listen(follow);
  let seen = null; // the moves of the position that was last handled
  let timer = null;

  /** Begin with the line of a card that is due, or else with a new one. */
  function nextLine() {
    clearTimeout(timer);
    seen = null;
    const target = nextDue(cardsOf(store.state.cards, training), now());
    store.change(FRESH_LINE);
    const game = { rules, size, position: "", moves: target?.moves ?? moves };
    return walk.show(game, { at: moves.length / 2, on: true });
  }

  function follow() {
    const { strolling, nodes, at } = walk.state;
    if (store.state.phase === "over" || walk.node === null || walk.isLoading) return;
    if (strolling || at < nodes.length - 1 || walk.gameHere.moves === seen) return;
    seen = walk.gameHere.moves;
    goOn();
  }

  async function goOn() {
    const own = seen;
    if (walk.node.end) return end(t("The game is over."));
    const answer = await explorer.again(walk.gameHere);
    if (own !== seen || answer === null) return;
    if (!answer.moves.some(({ best }) => best)) return end(t("The book ends here."));
    if (walk.node.turn !== color) {
      timer = setTimeout(() => walk.play(replyTo(answer)), PAUSE);
    } else if (store.state.questions === MOST_QUESTIONS) {
      end("");
    } else {
      store.change({ ...FRESH_QUESTION, phase: "question", questions: store.state.questions + 1 });
    }
  }

  /** Choose among the good moves of the book, first those after which a card is new or due. */
  function replyTo(answer) {
    const known = answer.moves.filter(({ book }) => book !== null);
    const good = known.filter(({ book }) => book.value >= known[0].book.value - TOLERANCE);
    const followed = good.filter(({ book }) => book.expanded);
    const cards = cardsOf(store.state.cards, { ...training, moves: walk.gameHere.moves });
    const resting = new Set(
      cards.filter((card) => !isDue(card, now())).map((card) => card.moves),
    );
    const fresh = followed.filter(({ move }) => !resting.has(walk.gameHere.moves + move));
    const choices = [fresh, followed, good].find((list) => list.length > 0);
    return choices[Math.floor(random() * choices.length)].move;
  }

  function report(kind, text) {
    store.change({ feedback: { kind, text } });
    say(text);
  }

  function end(reason) {
    const { questions, right, feedback } = store.state;
    const last = feedback?.kind === "right" ? feedback.text : ""; // announced a moment ago
    const result = questions
      ? tn(
          "The line is done: {right} of {n} move right at the first try.",
          "The line is done: {right} of {n} moves right at the first try.",
          questions,
          { right },
        )
      : t("There is nothing to train here.");
    store.change({ phase: "over" });
    report("done", [last, reason, result].filter(Boolean).join(" "));
  }

  // Only the first try counts.
  function record(isRight) {
    if (store.state.tried) return;
    const card = { rules, size, color, start: moves, moves: walk.gameHere.moves };
    const cards = withAnswer(store.state.cards, card, isRight, now());
    keepCards(cards);
    store.change(({ right }) => ({ cards, tried: true, right: right + (isRight ? 1 : 0) }));
  }

  function attempt(square) {
    if (store.state.phase !== "question") return;
    const answer = explorer.of(walk.gameHere);
    const tried = answer.moves.find(({ move }) => move === square);
    const best = answer.moves.filter((one) => one.best);
    record(tried.best);
    if (!tried.best) {
      const text = wrongWords(tried, best[0]);
      store.change(({ wrong }) => ({ wrong: new Map(wrong).set(square, t("wrong")) }));
      report("wrong", text);
      return;
    }
    store.change({ phase: "moving", wrong: new Map(), shown: [] });
    report("right", rightWords(tried, best));
    const played = { ...walk.gameHere, moves: walk.gameHere.moves + square };
    walk.show(played, { at: walk.state.at, on: true, quiet: true });
  }

  /** Show the right moves; the card counts as not known. */
  function reveal() {
    if (store.state.phase !== "question") return;
    record(false);
    const best = explorer.of(walk.gameHere).moves.filter((one) => one.best);
    store.change({ shown: best.map(({ move }) => move) });
    const values = { moves: squares(best), value: valueText(best[0]) };
    report("shown", t("The book has {moves}: {value}. Play it.", values));
  }

  return {
    training,
    walk,
    get state() {
      return store.state;
    },
    get error() {
      return walk.state.error ?? explorer.error;
    },
    listen(listener) {
      const ends = [store, walk, explorer].map((each) => each.listen(listener));
      return () => ends.forEach((stop) => stop());
    },
    nextLine,
    attempt,
    reveal,
    /** The task in words. */
    get question() {
      const { phase } = store.state;
      if (phase === "question") return t("{color} to move: find the book’s move.", { color: colorName(color) });
      return phase === "over" ? "" : t("Wait for the other side …");
    },
    close() {
      clearTimeout(timer);
      endWalk();
      walk.close();
      explorer.close();
    },
  };
}

function valueText({ book }) {
  return `${signed(book.value)}, ${certaintyWords(book)}`;
}

function squares(moves) {
  return listText(moves.map(({ move }) => move));
}

function rightWords(tried, best) {
  const others = best.filter(({ move }) => move !== tried.move);
  const right = t("Right: {move} ({value}).", { move: tried.move, value: valueText(tried) });
  if (others.length === 0) return right;
  return `${right} ${t("The book also has {moves}.", { moves: squares(others) })}`;
}

function wrongWords(tried, best) {
  const { move } = tried;
  if (tried.book === null) return t("Wrong: {move} is not in the book. Try again.", { move });
  return tn(
    "Wrong: {move} ({value}) loses {n} disc by the book. Try again.",
    "Wrong: {move} ({value}) loses {n} discs by the book. Try again.",
    best.book.value - tried.book.value,
    { move, value: valueText(tried) },
  );
}
