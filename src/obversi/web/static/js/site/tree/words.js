// The English texts of the steps of minimax, alpha-beta and maximax: src/obversi/textbook/tracing/words.py
// writes the same. Values are for the player who moves at the root, here called MAX.

import { countText, valueText } from "./numbers.js";
import { isOver, PASS, playerName, statusOf } from "./positions.js";

const NAMED_MOVES = 8;
const BOUNDS = { "≥": "at least ", "≤": "at most ", "": "" };

/** A list of moves; a long one is cut. */
export function moveNames(moves) {
  const shown = moves.slice(0, NAMED_MOVES).join(" ");
  const more = moves.length - NAMED_MOVES;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** The texts of one search, which depend on the mover, the search and the value of finished games. */
export function makeWords(root, search, hasMargins) {
  const max = playerName(root);
  const min = max === "Black" ? "White" : "Black";
  const isMinimax = search === "minimax";
  const isMaximax = search === "maximax";

  const value = (number, bound = "") => (bound ? `${bound} ` : "") + valueText(number, hasMargins);

  function window(alpha, beta) {
    if (isMinimax) return "";
    if (isMaximax) return `${max} ${value(alpha)}, ${min} ${value(-beta)}`;
    return `α ${value(alpha)}, β ${value(beta)}`;
  }

  function playedText(position, move) {
    const mover = playerName(position) === max ? min : max;
    return move === PASS ? `${mover} must pass.` : `${mover} plays ${move}.`;
  }

  function reason(number, bound, isMax) {
    if (isMaximax) {
      const sign = isMax ? -1 : 1;
      return `${isMax ? min : max}: ${value(sign * number)} ≤ ${value(sign * bound)}`;
    }
    return `${value(number)} ${isMax ? "≥ β" : "≤ α"} ${value(bound)}`;
  }

  function whyCut(number, bound, isMax) {
    const [mover, other] = isMax ? [max, min] : [min, max];
    const start = `Cut-off (${reason(number, bound, isMax)}):`;
    if (isMaximax) {
      const sign = isMax ? -1 : 1;
      return `${start} ${other} gets at most ${value(sign * number)} here, and is sure of ${value(sign * bound)} by another move.`;
    }
    return isMax
      ? `${start} ${mover} gets at least ${value(number)} here, and ${other} can keep ${mover} to ${value(bound)} by another move.`
      : `${start} ${mover} can keep ${other} to ${value(number)} here, and ${other} has ${value(bound)} by another move.`;
  }

  return {
    value,
    window,
    reason,

    begin(depth) {
      const text = `${max} is to move and searches to depth ${depth}.`;
      if (isMaximax) return `${text} Neither player is sure of anything yet.`;
      return isMinimax ? text : `${text} The window is α −∞, β +∞.`;
    },

    /** A node that is searched further. */
    opened(position, move, alpha, beta) {
      const text = `${playedText(position, move)} ${playerName(position)} is to move.`;
      if (isMinimax) return text;
      return isMaximax ? `${text} Sure elsewhere: ${window(alpha, beta)}.` : `${text} The window is ${window(alpha, beta)}.`;
    },

    /** A node that is not searched further. */
    leaf(position, move, number, isSearched) {
      const text = playedText(position, move);
      const worth = `${value(number)} for ${max}`;
      if (isOver(position)) return `${text} The game is over: ${statusOf(position)}. That is ${worth}.`;
      return `${text} ${isSearched ? "The depth is reached:" : "The last ply is only evaluated:"} ${worth}.`;
    },

    /** A child whose value is known: the comparison, and its effect. */
    returned(move, number, bound, best, { isMax, isBetter, narrows }) {
      const mover = isMax ? max : min;
      const text = `${move === PASS ? "The pass" : move} is worth ${BOUNDS[bound]}${value(number)}:`;
      if (!isBetter) return `${text} no better for ${mover} than ${value(best)}.`;
      const better = `${text} the best for ${mover} so far.`;
      if (!narrows || isMinimax) return better;
      if (isMaximax) return `${better} ${mover} is now sure of ${value(isMax ? number : -number)}.`;
      return `${better} ${isMax ? "α" : "β"} is now ${value(number)}.`;
    },

    /** A cut-off and its reason. */
    cut(number, bound, moves, nodes, isMax) {
      const other = isMax ? min : max;
      const rest = `${moves.length === 1 ? "move is" : "moves are"} left out: ${moveNames(moves)}`;
      return `${whyCut(number, bound, isMax)} So ${other} has no reason to come here, and ${moves.length} other ${rest}. Plain minimax searches ${countText(nodes, "node")} there.`;
    },

    /** The last step. */
    end(move, number, own, plain) {
      const counts = (each) => `${countText(each.nodes, "node")} and ${countText(each.evaluations, "evaluation")}`;
      const text = `${max} plays ${move}, value ${value(number)}. The search has counted ${counts(own)}`;
      return isMinimax ? `${text}.` : `${text}; plain minimax counts ${counts(plain)}.`;
    },
  };
}
