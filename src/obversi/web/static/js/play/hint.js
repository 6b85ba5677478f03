// A hint: a good move by the engine, and the reason for it in plain words.

import { makeAnalyst } from "../core/analyst.js";
import { line } from "../core/api.js";
import { say } from "../core/dom.js";
import { t, tn } from "../core/language.js";
import { colorName, otherColor } from "../core/words.js";
import { isFree, moverHere, shownNode } from "./shown.js";

const SECONDS = 0.5;
const FEW_MOVES = 3;
const MOST_REASONS = 2;

/** Whether hints are allowed: not in games with a clock or against a person. */
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
    store.change({ hint: { ...place, move: null, text: t("Looking for a good move …") } });
    const { rules, size, position, moves } = game;
    const request = { rules, size, position, moves };
    const onReport = async (report) => {
      if (!report.final || !isHere()) return;
      const [best] = report.lines;
      try {
        const { nodes } = await line({ ...request, moves: moves + best.move }, game.ply + 1);
        if (!isHere()) return;
        const words = reasons({
          ...{ node: shownNode(game), next: nodes[0], rules, size },
          best: { ...best, depth: report.depth },
        });
        const text = t("Try {move}. {reasons}", { move: best.move, reasons: words });
        store.change({ hint: { ...place, move: best.move, text } });
        say(text);
      } catch (error) {
        failed(error);
      }
    };
    analyst.look(request, { seconds: SECONDS }, onReport, failed);
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
  const color = colorName(otherColor(node.turn));
  const isNormal = rules === "normal";
  const corners = cornersOf(size);
  const flips = node.legal.find((one) => one.move === move).flips.length;
  const gives = next.turn !== node.turn && next.legal.some((one) => corners.has(one.move));
  const found = [
    next.board.includes("-") ? "" : t("It is the last move."),
    isNormal && corners.has(move) && t("A disc in a corner can never be flipped."),
    next.legal.length === 0 && next.end === null && t("{color} has no move then and must pass.", { color }),
    next.turn !== node.turn && next.legal.length > 0 && next.legal.length <= FEW_MOVES
      ? tn(
          "{color} then has only {n} move to choose from.",
          "{color} then has only {n} moves to choose from.",
          next.legal.length,
          { color },
        )
      : "",
    !isNormal && gives && t("{color} may have to take a corner, which is bad in this game.", { color }),
    exact && exactWords(margin),
    isNormal && !gives && isTempted(node, size) && t("It gives {color} no corner.", { color }),
    isNormal && !gives && isOnEdge(move, size) && t("A disc on the edge is hard to flip."),
    flips === 1 && isNormal && t("It flips only one disc, so {color} gets few new squares to play on.", { color }),
    flips === 1 && !isNormal && t("It flips only one disc: you do not want many."),
  ].filter(Boolean);
  if (found.length === 0) found.push(preferred(depth));
  return found.slice(0, MOST_REASONS).join(" ");
}

// A legal move is beside an empty corner: it could give the corner away.
function isTempted({ board, legal }, size) {
  return [...cornersOf(size)].some((corner) => {
    const [column, row] = placeOf(corner);
    return board[row * size + column] === "-" && legal.some(({ move }) => distance(move, corner) === 1);
  });
}

function isOnEdge(square, size) {
  const isNearCorner = [...cornersOf(size)].some((corner) => distance(square, corner) <= 1);
  return !isNearCorner && placeOf(square).some((at) => at === 0 || at === size - 1);
}

// The distance in moves of a chess king.
function distance(square, other) {
  const [from, to] = [placeOf(square), placeOf(other)];
  return Math.max(Math.abs(from[0] - to[0]), Math.abs(from[1] - to[1]));
}

// The column and the row, counted from 0.
function placeOf(square) {
  return ["abcdefgh".indexOf(square[0]), Number(square[1]) - 1];
}

function exactWords(margin) {
  if (margin === 0) return t("With best play it is a draw.");
  const discs = Math.abs(margin);
  return margin > 0
    ? tn("With best play you win by {n} disc.", "With best play you win by {n} discs.", discs)
    : tn(
        "It loses by {n} disc, and no move is better.",
        "It loses by {n} discs, and no move is better.",
        discs,
      );
}

function preferred(depth) {
  return depth
    ? tn(
        "The engine prefers it after looking {n} move ahead.",
        "The engine prefers it after looking {n} moves ahead.",
        depth,
      )
    : t("The engine prefers it.");
}

/** The corner squares. */
export function cornersOf(size) {
  const last = "abcdefgh"[size - 1];
  return new Set(["a1", `a${size}`, `${last}1`, `${last}${size}`]);
}
