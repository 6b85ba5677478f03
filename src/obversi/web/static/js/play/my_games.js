// The games in which this browser has a seat: kept here, and told apart from those that are gone.

import { keep, kept } from "../core/settings.js";
import { hasOtherPerson } from "./shown.js";

const PLACE = "obversi.games"; // the oldest first
const MOST_GAMES = 20;
const MOST_OPEN = 4; // with agents

/** The games of this browser, as far as it has heard of them. */
export function myGames() {
  const found = kept(PLACE);
  return Array.isArray(found) ? found.filter((one) => typeof one?.id === "string") : [];
}

export function myGame(id) {
  return myGames().find((one) => one.id === id) ?? null;
}

/**
 * Take down what the server tells of one's games, all of which are heard of, whatever is shown.
 * `changed()` is called when there is something new.
 */
export function makeMyGames({ socket, changed }) {
  const ends = [socket.listen(hear)];
  const heardElsewhere = ({ key }) => key === PLACE && changed();
  addEventListener("storage", heardElsewhere);
  ends.push(() => removeEventListener("storage", heardElsewhere));

  function hear(message) {
    const id = message.game;
    if (typeof id !== "string" || !(message.type in TAKEN)) return;
    const before = myGame(id);
    const now = TAKEN[message.type](before, message);
    if (now === before) return;
    const others = myGames().filter((one) => one.id !== id);
    keep(PLACE, now === null ? others : [...others, now].slice(-MOST_GAMES));
    changed();
  }

  /** Ask the server about games that are not over, but for the one that is `shown()`. */
  async function check(shown) {
    const unsure = myGames().filter(({ id, ending }) => !ending && id !== shown());
    if (unsure.length === 0) return;
    await socket.opened();
    for (const { id } of unsure) {
      try {
        await socket.request({ type: "watch", game: id });
        if (id !== shown()) await socket.request({ type: "leave", game: id });
      } catch (error) {
        // One that waits cannot be watched, and one that is played here cannot be left.
        if (error.code === "unknown-game") hear({ type: "end", game: id, reason: "withdrawn" });
      }
    }
  }

  /** Give up the oldest of one's games with agents, where there are too many to go back to. */
  function giveUpOldest() {
    const open = myGames().filter((one) => !one.ending && !one.clock && one.yours.length > 0);
    const own = open.filter((one) => !one.isWaiting && !hasOtherPerson(one));
    for (const { id } of own.slice(0, -MOST_OPEN)) {
      // One whose seat was another connection's waits until the server needs its room.
      socket.request({ type: "resign", game: id }).catch(() => {});
    }
  }

  return { check, giveUpOldest, close: () => ends.forEach((end) => end()) };
}

const TAKEN = {
  waiting: (before, { game, rules, size, clock }) => ({
    ...{ id: game, rules, size, clock, isWaiting: true, ending: null },
    ...{ names: {}, agents: [], yours: [], begun: "", ply: 0, turn: null },
  }),
  start(before, message) {
    const { game, rules, size, clock, agents, ply, turn, moves } = message;
    const yours = message.yours ?? [];
    if (before === null && yours.length === 0 && !message.keeper) return null; // only watched
    const isSeated = yours.length > 0 || message.keeper;
    return {
      ...{ id: game, rules, size, clock, agents, ply, turn, isWaiting: false, ending: null },
      names: { black: message.black, white: message.white },
      yours: isSeated ? yours : before.yours,
      begun: before && !before.isWaiting ? before.begun : moves,
    };
  },
  state: (before, { ply, turn }) => before && { ...before, ply, turn },
  end(before, { reason, winner, margin, text }) {
    const isNothing = before === null || before.ply * 2 <= before.begun.length;
    return reason === "withdrawn" || isNothing
      ? null
      : { ...before, turn: null, ending: { reason, winner, margin, text } };
  },
};
