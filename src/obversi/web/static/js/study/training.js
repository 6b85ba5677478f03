// The page to train an opening on.

import { h } from "../core/dom.js";
import { readGameLink } from "../core/game_link.js";
import { t } from "../core/language.js";
import { stepKeys } from "../core/steps.js";
import { makeTrainingGame } from "./training_game.js";
import { trainingView } from "./training_view.js";

const COLORS = ["black", "white"];

export function openTraining(app, color) {
  if (!COLORS.includes(color)) {
    const problem = t("Page not found: {path}", { path: location.pathname });
    return { title: t("Training"), view: () => h("p", { class: "problem", role: "alert" }, problem) };
  }
  const link = readGameLink(location.hash) ?? { rules: "normal", size: 8, moves: "" };
  const { rules, size, moves } = link;
  const game = makeTrainingGame({ rules, size, moves, color });
  const end = game.listen(app.redraw);
  const isOver = () => game.state.phase === "over";
  game.nextLine();
  return {
    title: t("Training"),
    view: () => trainingView(game),
    keys: [
      { keys: ["h"], words: t("show the book’s move"), run: game.reveal },
      { keys: ["n"], words: t("the next line"), run: () => void game.nextLine() },
      ...stepKeys({
        place: () => ({ at: game.walk.state.at, last: game.walk.state.nodes.length - 1 }),
        go: (at) => isOver() && game.walk.go(at),
      }),
    ],
    close() {
      end();
      game.close();
    },
  };
}
