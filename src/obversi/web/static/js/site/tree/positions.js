// Positions of a search tree: { board, turn, size, rules }. The turn changes with every move, also at the end.

import { boardBits } from "../../engine/device.js";
import { flipsOf } from "../../offline/line.js";

const OTHER = { black: "white", white: "black" };
const DISC = { black: "X", white: "O" };
const GOALS = { normal: "most discs win", reversed: "fewest discs win" };

export const PASS = "pass";

/** The name of the mover, with a capital letter. */
export const playerName = ({ turn }) => (turn === "black" ? "Black" : "White");

const nameAt = (place, size) => "abcdefgh"[place % size] + (Math.floor(place / size) + 1);
const placeOf = (move, size) => (Number(move[1]) - 1) * size + "abcdefgh".indexOf(move[0]);

function squaresToPlay(position) {
  const places = Array.from(position.board, (_, place) => place);
  return places.filter((place) => flipsOf(position, place, position.size).length > 0);
}

const passed = (position) => ({ ...position, turn: OTHER[position.turn] });

/** Whether neither player can move. */
export function isOver(position) {
  return squaresToPlay(position).length === 0 && squaresToPlay(passed(position)).length === 0;
}

/** The names of the legal moves in the order of the squares; a pass is one, and at the end there is none. */
export function legalMoves(position) {
  const squares = squaresToPlay(position).map((place) => nameAt(place, position.size));
  return squares.length > 0 || isOver(position) ? squares : [PASS];
}

/** The position after a move. */
export function played(position, move) {
  if (move === PASS) return passed(position);
  const { board, turn, size } = position;
  const place = placeOf(move, size);
  const changed = new Set([place, ...flipsOf(position, place, size)]);
  const cells = Array.from(board, (cell, at) => (changed.has(at) ? DISC[turn] : cell));
  return { ...passed(position), board: cells.join("") };
}

/** The position in the form for the engine. */
export function bitsOf({ board, turn, size }) {
  return { own: boardBits(board, size, DISC[turn]), opp: boardBits(board, size, DISC[OTHER[turn]]) };
}

/** The mover or the winner, as `Board.status` in Python writes it. */
export function statusOf(position) {
  const { board, turn, size, rules } = position;
  const goal = GOALS[rules];
  if (!isOver(position)) return `${turn} ${legalMoves(position)[0] === PASS ? "must pass" : "to move"} (${goal})`;
  const [black, white] = ["X", "O"].map((disc) => board.split(disc).length - 1);
  const score = `black ${black}, white ${white} (${goal})`;
  if (black === white) return `a draw: ${score}`;
  const winner = black > white === (rules === "normal") ? "black" : "white";
  const margin = Math.abs(black - white) + (size * size - black - white); // empty squares count for the winner
  return `${winner} wins by ${margin}: ${score}`;
}
