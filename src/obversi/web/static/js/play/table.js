// The user's connection to a game: join, rejoin after a lost connection, leave.

import { ended, moved, presence, started, turnCame } from "./game_state.js";
import { saidCame } from "./phrases.js";
import { rematchCame } from "./rematch.js";
import { hasOtherPerson, isFree } from "./shown.js";
import { startOf } from "./starts.js";

const STEPS = { state: moved, turn: turnCame, presence, end: ended, rematch: rematchCame, said: saidCame };

/**
 * Take seats in games over the app's connection. `store` has the `phase` of the page: "setup",
 * "opening", "waiting", "game" or "gone", with `game`, `waiting`, `gone` (the reason) and `elsewhere`
 * (whether another tab has the seat). `keys` are this tab's tokens of seats.
 */
export function makeTable({ socket, store, keys }) {
  let id = null; // of the game whose messages are handled
  let token = null;
  let seed = null; // the first positions of a new game
  const ends = [socket.listen(receive), socket.link.listen(linkChanged)];
  let wasOpen = socket.link.state.state === "open";
  let back = Promise.resolve(); // settled once the lost seat is taken again

  function receive(message) {
    if (id === null || message.game !== id) return;
    if (message.type === "start") sit(message);
    else if (message.type === "waiting") wait(message);
    else if (message.type in STEPS) {
      const { game } = store.state;
      if (game?.id === id) store.change({ game: STEPS[message.type](game, message) });
      else if (message.type === "end") lose(new Error(message.text));
      if (message.type === "end") keys.leave();
      if (message.type === "rematch" && message.next && token) follow(message.next);
    }
  }

  function hold(game, ownToken) {
    if (ownToken) token = ownToken;
    id = game;
    keys.take(game, token);
  }

  function sit(message) {
    hold(message.game, message.token);
    const { game, phase } = store.state;
    const isSetUp = phase === "setup" && game?.id === message.game; // the new-game panel is open
    store.change({
      game: started(game, message, seed),
      waiting: null,
      gone: null,
      phase: isSetUp ? "setup" : "game",
    });
  }

  /** Follow the agreed rematch, whose start message comes next. */
  function follow(next) {
    forget();
    id = next;
    store.change({ notice: "" });
  }

  function wait(message) {
    hold(message.game, message.token);
    store.change({ waiting: message, game: null, gone: null, phase: "waiting" });
  }

  function forget() {
    id = null;
    token = null;
    keys.leave();
  }

  /** Show why the game is no longer available. */
  function lose({ message, code = undefined }) {
    const gone = { text: message, code, id };
    forget();
    store.change({ phase: "gone", gone, game: null, waiting: null, elsewhere: false });
  }

  /** Request a new game and take a seat in it; leave the old seat for it. */
  async function begin(request) {
    const found = await startOf(request);
    await socket.opened();
    const answer = await socket.request(request);
    getUp();
    // This is set before anything is awaited, because the first move may arrive at once.
    seed = found;
    id = answer.game;
    store.change({ elsewhere: false });
    receive(answer);
  }

  /** Enter a game by its link: the own seat, a free one, or as a spectator; `rated` agrees to a rated game. */
  async function enter(game, rated = false) {
    id = game;
    token = null;
    await socket.opened();
    const key = await keys.keyTo(game);
    if (id !== game) return;
    store.change({ elsewhere: key.elsewhere });
    if (key.token && (await rejoin(key.token))) return;
    if (id !== game) return;
    const rejection = await rejectionOf(socket, { type: "accept", game, rated });
    if (rejection === null) {
      store.change({ elsewhere: false });
      return;
    }
    if (id === game) await watchGame(socket, game, rejection);
  }

  async function rejoin(key) {
    const game = id;
    token = key;
    const rejection = await rejectionOf(socket, { type: "rejoin", game, token: key });
    if (rejection === null) {
      store.change({ elsewhere: false });
      return true;
    }
    if (rejection.code !== "token") throw rejection;
    keys.forget(game, key);
    if (id === game) token = null;
    return false;
  }

  /** Leave a game that is only watched, or that was played with another person. */
  function leaveSeen() {
    const { game } = store.state;
    if (id === null || game?.id !== id) return;
    const isWatched = !game.ending && game.yours.length === 0;
    if (isWatched || wasPlayedWithOther(game)) rejectionOf(socket, { type: "leave", game: id });
  }

  /**
   * Leave the game for a new one: a watched or waiting game is left, a game with other persons or with a
   * clock is resigned. The user's other games stay, and can be resumed.
   */
  function getUp() {
    const { game, waiting } = store.state;
    const old = id;
    if (game?.ending) leaveSeen();
    forget();
    if (old === null || (!waiting && game?.ending !== null)) return;
    if (waiting || game.yours.length === 0) rejectionOf(socket, { type: "leave", game: old });
    else if (!isFree(game)) rejectionOf(socket, { type: "resign", game: old });
  }

  /** Leave the game for another existing one, without resigning. */
  function stepAside() {
    leaveSeen();
    forget();
    store.change({ game: null, waiting: null, notice: "" });
  }

  function linkChanged({ state }) {
    const isOpen = state === "open";
    if (isOpen && !wasOpen && id !== null && store.state.phase !== "opening") back = comeBack();
    wasOpen = isOpen;
  }

  /** Take the seat again that was lost with the connection. */
  async function comeBack() {
    if (store.state.game?.ending && !wasPlayedWithOther(store.state.game)) return;
    const game = id;
    try {
      const key = token ? await keys.keyTo(game) : { token: null, elsewhere: false };
      if (id !== game || (key.token && (await rejoin(key.token))) || id !== game) return;
      store.change({ elsewhere: key.elsewhere || store.state.elsewhere });
      token = null;
      await watchGame(socket, game);
    } catch (error) {
      if (id !== game) return; // another game was opened meanwhile
      if (error.code === "unknown-game") lose(error);
      else if (error.code) store.change({ problem: error.message });
    }
  }

  return {
    begin,
    enter,
    getUp,
    stepAside,
    forget,
    lose,
    get id() {
      return id;
    },
    /** Send a request about the game: a move, an undo, another player on a seat. */
    async act(message) {
      await back;
      return socket.request({ ...message, game: id });
    },
    /** Resolve once there is a connection and the user's seat is taken again. */
    async backAgain() {
      await socket.opened();
      await back;
    },
    /** Take the user's seat from another tab. */
    async takeBack() {
      const key = keys.anyKey(id);
      if (key) await rejoin(key);
    },
    close() {
      leaveSeen();
      keys.rest();
      for (const end of ends) end();
    },
  };
}

/** Whether the other person may want to play again. */
function wasPlayedWithOther(game) {
  return game.ending !== null && game.yours.length === 1 && hasOtherPerson(game);
}

// Requests that may be rejected. Replies arrive as messages, so only errors matter here.

/** Send a request, and return the error, or null. */
export async function rejectionOf(socket, message) {
  try {
    await socket.request(message);
    return null;
  } catch (error) {
    return error;
  }
}

/** Watch a game; if that fails, too, report why there was no seat, if known. */
export async function watchGame(socket, game, why = null) {
  const rejection = await rejectionOf(socket, { type: "watch", game });
  if (rejection !== null) throw why && rejection.code === "refused" ? why : rejection;
}
