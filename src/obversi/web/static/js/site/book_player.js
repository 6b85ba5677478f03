// Moves from a book, as an agent plays them. src/obversi/book/player.py has the same rules.

import { bookMoves, bookRecord } from "./book.js";

// Discs that a move which did well may be worse than the best one.
const MOST_LOSS = 1;
const SCORE_OF_A_DISC = 0.1;
const GAMES_BEFORE = 4;
// Moves are equally good if their expected scores differ by less than this share of the standard
// deviation of a game's score.
const EQUAL_SHARE = 0.1;

/**
 * A move at most `tolerance` discs worse than the best; with null one that did well in games. The
 * result is null where the book does not know the best move.
 */
export async function moveFromBook(game, node, tolerance) {
  const good = await acceptedMoves(game, node, tolerance);
  return good.length > 0 ? good[Math.floor(Math.random() * good.length)].move : null;
}

/** The moves from which one is drawn. */
export async function acceptedMoves(game, node, tolerance) {
  const moves = await bookMoves(game, node);
  const known = await bookRecord(game, node);
  if (moves.length === 0 || moves[0].value !== known.value) return [];
  const [{ value: best, exact }] = moves;
  const loss = tolerance ?? (exact ? 0 : MOST_LOSS);
  const near = moves.filter(({ value }) => value >= best - loss);
  if (tolerance !== null) return near;
  if (near.every(({ games }) => games === 0)) return near.filter(({ value }) => value === best);
  const scores = expectedScores(near);
  const highest = Math.max(...scores);
  const least = highest - EQUAL_SHARE * Math.sqrt(highest * (1 - highest));
  return near.filter((_, number) => scores[number] >= least);
}

function expectedScores(moves) {
  const sum = (name) => moves.reduce((total, move) => total + move[name], 0);
  const average = (sum("points") + 0.5 * GAMES_BEFORE) / (sum("games") + GAMES_BEFORE);
  return moves.map(({ value, games, points }) => {
    const before = average - SCORE_OF_A_DISC * (moves[0].value - value);
    return (points + before * GAMES_BEFORE) / (games + GAMES_BEFORE);
  });
}
