// The page of one puzzle.

import { failure, loading } from "../core/answer.js";
import { h } from "../core/dom.js";
import { stepKeys } from "../core/steps.js";
import { LENGTHS, askOnce, nextUnsolved, progress, puzzleChoice, puzzleList, wanted } from "./progress.js";
import { makePuzzleGame } from "./puzzle_game.js";
import { puzzleView } from "./puzzle_view.js";

export function openPuzzle(app, id) {
  const game = makePuzzleGame(id);
  const ends = [game, puzzleList, progress].map((store) => store.listen(follow));
  askOnce();
  game.load();

  function follow() {
    if (game.state.puzzle) chooseAs(game.state.puzzle);
    app.redraw();
  }

  function others() {
    return wanted(puzzleList.state.answer?.puzzles ?? [], puzzleChoice.state);
  }

  function next() {
    const found = nextUnsolved(others(), progress.state.points, id);
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
        h("p", { key: "back" }, h("a", { class: "button", href: "/study/puzzles" }, "All puzzles")),
      ];
    }
    if (puzzle === null) return loading("the puzzle");
    const all = others();
    const place = all.findIndex((one) => one.id === id);
    const around = { before: all[place - 1], after: place < 0 ? undefined : all[place + 1] };
    return puzzleView({ game, number: place + 1, of: all.length, next, ...around });
  }

  return {
    title: "Puzzle",
    view,
    keys: [
      { keys: ["h"], words: "a hint", run: game.hint },
      { keys: ["n"], words: "the next puzzle that is not solved", run: next },
      { keys: ["p"], words: "the puzzle before this one", run: previous },
      { keys: ["r"], words: "try again from the start", run: game.again },
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
function chooseAs({ rules, size, empties }) {
  const { least, most } = LENGTHS[puzzleChoice.state.length];
  const length = empties >= least && empties <= most ? puzzleChoice.state.length : "all";
  const now = puzzleChoice.state;
  if (now.rules !== rules || now.size !== size || now.length !== length) {
    puzzleChoice.change({ rules, size, length });
  }
}
