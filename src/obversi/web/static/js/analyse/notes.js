// The notes on places of the tree: comments, names of variations, marks and arrows. A branch of the tree
// has them as `notes`. A study is a list of nodes, as docs/http.md describes it.

import { t } from "../core/language.js";
import { positionText } from "../core/position_text.js";
import { branchAt } from "./tree.js";

/** @typedef {{square: string, shape: string, color: string, text: string}} Mark */
/** @typedef {{start: string, end: string, color: string}} Arrow */
/** @typedef {{comment: string, name: string, marks: Mark[], arrows: Arrow[]}} Notes */

/** @type {Readonly<Notes>} */
export const NO_NOTES = Object.freeze({ comment: "", name: "", marks: [], arrows: [] });

export const LONGEST_COMMENT = 4000;
export const LONGEST_NAME = 100;
export const LONGEST_TITLE = 120;
const MOST_ARROWS = 32;

export const SHAPES = ["circle", "square", "triangle", "cross", "label"];
export const COLORS = ["green", "red", "blue", "yellow"];

/** The notes on a place. */
export function notesAt(tree, path) {
  return branchAt(tree, path)?.notes ?? NO_NOTES;
}

export function isEmpty({ comment, name, marks, arrows }) {
  return !comment && !name && marks.length === 0 && arrows.length === 0;
}

/** Whether any place of a tree has notes. */
export function hasNotes(tree) {
  const stack = [tree];
  for (let branch = stack.pop(); branch; branch = stack.pop()) {
    if (branch.notes && !isEmpty(branch.notes)) return true;
    stack.push(...branch.children);
  }
  return false;
}

/** Put a mark on a square, or take the same one away. */
export function toggledMark(notes, { square, shape, color }) {
  const others = notes.marks.filter((one) => one.square !== square);
  const old = notes.marks.find((one) => one.square === square);
  if (old && old.shape === shape && old.color === color) return { ...notes, marks: others };
  const text = shape === "label" ? nextLetter(others) : "";
  return { ...notes, marks: [...others, { square, shape, color, text }] };
}

function nextLetter(marks) {
  const used = new Set(marks.map(({ text }) => text));
  return [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((letter) => !used.has(letter)) ?? "?";
}

/** Draw an arrow, or take the same one away. */
export function toggledArrow(notes, { start, end, color }) {
  const others = notes.arrows.filter((one) => one.start !== start || one.end !== end);
  const old = notes.arrows.find((one) => one.start === start && one.end === end);
  if (old?.color === color) return { ...notes, arrows: others };
  return { ...notes, arrows: [...others, { start, end, color }].slice(-MOST_ARROWS) };
}

/** The drawings on squares in words: a Map by square. */
export function markHints({ marks, arrows }) {
  const hints = new Map();
  const add = (square, words) =>
    hints.set(square, hints.has(square) ? `${hints.get(square)}, ${words}` : words);
  for (const mark of marks) add(mark.square, markWords(mark));
  for (const { start, end } of arrows) {
    add(start, t("arrow to {square}", { square: end }));
    add(end, t("arrow from {square}", { square: start }));
  }
  return hints;
}

/** @param {Mark} mark */
export function markWords({ shape, color, text }) {
  if (shape === "label") return t("label {text}, {color}", { text, color: colorWord(color) });
  return t("{shape}, {color}", { shape: shapeWord(shape), color: colorWord(color) });
}

export function shapeWord(shape) {
  return {
    circle: t("circle"),
    square: t("square"),
    triangle: t("triangle"),
    cross: t("cross"),
    label: t("letter"),
    arrow: t("arrow"),
  }[shape];
}

export function colorWord(color) {
  return { green: t("green"), red: t("red"), blue: t("blue"), yellow: t("yellow") }[color];
}

/** The study of a game, in the form for the server. */
export function studyOf({ tree, rules, size, position, names, study }) {
  const nodes = [];
  const stack = [{ branch: tree, parent: null }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { branch, parent } = next;
    const { comment, name, marks, arrows } = branch.notes ?? NO_NOTES;
    const own = nodes.length;
    nodes.push({
      ...(parent === null ? {} : { parent, move: branch.node.move }),
      ...(comment && { comment }),
      ...(name && { name }),
      ...(marks.length > 0 && { marks }),
      ...(arrows.length > 0 && { arrows }),
    });
    // The main line comes first.
    for (const child of branch.children.toReversed()) stack.push({ branch: child, parent: own });
  }
  return { version: 1, title: study.title, rules, size, position, ...names, nodes };
}

/** Whether two studies have the same content; defaults may be left out. */
export function isSameStudy(one, other) {
  return JSON.stringify(fullStudy(one)) === JSON.stringify(fullStudy(other));
}

function fullStudy({ title = "", rules, size, position = "", black = "", white = "", nodes }) {
  const full = nodes.map(({ parent = null, move = null, comment = "", name = "", marks = [], arrows = [] }) => {
    const shapes = marks.map(({ square, shape, color, text = "" }) => [square, shape, color, text]);
    return [parent, move, comment, name, shapes, arrows.map(({ start, end, color }) => [start, end, color])];
  });
  return [title, rules, size, position, black, white, full];
}

/** The text of a place for screen readers: the position and its comment. */
export function spoken(tree, path) {
  const { name, comment } = notesAt(tree, path);
  return [branchAt(tree, path).node.text, name, comment].filter(Boolean).join(" ");
}

/** The tree of a study; `positions` are those of its nodes. */
export function treeOf({ nodes, rules }, positions) {
  const branches = positions.map((position) => {
    const node = { ...position, text: positionText(position, rules) };
    return { node, children: [], notes: null };
  });
  nodes.forEach(({ parent, comment = "", name = "", marks = [], arrows = [] }, number) => {
    const notes = { comment, name, marks, arrows };
    branches[number].notes = isEmpty(notes) ? null : notes;
    if (number > 0) branches[parent].children.push(branches[number]);
  });
  return branches[0];
}
