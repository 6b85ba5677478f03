// JSON, PGN and WTHOR: src/obversi/formats/json_lines.py, pgn.py and wthor.py have the same rules.

import { t } from "../../core/language.js";
import { attempt, moveOf, writtenMoves } from "./plain.js";
import { Problem, playedRecord, positionOf, unplayedRecord, unreadable } from "./record.js";

/** Read JSON: one value over any number of lines, or one a line. */
export function readJson(text, usual) {
  const whole = parsed(text);
  const values = whole === null ? text.split("\n").filter((line) => line.trim()).map(parsed) : [whole];
  const games = values.flatMap((value) => (Array.isArray(value) && value.length > 0 && value.every(hasMoves) ? value : [value]));
  return games.map((game, number) => attempt(() => jsonGame(game, usual), games.length > 1 ? number + 1 : null));
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function hasMoves(value) {
  return value !== null && typeof value === "object" && ("moves" in value || "position" in value);
}

function jsonGame(value, usual) {
  const game = Array.isArray(value) ? { moves: value } : value;
  if (!hasMoves(game)) throw unreadable(JSON.stringify(value) ?? "");
  const { moves } = "moves" in game ? game : (game.position ?? {});
  const written = typeof moves === "string" ? writtenMoves(moves) : listedMoves(moves);
  const { rules = usual.rules, size = usual.size, start = "", date = "", result } = game;
  if (!["normal", "reversed"].includes(rules) || ![4, 6, 8].includes(size)) throw unreadable(JSON.stringify({ rules, size }));
  const first = start ? { ...positionOf(start), rules } : { rules, size };
  const [black, white] = players(game);
  const about = { black, white, date: typeof date === "string" ? date : "" };
  const isMargin = Number.isInteger(result) && Math.abs(result) <= first.size ** 2;
  return playedRecord(first, written, { ...about, ...(isMargin && { result }) });
}

function listedMoves(moves) {
  if (!Array.isArray(moves)) throw unreadable(JSON.stringify(moves) ?? "");
  return moves.map((one) => {
    const name = one !== null && typeof one === "object" ? (one.m ?? one.move) : one;
    if (typeof name !== "string") throw unreadable(JSON.stringify(one));
    return { move: name === "-" ? "pass" : moveOf(name) };
  });
}

function players(game) {
  const { players: found = game } = game;
  const two = Array.isArray(found) ? found : [found.black, found.white];
  const names = two.map((one) => (one !== null && typeof one === "object" ? one.name : one));
  return names.length === 2 ? names.map((name) => (typeof name === "string" ? name : "")) : ["", ""];
}

// PGN

const HEADER = /\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*/y;
const COMMENT = /\{[^}]*(?:\}|$)|;[^\n]*/g;
const RESULT = /(?:^|(?<=\s))(\d{1,2}-\d{1,2}|1\/2-1\/2|\*)\s*$/;

/** Read games of PGN: a new one begins with headers, or after a result. */
export function readPgn(text, usual) {
  const games = pgnTexts(text);
  return games.map((game, number) => attempt(() => pgnGame(game, usual), games.length > 1 ? number + 1 : null));
}

function pgnTexts(text) {
  const games = [];
  let lines = [];
  let hasGame = false;
  const end = () => {
    if (lines.join("").trim()) games.push(lines.join("\n"));
    lines = [];
    hasGame = false;
  };
  for (const line of text.split("\n")) {
    const isHeader = line.trimStart().startsWith("[");
    if (isHeader && hasGame) end();
    lines.push(line);
    if (isHeader || !line.trim()) continue;
    hasGame = true;
    if (RESULT.test(line.replace(COMMENT, " ").trimEnd())) end();
  }
  end();
  return games;
}

function pgnGame(text, usual) {
  const headers = new Map();
  const stripped = text.trim();
  let place = 0;
  for (HEADER.lastIndex = 0; stripped[place] === "["; place = HEADER.lastIndex) {
    HEADER.lastIndex = place;
    const found = HEADER.exec(stripped);
    if (!found) throw unreadable(stripped.slice(place));
    headers.set(found[1], found[2].replace(/\\(.)/g, "$1"));
  }
  let moves = withoutVariations(stripped.slice(place).replace(COMMENT, " ")).replace(/\$\d+|[!?]+/g, "").trim();
  const ending = RESULT.exec(moves);
  if (ending) {
    moves = moves.slice(0, ending.index);
    if (!headers.has("Result")) headers.set("Result", ending[1]);
  }
  if (headers.size === 0 && !moves) throw unreadable(text);
  const of = (name) => headers.get(name) ?? "";
  const start = of("FEN") ? { ...positionOf(of("FEN")), rules: usual.rules } : usual;
  const result = pgnResult(of("Result").replaceAll(" ", ""), start);
  const about = { black: of("Black"), white: of("White"), date: of("Date"), ...(result !== null && { result }) };
  return playedRecord(start, writtenMoves(moves), about);
}

// The moves without the parts in round brackets.
function withoutVariations(text) {
  let depth = 0;
  return [...text]
    .map((letter) => {
      if (letter === "(") depth += 1;
      const isKept = depth === 0;
      if (letter === ")") depth = Math.max(depth - 1, 0);
      return isKept && letter !== ")" ? letter : " ";
    })
    .join("");
}

// Black's margin by a count such as 33-31; 1-0 names only the winner.
function pgnResult(text, { size, rules }) {
  if (text === "1/2-1/2") return 0;
  const [, black, white] = /^(\d{1,2})-(\d{1,2})$/.exec(text)?.map(Number) ?? [];
  const squares = size ** 2;
  if (black === undefined || black + white <= 1) return null;
  if (black + white > squares) throw unreadable(text);
  if (black === white) return 0;
  const margin = black > white ? squares - 2 * white : 2 * black - squares;
  return rules === "normal" ? margin : -margin;
}

// WTHOR

const HEADER_BYTES = 16;
const GAME_BYTES = 68;

/** Whether the header and the length of a file agree. */
export function isWthor(bytes) {
  if (bytes.length < HEADER_BYTES || ![0, 8, 10].includes(bytes[12]) || bytes[15] !== 0) return false;
  return bytes.length === HEADER_BYTES + GAME_BYTES * new DataView(bytes.buffer).getUint32(4, true);
}

/** Read the games of a WTHOR file; its players are numbers. */
export function readWthor(bytes) {
  const view = new DataView(bytes.buffer);
  const isOfGames = bytes.length >= HEADER_BYTES && [0, 8].includes(bytes[12]) && bytes[13] === 0;
  if (!isOfGames) return [{ record: null, problem: new Problem(t("The file has no games of 8×8.")) }];
  const year = view.getUint16(10, true);
  const found = [];
  for (let place = HEADER_BYTES; place + GAME_BYTES <= bytes.length; place += GAME_BYTES) {
    const line = (place - HEADER_BYTES) / GAME_BYTES + 1;
    found.push(attempt(() => wthorGame(view, bytes, place, year), line));
  }
  return found;
}

function wthorGame(view, bytes, place, year) {
  const name = (at) => (view.getUint16(place + at, true) ? `#${view.getUint16(place + at, true)}` : "");
  const squares = Array.from(bytes.subarray(place + 8, place + GAME_BYTES));
  const played = squares.slice(0, squares.findLastIndex((byte) => byte !== 0) + 1);
  const moves = played.map((byte) => {
    const [row, column] = [Math.floor(byte / 10), byte % 10];
    if (row < 1 || row > 8 || column < 1 || column > 8) throw unreadable(String(byte));
    return "abcdefgh"[column - 1] + row;
  });
  if (bytes[place + 6] > 64) throw unreadable(String(bytes[place + 6]));
  const about = { black: name(2), white: name(4), date: year ? String(year) : "", result: 2 * bytes[place + 6] - 64 };
  return { record: unplayedRecord({ rules: "normal", size: 8, moves: moves.join("") }, about), problem: null };
}
