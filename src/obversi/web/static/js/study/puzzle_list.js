// All puzzles, asked for once.

import { makeAnswer } from "../core/answer.js";
import { get } from "../core/api.js";

export const puzzleList = makeAnswer(() => get("/api/puzzles"));

export function askOnce() {
  const { answer, waiting } = puzzleList.state;
  if (answer === null && !waiting) puzzleList.ask();
}
