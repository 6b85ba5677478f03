// Why something could not be done.

import { button } from "../core/choice.js";
import { h } from "../core/dom.js";
import { capital } from "./words_of_game.js";

export const PROBLEM_ID = "play-problem";

export function problemLine(problem, dismiss) {
  if (!problem) return null;
  return h(
    "div",
    { class: "problem dismissible", id: PROBLEM_ID, key: "problem", role: "alert" },
    h("span", {}, capital(problem)),
    button("✕", dismiss, { kind: "quiet icon", label: "Dismiss" }),
  );
}
