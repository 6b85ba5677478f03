// Study: which of its pages is open.

import { h } from "../core/dom.js";
import { openDoors } from "./doors.js";
import { openOpenings } from "./openings.js";
import { openPerfect } from "./perfect.js";
import { openPuzzle } from "./puzzle.js";
import { openPuzzles } from "./puzzles.js";
import { openRules } from "./rules.js";

const ROOMS = {
  puzzles: (app, id) => (id === undefined ? openPuzzles(app) : openPuzzle(app, id)),
  perfect: openPerfect,
  openings: openOpenings,
  rules: openRules,
};

export function open(app, [room, ...rest]) {
  if (room === undefined) return openDoors(app);
  if (Object.hasOwn(ROOMS, room)) return ROOMS[room](app, ...rest);
  const problem = `There is no page at ${location.pathname}.`;
  return { title: "Study", view: () => h("p", { class: "problem", role: "alert" }, problem) };
}
