// The state of the page before anything has happened, and what of it is there the next time.

import { FRESH_BOARD } from "../board/board.js";
import { keep, kept } from "../core/settings.js";

const HABITS = "obversi.analyse";

const NO_REVIEWS = Object.freeze({ normal: null, reversed: null });

/** What ends when one goes elsewhere. */
export const LOOKING_NOWHERE = Object.freeze({
  preview: null, // a position that is looked at without going there
  held: null, // the report whose lines stay unchanged while the mouse is over one
  openingAhead: null, // {square, name} of a move that is pointed at
  explorerMove: null, // the move that is pointed at in the explorer
});

/** What belongs to a game, and goes with it. */
export const FRESH_GAME = Object.freeze({
  ...LOOKING_NOWHERE,
  names: { black: "", white: "" },
  reports: new Map(), // the engine's, by position
  reviews: NO_REVIEWS,
  pointed: null, // the ply that is pointed at in the graph
  learn: null,
  problem: "",
});

const USUAL = { on: true, seconds: 3, values: true, graph: "margin", patience: 0.5 };

export function firstState() {
  const { on, seconds, values, graph, patience } = { ...USUAL, ...kept(HABITS) };
  return {
    ...FRESH_GAME,
    rules: "normal",
    size: 8,
    position: "",
    tree: null,
    line: [], // moves to the end of the variation that is followed
    ply: 0, // how many of them lead to the position that is shown
    board: FRESH_BOARD,
    hidden: false, // everything that the computer says
    values, // on the squares
    engine: { on, seconds, thinking: null, problem: "" },
    patience, // seconds a move in a review
    graph, // or "loss"
    graphWidth: 0,
    tab: "moves",
    terms: { evaluations: null, chosen: "", found: null, onBoard: false, problem: "" },
    dialog: null,
    setup: null, // the choice in the dialog for a new board
    reading: null, // the games that were read, to choose one
    notice: null,
    export: null, // the texts to copy
    editor: null,
  };
}

let last = null;

/** Store the user's preferences. */
export function keepHabits({ engine, values, graph, patience }) {
  const habits = { on: engine.on, seconds: engine.seconds, values, graph, patience };
  const text = JSON.stringify(habits);
  if (text !== last) keep(HABITS, habits);
  last = text;
}
