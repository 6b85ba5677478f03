// The HTTP API of a site without a server: docs/http.md describes what it returns.

import { RequestError } from "../core/api.js";
import { t } from "../core/language.js";
import { bookMoves, explored } from "./book.js";
import { dataFile } from "./data.js";
import { evaluationList, explained } from "./evaluations.js";
import { readFile, readText } from "./formats/reading.js";
import { writtenText } from "./formats/writing.js";
import { agentsOf } from "./levels.js";
import { namedLine } from "./openings.js";
import { dailyPuzzle, hintFor, mistakesIn, puzzleById, triedMove } from "./puzzles.js";
import { addStudy, changeStudy, readStudy, removeStudy, withPositions } from "./studies.js";
import { searchTree, searchTreePicture } from "./tree/answers.js";

const NEEDS_SERVER = 501;

/** @type {[string, RegExp, (body: any, parts: any) => Promise<any>][]} */
const ROUTES = [
  ["POST", /^\/api\/line$/, ({ since, ...game }) => namedLine(usual(game), since)],
  ["POST", /^\/api\/read$/, async (body) => readText(body)],
  ["POST", /^\/api\/read\/file$/, readFile],
  ["POST", /^\/api\/write$/, async (body) => writtenText(usual(body))],
  ["POST", /^\/api\/explorer$/, explorer],
  ["POST", /^\/api\/perfect$/, perfect],
  ["GET", /^\/api\/evaluations$/, evaluationList],
  ["POST", /^\/api\/explain$/, (body) => explained(usual(body))],
  ["POST", /^\/api\/tree$/, (body) => searchTree(usual(body))],
  ["POST", /^\/api\/tree\/picture$/, (body) => searchTreePicture(usual(body))],
  ["GET", /^\/api\/agents$/, async (_, game) => ({ agents: await agentsOf(game) })],
  ["GET", /^\/api\/starts$/, randomStart],
  ["GET", /^\/api\/openings$/, () => dataFile("openings")],
  ["GET", /^\/api\/puzzles$/, () => dataFile("puzzles")],
  ["GET", /^\/api\/puzzles\/daily$/, dailyPuzzle],
  ["POST", /^\/api\/puzzles\/mistakes$/, mistakesIn],
  ["POST", /^\/api\/puzzles\/(?<id>[^/]+)\/try$/, triedMove],
  ["POST", /^\/api\/puzzles\/(?<id>[^/]+)\/hint$/, hintFor],
  ["POST", /^\/api\/studies$/, addStudy],
  ["POST", /^\/api\/studies\/positions$/, ({ study }) => withPositions(study)],
  ["GET", /^\/api\/studies\/(?<id>[^/]+)$/, readStudy],
  ["PUT", /^\/api\/studies\/(?<id>[^/]+)$/, changeStudy],
  ["DELETE", /^\/api\/studies\/(?<id>[^/]+)$/, removeStudy],
  ["GET", /^\/api\/puzzles\/(?<id>[^/]+)$/, puzzleById],
];

/** Answer a request, or throw a RequestError. */
export async function answerHere(path, { method = "GET", headers = {}, body = null, signal = null }) {
  const { pathname, searchParams } = new URL(path, location.href);
  for (const [kind, pattern, answer] of ROUTES) {
    const found = kind === method && pattern.exec(pathname);
    if (!found) continue;
    const parts = { ...Object.fromEntries(searchParams), ...found.groups, key: headers["Study-Key"] };
    const given = typeof body === "string" ? JSON.parse(body) : (body ?? {}); // or a file
    const result = await answer(given, parts);
    signal?.throwIfAborted();
    return result;
  }
  throw new RequestError(t("This needs a server: install Obversi for it."), NEEDS_SERVER);
}

function usual({ rules = "normal", size = 8, position = "", moves = "", ...others }) {
  return { rules, size, position, moves, ...others };
}

async function explorer(body) {
  const game = usual(body);
  const { nodes } = await namedLine(game);
  const node = nodes.at(-1);
  const names = new Map();
  for (const { move } of node.legal) {
    const after = await namedLine({ ...game, moves: game.moves + move });
    names.set(move, after.nodes[node.ply + 1]?.opening ?? null);
  }
  return explored(game, node, (move) => names.get(move));
}

/** Perfect play from the book; the page searches positions that the book does not have. */
async function perfect(body) {
  const game = usual(body);
  const node = (await namedLine(game)).nodes.at(-1);
  if (node.end) return { solved: true, turn: null, margin: null, moves: [], line: [], whole: true, text: "" };
  const known = (await bookMoves(game, node)).filter(({ exact }) => exact);
  const isSolved = known.length === node.legal.length && known.length > 0;
  const margin = isSolved ? known[0].value : null;
  const moves = isSolved ? known.map(({ move, value }) => ({ move, margin: value, best: value === margin })) : [];
  const { best_line: line } = isSolved ? await explored(game, node, () => null) : { best_line: [] };
  return { solved: isSolved, turn: node.turn, margin, moves, line, whole: false, text: "" };
}

async function randomStart(_, { rules, size }) {
  const starts = (await dataFile("starts"))[`${rules}-${size}`];
  return { moves: starts[Math.floor(Math.random() * starts.length)], margin: 0 };
}
