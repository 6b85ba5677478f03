// The games in which this browser has a seat, stored here.

import { button } from "../core/choice.js";
import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { keep, kept } from "../core/settings.js";
import { isServerless } from "../core/site.js";
import { RULES } from "../core/words.js";
import { hasOtherPerson } from "./shown.js";
import { playerName, resultText } from "./words_of_game.js";

const PLACE = "obversi.games"; // the oldest first
const MOST_GAMES = 20;
const MOST_OPEN = 4; // with agents

/** The games of this browser, by the messages that it has got. */
export function myGames() {
  const found = kept(PLACE);
  return Array.isArray(found) ? found.filter((one) => typeof one?.id === "string") : [];
}

export function myGame(id) {
  return myGames().find((one) => one.id === id) ?? null;
}

/**
 * Record the server's messages about the user's games, also about those that are not shown.
 * `changed()` is called after each change.
 */
export function makeMyGames({ socket, changed }) {
  const ends = [socket.listen(receive)];
  const changedElsewhere = ({ key }) => key === PLACE && changed();
  addEventListener("storage", changedElsewhere);
  ends.push(() => removeEventListener("storage", changedElsewhere));

  function receive(message) {
    const id = message.game;
    if (typeof id !== "string" || !(message.type in TAKEN)) return;
    const before = myGame(id);
    const now = TAKEN[message.type](before, message);
    if (now === before) return;
    const others = myGames().filter((one) => one.id !== id);
    keep(PLACE, now === null ? others : [...others, now].slice(-MOST_GAMES));
    changed();
  }

  /** Ask the server about games that are not over, except the one that is `shown()`. */
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
        if (error.code === "unknown-game") receive({ type: "end", game: id, reason: "withdrawn" });
      }
    }
  }

  /** Resign the oldest of the user's games with agents, if there are too many. */
  function giveUpOldest() {
    const open = myGames().filter((one) => !one.ending && !one.clock && one.yours.length > 0);
    const own = open.filter((one) => !one.isWaiting && !hasOtherPerson(one));
    for (const { id } of own.slice(0, -MOST_OPEN)) {
      // A seat of another connection stays until the server removes it.
      socket.request({ type: "resign", game: id }).catch(() => {});
    }
  }

  return { check, giveUpOldest, close: () => ends.forEach((end) => end()) };
}

const TAKEN = {
  waiting: (before, { game, rules, size, clock }) => ({
    ...{ id: game, rules, size, clock, isWaiting: true, ending: null },
    ...{ names: {}, agents: [], yours: [], begun: "", position: "", moves: "", ply: 0, turn: null },
  }),
  start(before, message) {
    const { game, rules, size, clock, agents, ply, turn, position, moves } = message;
    const yours = message.yours ?? [];
    if (before === null && yours.length === 0 && !message.keeper) return null; // only watched
    const isSeated = yours.length > 0 || message.keeper;
    return {
      ...{ id: game, rules, size, clock, agents, ply, turn, isWaiting: false, ending: null },
      names: { black: message.black, white: message.white },
      yours: isSeated ? yours : before.yours,
      begun: before && !before.isWaiting ? before.begun : moves,
      ...{ position, moves }, // for puzzles from the user's games
    };
  },
  state(before, { ply, turn, move }) {
    if (before === null) return null;
    const played = move === "pass" ? "" : move;
    const isNext = ply === before.ply + 1 && typeof before.moves === "string";
    return { ...before, ply, turn, moves: isNext ? before.moves + played : null };
  },
  end(before, { reason, winner, margin, text }) {
    const isNothing = before === null || before.ply * 2 <= before.begun.length;
    return reason === "withdrawn" || isNothing
      ? null
      : { ...before, turn: null, ending: { reason, winner, margin, text } };
  },
};

// The user's games: the unfinished and the finished ones.

const MOST_OVER = 8;

/** The list of unfinished games, to return to. */
export function unfinishedGames({ games, agents, go }) {
  const found = games.filter(({ ending }) => !ending).reverse();
  if (found.length === 0) return null;
  return h(
    "section",
    { class: "card my-games", key: "unfinished", "aria-labelledby": "my-games-title" },
    h("h2", { id: "my-games-title" }, t("Your games")),
    list(found, (game) => row({ game, agents, words: stateWords(game), act: t("Continue"), go })),
  );
}

/** The list of finished games, to view. */
export function finishedGames({ games, agents, go }) {
  const found = games.filter(({ ending }) => ending).slice(-MOST_OVER).reverse();
  if (found.length === 0) return null;
  return h(
    "details",
    { class: "card open-games", key: "finished" },
    h("summary", {}, t("Your finished games")),
    list(found, (game) => row({ game, agents, words: resultText(game), act: t("View"), go })),
    !isServerless && h("p", {}, h("a", { class: "button", href: "/games" }, t("All my games"))),
  );
}

function list(games, show) {
  return h("ul", { class: "games" }, games.map(show));
}

function row({ game, agents, words, act, go }) {
  const { id, rules, size } = game;
  const players = game.isWaiting
    ? t("Waiting for an opponent")
    : `${playerName(game, "black", agents)} – ${playerName(game, "white", agents)}`;
  return h(
    "li",
    { key: id },
    h(
      "p",
      {},
      h("strong", {}, players),
      h("br"),
      h("span", { class: "soft small" }, `${RULES[rules].name}, ${size}×${size}. ${words}`),
    ),
    button(act, () => go(id), { label: `${act}: ${players}` }),
  );
}

function stateWords({ isWaiting, moves, turn, yours }) {
  if (isWaiting) return t("Waiting for an opponent.");
  const isMine = yours.length === 1 && yours.includes(turn);
  // Without passes; the moves are unknown if messages were missed.
  if (typeof moves !== "string") return isMine ? t("Not over, your turn.") : t("Not over.");
  const values = { number: moves.length / 2 + 1 };
  return isMine ? t("Move {number}, your turn.", values) : t("Move {number}.", values);
}
