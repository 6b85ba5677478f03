// The choice of a puzzle: the one of the day, one from the user's games, or by game, theme and length.

import { answered } from "../core/answer.js";
import { button, choice, field, rulesBadge } from "../core/choice.js";
import { h } from "../core/dom.js";
import { t, tn } from "../core/language.js";
import { makeStore } from "../core/store.js";
import { RULES, SIZES } from "../core/words.js";
import { askDaily, daily, days, streakOn } from "./daily.js";
import { lookForMistakes, mistakes } from "./mistakes.js";
import { LENGTHS, THEMES, allBegun, askOnce, nextUnsolved, progress, puzzleChoice, puzzleList, stars, starsOf, wanted } from "./progress.js";
import { progressTable } from "./puzzle_table.js";
import { ratingText, ratings } from "./rating.js";

const FIRST = 24; // tiles that are shown before "Show all"

export function openPuzzles(app) {
  const isLong = makeStore({ isOpen: false });
  const stores = [puzzleList, progress, puzzleChoice, daily, days, mistakes, ratings, isLong];
  const ends = stores.map((store) => store.listen(app.redraw));
  askOnce();
  askDaily();
  lookForMistakes();

  function next() {
    const found = nextOf(wanted(puzzleList.state.answer?.puzzles ?? [], puzzleChoice.state));
    if (found) app.navigate(`/study/puzzles/${found.id}`);
  }

  return {
    title: t("Puzzles"),
    view: () => [
      h("h1", { key: "title" }, t("Puzzles")),
      h("div", { class: "puzzle-cards", key: "cards" }, dailyCard(), ratingCard(), mistakesCard()),
      answered(puzzleList, t("Loading the puzzles …"), ({ puzzles }) => [
        chooser(puzzles, isLong),
        progressTable(puzzles),
      ]),
    ],
    keys: [{ keys: ["n"], words: t("the next puzzle"), run: next }],
    close: () => ends.forEach((end) => end()),
  };
}

function nextOf(puzzles) {
  const { rating } = ratings.state[puzzleChoice.state.rules];
  return nextUnsolved(puzzles, progress.state.points, rating);
}

function card(name, key, ...content) {
  return h("section", { class: "card", key, "aria-label": name }, h("h2", {}, name), ...content);
}

function dailyCard() {
  const { answer, error } = daily.state;
  if (answer === null) return card(t("Puzzle of the day"), "daily", error && h("p", {}, error.message));
  const streak = streakOn(days.state, answer.date);
  const isSolved = days.state.last === answer.date;
  return card(
    t("Puzzle of the day"),
    "daily",
    h("p", {}, isSolved ? t("Solved. The next one comes at midnight (UTC).") : t("A new one every day.")),
    days.state.longest > 0 &&
      h("p", {}, h("b", {}, tn("{n} day in a row", "{n} days in a row", streak)), ` ${longestWords(days.state.longest)}`),
    h(
      "p",
      {},
      h(
        "a",
        { class: isSolved ? "button" : "button primary", href: `/study/puzzles/${answer.id}` },
        isSolved ? t("Look at it again") : t("Solve today's puzzle"),
      ),
    ),
  );
}

function ratingCard() {
  const { streak, longest } = progress.state;
  return card(
    t("Your rating"),
    "rating",
    h(
      "dl",
      { class: "puzzle-ratings" },
      Object.entries(RULES).flatMap(([rules, { name }]) => [
        h("dt", { key: `${rules} name` }, name),
        h("dd", { key: rules }, ratingText(ratings.state[rules])),
      ]),
    ),
    longest > 0 &&
      h(
        "p",
        {},
        h("b", {}, tn("{n} in a row without hints or mistakes", "{n} in a row without hints or mistakes", streak)),
        ` ${longestWords(longest)}`,
      ),
    h("p", { class: "soft small" }, t("Only the first try of each puzzle counts.")),
  );
}

function longestWords(longest) {
  return t("(longest {n}).", { n: longest });
}

function mistakesCard() {
  const { puzzles, looking, error } = mistakes.state;
  const { points } = progress.state;
  const open = puzzles.filter(({ id }) => !(points[id] > 0));
  return card(
    t("From my mistakes"),
    "mistakes",
    h(
      "p",
      { role: "status" },
      looking
        ? t("Looking at your games …")
        : puzzles.length
          ? tn("{n} puzzle from your games, {open} unsolved.", "{n} puzzles from your games, {open} unsolved.", puzzles.length, { open: open.length })
          : t("Play games to the end: positions in which you missed the best move appear here."),
    ),
    error && h("p", { class: "problem" }, error.message, " ", button(t("Try again"), lookForMistakes)),
    h(
      "p",
      {},
      open.length > 0 &&
        h("a", { class: "button", href: `/study/puzzles/${open[0].id}` }, t("Solve my mistakes")),
    ),
  );
}

function chooser(puzzles, isLong) {
  const { rules, size, theme, length } = puzzleChoice.state;
  const shown = wanted(puzzles, puzzleChoice.state);
  const next = nextOf(shown);
  return h(
    "section",
    { class: "card", key: "chooser", "aria-label": t("Choose a puzzle") },
    h(
      "p",
      {},
      theme === "endgame"
        ? t("Find best moves to the end of the game. Where there are several, each is right.")
        : t("Each puzzle has one best move, proven by solving the game to its end."),
    ),
    h(
      "div",
      { class: "puzzle-choices" },
      choice({
        legend: t("Rules"),
        name: "rules",
        value: rules,
        options: Object.entries(RULES).map(([value, { name }]) => [value, name]),
        change: (value) => puzzleChoice.change({ rules: value }),
      }),
      choice({
        legend: t("Board"),
        name: "size",
        value: size,
        options: SIZES.map((value) => [value, `${value}×${value}`]),
        change: (value) => puzzleChoice.change({ size: value }),
      }),
      select(t("Theme"), theme, Object.entries(THEMES), (value) => puzzleChoice.change({ theme: value })),
      select(
        t("Empty squares (more is harder)"),
        length,
        Object.entries(LENGTHS).map(([value, { words }]) => [value, words]),
        (value) => puzzleChoice.change({ length: value }),
      ),
    ),
    h(
      "p",
      { class: "puzzle-start" },
      next
        ? h("a", { class: "button primary", href: `/study/puzzles/${next.id}` }, t("Next puzzle"))
        : h("span", {}, shown.length ? t("All of these are solved.") : t("No puzzles found.")),
      rulesBadge(rules),
      h("span", { class: "soft small", role: "status" }, tn("{n} puzzle", "{n} puzzles", shown.length)),
    ),
    tiles(shown, isLong),
  );
}

function select(words, value, options, change) {
  return field(
    words,
    h(
      "select",
      { set: { value }, on: { change: (event) => change(event.currentTarget.value) } },
      options.map(([one, name]) => h("option", { value: one, key: one }, name)),
    ),
  );
}

function tiles(puzzles, isLong) {
  const { points } = progress.state;
  const begun = allBegun();
  const shown = isLong.state.isOpen ? puzzles : puzzles.slice(0, FIRST);
  return [
    h(
      "ol",
      { class: "puzzle-tiles", "aria-label": t("Puzzles") },
      shown.map((puzzle, place) => tile(puzzle, place + 1, points[puzzle.id], begun)),
    ),
    shown.length < puzzles.length &&
      h("p", {}, button(t("Show all {number}", { number: puzzles.length }), () => isLong.change({ isOpen: true }))),
  ];
}

function tile({ id, empties, rating }, number, points, begun) {
  const isBegun = points === undefined && begun.has(id);
  const untried = isBegun ? t("begun") : t("not tried");
  const state = points === undefined ? untried : points ? tn("{n} point", "{n} points", points) : t("shown");
  return h(
    "li",
    { key: id },
    h(
      "a",
      {
        class: points ? "puzzle-tile solved" : "puzzle-tile",
        href: `/study/puzzles/${id}`,
        "aria-label": tn(
          "Puzzle {number}, {n} empty square, rating {rating}, {state}",
          "Puzzle {number}, {n} empty squares, rating {rating}, {state}",
          empties,
          { number, rating, state },
        ),
      },
      h("b", {}, number),
      h("span", { class: "small soft" }, rating),
      points === undefined
        ? h("span", { class: "small soft" }, isBegun ? t("begun") : "–")
        : stars(starsOf(points)),
    ),
  );
}
