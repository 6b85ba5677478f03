// A game with variations and notes, built node by node: src/obversi/formats/game_tree.py has the same
// rules. Passes are nodes too, and are added where they are due.

import { NO_NOTES, isEmpty } from "../analyse/notes.js";
import { RequestError } from "../core/api.js";
import { t } from "../core/language.js";
import { otherColor } from "../core/words.js";
import { localLine } from "../offline/line.js";
import { openingNames } from "./openings.js";

const MOST_NODES = 1000;

/** Start a tree with its root. Numbers of nodes count from 0, the root. */
export function makeTree({ rules, size, position = "" }) {
  const { position: start, nodes: first } = localLine({ rules, size, position, moves: "" });
  const isUsual = start === localLine({ rules, size, position: "", moves: "" }).position;
  const nodes = []; // {parent, at, notes, children}: `at` is the position as in `/api/line`

  function add(parent, at) {
    if (nodes.length >= MOST_NODES) {
      throw new RequestError(t("There are more than {n} positions.", { n: MOST_NODES }), 400);
    }
    const number = nodes.push({ parent, at, notes: NO_NOTES, children: new Map() }) - 1;
    if (parent !== null) nodes[parent].children.set(at.move, number);
    return number;
  }

  add(null, first[0]);
  if (first[1]) add(0, first[1]);

  /** The number of a child, which is added if it is new. An illegal move is an error. */
  function child(parent, move, color = null) {
    const { at, children } = nodes[parent];
    if (children.has("pass") && move !== "pass") return child(children.get("pass"), move, color);
    const isMover = color === null || color === at.turn;
    if (isMover && children.has(move)) return children.get(move);
    if (!isMover || !at.legal.some((one) => one.move === move)) {
      throw new RequestError(t("{move} cannot be played.", { move }), 400, "moves");
    }
    const here = `${at.board} ${at.turn === "black" ? "X" : "O"}`;
    const [, after, pass] = localLine({ rules, size, position: here, moves: move }).nodes;
    const number = add(parent, { ...after, ply: at.ply + 1, mover: at.turn });
    if (pass) add(number, { ...pass, ply: at.ply + 2, mover: otherColor(at.turn) });
    return number;
  }

  /** The numbers of the nodes of each line without the root, the main line first. */
  function lines() {
    const found = [];
    const stack = [[]];
    for (let line = stack.pop(); line; line = stack.pop()) {
      const following = [...nodes[line.at(-1) ?? 0].children.values()];
      if (following.length === 0) found.push(line);
      for (const next of following.toReversed()) stack.push([...line, next]);
    }
    return found;
  }

  return {
    ...{ rules, size, start, isUsual, nodes, child, lines },
    isSquare: (square) => /^[a-h][1-8]$/.test(square) && "abcdefgh".indexOf(square[0]) < size && Number(square[1]) <= size,
    note(number, notes) {
      nodes[number].notes = notes;
    },
    moves: (line) => line.map((number) => nodes[number].at.move),
    /** Whether there is only one line, without notes. */
    isPlain: () => nodes.every(({ children, notes }) => children.size < 2 && isEmpty(notes)),
    study({ title = "", black = "", white = "" }) {
      const list = nodes.map(({ parent, at, notes }) => ({ parent, move: at.move, ...notes }));
      return { version: 1, title, rules, size, position: isUsual ? "" : start, black, white, nodes: list };
    },
    /** The position of each node, with the names of openings. */
    async positions() {
      const nameAt = await openingNames({ size, position: isUsual ? "" : start });
      const found = [];
      for (const { parent, at } of nodes) {
        found.push({ ...at, opening: nameAt(at, parent === null ? null : found[parent].opening) });
      }
      return found;
    },
  };
}

/** The tree of a study. */
export function treeOfStudy(study) {
  const tree = makeTree(study);
  const numbers = [];
  for (const { parent, move, comment = "", name = "", marks = [], arrows = [] } of study.nodes) {
    const own = numbers.length === 0 ? 0 : tree.child(numbers[parent], move);
    numbers.push(own);
    tree.note(own, {
      ...{ comment: cleaned(comment), name: cleaned(name) },
      marks: marks.map(({ square, shape = "circle", color = "green", text = "" }) => ({ square, shape, color, text: cleaned(text) })),
      arrows: arrows.map(({ start, end, color = "green" }) => ({ start, end, color })),
    });
  }
  return tree;
}

// As in src/obversi/formats/lines.py: also marks of direction, and characters without a width.
const CONTROL_CHARACTERS =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\ud800-\udfff]/gu; // eslint-disable-line no-control-regex

/** A text in which control characters are dots. */
export function cleaned(text) {
  return text.replaceAll("\r\n", "\n").replace(CONTROL_CHARACTERS, "·");
}
