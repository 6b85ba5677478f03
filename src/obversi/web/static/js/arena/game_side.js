// The panel beside the board of a game: players, values and times.

import { moveList } from "../board/walk_board.js";
import { h } from "../core/dom.js";
import { gameLink } from "../core/game_link.js";
import { numberText, t } from "../core/language.js";
import { endText } from "../core/position_text.js";
import { colorName, signed } from "../core/words.js";
import { reasonWords } from "./state.js";

export function gameSide({ record, walk, number, game, around }) {
  const { nodes, at } = walk.state;
  const thoughts = thoughtsOf(record, nodes);
  const { black, white } = record;
  const link = gameLink({ ...walk.state.game, ply: at, black, white });
  return h(
    "div",
    { class: "side" },
    h(
      "section",
      { class: "card" },
      h("h1", {}, t("Game {game} of {tournament}", { game, tournament: record.tournament_title })),
      h("p", {}, player("black", black), " – ", player("white", white)),
      h("p", { class: "arena-outcome" }, outcomeText(record)),
      h("p", {}, walk.node.text),
      thoughtWords(thoughts[at]),
      h(
        "div",
        { class: "buttons" },
        h("a", { class: "button", href: `/analyse${link}` }, t("Analyse")),
      ),
    ),
    h(
      "section",
      { class: "card" },
      graph(thoughts, walk),
      moveList(walk, { note: (step) => thoughtNote(thoughts[step]) }),
    ),
    ways(number, around),
  );
}

// How the game ended, also if it was not played to its end.
function outcomeText({ end, ending, reason, rules }) {
  if (ending === "finished") return endText(end, rules);
  const { winner, margin } = end;
  if (winner === null) return t("A draw, {reason}.", { reason: reasonWords(reason) });
  const values = { color: colorName(winner), margin, reason: reasonWords(reason) };
  return t("{color} wins by {margin}, {reason}.", values);
}

function ways(number, { before, after }) {
  const way = (game, words) =>
    game ? h("a", { class: "button", href: `/arena/${number}/games/${game}` }, words) : h("span");
  return h(
    "nav",
    { class: "ways-between", "aria-label": t("Other games") },
    way(before, t("‹ Previous")),
    h("a", { class: "button", href: `/arena/${number}` }, t("Tournament")),
    way(after, t("Next ›")),
  );
}

function player(color, name) {
  return h(
    "span",
    {},
    h("span", { class: `chip ${color}`, "aria-hidden": "true" }),
    h("span", { class: "for-readers" }, `${colorName(color)}: `),
    ` ${name}`,
  );
}

// The value of each step's move by its mover, and the time that it took.
function thoughtsOf({ values, seconds, opening_plies: given }, nodes) {
  return nodes.map((node, step) => ({
    mover: node.mover,
    value: step > 0 ? (values?.[step - 1] ?? null) : null,
    seconds: step > 0 ? (seconds[step - 1] ?? null) : null,
    isGiven: step > 0 && step <= given,
  }));
}

function thoughtWords({ mover, value, seconds, isGiven }) {
  if (mover === null) return null;
  if (isGiven) return h("p", { class: "soft" }, t("Opening move."));
  const color = colorName(mover);
  const margin = value === null ? "" : valueText(value);
  const time = seconds === null ? "" : secondsText(seconds);
  if (!margin && !time) return null;
  if (!margin) return h("p", { class: "soft" }, t("{color} took {time}.", { color, time }));
  const words = time
    ? t("{color} expected a margin of {margin} and took {time}.", { color, margin, time })
    : t("{color} expected a margin of {margin}.", { color, margin });
  return h("p", { class: "soft" }, words);
}

function thoughtNote({ value, isGiven }) {
  if (isGiven) return h("span", { class: "soft small" }, t("given"));
  return value === null ? null : h("span", { class: "soft small" }, valueText(value));
}

function valueText(value) {
  return signed(value, Number.isInteger(value) ? 0 : 1);
}

function secondsText(seconds) {
  return seconds < 0.01 ? t("less than 0.01 s") : `${numberText(seconds, 2)} s`;
}

// The graph is only shown if both sides have values, because one line alone would be misleading.
function graph(thoughts, walk) {
  const points = thoughts
    .map(({ mover, value }, step) => [step, mover === "white" ? -value : value, mover, value])
    .filter(([, , , value]) => value !== null);
  const isBoth = ["black", "white"].every((color) => points.some(([, , mover]) => mover === color));
  if (!isBoth) return null;
  const { nodes, at } = walk.state;
  return h(
    "figure",
    { class: "arena-graph" },
    valueGraph({ points, last: nodes.length - 1, at, go: walk.go }),
    h(
      "figcaption",
      { class: "small soft" },
      t("Expected margin for black: circles by black, squares by white."),
    ),
  );
}

// The values of both sides, move by move.

const WIDTH = 480;
const HEIGHT = 130;
const EDGE = 40;

/**
 * Draw values over the steps of a game, each for black: `points` are [step, value, color of the player
 * with this value], `at` is the shown step, and `go(step)` goes to a pressed one.
 */
export function valueGraph({ points, last, at, go }) {
  const most = Math.max(2, ...points.map(([, value]) => Math.abs(value)));
  const x = (step) => EDGE + (step / Math.max(last, 1)) * (WIDTH - EDGE - 6);
  const y = (value) => HEIGHT / 2 - (value / most) * (HEIGHT / 2 - 12);

  function press(event) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const place = ((event.clientX - left) / width) * WIDTH;
    go(Math.min(Math.max(Math.round(((place - EDGE) / (WIDTH - EDGE - 6)) * last), 0), last));
  }

  return h(
    "svg",
    {
      class: "value-graph",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": t("Expected margin for black after each move, by each agent"),
      on: { click: press },
    },
    h("path", { class: "axis", d: `M${EDGE} ${y(0)}H${WIDTH - 6}M${EDGE} 8V${HEIGHT - 8}` }),
    h("text", { x: EDGE - 4, y: y(most) + 4 }, signed(most)),
    h("text", { x: EDGE - 4, y: y(0) + 4 }, "0"),
    h("text", { x: EDGE - 4, y: y(-most) + 4 }, signed(-most)),
    h("path", { class: "here", d: `M${x(at)} 8V${HEIGHT - 8}` }),
    ["black", "white"].map((color) => {
      const own = points.filter(([, , thinker]) => thinker === color);
      return [
        h("path", { class: `thought ${color}`, d: pathOf(own, x, y) }),
        own.map(([step, value]) => mark(color, x(step), y(value))),
      ];
    }),
  );
}

function pathOf(points, x, y) {
  return points
    .map(([step, value], place) => `${place ? "L" : "M"}${x(step)} ${y(value)}`)
    .join("");
}

// Two shapes, so that the colours are not necessary.
function mark(color, x, y) {
  if (color === "black") return h("circle", { class: "point black", cx: x, cy: y, r: 2.6 });
  return h("rect", { class: "point white", x: x - 2.6, y: y - 2.6, width: 5.2, height: 5.2 });
}
