// What is told of a game beside its board: who played, what they thought, and for how long.

import { moveList } from "../board/move_list.js";
import { h } from "../core/dom.js";
import { gameLink } from "../core/game_link.js";
import { colorName, signed } from "../core/words.js";
import { valueGraph } from "./value_graph.js";

export function gameSide({ record, walk, number, game, around }) {
  const { nodes, at } = walk.state;
  const thoughts = thoughtsOf(record, nodes);
  return h(
    "div",
    { class: "side" },
    h(
      "section",
      { class: "card" },
      h("h1", {}, `Game ${game} of tournament ${number}`),
      h("p", {}, player("black", record.black), " – ", player("white", record.white)),
      h("p", { class: "arena-outcome" }, `${record.end.text}.`),
      h("p", {}, walk.node.text),
      thoughtWords(thoughts[at]),
      h(
        "div",
        { class: "buttons" },
        h(
          "a",
          { class: "button", href: `/analyse${gameLink({ ...walk.state.game, ply: at })}` },
          "Analyse",
        ),
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

function ways(number, { before, after }) {
  const way = (game, words) =>
    game ? h("a", { class: "button", href: `/arena/${number}/games/${game}` }, words) : h("span");
  return h(
    "nav",
    { class: "ways-between", "aria-label": "Other games" },
    way(before, "‹ Previous"),
    h("a", { class: "button", href: `/arena/${number}` }, "Tournament"),
    way(after, "Next ›"),
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

// At a step stands what its mover thought the move worth, and how long that took.
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
  if (isGiven) return h("p", { class: "soft" }, "This move was given: it belongs to the opening.");
  const parts = [
    value !== null && `thought it worth ${valueText(value)} for itself`,
    seconds !== null && `took ${secondsText(seconds)}`,
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return h("p", { class: "soft" }, `${colorName(mover)} ${parts.join(" and ")}.`);
}

function thoughtNote({ value, isGiven }) {
  if (isGiven) return h("span", { class: "soft small" }, "given");
  return value === null ? null : h("span", { class: "soft small" }, valueText(value));
}

function valueText(value) {
  return signed(value, Number.isInteger(value) ? 0 : 1);
}

function secondsText(seconds) {
  return seconds < 0.01 ? "less than 0.01 s" : `${seconds.toFixed(2)} s`;
}

// Only where both sides tell values: one line alone could be taken for the truth.
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
      "What each thought black would win by: circles are black's thoughts, squares white's.",
    ),
  );
}
