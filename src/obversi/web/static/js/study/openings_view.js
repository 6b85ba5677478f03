// How openings look: the board with its name, and the list to choose from.

import { walkBoard } from "../board/walk_board.js";
import { answered } from "../core/answer.js";
import { button, choice, field } from "../core/choice.js";
import { h } from "../core/dom.js";
import { gameLink } from "../core/game_link.js";
import { RULES, count } from "../core/words.js";
import { goingOn, grouped, spaced } from "./opening_names.js";

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
          { class: "card", "aria-label": "All openings" },
          field(
            "Look for a name or moves",
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
    { class: "card", "aria-label": "The position on the board" },
    h(
      "div",
      {},
      h("h2", {}, walk.node.opening ?? (moves ? "No name yet" : "The start")),
      moves
        ? h("p", { class: "numbers soft small" }, spaced(moves))
        : h("p", { class: "soft small" }, "Play a move, or choose a name below."),
    ),
    moves !== "" &&
      onwards.length > 0 && [
        h("h3", { class: "small soft" }, "Names that follow"),
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
      found ? count(found, "opening") : "No opening has this in its name or moves.",
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
