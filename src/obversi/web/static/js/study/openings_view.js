// The view of openings: the board with the explorer, training, and the list to choose from.

import { walkBoard } from "../board/walk_board.js";
import { answered } from "../core/answer.js";
import { button, choice, field } from "../core/choice.js";
import { h } from "../core/dom.js";
import { gameLink } from "../core/game_link.js";
import { t, tn } from "../core/language.js";
import { RULES, SIZES } from "../core/words.js";
import { explorerPanel } from "../explorer/panel.js";
import { grouped, spaced } from "./opening_names.js";
import { trainingOffer } from "./training_view.js";

const DEEPEST = 4; // steps to the right

export function openingsView({ walk, names, explorer, cards, acts, query, pointed }) {
  const answer = walk.node ? explorer.of(walk.gameHere) : null;
  return [
    h("h1", { class: "for-readers", key: "title" }, t("Openings")),
    h(
      "div",
      { class: "table", key: "table" },
      walkBoard(walk, {
        play: walk.play,
        restart: acts.again,
        values: bookValues(answer, walk.node),
        marks: pointed && new Map([[pointed, "pointed"]]),
      }),
      h(
        "div",
        { class: "side opening-side" },
        walk.node && here({ walk, explorer, answer, acts }),
        walk.node && training({ walk, names, answer, cards }),
        h(
          "section",
          { class: "card", key: "all", "aria-label": t("All openings") },
          field(
            t("Search by name or moves"),
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
          answered(names, t("Loading the names …"), ({ openings }) => list({ openings, query, walk, acts })),
        ),
      ),
    ),
  ];
}

// All numbers of this page are the book's.
function bookValues(answer, node) {
  // Before a pass the answer is about the position after it.
  const isLegal = new Set(node?.legal.map(({ move }) => move));
  const known = (answer?.moves ?? []).filter(({ move, book }) => book !== null && isLegal.has(move));
  return new Map(
    known.map(({ move, best, book: { value, exact } }) => [move, { margin: value, best, exact }]),
  );
}

function here({ walk, explorer, answer, acts }) {
  const { rules, size } = walk.wanted;
  const { moves } = walk.gameHere;
  return h(
    "section",
    { key: "here", class: "card", "aria-label": t("Current position") },
    h(
      "div",
      {},
      h("h2", {}, titleOf(walk.node, walk.state.game.size, moves)),
      moves
        ? h("p", { class: "numbers soft small" }, spaced(moves))
        : h("p", { class: "soft small" }, t("Play a move or choose an opening below.")),
    ),
    // Above the table, whose height changes with each choice.
    h(
      "div",
      { class: "opening-game" },
      choice({
        legend: t("Rules"),
        name: "rules",
        value: rules,
        options: Object.entries(RULES).map(([value, { name }]) => [value, name]),
        change: acts.setRules,
      }),
      choice({
        legend: t("Board"),
        name: "size",
        value: size,
        options: SIZES.map((each) => [each, `${each}×${each}`]),
        change: acts.setSize,
      }),
    ),
    explorerPanel({
      node: walk.node,
      answer,
      error: explorer.error,
      again: acts.lookAgain,
      play: walk.play,
      point: acts.point,
      enter: acts.enter,
    }),
    h(
      "div",
      { class: "buttons" },
      h("a", { class: "button", href: `/play${gameLink(walk.gameHere)}` }, t("Play from here")),
      h("a", { class: "button", href: `/analyse${gameLink(walk.gameHere)}` }, t("Analyse")),
      button(t("Start again"), acts.again, { hint: "R", disabled: walk.state.nodes.length < 2 }),
      button(t("Find a name"), acts.focusSearch, { hint: "/" }),
    ),
  );
}

// Only 8×8 has names.
function titleOf(node, size, moves) {
  if (!moves) return t("The start");
  if (size !== 8) return tn("After {n} move", "After {n} moves", moves.length / 2);
  return node.opening ?? t("No name yet");
}

function training({ walk, names, answer, cards }) {
  const openings = names.state.answer?.openings ?? [];
  return trainingOffer({
    game: walk.gameHere,
    cards,
    canTrain: answer && answer.moves.some(({ best }) => best),
    nameOf: (moves) => openings.find((one) => one.moves === moves)?.name ?? null,
  });
}

function list({ openings, query, walk, acts }) {
  const groups = grouped(openings, query);
  const found = groups.reduce((sum, { members }) => sum + members.length, 0);
  const shown = walk.state.game?.moves;
  return [
    h(
      "p",
      { class: "small soft", role: "status" },
      found ? tn("{n} opening", "{n} openings", found) : t("No openings found."),
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

// An opening that continues another one is below it, with its additional moves.
function member({ parents, ...opening }, acts, isShown) {
  const depth = Math.min(parents.length, DEEPEST);
  const from = parents.at(-1)?.moves.length ?? 0;
  return h(
    "li",
    { key: opening.moves, class: `depth-${depth}` },
    h(
      "button",
      {
        type: "button",
        class: "quiet opening-name",
        "aria-current": isShown ? "true" : null,
        on: { click: () => acts.choose(opening) },
      },
      h("span", {}, opening.name),
      h("span", { class: "numbers soft small" }, spaced(opening.moves, from)),
    ),
  );
}
