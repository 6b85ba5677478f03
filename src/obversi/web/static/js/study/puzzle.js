// The page of one puzzle.

import { failure, loading } from "../core/answer.js";
import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { stepKeys } from "../core/steps.js";
import { askDaily, daily } from "./daily.js";
import { isOwn, mistakes } from "./mistakes.js";
import { LENGTHS, askOnce, nextUnsolved, progress, puzzleChoice, puzzleList, wanted } from "./progress.js";
import { makePuzzleGame } from "./puzzle_game.js";
import { puzzleView } from "./puzzle_view.js";
import { ratings } from "./rating.js";

export function openPuzzle(app, id) {
  const game = makePuzzleGame(id);
  const ends = [game, puzzleList, progress, daily].map((store) => store.listen(follow));
  askOnce();
  askDaily();
  game.load();

  function follow() {
    if (game.state.puzzle && !isOwn(id)) chooseAs(game.state.puzzle);
    app.redraw();
  }

  function others() {
    if (isOwn(id)) return mistakes.state.puzzles;
    return wanted(puzzleList.state.answer?.puzzles ?? [], puzzleChoice.state);
  }

  function next() {
    const { rating } = ratings.state[puzzleChoice.state.rules];
    const found = nextUnsolved(others(), progress.state.points, rating, id);
    app.navigate(found ? `/study/puzzles/${found.id}` : "/study/puzzles");
  }

  function previous() {
    const all = others();
    const found = all[all.findIndex((one) => one.id === id) - 1];
    if (found) app.navigate(`/study/puzzles/${found.id}`);
  }

  function view() {
    const { puzzle, error } = game.state;
    if (error) {
      return [
        failure(error, error.status === 404 ? null : game.load),
        h("p", { key: "back" }, h("a", { class: "button", href: "/study/puzzles" }, t("All puzzles"))),
      ];
    }
    if (puzzle === null) return loading(t("Loading the puzzle …"));
    const all = others();
    const place = all.findIndex((one) => one.id === id);
    const around = { before: all[place - 1], after: place < 0 ? undefined : all[place + 1] };
    const kind = daily.state.answer?.id === id ? "daily" : isOwn(id) ? "own" : "";
    const mistake = all[place]?.played === undefined ? null : all[place];
    return puzzleView({ game, number: place + 1, of: all.length, kind, mistake, next, ...around });
  }

  return {
    title: t("Puzzle"),
    view,
    keys: [
      { keys: ["h"], words: t("a hint"), run: game.hint },
      { keys: ["n"], words: t("the next puzzle"), run: next },
      { keys: ["p"], words: t("the puzzle before this one"), run: previous },
      { keys: ["r"], words: t("try again from the start"), run: game.again },
      ...stepKeys({
        place: () => ({ at: game.walk.state.at, last: game.walk.state.nodes.length - 1 }),
        go: (at) => game.state.done && game.walk.go(at),
      }),
    ],
    close() {
      for (const end of ends) end();
      game.close();
    },
  };
}

// A link to a puzzle sets the filter of the list.
function chooseAs({ rules, size, empties, themes }) {
  const now = puzzleChoice.state;
  const { least, most } = LENGTHS[now.length];
  const length = empties >= least && empties <= most ? now.length : "all";
  const theme = themes.includes(now.theme) ? now.theme : "all";
  const chosen = { rules, size, theme, length };
  if (Object.keys(chosen).some((name) => now[name] !== chosen[name])) puzzleChoice.change(chosen);
}
