// The games of a tournament in a list.

import { answered, makeAnswer } from "../core/answer.js";
import { get } from "../core/api.js";
import { button, field } from "../core/choice.js";
import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { scrolls } from "../core/scrolls.js";
import { makeStore } from "../core/store.js";
import { signed } from "../core/words.js";
import { reasonWords } from "./state.js";

export function gameTable(list, tournament) {
  const { agent, against, newest, pages } = list.state;
  const { number, agents } = tournament;
  return h(
    "section",
    { class: "card", key: "games", id: "games" },
    h("h2", {}, t("Games")),
    h(
      "div",
      { class: "arena-filters" },
      oneOf(t("Agent"), agent, anyOf(agents), (value) => list.filter({ agent: value, against: "" })),
      oneOf(
        t("Against"),
        against,
        anyOf(agents.filter((one) => one !== agent)),
        (value) => list.filter({ against: value }),
        agent === "",
      ),
      oneOf(
        t("Order"),
        newest ? "newest" : "first",
        [
          ["first", t("first to last")],
          ["newest", t("newest first")],
        ],
        (value) => list.filter({ newest: value === "newest" }),
      ),
    ),
    answered(list.games, t("Loading the games …"), ({ games, more }) => [
      games.length ? table(games, number) : h("p", { class: "soft" }, t("No games.")),
      games.length > 0 &&
        h(
          "div",
          { class: "arena-pages", key: "pages" },
          h("p", { class: "small soft", role: "status" }, extentWords(list.extent(tournament))),
          (more || pages.length > 1) && [
            button(t("Previous page"), list.back, { disabled: pages.length < 2 }),
            button(t("Next page"), list.next, { disabled: !more }),
          ],
        ),
    ]),
  );
}

function extentWords({ first, last, of }) {
  return first === last
    ? t("Game {first} of {of}", { first, of })
    : t("Games {first} to {last} of {of}", { first, last, of });
}

function anyOf(agents) {
  return [["", t("anyone")], ...agents.map((agent) => [agent, agent])];
}

function oneOf(words, value, options, change, disabled = false) {
  return field(
    words,
    h(
      "select",
      { disabled, set: { value }, on: { change: (event) => change(event.currentTarget.value) } },
      options.map(([one, name]) => h("option", { value: one }, name)),
    ),
  );
}

function table(games, number) {
  return scrolls(
    t("Games"),
    h(
      "table",
      { class: "arena-games" },
      h("caption", { class: "for-readers" }, t("Games, with the margin of black")),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          [t("Game"), t("Black"), t("White"), t("Result")].map((words) => h("th", { scope: "col" }, words)),
          h("th", { scope: "col", class: "number moves" }, t("Moves")),
        ),
      ),
      h("tbody", {}, games.map((game) => row(game, number))),
    ),
  );
}

function row({ number: game, black, white, result, ending, reason, moves_played: moves }, number) {
  const why = ending === "finished" ? null : h("span", { class: "soft small" }, ` ${reasonWords(reason)}`);
  const href = `/arena/${number}/games/${game}`;
  return h(
    "tr",
    { key: game },
    h("th", { scope: "row" }, h("a", { class: "touch", href }, game)),
    h("td", { class: result > 0 ? "winner" : null }, black),
    h("td", { class: result < 0 ? "winner" : null }, white),
    h("td", {}, resultWords(result), why),
    h("td", { class: "number moves" }, moves),
  );
}

// The winner and the margin; `result` is the margin of black.
function resultWords(result) {
  if (result === 0) return t("draw");
  return `${result > 0 ? t("Black") : t("White")} ${signed(Math.abs(result))}`;
}

// The games of a tournament: those of one agent, or of two, page by page.

const MOST = 25;

/**
 * The list of games; `pages` are the numbers at which each page so far starts, null for
 * the first. `newest` is null until the user chooses.
 */
export function makeGameList(number) {
  const store = makeStore({ agent: "", against: "", newest: null, pages: [null] });
  const games = makeAnswer((signal) => {
    const { agent, against, newest, pages } = store.state;
    const wanted = new URLSearchParams({ most: String(MOST), newest: String(Boolean(newest)) });
    const place = pages.at(-1);
    if (place !== null) wanted.set(newest ? "before" : "after", place);
    if (agent) wanted.set("agent", agent);
    if (against) wanted.set("against", against);
    return get(`/api/arena/${number}/games?${wanted}`, { signal, cache: "no-cache" });
  });

  function change(difference) {
    store.change(difference);
    return games.ask();
  }

  async function turn(pages) {
    await change({ pages });
    document.getElementById("games")?.scrollIntoView({ block: "start" });
  }

  return {
    get state() {
      return store.state;
    },
    games,
    /** Load the list again; the newest games come first while a tournament is played. */
    ask: (isPlayed) => change({ newest: store.state.newest ?? isPlayed }),
    listen: games.listen,
    filter: (difference) => change({ ...difference, pages: [null] }),
    /** Show the games of two agents against each other. */
    meeting: (agent, against) => {
      store.change({ agent, against });
      return turn([null]);
    },
    next: () => turn([...store.state.pages, games.state.answer.games.at(-1).number]),
    back: () => turn(store.state.pages.slice(0, -1)),
    /** The numbers of the shown games and of all games: {first, last, of}. */
    extent({ games: all, standings, crossings }) {
      const { agent, against, pages } = store.state;
      const first = (pages.length - 1) * MOST + 1;
      const met = crossings.find((one) => one.agent === agent && one.against === against);
      const own = standings.find((one) => one.agent === agent);
      const of = against ? met?.games : agent ? own?.games : all;
      const last = first - 1 + (games.state.answer?.games.length ?? 0);
      return { first, last, of: Math.max(of ?? 0, last) };
    },
    close: games.close,
  };
}
