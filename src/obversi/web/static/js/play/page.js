// The Play page: a board that can be played on at once, and the game that the first move begins.

import { FRESH_BOARD } from "../board/board.js";
import { readGameLink } from "../core/game_link.js";
import { t } from "../core/language.js";
import { isServerless } from "../core/site.js";
import { discSound } from "../core/sound.js";
import { makeStore } from "../core/store.js";
import { makeActs } from "./acts.js";
import { nextTick } from "./clocks.js";
import { makePositions } from "./game_state.js";
import { makeHints } from "./hint.js";
import { playKeys } from "./keys.js";
import { makeLessons } from "./lesson_of_game.js";
import { makeLobby } from "./lobby.js";
import { makeMyGames, myGames } from "./my_games.js";
import { lastSetup, storeSetup } from "./new_game.js";
import { makeSeatKeys } from "./seat_keys.js";
import { hasOtherPerson, makePace, moverHere } from "./shown.js";
import { agentsFor, startOf } from "./starts.js";
import { makeTable } from "./table.js";
import { playView } from "./view.js";
import { makeVoice } from "./voice.js";
import { passText } from "./words_of_game.js";

// Milliseconds that the notice of a pass is shown.
const NOTICE = 7000;

const UNSENT = t("No connection. Try again in a moment.");

export function open(app, parts) {
  const store = makeStore({
    phase: "setup",
    setup: { ...lastSetup(), ...linkedStart() },
    start: null, // {position, nodes, setup}: the start of that game
    agents: [],
    game: null,
    waiting: null,
    gone: null,
    elsewhere: false,
    isBusy: false,
    notice: "",
    unsent: null, // the move that waits for the connection
    problem: "",
    asking: null, // {kind: "resign"}, or {kind: "leave", setup, firstMove}
    copied: false,
    listed: null, // the games on the server, once they are loaded
    person: app.socket.link.state.person, // the name of the person with this browser's key
    own: myGames(),
    memory: FRESH_BOARD,
    hint: null, // of hint.js
    lesson: null, // of lesson_of_game.js
  });
  const { socket } = app;
  const keys = makeSeatKeys();
  const table = makeTable({ socket, store, keys });
  const ofGame = {
    read: () => store.state.game,
    write: (change) => store.change(({ game }) => game && { game: change(game) }),
  };
  const positions = makePositions({ ...ofGame, fail });
  const pace = makePace({ ...ofGame, shown: cameUp });
  const voice = makeVoice();
  const mine = makeMyGames({ socket, changed: () => store.change({ own: myGames() }) });
  const lobby = makeLobby({ socket, store });
  const hints = makeHints({ socket, store, fail });
  const lessons = makeLessons({ socket, store });
  const acts = makeActs({ app, store, table, mine, hints, fail });
  let tick = null;
  let noticeEnd = null;
  let before = store.state;

  const ends = [store.listen(react), store.listen(app.redraw), socket.link.listen(linkChanged)];
  loadSetup();
  mine.check(() => table.id ?? parts[0] ?? keys.game());
  if (parts[0]) acts.enter(parts[0]);
  else if (keys.game() && !linkedStart()) acts.resume(keys.game());

  function fail(error) {
    if (error.isUnsent) store.change({ problem: UNSENT });
    // The banner shows that there is no connection.
    else if (error.code || socket.link.state.state === "open") {
      store.change({ problem: error.message });
    }
  }

  function linkChanged({ state, person }) {
    if (state !== "open") return;
    if (person !== store.state.person) store.change({ person });
    if (store.state.problem === UNSENT) store.change({ problem: "" });
    if (store.state.start?.setup !== store.state.setup) loadSetup();
  }

  /** React to a change of the state. */
  function react(state) {
    const old = before;
    before = state;
    if (state.setup !== old.setup) loadSetup();
    if (state.phase !== old.phase) {
      lobby.update();
      focusPhase(state.phase, isFocusByKeys());
      if (state.phase === "setup") mine.check(() => table.id);
    }
    if (state.game !== old.game) {
      positions.ask();
      pace.follow();
      lessons.follow();
      beat();
      voice.announce(state.game, old.game);
      if (state.game && state.game.id !== old.game?.id) cameTo(state.game);
    }
    const here = state.waiting?.game ?? state.game?.id;
    // Hosts of files have no page for a game; this tab knows which one is its own.
    const isShownElse = !isServerless && here && here !== (old.waiting?.game ?? old.game?.id);
    if (isShownElse) app.setAddress(`/play/${here}`);
  }

  function cameUp(node) {
    if (node.move !== "pass") {
      discSound();
      return;
    }
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

  async function loadSetup() {
    const { setup } = store.state;
    storeSetup(setup);
    loadAgents(setup);
    try {
      const start = await startOf(setup);
      if (store.state.setup === setup) store.change({ start: { ...start, setup } });
    } catch (error) {
      if (store.state.setup === setup) fail(error);
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
      return game && hasOtherPerson(game) && moverHere(game) ? t("Your turn") : t("Play");
    },
    view: () => playView({ state: store.state, acts }),
    keys: playKeys({ store, acts }),
    close() {
      for (const end of ends) end();
      for (const timer of [tick, noticeEnd]) clearTimeout(timer);
      for (const part of [lobby, pace, positions, table, mine, keys, hints, lessons]) part.close();
    },
  };
}

/** The start position in the address, if it has one. */
function linkedStart() {
  const linked = readGameLink(location.hash);
  if (!linked) return null;
  const { rules, size, position, moves } = linked;
  return { rules, size, position, moves };
}

// The focus after its element has disappeared.

const TITLES = { setup: "setup-title", waiting: "waiting-title", gone: "gone-title" };

/** Set the focus at the beginning of a phase of the page; `isByKeys` is whether keys are in use. */
export function focusPhase(phase, isByKeys) {
  // The page is drawn first.
  setTimeout(() => {
    if (phase in TITLES) document.getElementById(TITLES[phase])?.focus();
    else if (phase === "game") showBoard(isByKeys && document.activeElement === document.body);
  });
}

function showBoard(isFocused) {
  scrollTo({ top: 0 });
  if (!isFocused) return;
  /** @type {HTMLElement | null} */ (
    document.querySelector(".play [role=grid] [tabindex='0']")
  )?.focus({ preventScroll: true });
}

/** Whether the focus was set by keys. */
export function isFocusByKeys() {
  return document.activeElement?.matches(":focus-visible") ?? false;
}
