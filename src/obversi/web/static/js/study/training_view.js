// The view of training: the board, the feedback, and the cards.

import { moveList, walkBoard } from "../board/walk_board.js";
import { failure } from "../core/answer.js";
import { button } from "../core/choice.js";
import { h } from "../core/dom.js";
import { gameLink } from "../core/game_link.js";
import { t, tn } from "../core/language.js";
import { RULES, colorName } from "../core/words.js";
import { feedback } from "./feedback.js";
import { spaced } from "./opening_names.js";
import { cardsOf, dueTrainings, summaryOf, trainingAddress, waitWords } from "./training_cards.js";

export function trainingView(game) {
  const { phase, cards } = game.state;
  const isOver = phase === "over";
  return h(
    "div",
    { class: "table", key: "table" },
    walkBoard(game.walk, {
      play: phase === "question" ? game.attempt : undefined,
      steps: isOver,
      marks: marksOf(game.state),
      hints: hintsOf(game.state),
    }),
    h(
      "div",
      { class: "side" },
      h(
        "section",
        { class: "card", "aria-label": t("Training") },
        title(game),
        feedback(game.state.feedback),
        game.error
          ? failure(game.error, game.nextLine)
          : h("p", { class: "training-question", role: "status" }, game.question),
        buttons(game, isOver),
        isOver && moveList(game.walk),
      ),
      h(
        "section",
        { class: "card", "aria-label": t("Cards") },
        h("h2", {}, t("Cards of this training")),
        cardWords(cardsOf(cards, game.training)),
      ),
    ),
  );
}

function marksOf({ wrong, shown }) {
  return new Map([
    ...shown.map((square) => [square, "hint"]),
    ...[...wrong.keys()].map((square) => [square, "wrong"]),
  ]);
}

function hintsOf({ wrong, shown }) {
  return new Map([...shown.map((square) => [square, t("the book’s move")]), ...wrong]);
}

function title({ training, walk }) {
  const { moves, color } = training;
  const opening = walk.node?.opening ?? "";
  return h(
    "div",
    {},
    h("h1", {}, t("Training for {color}", { color: colorName(color) })),
    opening && h("p", {}, opening),
    h("p", { class: "numbers soft small" }, moves ? spaced(moves) : t("from the start")),
  );
}

function buttons(game, isOver) {
  const { rules, size, moves } = game.training;
  const back = `/study/openings${gameLink({ rules, size, moves })}`;
  return h(
    "div",
    { class: "buttons" },
    !isOver &&
      button(t("Show the move"), game.reveal, { hint: "H", disabled: game.state.phase !== "question" }),
    button(isOver ? t("Next line") : t("Another line"), game.nextLine, {
      hint: "N",
      kind: isOver ? "primary" : "",
    }),
    isOver &&
      h("a", { class: "button", href: `/analyse${gameLink(game.walk.state.game)}` }, t("Analyse")),
    h("a", { class: "button", href: back }, t("Back to the openings")),
  );
}

/** The number of cards, and when the next one is due. */
function cardWords(cards) {
  const { all, due, known, next } = summaryOf(cards, Date.now());
  return [
    h("p", {}, tn("{n} card: {due} due, {known} known.", "{n} cards: {due} due, {known} known.", all, { due, known })),
    h(
      "p",
      { class: "soft small" },
      due === 0 && next !== null && `${waitWords(next)} `,
      t("Each position that was asked is a card. A right answer lets it rest longer, up to 14 days; after the fifth right answer it is known. After a wrong one it begins again."),
    ),
  ];
}

// The offer of training on the page of openings.

/**
 * The offer to train the position of a game, {rules, size, moves}. `canTrain` is null while it is unknown
 * whether the book has a move, and `nameOf(moves)` is the name of an opening.
 */
export function trainingOffer({ game, cards, canTrain, nameOf }) {
  const now = Date.now();
  const others = dueTrainings(cards, now);
  return h(
    "section",
    { class: "card", key: "training", "aria-label": t("Training") },
    h("h2", {}, t("Training")),
    canTrain === false
      ? h("p", { class: "soft small" }, t("The book has no move here, so there is nothing to train."))
      : h(
          "div",
          { class: "buttons" },
          ["black", "white"].map((color) => {
            const training = { ...game, color };
            const { due } = summaryOf(cardsOf(cards, training), now);
            const values = { color: colorName(color), due };
            const words = due > 0 ? t("Train {color} ({due} due)", values) : t("Train {color}", values);
            return h("a", { class: "button", href: trainingAddress(training) }, words);
          }),
        ),
    others.length > 0 && [
      h("h3", { class: "small soft" }, tn("Due: {n} card", "Due: {n} cards", summaryOf(cards, now).due)),
      h(
        "ul",
        { class: "training-due" },
        others.map((one) =>
          h(
            "li",
            { key: `${one.rules} ${one.size} ${one.color} ${one.moves}` },
            h("a", { class: "button", href: trainingAddress(one) }, dueWords(one, nameOf)),
          ),
        ),
      ),
    ],
  );
}

function dueWords({ rules, size, color, moves, due }, nameOf) {
  const line = nameOf(moves) ?? (moves ? spaced(moves) : t("The start"));
  const board = size === 8 ? "" : `, ${size}×${size}`;
  const game = `${RULES[rules].name}${board}`;
  return t("{line}, {color}, {game}: {due} due", { line, color: colorName(color), game, due });
}
