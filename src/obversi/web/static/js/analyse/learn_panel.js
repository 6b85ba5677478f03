// What is asked of one who learns from mistakes, and what became of the answer.

import { button } from "../core/choice.js";
import { h } from "../core/dom.js";
import { colorName, count } from "../core/words.js";
import { playLine } from "./lines.js";
import { question } from "./learn.js";

export function learnPanel({ state, learn, game, preview }) {
  const { tasks, at, color, solved, text, state: stage } = state.learn;
  const isOver = stage === "over";
  const number = Math.min(at + 1, tasks.length);
  return h(
    "section",
    { class: "card learn", "aria-label": "Learn from mistakes" },
    h("h2", {}, `${colorName(color)}’s mistakes: ${number} of ${tasks.length}`),
    isOver
      ? h("p", {}, `These were all: ${count(solved, "move")} of ${tasks.length} found at once.`)
      : h("p", {}, question(state.learn)),
    text && h("p", { class: stage === "solved" ? "learn-right" : "learn-note" }, text),
    stage === "solved" && betterLine(state.learn, game, preview),
    h(
      "div",
      { class: "buttons" },
      stage === "solved" && button("Next", learn.next, { kind: "primary" }),
      !isOver && stage !== "solved" && button("Show the answer", learn.reveal),
      !isOver && stage !== "solved" && button("Skip", learn.next),
      button(isOver ? "Back to the analysis" : "Leave", learn.leave),
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
