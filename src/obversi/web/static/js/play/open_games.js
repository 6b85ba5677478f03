// Games on the server that can be joined or watched.

import { button } from "../core/choice.js";
import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { RULES, colorName } from "../core/words.js";
import { clockWords } from "./waiting.js";
import { agentName } from "./words_of_game.js";

/** The list: `games` is null until it is known; `opened(isOpen)` is called when it is opened or closed. */
export function openGames({ games, agents, opened, go }) {
  return h(
    "details",
    {
      class: "card open-games",
      key: "open games",
      on: { toggle: (event) => opened(event.currentTarget.open) },
    },
    h("summary", {}, t("Games on this server")),
    list(games, agents, go),
  );
}

function list(games, agents, go) {
  if (games === null) return h("p", { class: "soft" }, t("Loading …"));
  if (games.length === 0) return h("p", { class: "soft" }, t("No open games."));
  return h("ul", { class: "games" }, games.map((entry) => row(entry, agents, go)));
}

function row(entry, agents, go) {
  const name = (who) => (who === null ? "?" : agentName(who, agents));
  const players = entry.waiting
    ? t("{name} waits for {color}", {
        name: name(entry.black ?? entry.white),
        color: colorName(entry.black === null ? "black" : "white"),
      })
    : `${name(entry.black)} – ${name(entry.white)}`;
  const { rules, size, clock } = entry;
  const game = `${RULES[rules].name} (${RULES[rules].goal}), ${size}×${size}, ${clockWords(clock)}`;
  return h(
    "li",
    { key: entry.game },
    h("p", {}, h("strong", {}, players), h("br"), h("span", { class: "soft small" }, game)),
    button(entry.waiting ? t("Join") : t("Watch"), () => go(entry.game), {
      label: `${entry.waiting ? t("Join") : t("Watch")}: ${players}`,
    }),
  );
}

// The list is requested again and again while it is open.

const PAUSE = 4000; // milliseconds

export function makeListing({ socket, store }) {
  let isOpen = false;
  let timer = null;

  async function ask() {
    clearTimeout(timer);
    try {
      const { games } = await socket.request({ type: "games" });
      store.change({ listed: games });
    } catch {
      // The banner shows the lost connection; the list is loaded when it is back.
    }
    // Where a game is shown by now, the list is not.
    isOpen &&= store.state.phase === "setup";
    clearTimeout(timer);
    if (isOpen) timer = setTimeout(ask, PAUSE);
  }

  return {
    /** The list was opened or closed. */
    opened(now) {
      isOpen = now;
      if (isOpen) ask();
      else clearTimeout(timer);
    },
    close() {
      isOpen = false;
      clearTimeout(timer);
    },
  };
}
