// The dialog to open a game: a text of any format, or a file. One of several games can be chosen.

import { button, field } from "../core/choice.js";
import { dialog } from "../core/dialog.js";
import { h } from "../core/dom.js";
import { languageOf, t, tn, translated } from "../core/language.js";
import { signed } from "../core/words.js";

const PAGE = 50; // games that are listed at once

export function openDialog({ state, reading, close }) {
  const found = state.reading;
  return dialog(
    { title: t("Open a game"), close, key: "open", wide: true },
    h(
      "form",
      {
        class: "open-form",
        method: "dialog",
        on: {
          submit: (event) => {
            event.preventDefault();
            reading.readText(event.currentTarget.elements.text.value);
          },
        },
      },
      field(
        t("Moves, a board, a link, GGF, OBF, SGF, PGN or JSON; one game or several"),
        h("textarea", {
          name: "text",
          autofocus: true,
          rows: 5,
          spellcheck: "false",
          autocomplete: "off",
          placeholder: "f5d6c3d3c4 …",
        }),
      ),
      h(
        "div",
        { class: "buttons" },
        h("button", { type: "submit", class: "primary" }, t("Import")),
        h(
          "label",
          { class: "button file" },
          t("Choose a file"),
          h("input", {
            type: "file",
            class: "for-readers",
            on: {
              change: (event) => {
                const [file] = event.currentTarget.files;
                if (file) reading.readFile(file);
                event.currentTarget.value = "";
              },
            },
          }),
        ),
      ),
    ),
    h(
      "p",
      { class: "soft small" },
      t("You can also paste or drop a file anywhere on the page. WTHOR files work too."),
    ),
    found?.waiting && h("p", { class: "soft", role: "status" }, t("Reading …")),
    found && !found.waiting && results(found, reading),
  );
}

function results({ games, problems, leftOut, query, page }, reading) {
  return h(
    "div",
    { class: "read-results", key: "results" },
    games.length === 0 && h("p", { class: "problem", role: "alert" }, t("No game could be read.")),
    problemList(problems),
    games.length > 1 && [
      h("h3", {}, countWords(games.length, leftOut)),
      games.length > PAGE && search(query, reading),
      gameList({ found: matching(games, query), page, reading }),
    ],
  );
}

function countWords(games, leftOut) {
  return leftOut
    ? tn("{n} game, and {more} more in the file", "{n} games, and {more} more in the file", games, {
        more: leftOut,
      })
    : tn("{n} game", "{n} games", games);
}

function search(query, reading) {
  return field(
    t("Search by player, event, year or result"),
    h("input", {
      type: "search",
      autocomplete: "off",
      set: { value: query },
      on: { input: (event) => reading.search(event.currentTarget.value) },
    }),
  );
}

/** The games whose line has all words of a query. */
export function matching(games, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return games;
  return games.filter((game) => {
    const line = `${gameWords(game)} ${game.date}`.toLowerCase();
    return words.every((word) => line.includes(word));
  });
}

function gameList({ found, page, reading }) {
  const first = page * PAGE;
  const last = Math.min(first + PAGE, found.length);
  const choose = (game) => button(gameWords(game), () => reading.choose(game), { kind: "wide" });
  return [
    h(
      "ul",
      { class: "read-games", key: "games" },
      found.slice(first, last).map((game, place) => h("li", { key: first + place }, choose(game))),
    ),
    found.length === 0 && h("p", { class: "soft", role: "status" }, t("No game matches.")),
    found.length > PAGE &&
      h(
        "div",
        { class: "buttons", key: "pages" },
        button(t("Previous"), () => reading.turn(page - 1), { disabled: page === 0 }),
        button(t("Next"), () => reading.turn(page + 1), { disabled: last === found.length }),
        h("span", { class: "soft", role: "status" }, t("{first}–{last} of {of}", { first: first + 1, last, of: found.length })),
      ),
  ];
}

function gameWords({ title, rules, size, result }) {
  const kind = [];
  if (size !== 8) kind.push(`${size}×${size}`);
  if (rules !== "normal") kind.push(t("reversed"));
  if (result !== null) kind.push(t("black {margin}", { margin: signed(result) }));
  return kind.length ? `${title} · ${kind.join(" · ")}` : title;
}

/** The list of unreadable parts, each with its place. */
export function problemList(problems) {
  if (problems.length === 0) return null;
  return h(
    "ul",
    { class: "read-problems" },
    problems.map(({ text, place }, number) =>
      h("li", { key: number, lang: languageOf(text) }, place && h("strong", {}, `${place}: `), translated(text)),
    ),
  );
}
