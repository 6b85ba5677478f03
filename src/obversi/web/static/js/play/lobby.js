// The lobby: the games that wait for an opponent, and those that can be watched.

import { button } from "../core/choice.js";
import { h } from "../core/dom.js";
import { t, tn } from "../core/language.js";
import { RULES, colorName } from "../core/words.js";
import { clockWords, inMinutes } from "./clock_choice.js";
import { ratingText } from "./ratings.js";
import { agentName } from "./words_of_game.js";

/**
 * The lobby. `games` is null until the list is known; `own` are the ids of the user's games that wait.
 * `acts` has `join(entry)`, `withdraw(id)`, `goTo(id)` and, if the user does not wait, `offer()`.
 */
export function lobbyPanel({ games, own, agents, canOffer, acts }) {
  const waiting = withNumbers(games?.filter((entry) => entry.waiting) ?? []);
  const played = games?.filter((entry) => !entry.waiting) ?? [];
  const others = waiting.filter(({ entry }) => !own.includes(entry.game)).length;
  return h(
    "section",
    { class: "card lobby", key: "lobby", "aria-labelledby": "lobby-title" },
    h(
      "header",
      { class: "card-head" },
      h("h2", { id: "lobby-title" }, t("Lobby")),
      h("span", { class: "soft small", role: "status" }, games === null ? "" : peopleText(others)),
    ),
    games === null && h("p", { class: "soft", key: "loading" }, t("Loading …")),
    waiting.length > 0 &&
      h("ul", { class: "games", key: "waiting" }, waiting.map((one) => waitingRow(one, own, acts))),
    h(
      "div",
      { class: "buttons actions", key: "actions" },
      canOffer &&
        button(t("Offer a game to anyone"), acts.offer, {
          label: t("Offer a game with these rules, this board and this clock to anyone"),
        }),
      h("a", { class: "button", href: "/arena/ratings" }, t("Ratings of players")),
    ),
    played.length > 0 &&
      h(
        "details",
        { key: "played" },
        h("summary", {}, tn("{n} game to watch", "{n} games to watch", played.length)),
        h("ul", { class: "games" }, played.map((entry) => playedRow(entry, agents, acts.goTo))),
      ),
  );
}

function peopleText(number) {
  if (number === 0) return t("Nobody is waiting.");
  return tn("{n} player is waiting.", "{n} players are waiting.", number);
}

/** The waiting games with the names of their players; equal names get a number. */
function withNumbers(entries) {
  const count = new Map();
  return entries.map((entry) => {
    const name = entry.black ?? entry.white;
    const number = (count.get(name) ?? 0) + 1;
    count.set(name, number);
    return { entry, name: number === 1 ? name : `${name} (${number})` };
  });
}

function waitingRow({ entry, name }, own, acts) {
  const rating = entry.black_rating ?? entry.white_rating ?? null;
  const isOwn = own.includes(entry.game);
  const title = isOwn ? t("Your offer") : name;
  return h(
    "li",
    { key: entry.game, class: isOwn ? "own" : null },
    h(
      "p",
      {},
      h("strong", { class: "name" }, title),
      rating && ` ${ratingText(rating)}`,
      h("br"),
      h("span", { class: "soft small" }, gameWords(entry, isOwn)),
    ),
    isOwn
      ? button(t("Withdraw"), () => acts.withdraw(entry.game), { label: t("Withdraw your offer") })
      : button(t("Join"), () => acts.join(entry), {
          kind: "primary",
          label: t("Join: {name}, {game}", { name, game: gameWords(entry, isOwn) }),
        }),
  );
}

/** "Normal, 8×8, 5 min, rated, you play White". */
function gameWords(entry, isOwn) {
  return [
    RULES[entry.rules].name,
    `${entry.size}×${entry.size}`,
    clockWords(inMinutes(entry.clock)),
    entry.rated ? t("rated") : null,
    colorWords(entry, isOwn),
  ]
    .filter(Boolean)
    .join(", ");
}

function colorWords({ black, drawn }, isOwn) {
  if (drawn) return t("colours are drawn");
  const free = black === null ? "black" : "white";
  const taken = black === null ? "white" : "black";
  return t("you play {color}", { color: colorName(isOwn ? taken : free) });
}

function playedRow(entry, agents, go) {
  const nameOf = (color) =>
    (entry.agents ?? []).includes(color) ? agentName(entry[color], agents) : entry[color];
  const players = `${nameOf("black")} – ${nameOf("white")}`;
  const game = [
    `${RULES[entry.rules].name} (${RULES[entry.rules].goal})`,
    `${entry.size}×${entry.size}`,
    clockWords(inMinutes(entry.clock)),
    entry.rated ? t("rated") : null,
  ];
  return h(
    "li",
    { key: entry.game },
    h(
      "p",
      {},
      h("strong", { class: "name" }, players),
      h("br"),
      h("span", { class: "soft small" }, game.filter(Boolean).join(", ")),
    ),
    button(t("Watch"), () => go(entry.game), { label: t("Watch: {players}", { players }) }),
  );
}

// The page follows the list while it is shown. If too many clients follow it, the page polls it.

const PAUSE = 10000; // milliseconds
const SHOWN = ["setup", "waiting"]; // phases of the page

/** Follow the list of games; `update()` is called when the phase of the page has changed. */
export function makeLobby({ socket, store }) {
  let follows = false;
  let timer = null;
  const ends = [
    socket.listen((message) => message.type === "games" && store.change({ listed: message.games })),
    socket.link.listen(({ state }) => {
      if (state !== "open") follows = false; // the server forgets it with the connection
      update();
    }),
  ];
  document.addEventListener("visibilitychange", update);
  update();

  async function update() {
    if (socket.link.state.state !== "open") return;
    const isShown = SHOWN.includes(store.state.phase) && !document.hidden;
    if (isShown === follows) return;
    follows = isShown;
    clearTimeout(timer);
    try {
      await socket.request({ type: "games", follow: isShown });
    } catch (error) {
      if (error.code === "busy") poll();
    }
  }

  async function poll() {
    clearTimeout(timer);
    if (!follows) return;
    await socket.request({ type: "games" }).catch(() => {});
    timer = setTimeout(poll, PAUSE);
  }

  return {
    update,
    close() {
      for (const end of ends) end();
      document.removeEventListener("visibilitychange", update);
      clearTimeout(timer);
      if (follows) socket.request({ type: "games" }).catch(() => {});
      follows = false;
    },
  };
}
