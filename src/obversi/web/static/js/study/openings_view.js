// How openings look: the board with its name, and the list to choose from.

import { walkBoard } from "../board/walk_board.js";
import { answered } from "../core/answer.js";
import { button, choice, field } from "../core/choice.js";
import { h } from "../core/dom.js";
import { gameLink } from "../core/game_link.js";
import { RULES, count } from "../core/words.js";

const DEEPEST = 4; // steps to the right

export function openingsView({ walk, names, acts, query }) {
  return [
    h("h1", { class: "for-readers", key: "title" }, "Openings"),
    h(
      "div",
      { class: "table", key: "table" },
      walkBoard(walk, { play: walk.play, restart: acts.again }),
      h(
        "div",
        { class: "side opening-side" },
        walk.node && here({ walk, names, acts }),
        h(
          "section",
          { class: "card", key: "all", "aria-label": "All openings" },
          field(
            "Search by name or moves",
            h("input", {
              id: "opening-search",
              type: "search",
              placeholder: "tiger, f5d6c3 …",
              autocomplete: "off",
              set: { value: query },
              on: {
                input: (event) => acts.search(event.currentTarget.value),
                keydown: (event) => event.key === "Enter" && acts.chooseFirst(),
              },
            }),
          ),
          answered(names, "the names", ({ openings }) => list({ openings, query, walk, acts })),
        ),
      ),
    ),
  ];
}

function here({ walk, names, acts }) {
  const { rules } = walk.state.game;
  const { moves } = walk.gameHere;
  const onwards = goingOn(names.state.answer?.openings ?? [], moves);
  return h(
    "section",
    { key: "here", class: "card", "aria-label": "Current position" },
    h(
      "div",
      {},
      h("h2", {}, walk.node.opening ?? (moves ? "No name yet" : "The start")),
      moves
        ? h("p", { class: "numbers soft small" }, spaced(moves))
        : h("p", { class: "soft small" }, "Play a move or choose an opening below."),
    ),
    moves !== "" &&
      onwards.length > 0 && [
        h("h3", { class: "small soft" }, "Openings from here"),
        h(
          "ul",
          { class: "opening-onwards" },
          onwards.map((one) => h("li", { key: one.moves }, openingButton(one, moves.length, acts))),
        ),
      ],
    choice({
      legend: "Rules",
      name: "rules",
      value: rules,
      options: Object.entries(RULES).map(([value, { name }]) => [value, name]),
      change: acts.setRules,
    }),
    h(
      "div",
      { class: "buttons" },
      h("a", { class: "button", href: `/play${gameLink(walk.gameHere)}` }, "Play from here"),
      h("a", { class: "button", href: `/analyse${gameLink(walk.gameHere)}` }, "Analyse"),
      button("Start again", acts.again, { hint: "R", disabled: walk.state.nodes.length < 2 }),
    ),
  );
}

function list({ openings, query, walk, acts }) {
  const groups = grouped(openings, query);
  const found = groups.reduce((sum, { members }) => sum + members.length, 0);
  const shown = walk.state.game?.moves;
  return [
    h(
      "p",
      { class: "small soft", role: "status" },
      found ? count(found, "opening") : "No openings found.",
    ),
    h(
      "div",
      { class: "opening-list" },
      groups.map(({ first, name, members }) =>
        h(
          "section",
          { key: first },
          h("h3", {}, name ?? spaced(first)),
          h(
            "ul",
            {},
            members.map((one) => member(one, acts, one.moves === shown)),
          ),
        ),
      ),
    ),
  ];
}

// One that goes on from another stands under it, with the moves that it adds.
function member({ parents, ...opening }, acts, isShown) {
  const depth = Math.min(parents.length, DEEPEST);
  const from = parents.at(-1)?.moves.length ?? 0;
  return h(
    "li",
    { key: opening.moves, class: `depth-${depth}` },
    openingButton(opening, from, acts, isShown),
  );
}

function openingButton(opening, from, acts, isShown = false) {
  return h(
    "button",
    {
      type: "button",
      class: "quiet opening-name",
      "aria-current": isShown ? "true" : null,
      on: { click: () => acts.choose(opening) },
    },
    h("span", {}, opening.name),
    h("span", { class: "numbers soft small" }, spaced(opening.moves, from)),
  );
}

// Openings in order: those that are looked for, by their first moves, and those that go on.

const FIRST = 4; // characters: the first two moves
const SIDES = [
  ([x, y]) => [x, y],
  ([x, y]) => [7 - x, 7 - y],
  ([x, y]) => [y, x],
  ([x, y]) => [7 - y, 7 - x],
]; // the symmetries of the start position

/**
 * The openings in whose name or moves all words of a query are, or that begin with the moves that it
 * has, seen from any side; by their first two moves. Each has its `parents`: those found that it
 * goes on from, the shortest first.
 */
export function grouped(openings, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const begun = sidesOf(words.join(""));
  const found = openings.filter(({ name, moves }) => {
    const text = `${name} ${moves}`.toLowerCase();
    return words.every((word) => text.includes(word)) || begun.some((one) => moves.startsWith(one));
  });
  const groups = new Map();
  for (const opening of found) {
    const first = opening.moves.slice(0, FIRST);
    const parents = found
      .filter(({ moves }) => moves !== opening.moves && opening.moves.startsWith(moves))
      .sort((one, other) => one.moves.length - other.moves.length);
    groups.set(first, [...(groups.get(first) ?? []), { ...opening, parents }]);
  }
  return [...groups].map(([first, members]) => ({
    first,
    name: openings.find(({ moves }) => moves === first)?.name ?? null,
    members,
  }));
}

/** Moves under each symmetry of the board; none if the text is not moves. */
function sidesOf(text) {
  if (!/^([a-h][1-8])+$/.test(text)) return [];
  const squares = text.match(/../g).map(([file, rank]) => [file.charCodeAt(0) - 97, rank - 1]);
  const named = (/** @type {number[]} */ [x, y]) => `${String.fromCharCode(97 + x)}${y + 1}`;
  return SIDES.map((turn) => squares.map((square) => named(turn(square))).join(""));
}

/** The next openings with a name after some moves: none of them lies between. */
export function goingOn(openings, moves) {
  const further = openings.filter((one) => one.moves.startsWith(moves) && one.moves !== moves);
  return further.filter(
    (one) =>
      !further.some((other) => other.moves !== one.moves && one.moves.startsWith(other.moves)),
  );
}

/** Moves with blanks between them: "f5 d6 c3"; those after the first few as "… c3". */
export function spaced(moves, from = 0) {
  const shown = moves.slice(from).match(/../g)?.join(" ") ?? "";
  return from ? `… ${shown}` : shown;
}
