// To learn from mistakes: one is put before each bad move of a player, and finds a better one. The
// engine judges what is tried.

import { playLine } from "../board/lines.js";
import { makeAnalyst } from "../core/analyst.js";
import { button } from "../core/choice.js";
import { h, say } from "../core/dom.js";
import { colorName, count, signed } from "../core/words.js";
import { gameAt, reviewHere } from "./here.js";
import { lossWords } from "./verdict.js";

const SECONDS = 1;

export function makeLearn(store, socket, game, follow) {
  const analyst = makeAnalyst(socket);

  function change(difference) {
    store.change(({ learn }) => learn && { learn: { ...learn, ...difference } });
  }

  function begin(color) {
    const review = reviewHere(store.state);
    const tasks = [...review.entries.values()]
      .filter(({ mover, grade }) => mover === color && grade !== "good")
      .sort((one, other) => one.ply - other.ply);
    if (tasks.length === 0) return;
    store.change({ learn: { color, tasks, path: review.path, at: 0, solved: 0 } });
    pose(0);
  }

  function pose(at) {
    analyst.stop();
    const { tasks, path } = store.state.learn;
    if (at >= tasks.length) {
      change({ at, state: "over", text: "" });
      say("Done.");
      return;
    }
    const task = tasks[at];
    change({ at, state: "asked", text: "", tried: false });
    game.go(path.slice(0, task.ply - 1), { quiet: true });
    say(question(store.state.learn));
  }

  /** Try a move instead of the one that was played. */
  function attempt(move) {
    const { tasks, at, path, state } = store.state.learn;
    if (state !== "asked") return;
    const task = tasks[at];
    if (move === task.move) {
      answer(`${move} was played in the game and ${lossWords(task.loss)}.`, false);
      return;
    }
    if (move === task.best) {
      answer(rightWords(move, task.best_margin), true);
      return;
    }
    change({ state: "judging", text: `Checking ${move} …` });
    const before = path.slice(0, task.ply - 1);
    const hear = (report) => report.final && judge(task, move, report);
    const fail = (error) => change({ state: "asked", text: error.message });
    analyst.look(gameAt(store.state, before), { seconds: SECONDS }, hear, fail);
  }

  function judge(task, move, report) {
    const line = report.lines.find((each) => each.move === move);
    const loss = line ? report.lines[0].margin - line.margin : task.loss;
    if (loss <= 0) answer(rightWords(move, line.margin), true);
    else if (loss < task.loss) {
      answer(`${move} is better than the game move but loses ${count(loss, "disc")}.`, false);
    } else answer(`${move} loses ${count(loss, "disc")}. Try another move.`, false);
  }

  function keptWords(margin) {
    return `${signed(margin)} for ${colorName(store.state.learn.color)}`;
  }

  function rightWords(move, margin) {
    return `${move} is right: it keeps ${keptWords(margin)}.`;
  }

  function answer(text, isRight) {
    const { learn } = store.state;
    if (!learn) return;
    const solved = learn.solved + (isRight && !learn.tried ? 1 : 0);
    change({ text, solved, state: isRight ? "solved" : "asked", tried: true });
    say(text);
  }

  return {
    begin,
    attempt,
    next: () => pose(store.state.learn.at + 1),
    reveal() {
      analyst.stop();
      const { tasks, at } = store.state.learn;
      const { best, best_margin: margin } = tasks[at];
      const text = `${best} was better: it keeps ${keptWords(margin)}.`;
      change({ state: "solved", tried: true, text });
      say(text);
    },
    leave() {
      analyst.stop();
      store.change({ learn: null });
      follow();
    },
    close: () => analyst.stop(),
  };
}

/** The current task as text. */
export function question({ tasks, at, color }) {
  const task = tasks[at];
  const played = `${colorName(color)} played ${task.move} here, which ${lossWords(task.loss)}.`;
  return `${played} Find a better move.`;
}

// The panel of the tasks: find a better move than the one of the game.

export function learnPanel({ state, learn, game, preview }) {
  const { tasks, at, color, solved, text, state: stage } = state.learn;
  const isOver = stage === "over";
  const number = Math.min(at + 1, tasks.length);
  return h(
    "section",
    { class: "card learn", "aria-label": "Learn from mistakes" },
    h("h2", {}, `${colorName(color)}’s mistakes: ${number} of ${tasks.length}`),
    isOver
      ? h("p", {}, `Done: ${solved} of ${tasks.length} solved at the first try.`)
      : h("p", {}, question(state.learn)),
    text && h("p", { class: stage === "solved" ? "learn-right" : "learn-note" }, text),
    stage === "solved" && betterLine(state.learn, game, preview),
    h(
      "div",
      { class: "buttons" },
      stage === "solved" && button("Next", learn.next, { kind: "primary" }),
      !isOver && stage !== "solved" && button("Show solution", learn.reveal),
      !isOver && stage !== "solved" && button("Skip", learn.next),
      button(isOver ? "Back to analysis" : "Leave", learn.leave),
    ),
  );
}

function betterLine({ tasks, at, path }, game, preview) {
  const { ply, pv, best } = tasks[at];
  return playLine({
    path: path.slice(0, ply - 1),
    moves: pv,
    enter: game.enter,
    preview,
    label: `The better line, with ${best}`,
  });
}
