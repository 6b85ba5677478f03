// The review: its progress, the results of each player, and the loss of the shown move.

import { playLine } from "../board/lines.js";
import { button } from "../core/choice.js";
import { h } from "../core/dom.js";
import { numberText, t, tn } from "../core/language.js";
import { colorName, otherColor } from "../core/words.js";
import { bookReviewText, lossText } from "./book_review.js";
import { hiddenWords } from "./engine_panel.js";
import { entryAt, pathOf, reviewHere } from "./here.js";
import { SECONDS_CHOICES } from "./review.js";
import { signOf } from "./verdict.js";

export function reviewPanel({ state, review, learn, game, setReviewSeconds, show }) {
  const found = reviewHere(state);
  if (state.hidden) return hiddenWords(show);
  return h(
    "div",
    { class: "review" },
    h(
      "div",
      { class: "buttons" },
      found && found.state !== "running" && learnButtons(found, learn),
      found?.state === "running"
        ? button(t("Stop the review"), review.stop)
        : button(found ? t("Review again") : t("Review the game"), review.begin, {
            kind: found ? "small" : "primary",
            hint: "A",
          }),
      secondsChoice(state.reviewSeconds, setReviewSeconds),
    ),
    found ? results(found, review, game) : invitation(),
  );
}

function invitation() {
  return h(
    "p",
    { class: "soft" },
    t("The engine analyses every position of the game. The graph shows the margin, and each move that lost discs is marked."),
  );
}

function secondsChoice(reviewSeconds, setReviewSeconds) {
  return h(
    "select",
    {
      class: "plain",
      title: t("Seconds per move"),
      "aria-label": t("Seconds per move in the review"),
      set: { value: String(reviewSeconds) },
      on: { change: (event) => setReviewSeconds(Number(event.currentTarget.value)) },
    },
    SECONDS_CHOICES.map((seconds) => h("option", { key: seconds, value: String(seconds) }, `${seconds} s`)),
  );
}

function results(found, review, game) {
  return [
    found.problem && h("p", { class: "problem", role: "alert" }, found.problem),
    found.state === "running" && progress(found),
    found.state === "stopped" &&
      h("p", { class: "soft small" }, t("Stopped after {done} of {of} positions.", { done: found.done, of: found.of })),
    (found.black || found.white) && players(found, review),
    found.book && byBook(found, game),
    found.state !== "running" &&
      badMoves(found).length === 0 &&
      h("p", { class: "soft" }, t("No mistakes found.")),
  ];
}

// The move that left the book, and the losses before it by the book's values.
function byBook({ book, path }, game) {
  const go = ({ ply }) => game.go(path.slice(0, ply));
  return h(
    "div",
    { class: "by-book", role: "group", "aria-label": t("By the book") },
    h(
      "p",
      {},
      bookReviewText(book),
      book.left && button(t("Show"), () => go(book.left), { kind: "quiet small", label: t("Show this move") }),
    ),
    book.losses.length > 0 && [
      h("p", { class: "small soft" }, t("Moves that lost discs by the book:")),
      h(
        "ul",
        {},
        book.losses.map((loss) =>
          h("li", { key: loss.ply }, button(lossText(loss), () => go(loss), { kind: "quiet small" })),
        ),
      ),
    ],
  );
}

function badMoves({ entries }) {
  return [...entries.values()].filter(({ grade }) => grade !== "good");
}

function progress({ done, of }) {
  return h(
    "div",
    { class: "progress" },
    h("progress", { max: of, value: done, "aria-label": t("Review progress") }),
    h("span", { class: "soft small numbers" }, t("{done} of {of}", { done, of })),
  );
}

/** @type {{words: string, of: (player: any) => any, grade?: string, next?: string, key?: string}[]} */
const COLUMNS = [
  { words: t("Accuracy"), of: ({ accuracy }) => (accuracy === null ? "–" : `${numberText(accuracy)} %`) },
  { words: t("Lost"), of: ({ lost }) => lost },
  { words: t("Inaccuracies"), of: ({ inaccuracies }) => inaccuracies, grade: "inaccuracy", next: t("Next inaccuracy"), key: "I" },
  { words: t("Mistakes"), of: ({ mistakes }) => mistakes, grade: "mistake", next: t("Next mistake"), key: "M" },
  { words: t("Blunders"), of: ({ blunders }) => blunders, grade: "blunder", next: t("Next blunder"), key: "B" },
];

const ACCURACY = t(
  "Accuracy: the mean over all moves with a choice, where a move counts 100 % if it loses nothing, 50 % if it loses 6 discs, 25 % if it loses 12, and so on.",
);

function players(found, review) {
  return [playersTable(found, review), h("p", { class: "soft small" }, ACCURACY)];
}

function playersTable(found, review) {
  return h(
    "table",
    { class: "players" },
    h("thead", {}, h("tr", {}, h("td", {}), COLUMNS.map((column) => columnHead(column, review)))),
    h(
      "tbody",
      {},
      ["black", "white"].map((color) =>
        h(
          "tr",
          { key: color },
          h("th", { scope: "row" }, colorName(color)),
          COLUMNS.map(({ words, of }) =>
            h("td", { key: words, class: "number" }, found[color] ? of(found[color]) : "–"),
          ),
        ),
      ),
    ),
  );
}

// A grade is a button that goes to its next move; narrow screens show only its sign.
function columnHead({ words, grade = undefined, next = undefined, key = undefined }, review) {
  const content = grade
    ? h(
        "button",
        {
          type: "button",
          class: "quiet link",
          title: `${next} (${key})`,
          on: { click: () => review.jump(grade, 1) },
        },
        h("span", { class: "grade-words" }, words),
        h("span", {}, signOf(grade)),
      )
    : words;
  return h("th", { key: words, scope: "col", class: "number" }, content);
}

function learnButtons(found, learn) {
  const bad = (color) => badMoves(found).filter(({ mover }) => mover === color).length;
  return ["black", "white"]
    .filter((color) => bad(color) > 0)
    .map((color) =>
      button(color === "black" ? t("Learn from black") : t("Learn from white"), () => learn.begin(color), {
        kind: "small",
        label: learnLabel(color, bad(color)),
      }),
    );
}

function learnLabel(color, mistakes) {
  return color === "black"
    ? tn("Learn from black’s {n} mistake", "Learn from black’s {n} mistakes", mistakes)
    : tn("Learn from white’s {n} mistake", "Learn from white’s {n} mistakes", mistakes);
}

/** "d3 lost 6 discs; c4 was better: c4 …", for the shown move. */
export function mistakeLine({ state, game, preview }) {
  const path = pathOf(state);
  const entry = state.hidden || state.learn ? null : entryAt(state, path);
  if (!entry || entry.grade === "good") return null;
  return h(
    "div",
    { class: `mistake-line ${entry.grade}`, key: "mistake" },
    h(
      "span",
      {},
      h("strong", {}, `${signOf(entry.grade)} ${entry.move}`),
      ` ${mistakeWords(entry)}`,
    ),
    playLine({
      path: path.slice(0, -1),
      moves: entry.pv,
      enter: game.enter,
      preview,
      label: t("The better line, with {move}", { move: entry.best }),
    }),
  );
}

function mistakeWords({ loss, best, margin, mover, turning_point: isTurningPoint }) {
  const values = { best, color: colorName(otherColor(mover)) };
  if (!isTurningPoint) return tn("lost {n} disc; {best} was better:", "lost {n} discs; {best} was better:", loss, values);
  return margin === 0
    ? tn(
        "lost {n} disc and the win; {best} was better:",
        "lost {n} discs and the win; {best} was better:",
        loss,
        values,
      )
    : tn(
        "lost {n} disc and put {color} ahead; {best} was better:",
        "lost {n} discs and put {color} ahead; {best} was better:",
        loss,
        values,
      );
}
