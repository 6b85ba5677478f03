// A game that was read: {rules, size, position, moves, black, white, date, result, title, study}.
// `position` is empty at the usual start, `moves` has no passes, `result` is black's margin or null.

import { t, tn } from "../../core/language.js";
import { colorName } from "../../core/words.js";
import { localLine } from "../../offline/line.js";
import { makeTree } from "../study_tree.js";

/** An error in a text, with its place. */
export class Problem extends Error {
  constructor(text, place = "") {
    super(text);
    this.place = place;
  }
}

/** The error for an unreadable part of a text. */
export function unreadable(text) {
  const part = text.length > 30 ? `${text.slice(0, 30)}…` : text;
  return new Problem(t("“{text}” cannot be read.", { text: part }));
}

/**
 * Play written moves, as far as possible. Return the `record`, and the `problem` of the first move that
 * cannot be played, or null. Each of `written` is {move, color} or {move}.
 */
export function playedRecord({ rules, size, position = "" }, written, about = {}) {
  const tree = makeTree({ rules, size, position });
  let at = 0;
  let problem = null;
  let number = 1;
  for (const { move, color = null } of written) {
    try {
      at = tree.child(at, move, color);
      number += 1;
    } catch (error) {
      problem = new Problem(error.message, t("move {n}", { n: number }));
      break;
    }
  }
  const [line] = tree.lines();
  const moves = tree.moves(line).filter((move) => move !== "pass");
  const { end, turn, empties } = tree.nodes[line.at(-1) ?? 0].at;
  const result = about.result ?? (end ? blackMargin(end) : null);
  const game = { rules, size, position: tree.isUsual ? "" : tree.start, moves: moves.join("") };
  const record = { ...blank(), ...game, ...about, result };
  return { record: { ...record, title: titleOf(record, moves.length, { turn, empties }) }, problem };
}

const blank = () => ({ lines: [], study: null, black: "", white: "", date: "" });

function blackMargin({ winner, margin }) {
  return winner === null ? 0 : winner === "black" ? margin : -margin;
}

/** A game of a list, whose moves are checked only when it is shown. */
export function unplayedRecord(game, about) {
  const record = { ...blank(), ...game, position: "", ...about };
  return { ...record, title: titleOf(record, record.moves.length / 2, { turn: null, empties: 0 }) };
}

function titleOf({ black, white, date }, moves, { turn, empties }) {
  let title = tn("a game of {n} move", "a game of {n} moves", moves);
  if (black || white) title = `${black || "?"} – ${white || "?"}`;
  else if (moves === 0 && turn) {
    const color = colorName(turn).toLowerCase();
    title = tn("a position with {n} empty square, {color} to move", "a position with {n} empty squares, {color} to move", empties, { color });
  }
  return date ? `${title}, ${date}` : title;
}

/** The text of a board as a position, or an error: cells, then the mover. */
export function positionOf(text) {
  const letters = text.replace(/\s+/g, "");
  const cells = letters.slice(0, -1).replace(/[.]/g, "-").replace(/[xb*0]/gi, "X").replace(/[ow1]/gi, "O");
  const size = Math.sqrt(cells.length);
  const mover = /[xb*0]/i.test(letters.at(-1) ?? "") ? "X" : "O";
  if (![4, 6, 8].includes(size) || !/^[-XO]+$/.test(cells) || !/[xb*0ow1]$/i.test(letters)) throw unreadable(text);
  return { size, position: `${cells} ${mover}` };
}

/** The position before the first move, and whether it is the usual one. */
export function startOf({ rules, size, position }) {
  const usual = localLine({ rules, size, position: "", moves: "" }).position;
  return { start: position || usual, isUsual: !position || position === usual };
}
