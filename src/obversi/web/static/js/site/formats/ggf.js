// GGF, with variations, comments and drawings: src/obversi/formats/ggf.py and ggf_tree.py have the same
// rules. Each variation is a game of its own, and VA[2/3] is its number.

import { t } from "../../core/language.js";
import { makeTree } from "../study_tree.js";
import { attempt, moveOf } from "./plain.js";
import { Problem, playedRecord, positionOf, unreadable } from "./record.js";
import { noteProperties, withNotes } from "./sgf.js";

const START = /\(;(?=\s{0,8}[A-Za-z]{1,8}\[)/g;
const TAG = /\s*([A-Za-z]+)\s*\[([^\]]*)\]/y;
const END = /\s*;\s*\)/y;
const COLORS = { B: "black", W: "white" };
const NOTES = ["C", "N", "LB", "AR", "CR", "SQ", "TR", "MA"];
const MOST_GAMES = 200;

// The tags of a game that begins with "(;", as [name, value].
function tagsOf(text) {
  const found = [];
  let place = 2;
  for (;;) {
    END.lastIndex = TAG.lastIndex = place;
    if (END.test(text)) return { found, problem: null };
    const tag = TAG.exec(text);
    if (!tag) {
      const rest = text.slice(place).trim();
      return { found, problem: rest ? unreadable(rest) : new Problem(t("The game is cut off.")) };
    }
    found.push([tag[1].toUpperCase(), tag[2].trim()]);
    place = TAG.lastIndex;
  }
}

/** Read all games of a text; variations of one game become its study. */
export function readGgf(text, usual) {
  const places = [...text.matchAll(START)].map(({ index }) => index);
  const texts = places.map((place, number) => text.slice(place, places[number + 1]));
  const games = texts.map((game, number) => attempt(() => readGame(game, usual), texts.length > 1 ? number + 1 : null));
  return joined(games) ?? games;
}

function readGame(text, usual) {
  const { found, problem } = tagsOf(text);
  const tag = (name) => found.findLast(([one]) => one === name)?.[1] ?? "";
  if ((tag("GM") || "Othello").toLowerCase() !== "othello") throw new Problem(t("This is a game of another kind, not Othello."));
  const [, side, cells] = /^(\S+)\s+([^]*)$/.exec(tag("BO")) ?? [];
  if (!cells) throw problem ?? unreadable(text);
  const { size, position } = positionOf(cells);
  const [, , named, letters = ""] = /^(s?)(\d{1,3})([a-z]*)(\d{0,2})$/i.exec(tag("TY")) ?? [];
  if (Number(side) !== size || (tag("TY") && Number(named) !== size)) throw unreadable(`BO[${tag("BO")}]`);
  const rules = tag("TY") ? (letters.toLowerCase().includes("a") ? "reversed" : "normal") : usual.rules;
  const written = found.flatMap(([name, value]) => (COLORS[name] ? [{ move: moveOf(value.split("/")[0]), color: COLORS[name] }] : []));
  const result = resultOf(tag("RE"), size);
  const about = { black: tag("PB"), white: tag("PW"), date: tag("DT"), ...(result !== null && { result }) };
  const start = { rules, size, position };
  const read = playedRecord(start, written, about);
  return { ...read, problem: read.problem ?? problem, found, start, title: tag("GN") };
}

function resultOf(text, size) {
  const [, margin] = /^([+-]?\d{1,4})(?:\.0*)?(?::\w)?$/.exec(text) ?? [];
  return margin === undefined || Math.abs(Number(margin)) > size ** 2 ? null : Number(margin);
}

// The game of which all games are variations, or null.
function joined(games) {
  const whole = games.filter(({ record }) => record !== null).slice(0, MOST_GAMES);
  const isVariation = ({ found }) => found.some(([name, value]) => name === "VA" && /^\d{1,4}\/\d{1,4}$/.test(value));
  if (whole.length === 0 || (games.length > 1 && !(whole.length === games.length && whole.every(isVariation)))) return null;
  const [first] = whole;
  if (whole.some(({ start }) => start.position !== first.start.position || start.rules !== first.start.rules)) return null;
  const tree = makeTree(first.start);
  for (const { found } of whole) readMoves(tree, found);
  if (tree.isPlain()) return null;
  const { black, white } = first.record;
  const study = tree.study({ title: first.title, black, white });
  return [{ record: { ...first.record, study }, problem: whole.find(({ problem }) => problem)?.problem ?? null }];
}

function readMoves(tree, found) {
  let at = 0;
  for (const [name, value] of found) {
    if (NOTES.includes(name)) tree.note(at, withNotes(tree, tree.nodes[at].notes, new Map([[name, [value]]])));
    if (!COLORS[name]) continue;
    try {
      at = tree.child(at, moveOf(value.split("/")[0]), COLORS[name]);
    } catch {
      return;
    }
  }
}

/** Write a tree, one line for each variation. */
export function ggfText(tree, { title = "", black = "", white = "" }) {
  const { rules, size, start, nodes } = tree;
  const lines = tree.lines().slice(0, MOST_GAMES);
  const noted = new Set(); // nodes whose notes are written
  const notesOf = (number) => {
    if (noted.has(number)) return [];
    noted.add(number);
    return noteProperties(nodes[number].notes).flatMap(([tag, values]) => values.map((value) => [tag, value]));
  };
  const { end } = nodes[lines[0].at(-1) ?? 0].at;
  const margin = end === null ? null : end.winner === "white" ? -end.margin : end.margin;
  const games = lines.map((line, number) => [
    ["GM", "Othello"],
    ["PC", ""],
    ...[["PB", black], ["PW", white]],
    ...(lines.length > 1 ? [["VA", `${number + 1}/${lines.length}`]] : []),
    ...(title ? [["GN", title]] : []),
    ...notesOf(0),
    ["TY", `${size}${rules === "reversed" ? "a" : ""}`],
    ["RE", margin === null ? "?" : `${margin < 0 ? "-" : "+"}${Math.abs(margin)}.000`],
    ["BO", `${size} ${start.replaceAll("X", "*")}`],
    ...line.flatMap((at) => [moveTag(nodes[at].at), ...notesOf(at)]),
  ]);
  return games.map((tags) => `(;${tags.map(([name, value]) => `${name}[${valueText(value)}]`).join("")};)`).join("\n");
}

function moveTag({ move, mover }) {
  return [mover === "black" ? "B" : "W", move === "pass" ? "PA" : move];
}

// A value without characters that would end it, or begin a game inside it.
function valueText(value) {
  return value.replaceAll("]", ")").replaceAll("(;", "( ;").trim();
}
