// Reads games from pasted texts and files of any format, as far as possible. src/obversi/formats/detect.py
// and src/obversi/web/games/reading.py have the same rules.

import { t } from "../../core/language.js";
import { localLine } from "../../offline/line.js";
import { readGgf } from "./ggf.js";
import { isWthor, readJson, readPgn, readWthor } from "./others.js";
import { readObf, readPlain } from "./plain.js";
import { readSgf } from "./sgf.js";

const MOST_GAMES = 5000;
const MOST_PROBLEMS = 50;
const CONVINCING_MOVES = 6; // that are legal in a row are not a coincidence
const SIZES = [4, 6, 8];

const CELL = "[-.XxBb*0OoWw1]";
/** @type {[string, RegExp, (text: string, usual: any) => any[]][]} */
const FORMATS = [
  ["sgf", /^\(\s*;\s*(?:[A-Za-z]+\s*(?:\[(?:\\[^]|[^\]\\])*\]\s*)+)*?GM\s*\[\s*2\s*\]/, readSgf],
  ["pgn", /^\[\s*\w+\s+"/, readPgn],
  ["json", /^[{[]/, readJson],
  ["obf", new RegExp(`^(?:${CELL}\\s*){17,65};`), readObf],
  ["ggf", /\(;\s*[A-Za-z]+\s*\[/, readGgf],
  ["board", new RegExp(`^(?:${CELL}\\s*){8}`), readPlain],
  ["pgn", /^(?=(?:\d+\.\s*)?[a-hA-H][1-8])[^[]*(?:\{|\d-\d|\*\s*$)/, readPgn],
  ["transcript", /^(?:\d+[.\s]+)?(?:[a-h][1-8]|--|pa|ps)/i, readPlain],
  ["obf", /^%/, readObf],
];

/** The games of a text, as `/api/read` returns them. */
export function readText({ text, rules = "normal", size = 8 }) {
  const { plain, note } = plainText(text);
  let reading = readAs(plain, { rules, size });
  if (reading.format === "transcript" && reading.breaksOff) {
    const others = SIZES.filter((other) => other !== size).map((other) => readAs(plain, { rules, size: other }));
    reading = others.find(isConvincing) ?? reading;
  }
  if (note) reading.problems.push({ text: note, place: "" });
  return answerOf(reading);
}

/** The games of a file, as `/api/read/file` returns them. */
export async function readFile(file, { name = "", rules = "normal", size = "8" }) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (/\.wtb$/i.test(name) || isWthor(bytes)) return answerOf(readingOf("wthor", readWthor(bytes)));
  if (bytes.includes(0)) return { format: "", games: [], problems: [{ text: t("The file is neither text nor WTHOR."), place: "" }], left_out: 0 };
  return readText({ text: new TextDecoder().decode(bytes), rules, size: Number(size) });
}

function answerOf({ format, games, problems }) {
  const listed = games.slice(0, MOST_GAMES);
  return { format, games: listed, problems: problems.slice(0, MOST_PROBLEMS), left_out: games.length - listed.length };
}

function readAs(text, usual) {
  const stripped = text.trim();
  const [format, , read] = FORMATS.find(([, sign]) => sign.test(stripped)) ?? [];
  if (read) return readingOf(format, read(format === "transcript" ? stripped.replace(/[,;|/>→–.\s]+$/, "") : stripped, usual));
  return readMovesWithin(stripped, usual);
}

function readingOf(format, found) {
  return {
    format,
    games: found.flatMap(({ record }) => (record === null ? [] : [record])),
    problems: found.flatMap(({ problem }) => (problem ? [{ text: problem.message, place: String(problem.place) }] : [])),
    breaksOff: found.some(({ problem }) => problem),
  };
}

// At least three moves within other text.
function readMovesWithin(text, usual) {
  const found = /(?<![a-z0-9])(?:(?:\d{1,3}\.\s*)?[a-h][1-8][\s,;|/>→–-]*){3,}(?![a-z0-9])/i.exec(text);
  if (!found) {
    const words = t("“{text}” has no known format: expected moves such as f5d6c3, a board of X, O and -, GGF, SGF, OBF, PGN or JSON.", { text: short(text) });
    return { format: "", games: [], problems: [{ text: words, place: "" }], breaksOff: false };
  }
  const reading = readingOf("transcript", readPlain(found[0].replace(/[,;|/>→–.\s]+$/, ""), usual));
  const others = [text.slice(0, found.index), text.slice(found.index + found[0].length)].map((part) => part.trim());
  const ignored = others.filter(Boolean).map((part) => ({ text: t("“{text}” is not part of a game: ignored.", { text: short(part) }), place: "" }));
  return { ...reading, problems: [...ignored, ...reading.problems] };
}

function short(text) {
  return text.length > 30 ? `${text.slice(0, 30)}…` : text;
}

function isConvincing({ games, breaksOff }) {
  return !breaksOff && games.length > 0 && games.every(({ moves }) => moves.length / 2 >= CONVINCING_MOVES);
}

// The text with letters, move numbers and boards in the notations of the formats; `note` names assumptions.
function plainText(given) {
  const narrow = given
    .replace(/[\uff01-\uff5e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .replaceAll("\u3000", " ")
    .replace(/\r\n?/g, "\n");
  const text = narrow.replace(/^[\s"'`“”„‘’«»\ufeff]+|[\s"'`“”„‘’«»]+$/g, "");
  const { cells, rest } = drawnBoard(text);
  if (cells) {
    const mover = /\b(black|white)\b|(?<!\S)([XO*●○])(?=\s*(?:to (?:move|play)|$))/i.exec(rest)?.[0].toLowerCase();
    if (mover === undefined) return withMover(cells);
    return { plain: `${cells} ${["black", "x", "*", "●"].includes(mover) ? "X" : "O"}`, note: "" };
  }
  if (isBareBoard(text)) return withMover(text.replace(/\s+/g, ""));
  const numbered = text.replace(/(?<!\w)(\d{1,3})[):](?=\s*[a-h][1-8])/gi, "$1. ");
  return { plain: numbered.replace(/(?<=[a-h][1-8])(?:[,;|/>→–]|-(?!-))+(?=\s*[a-h][1-8])/gi, " "), note: "" };
}

function isBareBoard(text) {
  const parts = text.split(/\s+/);
  const last = parts.at(-1);
  const hasMover = last.length === 1 && parts.slice(0, -1).some((row) => row.length > 1);
  const isOfSize = SIZES.some((size) => size ** 2 === parts.join("").length);
  return isOfSize && !hasMover && /^[-.XxBb*0OoWw1\s]+$/.test(text);
}

// The cells of a board with coordinates, and the text below it.
function drawnBoard(text) {
  const lines = text.split("\n");
  for (const [place, line] of lines.entries()) {
    if (!/^\s*a\s*b\s*c\s*d(?:\s*e\s*f(?:\s*g\s*h)?)?\s*$/i.test(line)) continue;
    const size = line.replace(/\s+/g, "").length;
    const rows = lines.slice(place + 1, place + 1 + size).map(cellsOf);
    if (rows.length === size && rows.every((row) => row.length === size)) {
      return { cells: rows.join(""), rest: lines.slice(place + 1 + size).join("\n") };
    }
  }
  return { cells: "", rest: "" };
}

function cellsOf(line) {
  const [, , row = ""] = /^\s*([1-8])[\s|:]+(.+?)[\s|]*\1?[\s|]*$/.exec(line) ?? [];
  const cells = row
    .replace(/[\s|]/g, "")
    .replace(/[●⚫xb*]/gi, "X")
    .replace(/[○⚪ow]/gi, "O")
    .replace(/[·×+_.]/g, "-");
  return /^[-XO]+$/.test(cells) ? cells : "";
}

// The mover by the number of discs, or the player who has a legal move.
function withMover(cells) {
  const size = Math.sqrt(cells.length);
  const plain = cells.replace(/[.]/g, "-").replace(/[xb*0]/gi, "X").replace(/[ow1]/gi, "O");
  const isEven = plain.split("-").length % 2 === 1;
  const [first, second] = isEven ? "XO" : "OX";
  const mustPass = localLine({ rules: "normal", size, position: `${plain} ${first}`, moves: "" }).nodes.length > 1;
  const mover = mustPass ? second : first;
  const note = mover === "X" ? t("The mover is not given: assumed black.") : t("The mover is not given: assumed white.");
  return { plain: `${plain} ${mover}`, note };
}
