// SGF, with variations, comments and drawings: src/obversi/formats/sgf.py and sgf_tree.py have the same
// rules. GGF has its notes in the same way.

import { SHAPES } from "../../analyse/notes.js";
import { t } from "../../core/language.js";
import { cleaned, makeTree } from "../study_tree.js";
import { attempt, moveOf } from "./plain.js";
import { Problem, playedRecord, unreadable } from "./record.js";

const PART = /\s*(?:([;()])|([A-Za-z]+)\s*((?:\[(?:\\[^]|[^\]\\])*\]\s*)+))/y;
const VALUE = /\[((?:\\[^]|[^\]\\])*)\]/g;
const START = /\(\s*;\s*(?=(?:AP|CA|DT|EV|FF|GM|GN|PB|PC|PW|RE|RU|ST|SZ)\s*\[)/g;
const MARKS = { CR: "circle", SQ: "square", TR: "triangle", MA: "cross" };
const COLORS = { B: "black", W: "white" };
const LONGEST = { comment: 4000, name: 100, label: 3 };
const MOST = { marks: 64, arrows: 32 };

/** The properties of a game as `[name, values]`, and the signs without values. */
function properties(text) {
  /** @type {[string, string[]][]} */
  const found = [];
  let depth = 0;
  let place = 0;
  for (;;) {
    PART.lastIndex = place;
    const part = PART.exec(text);
    if (!part) break;
    place = PART.lastIndex;
    const [, sign, name, values] = part;
    if (name) found.push([name.replace(/[a-z]/g, ""), [...values.matchAll(VALUE)].map(([, value]) => plainValue(value))]);
    else found.push([sign, []]);
    depth += { "(": 1, ")": -1 }[sign] ?? 0;
    if (depth === 0) return { found, problem: null };
  }
  const rest = text.slice(place).trim();
  return { found, problem: rest ? unreadable(rest) : new Problem(t("The game is cut off.")) };
}

function plainValue(value) {
  return value.replace(/\r\n|\n\r|\r/g, "\n").replace(/\\([^])/g, (_, letter) => letter.replace("\n", "")).trim();
}

function squareOf(written) {
  if (/^[a-h]{2}$/.test(written)) return `${written[0]}${"abcdefgh".indexOf(written[1]) + 1}`;
  return ["", "tt"].includes(written) ? "pass" : moveOf(written);
}

/** Read all games of a text. */
export function readSgf(text, usual) {
  const places = [...text.matchAll(START)].map(({ index }) => index);
  const games = places.map((place, number) => text.slice(place, places[number + 1]));
  return games.map((game, number) => attempt(() => readGame(game, usual, games.length === 1), games.length > 1 ? number + 1 : null));
}

function readGame(text, usual, isAlone) {
  const { found, problem } = properties(text);
  const end = found.findIndex(([name]) => name === ")");
  const main = (end < 0 ? found : found.slice(0, end)).filter(([, values]) => values.length > 0);
  const tag = (name) => main.find(([one]) => one === name)?.[1][0] ?? "";
  const written = main.flatMap(([name, values]) => (COLORS[name] ? values.map((move) => ({ move: squareOf(move), color: COLORS[name] })) : []));
  const start = startOfGame(main, tag, usual, written);
  const result = resultOf(tag("RE"), start.size);
  const about = { black: tag("PB"), white: tag("PW"), date: tag("DT"), ...(result !== null && { result }) };
  const read = playedRecord(start, written, about);
  const tree = isAlone ? readTree(found, start) : null;
  const study = tree && !tree.isPlain() ? tree.study({ title: tag("GN"), black: about.black, white: about.white }) : null;
  return { record: { ...read.record, study }, problem: read.problem ?? problem };
}

function startOfGame(main, tag, usual, written) {
  if ((tag("GM") || "2") !== "2") throw new Problem(t("This is a game of another kind, not Othello."));
  const size = Number(tag("SZ") || usual.size);
  if (![4, 6, 8].includes(size)) throw unreadable(`SZ[${tag("SZ")}]`);
  const rules = tag("RU") ? (tag("RU").toLowerCase() === "reversed" ? "reversed" : "normal") : usual.rules;
  const cells = Array(size ** 2).fill("-");
  const setUp = main.filter(([name]) => name === "AB" || name === "AW");
  if (setUp.length === 0) return { rules, size, position: "" };
  for (const [name, values] of setUp) {
    for (const value of values) {
      const square = squareOf(value);
      const place = (Number(square[1]) - 1) * size + "abcdefgh".indexOf(square[0]);
      if (!isOnBoard(square, size)) throw unreadable(`${name}[${value}]`);
      cells[place] = name === "AB" ? "X" : "O";
    }
  }
  const mover = tag("PL").toUpperCase();
  const isWhite = mover ? mover.startsWith("W") : written[0]?.color === "white";
  return { rules, size, position: `${cells.join("")} ${isWhite ? "O" : "X"}` };
}

function isOnBoard(square, size) {
  return /^[a-h][1-8]$/.test(square) && "abcdefgh".indexOf(square[0]) < size && Number(square[1]) <= size;
}

function resultOf(text, size) {
  if (["0", "draw"].includes(text.toLowerCase())) return 0;
  const [, winner, margin] = /^([BW])\+(\d{1,2})(?:\.0+)?$/.exec(text) ?? [];
  if (!winner || Number(margin) > size ** 2) return null;
  return winner === "B" ? Number(margin) : -Number(margin);
}

// All variations with their notes; the parts after a move that cannot be played are left out.
function readTree(found, start) {
  const tree = makeTree(start);
  const open = [];
  let at = 0;
  let node = new Map();
  const endNode = () => {
    if (at !== null && node.size > 0) at = readNode(tree, at, node);
    node = new Map();
  };
  for (const [name, values] of found) {
    if (values.length > 0) {
      node.set(name, [...(node.get(name) ?? []), ...values]);
      continue;
    }
    endNode();
    if (name === "(") open.push(at);
    else if (name === ")") at = open.pop() ?? null;
  }
  endNode();
  return tree;
}

function readNode(tree, before, node) {
  let at = before;
  for (const [name, color] of Object.entries(COLORS)) {
    for (const square of node.get(name) ?? []) {
      try {
        at = tree.child(at, squareOf(square), color);
      } catch {
        return null;
      }
    }
  }
  tree.note(at, withNotes(tree, tree.nodes[at].notes, node));
  return at;
}

/** The notes `before` with those in the properties of a node, a Map of values by name. */
export function withNotes(tree, before, node) {
  const of = (name) => node.get(name) ?? [];
  const marks = new Map(before.marks.map((mark) => [mark.square, mark]));
  const put = (square, shape, text = "") => marks.set(square, { square, shape, color: "green", text });
  for (const [tag, shape] of Object.entries(MARKS)) {
    for (const square of of(tag).flatMap((value) => rectangle(tree, value))) put(square, shape);
  }
  for (const value of of("LB")) {
    const [square, ...rest] = value.split(":");
    const label = cleaned(rest.join(":")).slice(0, LONGEST.label);
    if (tree.isSquare(squareOf(square)) && label.trim()) put(squareOf(square), "label", label);
  }
  const arrows = new Map(before.arrows.map((arrow) => [`${arrow.start}${arrow.end}`, arrow]));
  for (const value of of("AR")) {
    const [start, end, ...more] = value.split(":").map(squareOf);
    const isArrow = more.length === 0 && start !== end && tree.isSquare(start) && tree.isSquare(end ?? "");
    if (isArrow) arrows.set(`${start}${end}`, { start, end, color: "green" });
  }
  return {
    comment: cleaned([before.comment, ...of("C")].filter(Boolean).join("\n")).slice(0, LONGEST.comment),
    name: cleaned(of("N").join(" ") || before.name).slice(0, LONGEST.name).split(/\s+/).join(" ").trim(),
    marks: [...marks.values()].slice(0, MOST.marks),
    arrows: [...arrows.values()].slice(0, MOST.arrows),
  };
}

// The squares of a value, in which a1:b2 is a rectangle.
function rectangle(tree, value) {
  const corners = value.split(":").map(squareOf);
  if (corners.length > 2 || !corners.every(tree.isSquare)) return [];
  const [first, last = first] = corners;
  const between = (letter, one, other) => letter >= (one < other ? one : other) && letter <= (one < other ? other : one);
  const columns = [..."abcdefgh"].filter((letter) => between(letter, first[0], last[0]));
  const rows = [..."12345678"].filter((letter) => between(letter, first[1], last[1]));
  return columns.flatMap((column) => rows.map((row) => column + row));
}

// Writing

/** Notes as properties with their values, not escaped. */
export function noteProperties({ comment, name, marks, arrows }) {
  const found = new Map();
  const add = (tag, value) => found.set(tag, [...(found.get(tag) ?? []), value]);
  const tagOf = Object.fromEntries(Object.entries(MARKS).map(([tag, shape]) => [shape, tag]));
  if (name) add("N", name);
  if (comment) add("C", comment);
  for (const { square, shape, text } of marks) {
    if (shape !== SHAPES.at(-1)) add(tagOf[shape], square);
    else if (text.trim()) add("LB", `${square}:${text.trim()}`);
  }
  for (const { start, end } of arrows) add("AR", `${start}:${end}`);
  return [...found];
}

/** Write a tree on one line. */
export function sgfText(tree, { title = "", black = "", white = "" }) {
  const { rules, size, start, nodes } = tree;
  const [cells, mover] = start.split(" ");
  const discs = (disc) => [...cells].flatMap((cell, place) => (cell === disc ? [`[${"abcdefgh"[place % size]}${Math.floor(place / size) + 1}]`] : []));
  const setUp = (tag, squares) => (squares.length > 0 ? tag + squares.join("") : "");
  const [main] = tree.lines();
  const { end } = nodes[main.at(-1) ?? 0].at;
  const result = end === null ? "?" : end.winner === null ? "0" : `${end.winner === "black" ? "B" : "W"}+${end.margin}`;
  const head = [
    `;FF[4]GM[2]CA[UTF-8]SZ[${size}]RU[${rules === "reversed" ? "Reversed" : "Normal"}]`,
    ...(title ? [`GN[${escaped(title)}]`] : []),
    `PB[${escaped(black)}]PW[${escaped(white)}]`,
    ...[setUp("AB", discs("X")), setUp("AW", discs("O"))],
    `PL[${mover === "X" ? "B" : "W"}]RE[${result}]`,
  ];
  const parts = ["(", ...head, notesText(nodes[0].notes)];
  const stack = [")", ...following(nodes[0])];
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    if (typeof item === "string") {
      parts.push(item);
      continue;
    }
    const { at, notes } = nodes[item];
    parts.push(`;${at.mover === "black" ? "B" : "W"}[${at.move === "pass" ? "PA" : at.move}]`, notesText(notes));
    stack.push(...following(nodes[item]));
  }
  return parts.join("");
}

// The items that are written after a node, in reverse order.
function following({ children }) {
  const numbers = [...children.values()];
  return numbers.length < 2 ? numbers : numbers.toReversed().flatMap((child) => [")", child, "("]);
}

function notesText(notes) {
  return noteProperties(notes)
    .map(([tag, values]) => tag + values.map((value) => `[${escaped(value, tag === "C")}]`).join(""))
    .join("");
}

// A reader would also find the beginning of a game inside a text.
function escaped(text, hasLines = false) {
  const plain = (hasLines ? text : text.replaceAll("\n", " ")).trim();
  return plain.replace(/[\\\]]/g, "\\$&").replace(/(\(\s{0,8});/g, "$1\\;");
}
