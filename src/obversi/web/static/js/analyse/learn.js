// Learning from mistakes: the user gets the position before each bad move of a player, and finds a better
// move. The engine evaluates the tries.

import { playLine } from "../board/lines.js";
import { makeAnalyst } from "../core/analyst.js";
import { button } from "../core/choice.js";
import { h, say } from "../core/dom.js";
import { t, tn } from "../core/language.js";
import { colorName, signed } from "../core/words.js";
import { gameAt, reviewHere } from "./here.js";

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
      say(t("Done."));
      return;
    }
    const task = tasks[at];
    change({ at, state: "question", text: "", tried: false });
    game.go(path.slice(0, task.ply - 1), { quiet: true });
    say(question(store.state.learn));
  }

  /** Try a move instead of the played one. */
  function attempt(move) {
    const { tasks, at, path, state } = store.state.learn;
    if (state !== "question") return;
    const task = tasks[at];
    if (move === task.move) {
      const text = tn(
        "{move} was played in the game and lost {n} disc.",
        "{move} was played in the game and lost {n} discs.",
        task.loss,
        { move },
      );
      answer(text, false);
      return;
    }
    if (move === task.best) {
      answer(rightWords(move, task.best_margin), true);
      return;
    }
    change({ state: "judging", text: t("Checking {move} …", { move }) });
    const before = path.slice(0, task.ply - 1);
    const onReport = (report) => report.final && judge(task, move, report);
    const fail = (error) => change({ state: "question", text: error.message });
    analyst.look(gameAt(store.state, before), { seconds: SECONDS }, onReport, fail);
  }

  function judge(task, move, report) {
    const line = report.lines.find((each) => each.move === move);
    const loss = line ? report.lines[0].margin - line.margin : task.loss;
    if (loss <= 0) answer(rightWords(move, line.margin), true);
    else answer(loss < task.loss ? betterWords(move, loss) : worseWords(move, loss), false);
  }

  function values(move, margin) {
    return { move, margin: signed(margin), color: colorName(store.state.learn.color) };
  }

  function rightWords(move, margin) {
    return t("{move} is right: it keeps {margin} for {color}.", values(move, margin));
  }

  function answer(text, isRight) {
    const { learn } = store.state;
    if (!learn) return;
    const solved = learn.solved + (isRight && !learn.tried ? 1 : 0);
    change({ text, solved, state: isRight ? "solved" : "question", tried: true });
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
      const text = t("{move} was better: it keeps {margin} for {color}.", values(best, margin));
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

function betterWords(move, loss) {
  return tn(
    "{move} is better than the game move but loses {n} disc.",
    "{move} is better than the game move but loses {n} discs.",
    loss,
    { move },
  );
}

function worseWords(move, loss) {
  return tn("{move} loses {n} disc. Try another move.", "{move} loses {n} discs. Try another move.", loss, {
    move,
  });
}

/** The current task as text. */
export function question({ tasks, at, color }) {
  const task = tasks[at];
  return tn(
    "{color} played {move} here, which lost {n} disc. Find a better move.",
    "{color} played {move} here, which lost {n} discs. Find a better move.",
    task.loss,
    { color: colorName(color), move: task.move },
  );
}

// The panel of the tasks: find a better move than the one of the game.

export function learnPanel({ state, learn, game, preview }) {
  const { tasks, at, color, solved, text, state: stage } = state.learn;
  const isOver = stage === "over";
  const number = Math.min(at + 1, tasks.length);
  return h(
    "section",
    { class: "card learn", "aria-label": t("Learn from mistakes") },
    h("h2", {}, title(color, { number, of: tasks.length })),
    isOver
      ? h("p", {}, t("Done: {solved} of {of} solved at the first try.", { solved, of: tasks.length }))
      : h("p", {}, question(state.learn)),
    text && h("p", { class: stage === "solved" ? "learn-right" : "learn-note" }, text),
    stage === "solved" && betterLine(state.learn, game, preview),
    h(
      "div",
      { class: "buttons" },
      stage === "solved" && button(t("Next"), learn.next, { kind: "primary" }),
      !isOver && stage !== "solved" && button(t("Show solution"), learn.reveal),
      !isOver && stage !== "solved" && button(t("Skip"), learn.next),
      button(isOver ? t("Back to analysis") : t("Leave"), learn.leave),
    ),
  );
}

function title(color, values) {
  return color === "black"
    ? t("Black’s mistakes: {number} of {of}", values)
    : t("White’s mistakes: {number} of {of}", values);
}

function betterLine({ tasks, at, path }, game, preview) {
  const { ply, pv, best } = tasks[at];
  return playLine({
    path: path.slice(0, ply - 1),
    moves: pv,
    enter: game.enter,
    preview,
    label: t("The better line, with {move}", { move: best }),
  });
}
