// The move of an agent: the levels of the engine. src/obversi/agents/levels.py has the same rules, and
// `obversi site` writes its numbers into a file.

import { moveFromBook } from "./book_player.js";
import { dataFile } from "./data.js";
import { searchedLines } from "./engine.js";

/** The agents of a kind of game, as `/api/agents` lists them, with how they play. */
export async function agentsOf({ rules, size }) {
  const all = await dataFile("agents");
  return all[`${rules}-${size}`];
}

/**
 * The move of an agent in the last position of a game; `node` is that position. It may search for
 * `seconds`, and calls `begun` when it begins.
 */
export async function chosenMove(description, game, node, { seconds = Infinity, begun = () => {} } = {}) {
  const { legal } = node;
  if (legal.length === 1) return legal[0].move;
  const agents = await agentsOf(game);
  const { play } = agents.find((agent) => agent.description === description);
  if (play.has_book) {
    // Without the book the agent searches.
    const known = await moveFromBook(game, node, play.depth === null ? null : 1).catch(() => null);
    if (known) return known;
  }
  const lines = await searchedLines(game, {
    depth: play.depth,
    seconds: Math.min(play.seconds ?? Infinity, seconds),
    begun,
    lines: play.slips ? "all" : 1,
    isFresh: play.depth !== null,
  });
  return play.slips ? slipped(play.slips, game, node, lines) : lines[0].move;
}

/** A move by the probabilities of slips: larger losses are rarer. */
export function slipped(slips, game, node, lines, random = Math.random()) {
  const chances = chancesOf(slips, game, node, lines);
  let left = random;
  for (const [move, chance] of chances) {
    left -= chance;
    if (left < 0) return move;
  }
  return chances.findLast(([, chance]) => chance > 0)[0];
}

/** The probability of each move, as [move, probability]. */
export function chancesOf({ temperature, most, left, greed }, { rules, size }, node, lines) {
  const share = left + (1 - left) * Math.min(node.empties / (size ** 2 - 4), 1);
  const values = lines.map(({ move, margin }) => [move, (1 - greed) * margin + greed * discsAfter(node, move, rules)]);
  const best = Math.max(...values.map(([, value]) => value));
  const weights = values.map(([move, value]) => {
    const isPossible = best - value <= most * share;
    return [move, isPossible ? Math.exp((value - best) / (temperature * share)) : 0];
  });
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  return weights.map(([move, weight]) => [move, weight / total]);
}

// The lead of the mover in discs right after a move, which beginners look at.
function discsAfter({ turn, black, white, legal }, move, rules) {
  const lead = turn === "black" ? black - white : white - black;
  const { flips } = legal.find((one) => one.move === move);
  return (rules === "normal" ? 1 : -1) * (lead + 1 + 2 * flips.length);
}
