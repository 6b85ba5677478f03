// The state of a game in this page, and its change by each message of the server.

import { line } from "../core/api.js";
import { positionText } from "../core/position_text.js";
import { clocksOf, leftNow } from "./clocks.js";
import { NO_REMATCH } from "./rematch.js";

/**
 * Take a `start` message: the whole current game. Known positions, from the previous state or from `seed`,
 * {position, nodes}, stay as far as the moves are the same.
 */
export function started(before, message, seed) {
  const same = before?.id === message.game;
  const known = same ? before : seed;
  const nodes = known?.position === message.position ? knownPart(known.nodes, message) : [];
  const last = Math.max(nodes.length - 1, 0);
  const yours = message.yours ?? (message.color ? [message.color] : []);
  const game = {
    id: message.game,
    rules: message.rules,
    size: message.size,
    position: message.position,
    moves: message.moves,
    ply: message.ply,
    turn: message.turn,
    clock: message.clock,
    names: { black: message.black, white: message.white },
    agents: message.agents,
    yours,
    // The user's colour is below the board, and stays there when seats change.
    near: same ? before.near : yours.length === 1 ? yours[0] : "black",
    keeper: message.keeper ?? false,
    ahead: message.ahead ?? "",
    // The server reports absent players; the user here is present.
    away: {
      ...(same && !before.ending ? before.away : { black: null, white: null }),
      ...Object.fromEntries(yours.map((color) => [color, null])),
    },
    nodes,
    shown: same ? Math.min(before.shown, last) : last,
    reached: same ? Math.min(before.reached, last) : last, // the last ply that was shown
    stays: false,
    moving: same && before.shown <= last && before.moving,
    isNew: !same && nodes.length <= message.ply,
    ending: same ? before.ending : null,
    rematch: same ? before.rematch : NO_REMATCH,
    rated: message.rated ?? false,
    ratings: { black: message.black_rating ?? null, white: message.white_rating ?? null },
    said: same ? before.said : [], // of phrases.js
  };
  return { ...game, clocks: clocksOf(message.clocks, message.turn) };
}

function knownPart(nodes, { moves, ply }) {
  let rest = moves;
  const same = [];
  for (const node of nodes) {
    if (node.ply > ply) break;
    if (node.move !== null && node.move !== "pass") {
      if (!rest.startsWith(node.move)) break;
      rest = rest.slice(node.move.length);
    }
    same.push(node);
  }
  return same;
}

/** Take a `state` message: a move or a pass, with the position after it. */
export function moved(game, message) {
  const { ply, move, mover, turn } = message;
  if (ply <= game.ply) return game;
  // If earlier positions are missing, this one is fetched together with them.
  const nodes = game.nodes.length === ply ? [...game.nodes, nodeOf(message, game.rules)] : game.nodes;
  const isSquare = move !== "pass";
  const keepsAhead = isSquare && game.ahead.startsWith(move);
  return {
    ...game,
    nodes,
    ply,
    turn,
    moves: isSquare ? game.moves + move : game.moves,
    ahead: !isSquare ? game.ahead : keepsAhead ? game.ahead.slice(move.length) : "",
    away: { ...game.away, [mover]: null },
    stays: game.stays && game.yours.length === 0,
    clocks: clocksOf(message.clocks, turn),
  };
}

/** The position of a `state` message, in the form of `/api/line`. */
function nodeOf(message, rules) {
  const { ply, move, mover, flips, turn, opening = null } = message;
  const { black_discs: black, white_discs: white } = message;
  const [board] = message.board.split(" ");
  const legal = message.legal.map((square, place) => ({
    move: square,
    flips: message.legal_flips[place].match(/../g),
  }));
  const empties = board.length - black - white;
  const node = { ply, move, mover, flips, board, turn, legal, black, white, empties, opening, end: null };
  return { ...node, text: positionText(node, rules) };
}

/** Take positions from `/api/line`, from one ply on. */
export function filled(game, nodes) {
  if (nodes.length === 0 || nodes[0].ply > game.nodes.length) return game;
  const all = [...game.nodes.slice(0, nodes[0].ply), ...nodes];
  const later = game.nodes.slice(all.length);
  const whole = [...all, ...later];
  const last = whole.length - 1;
  if (!game.isNew || last < game.ply) return { ...game, nodes: whole };
  return { ...game, nodes: whole, shown: last, reached: last, isNew: false };
}

/** The first ply whose position is not known, or null if there is none. */
export function firstMissing(game) {
  return game.nodes.length <= game.ply ? game.nodes.length : null;
}

/** Take an `end` message. */
export function ended(game, message) {
  const clocks = game.clocks && { ...game.clocks, running: null, ...leftNow(game.clocks) };
  return { ...game, ending: message, turn: null, clocks };
}

/** Take a `turn` message: the user is the mover, and the clock runs. */
export function turnCame(game, message) {
  return { ...game, clocks: clocksOf(message.clocks, game.turn) };
}

/** Take a `presence` message. */
export function presence(game, { color, present, seconds, away = 0 }) {
  const now = performance.now();
  const since = now - away * 1000;
  const until = seconds === null ? null : now + seconds * 1000;
  return { ...game, away: { ...game.away, [color]: present ? null : { since, until } } };
}

// Fetches the missing positions of a game: one request at a time, until the game is complete.

const PAUSE_AFTER_FAILURE = 1500;

/** Load missing positions of the game that `read()` returns; `write(change)` changes it. */
export function makePositions({ read, write, fail }) {
  let isLoading = false;
  let timer = null;
  let isClosed = false;

  async function ask() {
    const requested = read();
    if (isClosed || isLoading || !requested) return;
    const since = firstMissing(requested);
    if (since === null) return;
    isLoading = true;
    clearTimeout(timer);
    try {
      const { nodes } = await line(requested, since);
      // Moves may have been taken back meanwhile, or this may be another game.
      write((game) =>
        game.id === requested.id && game.moves.startsWith(requested.moves) ? filled(game, nodes) : game,
      );
      isLoading = false;
      if (read() !== requested) ask();
    } catch (error) {
      isLoading = false;
      if (isClosed) return;
      fail(error);
      timer = setTimeout(ask, PAUSE_AFTER_FAILURE);
    }
  }

  function close() {
    isClosed = true;
    clearTimeout(timer);
  }

  return { ask, close };
}
