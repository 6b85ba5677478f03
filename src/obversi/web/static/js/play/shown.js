// The shown part of a game, and the permitted actions.

import { movesText } from "../core/game_link.js";
import { t } from "../core/language.js";

// If more new positions than this are to be shown, the last one is shown at once.
const MOST_STEPS_TO_SHOW = 4;

export function lastPly(game) {
  return game.nodes.length - 1;
}

export function shownNode(game) {
  return game.nodes[game.shown];
}

/** The shown position for drawing: after a pass the move before it stays marked. */
export function drawnNode(game) {
  const node = shownNode(game);
  if (node?.move !== "pass") return node;
  const before = game.nodes.slice(0, game.shown).findLast(({ move }) => move !== "pass");
  return { ...node, move: before.move, flips: before.flips };
}

/** Whether the board shows the current position of the game. */
export function isLive(game) {
  return !game.stays && game.shown === game.ply;
}

/**
 * The game up to the last shown position: moves that arrive quickly are shown one after another, and
 * the result is not shown before the last one.
 */
export function asSeen(game) {
  const node = game.nodes[game.reached];
  if (!node || game.reached === lastPly(game)) return game;
  const nodes = game.nodes.slice(0, game.reached + 1);
  return { ...game, nodes, ply: game.reached, turn: node.turn, ending: null };
}

/** Whether two agents play a game that is not over. */
export function isWatched(game) {
  return game.agents.length === 2 && asSeen(game).ending === null;
}

/** Show one of the positions that were shown before; at the last one, the game continues. */
export function look(game, ply) {
  const shown = Math.min(Math.max(ply, 0), game.reached);
  const stays = shown < game.reached || (game.stays && isWatched(game));
  return { ...game, shown, stays, moving: shown === game.shown + 1 };
}

/** Show the next position on the way to the last one, or the last at once if there are too many. */
export function stepped(game) {
  const last = lastPly(game);
  const isFar = game.yours.length > 0 && last - game.shown > MOST_STEPS_TO_SHOW;
  const shown = isFar ? last : game.shown + 1;
  return { ...game, shown, reached: Math.max(game.reached, shown), moving: !isFar };
}

/** The colour that the user can move for in the position shown, or null. */
export function moverHere(game) {
  const node = shownNode(game);
  if (!node || game.ending || !isLive(game)) return null;
  return game.yours.includes(node.turn) ? node.turn : null;
}

/** Whether another person plays, here or far away. */
export function hasOtherPerson(game) {
  return ["black", "white"].some(
    (color) => !game.yours.includes(color) && !game.agents.includes(color),
  );
}

/** The text in place of analysis while a game is running. */
export const CLOSED = t("Analysis is closed until your game with a clock is over.");

/** Whether a game with a clock against another person runs, in which engines are not allowed. */
export function isClosedToAnalysis(game) {
  return !game.ending && game.clock !== null && game.yours.length === 1 && hasOtherPerson(game);
}

/** Whether moves can be taken back, and seats be given to other players. */
export function isFree(game) {
  return game.ending === null && game.clock === null && !hasOtherPerson(game);
}

/** Whether the user has a move that can be taken back. */
export function canUndo(game) {
  const own = ({ mover, move }) => game.yours.includes(mover) && move !== "pass";
  return isFree(game) && game.nodes.some(own);
}

/** Whether there is a move that was taken back and can be played again. */
export function canRedo(game) {
  return isFree(game) && game.ahead !== "";
}

/** The players of both colours, in the form of a new game's settings. */
export function playersOf(game) {
  const who = (color) => {
    if (game.yours.includes(color)) return "me";
    return game.agents.includes(color) ? game.names[color] : "link";
  };
  return { black: who("black"), white: who("white") };
}

/** The squares that were played up to a ply. */
export function movesUntil(game, ply) {
  return movesText(game.nodes.slice(1, ply + 1).map(({ move }) => move));
}

// Shows moves one after another, even if they arrive quickly.

// Milliseconds between two moves on the board.
const GAPS = { own: 0, answer: 420, clocked: 220, watched: 750 };

/** Show the positions of the game that `read()` returns one by one; `shown(node)` is called for each. */
export function makePace({ read, write, shown }) {
  let timer = null;
  let lastStep = 0;

  function gapBefore(game, node) {
    if (game.agents.length === 2) return GAPS.watched;
    if (game.yours.includes(node.mover) && node.move !== "pass") return GAPS.own;
    return game.clock ? GAPS.clocked : GAPS.answer;
  }

  function follow() {
    const game = read();
    clearTimeout(timer);
    if (!game || game.stays || game.isNew || game.shown >= lastPly(game)) return;
    const next = game.nodes[game.shown + 1];
    const wait = lastStep + gapBefore(game, next) - performance.now();
    if (wait > 0) {
      timer = setTimeout(follow, wait);
      return;
    }
    lastStep = performance.now();
    write(stepped);
    const now = read();
    shown(now.nodes[now.shown]);
    follow();
  }

  return { follow, close: () => clearTimeout(timer) };
}
