// The explorer: a row for each legal move with its value in the book and its games, and two lines.

import { playLine } from "../board/lines.js";
import { failure } from "../core/answer.js";
import { h } from "../core/dom.js";
import { languageOf, t, translated } from "../core/language.js";
import { moversMargin } from "../core/sides.js";
import { signed } from "../core/words.js";
import { bookWords, certaintyWords, gamesText, gamesWords, resultWords, scoreWords, shares } from "./words.js";

const NOTES = {
  ends: t("A value in brackets: the book does not follow this move further."),
  learned: t("Percent in the column Book: the score of a move in games of the engine with this book."),
  games:
    t("Games: how often a move was played, and the mean margin. Results: percent of games that the mover won, drew and lost."),
};

/**
 * Show the explorer of the position `node`; `answer` is of `/api/explorer`, null while it is
 * loading. `play(move)` plays, `point(move)` shows a move on the board, `point(null)` none.
 * `enter(path, moves)` plays a line from the place `path`; `preview` is of preview.js.
 * @param {{node: any, answer: any, error: any, again: () => void, play: (move: string) => void,
 *   point: (move: string | null) => void, path?: string[], enter: any, preview?: any}} options
 */
export function explorerPanel(options) {
  const { node, answer, error, again, play, point, path = [], enter, preview } = options;
  if (error) return failure(error, again);
  const hasGames = answer !== null && answer.games > 0;
  // The moves are shown before their values arrive, so that the layout does not jump.
  const rows = answer?.moves ?? node.legal.map(({ move }) => ({ move }));
  const lines = { path, enter, preview };
  return h(
    "section",
    { class: "explorer", "aria-label": t("Opening explorer") },
    h(
      "p",
      { class: "explorer-value" },
      h("strong", {}, answer ? bookWords(answer) : t("Loading …")),
      (answer?.games ?? null) !== null &&
        h("span", { class: "soft small" }, gamesWords(answer.games)),
    ),
    answer?.problem && problem(answer.problem),
    rows.length > 0 && table({ rows, here: answer?.opening ?? null, turn: answer?.turn ?? node.turn, hasGames, play, point }),
    answer?.best_line.length > 0 && line(t("Best line"), answer.best_line, lines),
    answer?.popular_line.length > 0 && line(t("Most played"), answer.popular_line, lines),
    answer && notes(answer, hasGames),
  );
}

/** The reason why there are no games; for a file the text is English. */
function problem(text) {
  return h("p", { class: "problem", role: "alert", lang: languageOf(text) }, translated(text));
}

function table({ rows, here, turn, hasGames, play, point }) {
  const heads = [t("Move"), t("Book"), ...(hasGames ? [t("Games"), t("Results")] : [])];
  return h(
    "table",
    { class: "explorer-moves", "aria-label": t("Legal moves, best of the book first") },
    h(
      "thead",
      {},
      h("tr", {}, heads.map((words) => h("th", { scope: "col" }, words))),
    ),
    h("tbody", {}, rows.map((row) => moveRow({ row, here, turn, hasGames, play, point }))),
  );
}

// Rows have no keys: the focus stays in its row when the next position is shown.
function moveRow({ row, here, turn, hasGames, play, point }) {
  const { move, opening = null, best = false, book, played } = row;
  const name = opening !== here ? opening : null;
  return h(
    "tr",
    {
      class: best ? "best" : null,
      on: {
        click: () => {
          if (book === undefined) return; // the rows are sorted when the values arrive
          point(null);
          play(move);
        },
        // Not if a row merely appears under a resting pointer.
        pointermove: (event) => event.pointerType === "mouse" && point(move),
        pointerleave: () => point(null),
      },
    },
    h(
      "th",
      { scope: "row" },
      h(
        "button",
        {
          type: "button",
          class: "explorer-move numbers",
          "aria-label": t("Play {move}", { move }),
          on: {
            focus: (event) => event.currentTarget.matches(":focus-visible") && point(move),
            blur: () => point(null),
          },
        },
        move,
      ),
      name && h("span", { class: "explorer-name" }, name),
    ),
    valueCell(book, best, turn),
    hasGames && gamesCell(played, turn),
    hasGames && resultsCell(played),
  );
}

function valueCell(book, isBest, turn) {
  if (book === undefined) return h("td", { class: "soft" }, "…");
  if (book === null) {
    return h(
      "td",
      { class: "soft" },
      h("span", { "aria-hidden": "true" }, "–"),
      h("span", { class: "for-readers" }, t("not in the book")),
    );
  }
  const { value, expanded } = book;
  const sign = value > 0 ? "plus" : value < 0 ? "minus" : "even";
  const shown = signed(moversMargin(value, turn));
  return h(
    "td",
    {},
    h("strong", { class: `numbers ${sign}` }, expanded ? shown : `(${shown})`),
    isBest && h("span", { class: "for-readers" }, `, ${t("best")}`),
    h("span", { class: "explorer-small" }, certaintyWords(book)),
    book.games > 0 && h("span", { class: "explorer-small" }, scoreWords(book)),
  );
}

function gamesCell(played, turn) {
  const { games, mean_margin: mean } = played;
  return h(
    "td",
    {},
    h("span", { class: "numbers" }, gamesText(games)),
    mean !== null &&
      h(
        "span",
        { class: "explorer-small numbers" },
        h("span", { class: "for-readers" }, `${t("mean margin")} `),
        signed(moversMargin(mean, turn), 1),
      ),
  );
}

function resultsCell(played) {
  const found = shares(played);
  if (found === null) return h("td", {});
  const { won, drawn, lost } = found;
  return h(
    "td",
    { class: "explorer-results", title: resultWords(played) },
    resultBar(played),
    h(
      "span",
      { class: "explorer-small numbers", "aria-hidden": "true" },
      `${won} / ${drawn} / ${lost}`,
    ),
    h("span", { class: "for-readers" }, resultWords(played)),
  );
}

// Won games begin at the left, lost ones at the right, and draws are between them.
function resultBar({ wins, draws, losses }) {
  const all = wins + draws + losses;
  const percent = (number) => `${((100 * number) / all).toFixed(2)}%`;
  return h(
    "svg",
    { class: "explorer-bar", "aria-hidden": "true" },
    h("rect", { class: "bar-drawn", width: "100%", height: "100%" }),
    h("rect", { class: "bar-won", width: percent(wins), height: "100%" }),
    h("rect", {
      class: "bar-lost",
      x: percent(wins + draws),
      width: percent(losses),
      height: "100%",
    }),
  );
}

function line(words, moves, { path, enter, preview }) {
  return h(
    "div",
    { class: "explorer-line", key: words },
    h("span", { class: "small soft" }, words),
    playLine({ path, moves, enter, preview, label: words }),
  );
}

function notes({ moves }, hasGames) {
  const ends = moves.some(({ book }) => book !== null && !book.expanded);
  const learned = moves.some(({ book }) => book?.games > 0);
  const shown = [ends && NOTES.ends, learned && NOTES.learned, hasGames && NOTES.games].filter(Boolean);
  return shown.length > 0 && h("p", { class: "soft small" }, shown.join(" "));
}
