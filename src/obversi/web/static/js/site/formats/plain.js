// Moves one after another, boards with or without moves, and OBF: one game a line, or one over several.
// src/obversi/formats/transcript.py, board_line.py and obf.py have the same rules.

import { Problem, playedRecord, positionOf, unreadable } from "./record.js";

const CELL = "[-.XxBb*0OoWw1]";
const BOARD_FIRST = new RegExp(`^\\s*(?:${CELL}\\s*){17}`);
const NUMBERS = /\d+\.+|(?<!\S)\d+(?=\s)/g;
const TOKEN = /[a-h][1-8]|pass|pa|ps|--|\S+/gi;
const LETTERS_LIKE_CELLS = 7; // of moves such as "--b1--b2"
const ONE_GAME = 2000;

/** The moves of a text, without move numbers; other parts are returned unchanged. */
export function writtenMoves(text) {
  const tokens = text.replace(NUMBERS, " ").match(TOKEN) ?? [];
  return tokens.map((token) => ({ move: moveOf(token) }));
}

/** The name of a move: passes are written in several ways. */
export function moveOf(written) {
  const move = written.trim().toLowerCase();
  return ["pass", "pa", "ps", "--"].includes(move) ? "pass" : move;
}

function readMoves(text, { rules, size }) {
  return playedRecord({ rules, size }, writtenMoves(text));
}

function readBoard(text, { rules }) {
  const end = endOfBoard(text);
  const named = /^\s*(normal|reversed)\b/i.exec(text.slice(end));
  const start = { ...positionOf(text.slice(0, end)), rules: named ? named[1].toLowerCase() : rules };
  return playedRecord(start, writtenMoves(text.slice(end + (named?.[0].length ?? 0))));
}

// The place where the moves begin: after 16, 36 or 64 cells and the mover.
function endOfBoard(text) {
  const [leading] = /^[-.XxBb*0OoWw1\s]*/.exec(text);
  const places = [...leading].flatMap((letter, place) => (/\s/.test(letter) ? [] : [place]));
  for (const size of [4, 6, 8]) {
    const beyond = places.length - size ** 2 - 1;
    if (beyond === 0) return places.at(-1) + 1;
    if (beyond > 0 && beyond <= LETTERS_LIKE_CELLS) {
      const isMover = !/[-.]/.test(text[places[size ** 2]]);
      if (isMover && /^(b|--)/i.test(text.slice(places[size ** 2 + 1]))) return places[size ** 2] + 1;
    }
  }
  throw unreadable(text);
}

/** Read a text of moves and boards. */
export function readPlain(text, usual) {
  const read = (line) => (BOARD_FIRST.test(line) ? readBoard(line, usual) : readMoves(line, usual));
  const lines = text.split("\n").filter((line) => line.trim());
  const one = lines.length > 1 && text.length <= ONE_GAME ? oneGame(text, lines, read) : null;
  if (one) return [one];
  return lines.map((line, number) => attempt(() => read(line), lines.length > 1 ? number + 1 : null));
}

// The game that extends over several lines, unless each line is a game.
function oneGame(text, lines, read) {
  const isWhole = (line) => {
    const { record, problem } = attempt(() => read(line));
    return record !== null && problem === null;
  };
  const isNumberedOn = lines.some((line) => /^\s*0*(?:[2-9]|1\d+)\./.test(line));
  if (!isNumberedOn && lines.every(isWhole)) return null;
  const whole = attempt(() => read(text));
  if (whole.record === null) return null;
  const first = attempt(() => read(lines[0])).record?.moves.length ?? 0;
  return whole.problem === null || whole.record.moves.length > first ? whole : null;
}

/** Read positions of OBF, without the margins of their moves. */
export function readObf(text, { rules }) {
  const lines = text.split("\n").filter((line) => line.trim() && !line.trim().startsWith("%"));
  return lines.map((line, number) =>
    attempt(() => {
      const [position, ...parts] = line.split("%")[0].split(";");
      const start = positionOf(position);
      const margin = parts.map((part) => part.trim()).find((part) => /^[+-]?\d{1,3}$/.test(part));
      const sign = start.position.endsWith("X") ? 1 : -1;
      return playedRecord({ ...start, rules }, [], margin === undefined ? {} : { result: sign * Number(margin) });
    }, lines.length > 1 ? number + 1 : null),
  );
}

/** The result of a reader, or its error as the problem; `line` is the number of the game, if it has one. */
export function attempt(read, line = null) {
  let found;
  try {
    found = read();
  } catch (error) {
    found = { record: null, problem: new Problem(error.message, error.place ?? "") };
  }
  if (line !== null && found.problem) found.problem.place = [line, found.problem.place].filter(Boolean).join(", ");
  return found;
}
