// The actions of the Play page.

import { get } from "../core/api.js";
import { say } from "../core/dom.js";
import { t } from "../core/language.js";
import {
  analyseLink,
  isUnshuffled,
  offered,
  requestOf,
  setupFromHere,
  setupOfGame,
  swapped,
} from "./new_game.js";
import { canAsk } from "./rematch.js";
import { CLOSED, canRedo, canUndo, isClosedToAnalysis, look } from "./shown.js";
import { copyText } from "./waiting.js";
import { leavingText } from "./words_of_game.js";

async function randomMoves({ rules, size }) {
  const { moves } = await get(`/api/starts?rules=${rules}&size=${size}`);
  return moves;
}

/** All actions; `fail(error)` reports errors. */
export function makeActs({ app, store, table, mine, hints, fail }) {
  let last = Promise.resolve(); // the last action of the queue
  let waiting = 0;
  let isMoving = false;
  let wanted = null; // the move that is being sent, or will be once there is a connection

  /** Queue an action, and report its error. */
  function doing(run) {
    waiting += 1;
    store.change({ isBusy: true, problem: "" });
    last = last
      .then(run)
      .catch(fail)
      .then(() => {
        waiting -= 1;
        store.change({ isBusy: waiting > 0 });
      });
  }

  const ask = (message) => doing(() => table.act(message));
  /** Send a request after the queued ones, if it is still possible then. */
  const askIf = (can, message) =>
    doing(async () => {
      const { game } = store.state;
      if (game && can(game)) await table.act(message);
    });
  const changeGame = (change) => store.change(({ game }) => game && { game: change(game) });

  function begin(setup, firstMove = null) {
    store.change({ asking: null });
    if (store.state.isBusy) return; // it was requested already
    doing(async () => {
      // The random opening may not be loaded yet.
      const moves = isUnshuffled(setup) ? await randomMoves(setup) : setup.moves;
      await table.begin(requestOf({ ...setup, moves }));
      mine.giveUpOldest();
      store.change({ notice: "" });
      if (firstMove) await table.act({ type: "move", move: firstMove });
    });
  }

  /** Begin a game; ask before if this would lose the current one. */
  function confirmBegin(setup, firstMove = null) {
    const { game } = store.state;
    if (leavingText(game)) store.change({ asking: { kind: "leave", setup, firstMove } });
    else begin(setup, firstMove);
  }

  /** Send the move; without a connection wait for one, unless the game has continued meanwhile. */
  async function sendMove() {
    const { id, ply } = store.state.game;
    try {
      while (store.state.game?.id === id && store.state.game.ply === ply) {
        try {
          await table.act({ type: "move", move: wanted });
          return;
        } catch (error) {
          // The server may have got the move although the reply was lost. Then the game has continued.
          if (!error.isUnsent && !error.isLost) throw error;
          store.change({ unsent: wanted });
          await table.backAgain();
        }
      }
    } finally {
      isMoving = false;
      store.change({ unsent: null });
    }
  }

  async function entered(game, failed, rated = false) {
    store.change({ phase: "opening", problem: "" });
    try {
      await table.enter(game, rated);
    } catch (error) {
      if (table.id === game) failed(error);
    }
  }

  const acts = {
    // New games
    setup(setup) {
      store.change({ setup, problem: "" });
      if (isUnshuffled(setup)) acts.shuffle();
    },
    /** Choose a random, roughly even opening. */
    async shuffle() {
      const { rules, size } = store.state.setup;
      const isSameSetup = ({ setup }) =>
        setup.isShuffled && setup.rules === rules && setup.size === size;
      try {
        const moves = await randomMoves({ rules, size });
        store.change((state) => isSameSetup(state) && { setup: { ...state.setup, moves } });
      } catch (error) {
        fail(error);
      }
    },
    begin: () => confirmBegin(store.state.setup),
    beginWith: (square) => confirmBegin(store.state.setup, square),
    leaveAndBegin() {
      const { setup, firstMove } = store.state.asking;
      begin(setup, firstMove);
    },
    askNew() {
      store.change({ phase: "setup", problem: "", notice: "" });
      if (store.state.setup.isShuffled) acts.shuffle();
    },
    again: () => confirmBegin(setupOfGame(store.state.game)),
    /** Play the same game again at another level. */
    againAt(description) {
      const setup = setupOfGame(store.state.game);
      confirmBegin({ ...setup, [store.state.game.agents[0]]: description });
    },
    againSwapped: () => confirmBegin(swapped(setupOfGame(store.state.game))),
    /** Request a rematch, or agree to one; a person who has left needs a new link. */
    rematch() {
      if (canAsk(store.state.game)) ask({ type: "rematch" });
      else acts.againSwapped();
    },
    declineRematch: () => ask({ type: "decline" }),
    playFromHere: () => confirmBegin(setupFromHere(store.state.game)),
    backToGame() {
      if (store.state.game) store.change({ phase: "game", problem: "" });
    },
    /** Enter a game by its link; if it does not exist, the page says so. */
    enter: (game, rated = false) => entered(game, table.lose, rated),
    /** Go to another game than the shown one. */
    goTo(game) {
      table.stepAside();
      acts.enter(game);
    },
    /** Return to this tab's game; if it no longer exists, play another. */
    resume: (game) =>
      entered(game, (error) => {
        if (error.code !== "unknown-game") {
          table.lose(error);
          return;
        }
        table.forget();
        acts.startAnew();
      }),
    cancelWaiting() {
      table.getUp();
      app.setAddress("/play");
      store.change({ phase: "setup", waiting: null });
    },
    startAnew() {
      app.setAddress("/play");
      store.change({ phase: "setup", gone: null });
    },
    async copy(link) {
      const copied = await copyText(link, "game-link");
      store.change({ copied });
      if (copied) setTimeout(() => store.change({ copied: false }), 2500);
    },

    // The lobby
    offer: () => confirmBegin(offered(store.state.setup)),
    /** Take the free seat of a game in the lobby; the user's own offer is withdrawn. */
    join({ game, rated = false }) {
      if (leavingText(store.state.game)) {
        store.change({ problem: t("Finish your game first, or resign it.") });
        return;
      }
      table.getUp();
      store.change({ game: null, waiting: null, notice: "" });
      acts.enter(game, rated);
    },
    withdraw(game) {
      if (store.state.waiting?.game === game) acts.cancelWaiting();
      else doing(() => app.socket.request({ type: "leave", game }));
    },

    // In a game
    play(move) {
      // A double click; but a move that is not sent yet can still be changed.
      if (isMoving && store.state.unsent === null) return;
      wanted = move;
      if (isMoving) store.change({ unsent: move });
      else {
        isMoving = true;
        doing(sendMove);
      }
    },
    hint: hints.ask,
    undo: () => askIf(canUndo, { type: "undo" }),
    redo: () => askIf(canRedo, { type: "redo" }),
    /** Change a player; a game of two agents continues from the shown position. */
    seat(color, who) {
      const { game } = store.state;
      const isBehind = game.agents.length === 2 && game.shown < game.ply;
      if (isBehind) confirmBegin({ ...setupFromHere(game), [color]: who });
      else ask({ type: "seat", color, who });
    },
    askResign() {
      const { game } = store.state;
      if (!game.ending && game.yours.length > 0) store.change({ asking: { kind: "resign" } });
    },
    resign() {
      store.change({ asking: null });
      ask({ type: "resign" });
    },
    stopAsking: () => store.change({ asking: null }),
    takeBack: () => doing(table.takeBack),
    say: (phrase) => ask({ type: "say", phrase }),
    dismiss: () => store.change({ problem: "" }),

    // Stepping through the game
    remember: (change) => store.change(({ memory }) => ({ memory: { ...memory, ...change } })),
    look: (ply) => changeGame((game) => look(game, ply)),
    live: () => changeGame((game) => look(game, game.reached)),
    pause() {
      changeGame((game) => ({ ...game, stays: !game.stays }));
    },
    analyse() {
      if (isClosedToAnalysis(store.state.game)) say(CLOSED);
      else app.navigate(analyseLink(store.state.game));
    },
  };

  return acts;
}
