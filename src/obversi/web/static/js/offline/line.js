// The positions of a game without the server: the rules of the game, for pages that are offline.
// The result is that of `/api/line`, without names of openings and without doubts about a position.
// tests/browser/test_offline_rules.py compares both.

import { squaresOf } from "../board/squares.js";
import { RequestError } from "../core/api.js";
import { t } from "../core/language.js";

const DISC = { black: "X", white: "O" };
const OTHER = { black: "white", white: "black" };
const STEPS = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [down, right])).filter(([down, right]) => down || right);

/** The nodes of a game from the ply `since` on. */
export function localLine({ rules, size, position, moves }, since = 0) {
  const squares = squaresOf(size);
  const first = position ? read(position, size) : { board: start(size), turn: "black" };
  const nodes = [];
  let state = first;

  function add(move, flips) {
    nodes.push(nodeOf(state, { ply: nodes.length, move, flips, rules, size, squares }));
  }

  function pass() {
    state = { ...state, turn: OTHER[state.turn] };
    add("pass", []);
  }

  add(null, []);
  for (const move of writtenMoves(moves)) {
    const last = nodes.at(-1);
    if (move !== "pass" && mustPass(last, state, size)) pass();
    if (move === "pass") {
      if (!mustPass(last, state, size)) continue; // it is there already, or not legal
      pass();
      continue;
    }
    const legal = nodes.at(-1).legal.find((one) => one.move === move);
    if (!legal) throw new RequestError(t("{move} cannot be played.", { move }), 400, "moves");
    const changed = new Set([move, ...legal.flips]);
    const board = squares.map((square, place) => (changed.has(square) ? DISC[state.turn] : state.board[place]));
    state = { board: board.join(""), turn: OTHER[state.turn] };
    add(move, legal.flips);
  }
  if (mustPass(nodes.at(-1), state, size)) pass();
  return { rules, size, position: `${first.board} ${DISC[first.turn]}`, doubts: [], nodes: nodes.slice(since) };
}

function writtenMoves(moves) {
  return moves.toLowerCase().match(/[a-h][1-8]|pass|p[as]/g)?.map((move) => (move.startsWith("p") ? "pass" : move)) ?? [];
}

function start(size) {
  const cells = Array(size * size).fill("-");
  const low = size / 2 - 1;
  const high = size / 2;
  for (const [row, column, disc] of [
    [low, low, "O"],
    [high, high, "O"],
    [low, high, "X"],
    [high, low, "X"],
  ]) {
    cells[Number(row) * size + Number(column)] = disc;
  }
  return cells.join("");
}

function read(position, size) {
  const cells = position.replace(/\s+/g, "");
  if (!/^[-XO]+$/.test(cells) || cells.length !== size * size + 1) {
    throw new RequestError(t("This position cannot be read without the server."), 400, "position");
  }
  return { board: cells.slice(0, -1), turn: cells.endsWith("X") ? "black" : "white" };
}

/** The places of the discs that a move flips; none if it is not legal. */
export function flipsOf({ board, turn }, place, size) {
  if (board[place] !== "-") return [];
  const own = DISC[turn];
  return STEPS.flatMap(([down, right]) => {
    const line = [];
    let row = Math.floor(place / size) + down;
    let column = (place % size) + right;
    while (row >= 0 && row < size && column >= 0 && column < size) {
      const at = row * size + column;
      if (board[at] === "-") return [];
      if (board[at] === own) return line;
      line.push(at);
      row += down;
      column += right;
    }
    return [];
  }).sort((one, other) => one - other);
}

function legalIn(state, size, squares) {
  return squares
    .map((move, place) => ({ move, flips: flipsOf(state, place, size).map((at) => squares[at]) }))
    .filter(({ flips }) => flips.length > 0);
}

function canMove(state, size) {
  return Array.from(state.board).some((_, place) => flipsOf(state, place, size).length > 0);
}

function mustPass({ legal, end }, { board, turn }, size) {
  return legal.length === 0 && end === null && canMove({ board, turn: OTHER[turn] }, size);
}

function nodeOf(state, { ply, move, flips, rules, size, squares }) {
  const { board, turn } = state;
  const legal = legalIn(state, size, squares);
  const isOver = legal.length === 0 && !canMove({ board, turn: OTHER[turn] }, size);
  const count = (disc) => board.split(disc).length - 1;
  const black = count("X");
  const white = count("O");
  return {
    ...{ ply, move, mover: move === null ? null : OTHER[turn], flips, board },
    ...{ turn: isOver ? null : turn, legal, black, white, empties: size * size - black - white },
    ...{ opening: null, end: isOver ? endOf(black, white, rules, size) : null, text: "" },
  };
}

// Empty squares count for the winner.
function endOf(black, white, rules, size) {
  if (black === white) return { winner: null, margin: 0, text: "" };
  const hasMost = black > white ? "black" : "white";
  const winner = rules === "normal" ? hasMost : OTHER[hasMost];
  return { winner, margin: Math.abs(black - white) + (size * size - black - white), text: "" };
}
