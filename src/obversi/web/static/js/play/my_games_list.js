// One's own games: those that go on, and those that are over.

import { button } from "../core/choice.js";
import { h } from "../core/dom.js";
import { RULES } from "../core/words.js";
import { playerName, resultText } from "./words_of_game.js";

const MOST_OVER = 8;

/** Those that are not over, to go back to. */
export function unfinishedGames({ games, agents, go }) {
  const found = games.filter(({ ending }) => !ending).reverse();
  if (found.length === 0) return null;
  return h(
    "section",
    { class: "card my-games", key: "unfinished", "aria-labelledby": "my-games-title" },
    h("h2", { id: "my-games-title" }, "Your games"),
    list(found, (game) => row({ game, agents, words: stateWords(game), act: "Go on", go })),
  );
}

/** Those that are over, to look at. */
export function finishedGames({ games, agents, go }) {
  const found = games.filter(({ ending }) => ending).slice(-MOST_OVER).reverse();
  if (found.length === 0) return null;
  return h(
    "details",
    { class: "card open-games", key: "finished" },
    h("summary", {}, "Your finished games"),
    list(found, (game) => row({ game, agents, words: resultText(game), act: "Look", go })),
  );
}

function list(games, show) {
  return h("ul", { class: "games" }, games.map(show));
}

function row({ game, agents, words, act, go }) {
  const { id, rules, size } = game;
  const players = game.isWaiting
    ? "Nobody has come yet"
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

function stateWords({ isWaiting, ply, turn, yours }) {
  if (isWaiting) return "The link can still be used.";
  const isMine = yours.length === 1 && yours.includes(turn);
  return isMine ? `Move ${ply + 1}, your turn.` : `Move ${ply + 1}.`;
}
