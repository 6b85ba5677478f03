// A hint: a good move of the engine, and the reason for it in plain words.

import { makeAnalyst } from "../core/analyst.js";
import { line } from "../core/api.js";
import { say } from "../core/dom.js";
import { colorName, count, otherColor } from "../core/words.js";
import { isFree, moverHere, shownNode } from "./shown.js";

const SECONDS = 0.5;
const FEW_MOVES = 3;
const MOST_REASONS = 2;

/** Whether a hint can be had: with a clock or against a person everybody finds moves alone. */
export function canHint(game) {
  return isFree(game) && moverHere(game) !== null;
}

/** Give hints for the game of `store`, whose `hint` is {game, ply, move, text}; `fail(error)` reports errors. */
export function makeHints({ socket, store, fail }) {
  const analyst = makeAnalyst(socket);

  function ask() {
    const { game } = store.state;
    if (!game || !canHint(game)) return;
    const place = { game: game.id, ply: game.ply };
    const isHere = () => hintOf(store.state) !== null;
    store.change({ hint: { ...place, move: null, text: "Looking for a good move …" } });
    const { rules, size, position, moves } = game;
    const asked = { rules, size, position, moves };
    const hear = async (report) => {
      if (!report.final || !isHere()) return;
      const [best] = report.lines;
      try {
        const { nodes } = await line({ ...asked, moves: moves + best.move }, game.ply + 1);
        if (!isHere()) return;
        const words = reasons({
          ...{ node: shownNode(game), next: nodes[0], rules, size },
          best: { ...best, depth: report.depth },
        });
        const text = `Try ${best.move}. ${words}`;
        store.change({ hint: { ...place, move: best.move, text } });
        say(text);
      } catch (error) {
        failed(error);
      }
    };
    analyst.look(asked, { seconds: SECONDS }, hear, failed);
  }

  function failed(error) {
    store.change({ hint: null });
    fail(error);
  }

  return { ask, close: analyst.stop };
}

/** The hint for the position of the game, or null. */
export function hintOf({ hint, game }) {
  return hint && game && hint.game === game.id && hint.ply === game.ply ? hint : null;
}

/** Why a move is good: `node` is the position before it, `next` the one after it. */
export function reasons({ node, next, best, rules, size }) {
  const { move, margin, exact, depth } = best;
  const other = colorName(otherColor(node.turn));
  const isNormal = rules === "normal";
  const corners = cornersOf(size);
  const flips = node.legal.find((one) => one.move === move).flips.length;
  const gives = next.turn !== node.turn && next.legal.some((one) => corners.has(one.move));
  const found = [
    next.board.includes("-") ? "" : "It is the last move.",
    isNormal && corners.has(move) && "A disc in a corner can never be flipped.",
    next.legal.length === 0 && next.end === null && `${other} has no move then and must pass.`,
    next.turn !== node.turn && next.legal.length > 0 && next.legal.length <= FEW_MOVES
      ? `${other} then has only ${count(next.legal.length, "move")} to choose from.`
      : "",
    !isNormal && gives && `${other} may have to take a corner, which is bad in this game.`,
    exact && exactWords(margin),
    flips === 1 && isNormal && `It flips only one disc, so ${other} gets few new squares to play on.`,
    flips === 1 && !isNormal && "It flips only one disc: you do not want many.",
  ].filter(Boolean);
  if (found.length === 0) found.push(`The engine prefers it after looking ${depth ?? "some"} moves ahead.`);
  return found.slice(0, MOST_REASONS).join(" ");
}

function exactWords(margin) {
  if (margin === 0) return "With best play it is a draw.";
  const discs = count(Math.abs(margin), "disc");
  return margin > 0 ? `With best play you win by ${discs}.` : `It loses by ${discs}, and no move is better.`;
}

/** The corner squares. */
export function cornersOf(size) {
  const last = "abcdefgh"[size - 1];
  return new Set(["a1", `a${size}`, `${last}1`, `${last}${size}`]);
}
