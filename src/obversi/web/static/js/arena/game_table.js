// How the games of a tournament look in a list.

import { answered } from "../core/answer.js";
import { button, field } from "../core/choice.js";
import { h } from "../core/dom.js";
import { signed } from "../core/words.js";

export function gameTable(list, tournament) {
  const { agent, against, newest, pages } = list.state;
  const { number, agents } = tournament;
  return h(
    "section",
    { class: "card", key: "games", id: "games" },
    h("h2", {}, "Games"),
    h(
      "div",
      { class: "arena-filters" },
      oneOf("Agent", agent, anyOf(agents), (value) => list.filter({ agent: value, against: "" })),
      oneOf(
        "Against",
        against,
        anyOf(agents.filter((one) => one !== agent)),
        (value) => list.filter({ against: value }),
        agent === "",
      ),
      oneOf(
        "Order",
        newest ? "newest" : "first",
        [
          ["first", "first to last"],
          ["newest", "newest first"],
        ],
        (value) => list.filter({ newest: value === "newest" }),
      ),
    ),
    answered(list.games, "the games", ({ games, more }) => [
      games.length ? table(games, number) : h("p", { class: "soft" }, "There is no such game yet."),
      games.length > 0 &&
        h(
          "div",
          { class: "arena-pages", key: "pages" },
          h("p", { class: "small soft", role: "status" }, extentWords(list.extent(tournament))),
          (more || pages.length > 1) && [
            button("Previous page", list.back, { disabled: pages.length < 2 }),
            button("Next page", list.next, { disabled: !more }),
          ],
        ),
    ]),
  );
}

function extentWords({ first, last, of }) {
  return `${first === last ? `Game ${first}` : `Games ${first} to ${last}`} of ${of}`;
}

function anyOf(agents) {
  return [["", "anyone"], ...agents.map((agent) => [agent, agent])];
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
  return h(
    "div",
    { class: "scrolls", key: "list", tabindex: 0, role: "group", "aria-label": "Games" },
    h(
      "table",
      { class: "arena-games" },
      h("caption", { class: "for-readers" }, "Games, with the margin of black"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["Game", "Black", "White", "Result"].map((words) => h("th", { scope: "col" }, words)),
          h("th", { scope: "col", class: "number plies" }, "Moves"),
        ),
      ),
      h("tbody", {}, games.map((game) => row(game, number))),
    ),
  );
}

function row({ number: game, black, white, result, ending, reason, plies }, number) {
  const why = ending === "finished" ? null : h("span", { class: "soft small" }, ` ${reason}`);
  const href = `/arena/${number}/games/${game}`;
  return h(
    "tr",
    { key: game },
    h("th", { scope: "row" }, h("a", { class: "touch", href }, game)),
    h("td", { class: result > 0 ? "winner" : null }, black),
    h("td", { class: result < 0 ? "winner" : null }, white),
    h("td", {}, resultWords(result), why),
    h("td", { class: "number plies" }, plies),
  );
}

// Who won and by how much; `result` is the margin of black.
function resultWords(result) {
  if (result === 0) return "draw";
  return `${result > 0 ? "Black" : "White"} ${signed(Math.abs(result))}`;
}
