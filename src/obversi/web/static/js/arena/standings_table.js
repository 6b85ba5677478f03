// The tables of a tournament: standings with ratings, and the results of all pairs.

import { h } from "../core/dom.js";
import { numberText, t, translated } from "../core/language.js";
import { scrolls } from "../core/scrolls.js";
import { signed } from "../core/words.js";

export function standingsTable({ standings }) {
  if (standings.length === 0) return h("p", { class: "soft" }, t("No finished games yet."));
  const scale = ratingScale(standings);
  const hasFailures = standings.some(({ failures }) => failures > 0);
  const columns = [
    [t("Agent"), null],
    [t("Rating, 95 % interval"), null],
    [t("Points"), "number"],
    [t("Won-drawn-lost"), "number"],
    [t("Margin"), "number"],
    hasFailures && [t("Failures"), "number"],
  ].filter(Boolean);
  return scrolls(
    t("Standings"),
    h(
      "table",
      { class: "arena-standings" },
      h("caption", { class: "for-readers" }, t("Standings, best first")),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          columns.map(([words, kind]) => h("th", { scope: "col", class: kind, key: words }, words)),
        ),
      ),
      h("tbody", {}, standings.map((standing) => standingRow(standing, scale, hasFailures))),
    ),
  );
}

function standingRow(standing, scale, hasFailures) {
  const { place, agent, points, games, wins, draws, losses, margin, failures } = standing;
  return h(
    "tr",
    { key: agent },
    h("th", { scope: "row" }, `${place}. ${agent}`),
    h("td", {}, ratingCell(standing, scale)),
    h("td", { class: "number" }, numberText(points, Number.isInteger(points) ? 0 : 1), h("span", { class: "soft" }, ` ${t("of {games}", { games })}`)),
    h("td", { class: "number" }, `${wins}-${draws}-${losses}`),
    h("td", { class: "number" }, Number.isFinite(margin) ? signed(margin, 1) : "–"),
    hasFailures && h("td", { class: "number" }, failures),
  );
}

function ratingCell(standing, scale) {
  if (!Number.isFinite(standing.elo)) return "–";
  return h(
    "div",
    { class: "rating" },
    h("b", { class: "number" }, signed(standing.elo)),
    ratingBar(standing, scale),
    h("span", { class: "small soft" }, translated(standing.interval)),
  );
}

// A rating with its interval, drawn to one scale for a whole table.

const WIDTH = 160;
const HEIGHT = 24;
const EDGE = 8;

/** The scale that holds all intervals of a table: from a rating to a place in the drawing. */
export function ratingScale(standings) {
  const ends = standings.flatMap(({ elo, low, high }) => [elo, low, high]).filter(Number.isFinite);
  const least = Math.min(0, ...ends);
  const most = Math.max(0, ...ends);
  const width = Math.max(most - least, 1);
  return (rating) => EDGE + ((rating - least) / width) * (WIDTH - 2 * EDGE);
}

/** Draw a rating: a dot with a bar for its interval, and a line at 0. */
export function ratingBar({ agent, elo, low, high, interval }, scale) {
  const middle = HEIGHT / 2;
  // The bar of an unbounded rating goes to the edge and has no end mark.
  const from = low === null ? 0 : scale(low);
  const to = high === null ? WIDTH : scale(high);
  const end = (at) => `M${at} ${middle - 5}v10`;
  return h(
    "svg",
    {
      class: "rating-bar",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": `${agent}: ${signed(elo)}, ${translated(interval)}`,
    },
    h("path", { class: "bar-zero", d: `M${scale(0)} 2V${HEIGHT - 2}` }),
    h("path", {
      class: "bar-interval",
      d: `M${from} ${middle}H${to}${low === null ? "" : end(from)}${high === null ? "" : end(to)}`,
    }),
    h("circle", { class: "bar-rating", cx: scale(elo), cy: middle, r: 5 }),
  );
}

// The score of each agent against each other one, in the order of the standings.

/** Show the crossings; `choose(agent, against)` shows the games of two agents. */
export function crossTable({ standings, crossings }, choose) {
  if (crossings.length === 0) return h("p", { class: "soft" }, t("No finished games yet."));
  const met = new Map(crossings.map((one) => [`${one.agent}\n${one.against}`, one]));
  const crossed = new Set(crossings.map(({ agent }) => agent));
  const shown = standings.filter(({ agent }) => crossed.has(agent));
  return [
    scrolls(
      t("Head to head"),
      h(
        "table",
        { class: "arena-crossings" },
        h("caption", { class: "for-readers" }, t("Score of each agent against every other")),
        h(
          "thead",
          {},
          h("tr", {}, h("th", { scope: "col" }, t("Agent")), shown.map(columnHead)),
        ),
        h(
          "tbody",
          {},
          shown.map((row) =>
            h(
              "tr",
              { key: row.agent },
              h("th", { scope: "row" }, `${row.place}. ${row.agent}`),
              shown.map((column) => cell(met.get(`${row.agent}\n${column.agent}`), choose)),
            ),
          ),
        ),
      ),
    ),
    h(
      "p",
      { class: "small soft" },
      t("Score of the row against the column in %, and wins-draws-losses. Select a cell to list its games."),
    ),
  ];
}

function columnHead({ place, agent }) {
  return h(
    "th",
    { scope: "col", class: "number", title: agent },
    place,
    h("span", { class: "for-readers" }, ` ${agent}`),
  );
}

function cell(crossing, choose) {
  if (!crossing?.games) return h("td", { class: "number soft" }, "·");
  const { agent, against, score, wins, draws, losses, interval } = crossing;
  const percent = `${Math.round(score * 100)} %`;
  const games = `${wins}-${draws}-${losses}`;
  return h(
    "td",
    { class: "number" },
    h(
      "button",
      {
        type: "button",
        class: "quiet crossing",
        title: interval
          ? t("Elo of {agent} over {against}: {interval}", { agent, against, interval: translated(interval) })
          : null,
        "aria-label": t("{agent} against {against}: {percent}, {games}. Show the games", { agent, against, percent, games }),
        on: { click: () => choose(agent, against) },
      },
      h("b", {}, percent),
      h("span", { class: "small soft" }, games),
    ),
  );
}
