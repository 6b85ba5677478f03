// The opening books, read from their compact files: src/obversi/book/file.py describes them.

import { boardBits } from "../engine/device.js";
import { localLine } from "../offline/line.js";
import { byteFile } from "./data.js";
import { canonicalBoard, imagesOfBoard } from "./symmetry.js";

const HEADER_BYTES = 64;
const RECORD_BYTES = 7;
const RESULT_BYTES = 24;
const NO_LEAF = 65; // this and higher numbers mean no move
const LONGEST_LINE = 24;

const books = new Map(); // by their game

async function bookOf({ rules, size }) {
  const name = `${size}x${size}-${rules}.obb`;
  if (!books.has(name)) {
    const opened = byteFile(name).then((bytes) => opening(bytes, size));
    books.set(name, opened);
    opened.catch(() => books.delete(name));
  }
  return books.get(name);
}

function opening(bytes, size) {
  const view = new DataView(bytes);
  const count = view.getUint32(12, true);
  const own = new BigUint64Array(bytes, HEADER_BYTES, count);
  const opp = new BigUint64Array(bytes, HEADER_BYTES + 8 * count, count);
  const records = HEADER_BYTES + 16 * count;
  const results = resultsOf(view, records + RECORD_BYTES * count);

  /** The row of a position, with its image in the book, or null. */
  function find({ board, turn }) {
    for (const image of imagesOfBoard(board, size)) {
      const row = rowOf(...sides(image, turn));
      if (row !== null) return { row, image };
    }
    return null;
  }

  function rowOf(ownBits, oppBits) {
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >> 1;
      const isBefore = own[middle] < ownBits || (own[middle] === ownBits && opp[middle] < oppBits);
      if (isBefore) low = middle + 1;
      else high = middle;
    }
    return low < count && own[low] === ownBits && opp[low] === oppBits ? low : null;
  }

  function sides(board, turn) {
    const [mine, theirs] = turn === "black" ? "XO" : "OX";
    return [boardBits(board, size, mine), boardBits(board, size, theirs)];
  }

  function recordOf(row) {
    const at = records + RECORD_BYTES * row;
    return {
      value: view.getInt8(at),
      exact: view.getUint8(at + 1) === 1,
      leaf: {
        move: view.getUint8(at + 2),
        value: view.getInt8(at + 3),
        depth: view.getUint8(at + 4),
        selectivity: view.getUint8(at + 5),
        exact: view.getUint8(at + 6) === 1,
      },
    };
  }

  /** The games in which a move led to this position, and the points of the side that moved. */
  function playedTo({ board, turn }) {
    for (const image of imagesOfBoard(board, size)) {
      const found = results.get(sides(image, turn).join());
      if (found) return found;
    }
    return { games: 0, points: 0 };
  }

  return { find, recordOf, playedTo };
}

function resultsOf(view, begin) {
  const results = new Map(); // by the discs of the side to move and those of the other
  const count = view.getUint32(24, true);
  for (let at = begin; at < begin + RESULT_BYTES * count; at += RESULT_BYTES) {
    const key = [view.getBigUint64(at, true), view.getBigUint64(at + 8, true)].join();
    results.set(key, { games: view.getUint32(at + 16, true), points: view.getUint32(at + 20, true) / 2 });
  }
  return results;
}

/** The moves of a position in the book, the best first, with values and the results of games. */
export async function bookMoves({ rules, size }, node) {
  const book = await bookOf({ rules, size });
  const found = book.find(node);
  if (found === null || node.turn === null) return [];
  const { leaf } = book.recordOf(found.row);
  const leafBoard = leaf.move < NO_LEAF ? afterLeaf(found.image, node.turn, leaf.move, { rules, size }) : null;
  const moves = node.legal.flatMap(({ move, flips }) => {
    const after = afterMove(node, [move, ...flips], size);
    const played = book.playedTo(after);
    const { end } = localLine({ rules, size, position: `${after.board} ${after.turn === "black" ? "X" : "O"}`, moves: "" }).nodes[0];
    if (end !== null) {
      const sign = end.winner === node.turn ? 1 : -1;
      return [{ move, value: sign * end.margin, exact: true, depth: 0, selectivity: 100, expanded: true, ...played }];
    }
    const child = book.find(after);
    if (child !== null) {
      const { value, exact, leaf: below } = book.recordOf(child.row);
      return [{ move, value: -value, exact, depth: below.depth + 1, selectivity: below.selectivity, expanded: true, ...played }];
    }
    if (leafBoard === null || canonicalBoard(after.board, size) !== leafBoard) return [];
    const { value, exact, depth, selectivity } = leaf;
    return [{ move, value, exact, depth, selectivity, expanded: false, ...played }];
  });
  return moves.sort((one, other) => other.value - one.value || Number(other.expanded) - Number(one.expanded));
}

/** The record of a position in the book, or null. */
export async function bookRecord(game, node) {
  const book = await bookOf(game);
  const found = book.find(node);
  return found === null ? null : book.recordOf(found.row);
}

/** The reply about a position in the book, in the form of `/api/explorer` without a database. */
export async function explored(game, node, nameAfter) {
  const known = node.turn === null ? null : await bookRecord(game, node);
  const moves = await bookMoves(game, node);
  const isSure = known !== null && moves[0]?.value === known.value;
  const best = isSure ? moves.filter(({ value }) => value === known.value) : [];
  const byMove = new Map(moves.map(({ move, ...value }) => [move, value]));
  const order = ({ book }) => (book === null ? 1000 : -book.value);
  return {
    turn: node.turn,
    opening: node.opening,
    book: known && { value: known.value, exact: known.exact, depth: best[0]?.depth ?? null, selectivity: best[0]?.selectivity ?? null },
    games: null,
    moves: node.legal
      .map(({ move }) => ({
        move,
        opening: nameAfter(move),
        best: best.some((one) => one.move === move),
        book: byMove.get(move) ?? null,
        played: null,
      }))
      .sort((one, other) => order(one) - order(other)),
    best_line: await bestLine(game, node),
    popular_line: [],
    problem: null,
  };
}

/** Best moves of both sides from here on, as far as the book goes. */
async function bestLine(game, first) {
  const line = [];
  let node = first;
  while (line.length < LONGEST_LINE && node.turn !== null) {
    const moves = await bookMoves(game, node);
    const known = await bookRecord(game, node);
    const best = moves.filter(({ value }) => value === known?.value);
    if (best.length === 0) break;
    const { move } = best.find(({ expanded }) => expanded) ?? best[0];
    line.push(move);
    const { flips } = node.legal.find((one) => one.move === move);
    const { board, turn } = afterMove(node, [move, ...flips], game.size);
    node = localLine({ ...game, position: `${board} ${turn === "black" ? "X" : "O"}`, moves: "" }).nodes.at(-1);
  }
  return line;
}

function afterMove({ board, turn }, changed, size) {
  const cells = Array.from(board);
  for (const square of changed) cells[placeOf(square, size)] = turn === "black" ? "X" : "O";
  return { board: cells.join(""), turn: turn === "black" ? "white" : "black" };
}

function placeOf(square, size) {
  return (Number(square[1]) - 1) * size + "abcdefgh".indexOf(square[0]);
}

// The board after the leaf's move, the same for all its images.
function afterLeaf(board, turn, move, { rules, size }) {
  const position = `${board} ${turn === "black" ? "X" : "O"}`;
  if (move === 64) return canonicalBoard(board, size);
  const square = "abcdefgh"[move % 8] + (Math.floor(move / 8) + 1);
  const [, after] = localLine({ rules, size, position, moves: square }).nodes;
  return canonicalBoard(after.board, size);
}
