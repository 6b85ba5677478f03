// A game to step through: its positions from the server, and the current step.

import { line } from "../core/api.js";
import { say } from "../core/dom.js";
import { movesText } from "../core/game_link.js";
import { makeStore } from "../core/store.js";
import { FRESH_BOARD } from "./board.js";

const PAUSE = 650; // milliseconds between moves that play themselves

/** Make a walk: a game and a step of it. `nodes` is empty until the first reply. */
export function makeWalk() {
  const store = makeStore({
    game: null, // {rules, size, position, moves} with all its moves
    nodes: [],
    at: 0,
    moving: false, // whether the last step went one move forward
    strolling: false, // whether steps follow each other automatically
    error: null,
    memory: FRESH_BOARD,
  });
  let requested = 0;
  let answered = 0; // the last request that has got a reply or has failed
  let wanted = null; // the game of the last request
  let timer = null;

  function halt() {
    clearTimeout(timer);
    if (store.state.strolling) store.change({ strolling: false });
  }

  function place(at, quiet = false) {
    const isNext = at === store.state.at + 1;
    store.change({ at, moving: isNext });
    if (!quiet) say(store.state.nodes[at].text);
  }

  function go(at) {
    halt();
    if (store.state.nodes[at]) place(at);
  }

  /** Go forward to a step, one move after another, so that each is visible. */
  function stroll(to, quiet = false) {
    clearTimeout(timer);
    place(store.state.at + 1, quiet);
    const isThere = store.state.at >= to;
    store.change({ strolling: !isThere });
    if (!isThere) timer = setTimeout(() => stroll(to, quiet), PAUSE);
  }

  /**
   * Show a game at step `at`; with `on` go to the last step, move by move. With `quiet` another part
   * announces the moves.
   */
  async function show(game, { at = 0, on = false, quiet = false } = {}) {
    halt();
    requested += 1;
    const own = requested;
    wanted = game;
    try {
      const { nodes } = await line(game);
      if (own !== requested) return;
      answered = own;
      const first = Math.min(at, nodes.length - 1);
      store.change({ game, nodes, at: first, moving: false, error: null });
      if (on && first < nodes.length - 1) stroll(nodes.length - 1, quiet);
    } catch (error) {
      if (own !== requested) return;
      answered = own;
      wanted = store.state.game;
      store.change({ error });
    }
  }

  /** Play a move at the shown step; the old moves after it are removed. */
  function play(square) {
    const { game, nodes, at } = store.state;
    if (nodes[at + 1]?.move === square) {
      go(at + 1);
      if (nodes[at + 2]?.move === "pass") stroll(at + 2);
      return Promise.resolve();
    }
    return show({ ...game, moves: movesTo(nodes, at) + square }, { at, on: true });
  }

  return {
    get state() {
      return store.state;
    },
    get node() {
      return store.state.nodes[store.state.at] ?? null;
    },
    /** Whether another game or move has been requested, so that the shown position is the old one. */
    get isLoading() {
      return answered !== requested;
    },
    /** The shown game, or the one that was requested instead. */
    get wanted() {
      return wanted ?? store.state.game;
    },
    /** The game up to the shown position. */
    get gameHere() {
      const { game, nodes, at } = store.state;
      return { ...game, moves: movesTo(nodes, at) };
    },
    listen: store.listen,
    remember: (change) => store.change({ memory: { ...store.state.memory, ...change } }),
    show,
    go,
    play,
    close() {
      requested += 1;
      halt();
    },
  };
}

/** The moves up to a step, as they are written. */
export function movesTo(nodes, at) {
  return movesText(nodes.slice(1, at + 1).map(({ move }) => move));
}
