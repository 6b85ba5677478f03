// The view of perfect play: values on the board, and a summary.

import { moveList, walkBoard } from "../board/walk_board.js";
import { failure, loading } from "../core/answer.js";
import { button, choice } from "../core/choice.js";
import { h } from "../core/dom.js";
import { gameLink } from "../core/game_link.js";
import { t } from "../core/language.js";
import { endText } from "../core/position_text.js";
import { moversMargin } from "../core/sides.js";
import { RULES, signed } from "../core/words.js";
import { estimateWords } from "./perfect_search.js";
import { perfectText } from "./puzzle_words.js";

export function perfectView({ walk, values, acts, playing }) {
  const { game } = walk.state;
  const answer = game && walk.node?.turn ? values.of(walk.gameHere) : null;
  return [
    h("h1", { class: "for-readers", key: "title" }, t("Perfect play")),
    h(
      "div",
      { class: "table", key: "table" },
      walkBoard(walk, {
        play: acts.play,
        go: acts.go,
        restart: acts.again,
        values: answer?.solved === false ? estimates(walk, values) : proven(answer),
      }),
      game && side({ walk, values, acts, playing, game, answer }),
    ),
  ];
}

// All numbers of this page are exact, so none of them is marked as exact.
function proven(answer) {
  return new Map((answer?.moves ?? []).map((one) => [one.move, { ...one, exact: false }]));
}

function estimates(walk, values) {
  const { turn } = walk.node;
  const lines = values.searched(walk.gameHere)?.report?.lines ?? [];
  return new Map(
    lines.map(({ move, margin }) => [move, { margin, text: `≈${signed(moversMargin(margin, turn))}`, best: false }]),
  );
}

function side({ walk, values, acts, playing, game, answer }) {
  const isOver = walk.node.turn === null;
  return h(
    "div",
    { class: "side" },
    h(
      "div",
      { class: "card" },
      h(
        "div",
        { class: "buttons" },
        button(t("Perfect move"), acts.perfectMove, {
          kind: "primary",
          hint: "Space",
          disabled: isOver || !answer?.moves?.length,
        }),
        button(playing ? t("Pause") : t("Play from here"), acts.toggle, {
          hint: "P",
          disabled: isOver,
        }),
        button(t("Start again"), acts.again, { hint: "R" }),
      ),
      verdict({ walk, values, acts, answer }),
      moveList(walk, { note: (step) => lossNote(acts.lossOf(step)) }),
    ),
    h(
      "div",
      { class: "card" },
      choice({
        legend: t("Rules"),
        name: "rules",
        value: walk.wanted.rules,
        options: Object.entries(RULES).map(([rules, { name }]) => [rules, name]),
        change: acts.setRules,
      }),
      choice({
        legend: t("Board"),
        name: "size",
        value: walk.wanted.size,
        options: [
          [4, "4×4"],
          [6, "6×6"],
        ],
        change: acts.setSize,
      }),
      h(
        "p",
        { class: "soft small" },
        t("Each number is the final margin for the mover if both sides play perfectly after that move; {goal}, and larger is better. The best moves are framed. Switch the rules to see the same position under the other rules.", { goal: RULES[game.rules].goal }),
      ),
      h(
        "p",
        {},
        h("a", { class: "button", href: `/analyse${gameLink(walk.gameHere)}` }, t("Analyse this")),
      ),
    ),
  );
}

function verdict({ walk, values, acts, answer }) {
  if (walk.node.end) {
    return h("p", { class: "perfect-verdict" }, endText(walk.node.end, walk.state.game.rules));
  }
  if (values.error) return failure(values.error, acts.retry);
  if (!answer) return loading(t("Loading the values …"));
  const { solved, line, whole } = answer;
  const text = perfectText(answer, walk.state.game, walk.node.empties);
  if (!solved) return unsolved(text, values.searched(walk.gameHere), acts);
  return [
    h("p", { class: "perfect-verdict" }, text),
    line.length > 0 &&
      h(
        "p",
        { class: "small soft" },
        t("Best play:"),
        " ",
        h("span", { class: "numbers" }, line.join(" ")),
        !whole && " …",
      ),
  ];
}

// The known facts of an unsolved position, and the results of a search so far.
function unsolved(text, searched, acts) {
  const words = searched && (estimateWords(searched) ?? searched.problem);
  return [
    h("p", { class: "perfect-verdict" }, text),
    h("p", { class: "perfect-search" }, words || t("The search begins …")),
    searched?.over && h("p", {}, button(t("Search longer"), acts.searchOn)),
  ];
}

function lossNote(loss) {
  if (!loss) return null;
  return h("span", { class: "move-loss", title: t("discs lost by this move") }, `✕ ${signed(-loss)}`);
}
