// The tokens of the user's seats: stored in this browser, and used by one tab at a time.

import { keep, kept } from "../core/settings.js";

const TOKENS = "obversi.tokens"; // of all tabs: {game: [token, …]}, the oldest game first
const SEAT = "obversi.seat"; // of this tab: {game, token}; the token is null for a spectator
const MOST_GAMES = 30;

// Milliseconds for other tabs to claim a seat.
const CLAIM_TIMEOUT = 120;

/** The tokens of this tab. */
export function makeSeatKeys() {
  const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("obversi.seats") : null;
  const heldTokens = new Set();
  let held = null; // the token of the seat where this tab plays now

  if (channel) {
    channel.onmessage = ({ data }) => {
      if (data.ask) {
        if (held) channel.postMessage({ held });
      } else {
        heldTokens.add(data.held);
      }
    };
  }

  async function heldElsewhere() {
    if (!channel) return heldTokens;
    heldTokens.clear();
    channel.postMessage({ ask: true });
    await new Promise((resolve) => setTimeout(resolve, CLAIM_TIMEOUT));
    return heldTokens;
  }

  return {
    /** The game that this tab plays or watches, or null. */
    game: () => session()?.game ?? null,

    /** Take a seat, or watch a game if there is no token. */
    take(game, token) {
      held = token;
      keepSession({ game, token });
      if (token) remember(game, token);
    },

    /** Leave the seat; the tokens stay. */
    leave() {
      held = null;
      keepSession(null);
    },

    /** Let other tabs use the seat while this tab shows another page. */
    rest() {
      held = null;
    },

    close: () => channel?.close(),

    /** Return a free token of a game, or null, and whether all are in use in other tabs. */
    async keyTo(game) {
      const own = session()?.game === game ? session().token : null;
      const known = [own, ...(kept(TOKENS)?.[game] ?? [])].filter(Boolean);
      if (known.length === 0) return { token: null, elsewhere: false };
      const taken = await heldElsewhere();
      const token = known.find((one) => !taken.has(one)) ?? null;
      return { token, elsewhere: token === null };
    },

    /** Any token of a game, to take its seat from another tab. */
    anyKey: (game) => kept(TOKENS)?.[game]?.at(-1) ?? null,

    /** Forget a token that is not valid. */
    forget(game, token) {
      const all = { ...kept(TOKENS) };
      all[game] = (all[game] ?? []).filter((one) => one !== token);
      if (all[game].length === 0) delete all[game];
      keep(TOKENS, all);
      if (session()?.token === token) keepSession(null);
    },
  };
}

function remember(game, token) {
  const { [game]: before = [], ...others } = kept(TOKENS) ?? {};
  const all = { ...others, [game]: [...before.filter((one) => one !== token), token] };
  keep(TOKENS, Object.fromEntries(Object.entries(all).slice(-MOST_GAMES)));
}

function session() {
  try {
    return JSON.parse(sessionStorage.getItem(SEAT));
  } catch {
    return null;
  }
}

function keepSession(value) {
  try {
    if (value === null) sessionStorage.removeItem(SEAT);
    else sessionStorage.setItem(SEAT, JSON.stringify(value));
  } catch {
    // The address still names the game.
  }
}
