// The Play page: a board that can be played on at once, and the game that comes of it.

import { FRESH_BOARD } from "../board/board.js";
import { readGameLink } from "../core/game_link.js";
import { makeStore } from "../core/store.js";
import { makeActs } from "./acts.js";
import { agentsFor } from "./agents.js";
import { nextTick } from "./clocks.js";
import { focusPhase, isFocusByKeys } from "./focus.js";
import { playKeys } from "./keys.js";
import { makeListing } from "./listing.js";
import { keepWish, lastWish } from "./new_game.js";
import { makeMyGames, myGames } from "./my_games.js";
import { makePace } from "./pace.js";
import { makePositions } from "./positions.js";
import { makeSeatKeys } from "./seat_keys.js";
import { hasOtherPerson, moverHere } from "./shown.js";
import { startOf } from "./starts.js";
import { makeTable } from "./table.js";
import { playView } from "./view.js";
import { makeVoice } from "./voice.js";
import { passText } from "./words_of_game.js";

// So long, in milliseconds, it is said that somebody had to pass.
const NOTICE = 7000;

const UNSENT = "There is no connection now: do that again as soon as it is back.";

export function open(app, parts) {
  const store = makeStore({
    phase: "setup",
    wish: { ...lastWish(), ...linkedStart() },
    start: null, // {position, nodes, wish}: where that wish begins
    agents: [],
    game: null,
    waiting: null,
    gone: null,
    elsewhere: false,
    isBusy: false,
    notice: "",
    problem: "",
    asking: null, // {kind: "resign"}, or {kind: "leave", wish, firstMove}
    copied: false,
    listed: null, // the games of the server, once they were asked for
    own: myGames(),
    memory: FRESH_BOARD,
  });
  const { socket } = app;
  const keys = makeSeatKeys();
  const table = makeTable({ socket, store, keys });
  const ofGame = {
    read: () => store.state.game,
    write: (change) => store.change(({ game }) => game && { game: change(game) }),
  };
  const positions = makePositions({ ...ofGame, fail });
  const pace = makePace({ ...ofGame, shown: noticePass });
  const voice = makeVoice();
  const mine = makeMyGames({ socket, changed: () => store.change({ own: myGames() }) });
  const listing = makeListing({ socket, store });
  const acts = makeActs({ app, store, table, mine, listing, fail });
  let tick = null;
  let noticeEnd = null;
  let before = store.state;

  const ends = [store.listen(react), store.listen(app.redraw), socket.link.listen(linkChanged)];
  loadWish();
  mine.check(() => table.id ?? parts[0] ?? keys.game());
  if (parts[0]) acts.enter(parts[0]);
  else if (keys.game() && !linkedStart()) acts.resume(keys.game());

  function fail(error) {
    if (error.isUnsent) store.change({ problem: UNSENT });
    // That there is no connection is told over the page, until there is one.
    else if (error.code || socket.link.state.state === "open") {
      store.change({ problem: error.message });
    }
  }

  function linkChanged({ state }) {
    if (state !== "open") return;
    if (store.state.problem === UNSENT) store.change({ problem: "" });
    if (store.state.start?.wish !== store.state.wish) loadWish();
  }

  /** Do what follows from a change of the state. */
  function react(state) {
    const old = before;
    before = state;
    if (state.wish !== old.wish) loadWish();
    if (state.phase !== old.phase) {
      focusPhase(state.phase, isFocusByKeys());
      if (state.phase === "setup") mine.check(() => table.id);
    }
    if (state.game !== old.game) {
      positions.ask();
      pace.follow();
      beat();
      voice.hear(state.game, old.game);
      if (state.game && state.game.id !== old.game?.id) cameTo(state.game);
    }
    const here = state.waiting?.game ?? state.game?.id;
    if (here && here !== (old.waiting?.game ?? old.game?.id)) app.setAddress(`/play/${here}`);
  }

  function noticePass(node) {
    if (node.move !== "pass") return;
    clearTimeout(noticeEnd);
    store.change(({ game }) => ({ notice: passText(game, node) }));
    noticeEnd = setTimeout(() => store.change({ notice: "" }), NOTICE);
  }

  /** Draw again when a clock shows something else. */
  function beat() {
    clearTimeout(tick);
    const pause = nextTick(store.state.game);
    if (pause === null) return;
    tick = setTimeout(() => {
      voice.watchClock(store.state.game);
      app.redraw();
      beat();
    }, pause);
  }

  async function loadWish() {
    const { wish } = store.state;
    keepWish(wish);
    loadAgents(wish);
    try {
      const start = await startOf(wish);
      if (store.state.wish === wish) store.change({ start: { ...start, wish } });
    } catch (error) {
      if (store.state.wish === wish) fail(error);
    }
  }

  function cameTo({ rules, size }) {
    loadAgents({ rules, size });
    startOf({ rules, size }).catch(fail); // for links, which do not name the usual start
  }

  async function loadAgents(wanted) {
    try {
      const agents = await agentsFor(wanted);
      if (agents !== store.state.agents) store.change({ agents });
    } catch (error) {
      fail(error);
    }
  }

  return {
    get title() {
      const { game } = store.state;
      return game && hasOtherPerson(game) && moverHere(game) ? "Your turn" : "Play";
    },
    view: () => playView({ state: store.state, acts }),
    keys: playKeys({ store, acts }),
    close() {
      for (const end of ends) end();
      for (const timer of [tick, noticeEnd]) clearTimeout(timer);
      for (const part of [listing, pace, positions, table, mine, keys]) part.close();
    },
  };
}

/** The position that the address wants to be played from, if it has one. */
function linkedStart() {
  const linked = readGameLink(location.hash);
  if (!linked) return null;
  const { rules, size, position, moves } = linked;
  return { rules, size, position, moves };
}
