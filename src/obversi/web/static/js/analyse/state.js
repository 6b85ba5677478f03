// The initial state of the page, and the part of it that is stored.

import { FRESH_BOARD } from "../board/board.js";
import { keep, kept } from "../core/settings.js";

const HABITS = "obversi.analyse";

const NO_REVIEWS = Object.freeze({ normal: null, reversed: null });

/** The fields that are reset when the shown place changes. */
export const LOOKING_NOWHERE = Object.freeze({
  preview: null, // a position that is shown without going there
  held: null, // the report whose lines stay unchanged while the mouse is over one
  openingAhead: null, // {square, name} of the move under the pointer
  explorerMove: null, // the move under the pointer in the explorer
});

/**
 * The study of this analysis on the server. `key` is needed to change it; `status` is "none", "saved",
 * "waiting", "saving", "offline", "failed", "conflict", "gone" or "read".
 * @type {Readonly<{id: string | null, key: string | null, revision: number, title: string, status: string,
 *   problem: string}>}
 */
export const NO_STUDY = Object.freeze({ id: null, key: null, revision: 0, title: "", status: "none", problem: "" });

const MOST_UNDONE = 200;

/** The fields that make a change of the tree undoable. */
export function remembered({ tree, line, ply, undo }, tag = "") {
  const isSame = tag && undo.at(-1)?.tag === tag; // one more letter of the same text
  return { undo: isSame ? undo : [...undo, { tree, line, ply, tag }].slice(-MOST_UNDONE), redo: [] };
}

/** The fields of a game, which are reset with it. */
export const FRESH_GAME = Object.freeze({
  ...LOOKING_NOWHERE,
  names: { black: "", white: "" },
  reports: new Map(), // the engine's, by position
  reviews: NO_REVIEWS,
  study: NO_STUDY,
  undo: [], // {tree, line, ply, tag}, the oldest first
  redo: [],
  pointed: null, // the ply under the pointer in the graph
  learn: null,
  problem: "",
});

const USUAL = { on: true, seconds: 3, lines: 3, values: true, graph: "margin", reviewSeconds: 0.5 };

export function firstState() {
  const { on, seconds, lines, values, graph, reviewSeconds } = { ...USUAL, ...kept(HABITS) };
  return {
    ...FRESH_GAME,
    rules: "normal",
    size: 8,
    position: "",
    tree: null,
    line: [], // moves to the end of the followed variation
    ply: 0, // how many of them lead to the shown position
    board: FRESH_BOARD,
    drawing: { tool: null, color: "green", from: null }, // `from` is where an arrow begins
    hidden: false, // whether everything by the computer is hidden
    values, // on the squares
    engine: { on, seconds, lines, thinking: null, problem: "" },
    reviewSeconds, // for each move
    graph, // or "loss"
    graphWidth: 0,
    tab: "moves",
    features: { evaluations: null, chosen: "", found: null, onBoard: false, problem: "" },
    dialog: null,
    shared: "", // the link in the dialog that shares a study
    erasing: { confirming: null, problem: "" }, // in the list of studies: the one to confirm
    setup: null, // the choice in the dialog for a new board
    reading: null, // the games that were read, to choose one
    notice: null,
    export: null, // the texts to copy
    editor: null,
  };
}

let last = null;

/** Store the user's preferences. */
export function keepHabits({ engine, values, graph, reviewSeconds }) {
  const { on, seconds, lines } = engine;
  const habits = { on, seconds, lines, values, graph, reviewSeconds };
  const text = JSON.stringify(habits);
  if (text !== last) keep(HABITS, habits);
  last = text;
}
