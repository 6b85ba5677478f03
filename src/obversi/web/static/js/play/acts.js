// What a visitor can do on the Play page.

import { get } from "../core/api.js";
import { analyseLink, wishFromHere, wishOfGame } from "./from_game.js";
import { isUnshuffled, requestOf, swapped } from "./new_game.js";
import { canAsk } from "./rematch.js";
import { canRedo, canUndo, look } from "./shown.js";
import { copyText } from "./waiting.js";
import { leavingText } from "./words_of_game.js";

async function randomMoves({ rules, size }) {
  const { moves } = await get(`/api/starts?rules=${rules}&size=${size}`);
  return moves;
}

/** All that can be done; `fail(error)` is told why something could not. */
export function makeActs({ app, store, table, mine, listing, fail }) {
  let last = Promise.resolve(); // what is done last of all that was asked for
  let waiting = 0;
  let isMoving = false;

  /** Do one thing after another, and tell why it could not be done. */
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
  /** Ask for what can be done once all that was asked for before is done, or for nothing. */
  const askIf = (can, message) =>
    doing(async () => {
      const { game } = store.state;
      if (game && can(game)) await table.act(message);
    });
  const changeGame = (change) => store.change(({ game }) => game && { game: change(game) });

  function begin(wish, firstMove = null) {
    store.change({ asking: null });
    if (store.state.isBusy) return; // it is asked for already
    doing(async () => {
      // Whoever is quicker than the random beginning gets one nevertheless.
      const moves = isUnshuffled(wish) ? await randomMoves(wish) : wish.moves;
      await table.begin(requestOf({ ...wish, moves }));
      mine.giveUpOldest();
      store.change({ notice: "" });
      if (firstMove) await table.act({ type: "move", move: firstMove });
    });
  }

  /** Begin a game, after asking if the one that is played would be lost by it. */
  function askedBegin(wish, firstMove = null) {
    if (leavingText(store.state.game)) store.change({ asking: { kind: "leave", wish, firstMove } });
    else begin(wish, firstMove);
  }

  async function entered(game, failed) {
    store.change({ phase: "opening", problem: "" });
    try {
      await table.enter(game);
    } catch (error) {
      if (table.id === game) failed(error);
    }
  }

  const acts = {
    // New games
    wish(wish) {
      store.change({ wish, problem: "" });
      if (isUnshuffled(wish)) acts.shuffle();
    },
    /** Wish for a beginning after random moves in which neither is far ahead. */
    async shuffle() {
      const { rules, size } = store.state.wish;
      const isWished = ({ wish }) => wish.isShuffled && wish.rules === rules && wish.size === size;
      try {
        const moves = await randomMoves({ rules, size });
        store.change((state) => isWished(state) && { wish: { ...state.wish, moves } });
      } catch (error) {
        fail(error);
      }
    },
    begin: () => askedBegin(store.state.wish),
    beginWith: (square) => askedBegin(store.state.wish, square),
    leaveAndBegin() {
      const { wish, firstMove } = store.state.asking;
      begin(wish, firstMove);
    },
    askNew() {
      store.change({ phase: "setup", problem: "", notice: "" });
      if (store.state.wish.isShuffled) acts.shuffle();
    },
    again: () => askedBegin(wishOfGame(store.state.game)),
    againSwapped: () => askedBegin(swapped(wishOfGame(store.state.game))),
    /** Ask the other person to play again, or agree to it; one who has gone needs a new link. */
    rematch() {
      if (canAsk(store.state.game)) ask({ type: "rematch" });
      else acts.againSwapped();
    },
    declineRematch: () => ask({ type: "decline" }),
    playFromHere: () => askedBegin(wishFromHere(store.state.game)),
    backToGame() {
      if (store.state.game) store.change({ phase: "game", problem: "" });
    },
    /** Come to a game by its link; that it is not there is said plainly. */
    enter: (game) => entered(game, table.lose),
    /** Go to another game than the one that is shown. */
    goTo(game) {
      table.stepAside();
      acts.enter(game);
    },
    /** Come back to this tab's game; if it is not there any more, play another. */
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
    listOpened: listing.opened,

    // In a game
    play(move) {
      if (isMoving) return; // somebody has clicked twice
      isMoving = true;
      doing(() => table.act({ type: "move", move }).finally(() => (isMoving = false)));
    },
    undo: () => askIf(canUndo, { type: "undo" }),
    redo: () => askIf(canRedo, { type: "redo" }),
    /** Let somebody else go on; where more is played than was shown, in a game from there. */
    seat(color, who) {
      const { game } = store.state;
      const isBehind = game.agents.length === 2 && game.shown < game.ply;
      if (isBehind) askedBegin({ ...wishFromHere(game), [color]: who });
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
    dismiss: () => store.change({ problem: "" }),

    // Looking
    remember: (change) => store.change(({ memory }) => ({ memory: { ...memory, ...change } })),
    look: (ply) => changeGame((game) => look(game, ply)),
    live: () => changeGame((game) => look(game, game.reached)),
    pause() {
      changeGame((game) => ({ ...game, stays: !game.stays }));
    },
    analyse: () => app.navigate(analyseLink(store.state.game)),
  };

  return acts;
}
