// The view of a lesson: its text, its task and the result.

import { walkBoard } from "../board/walk_board.js";
import { button, choice } from "../core/choice.js";
import { h } from "../core/dom.js";
import { gameLink } from "../core/game_link.js";
import { t } from "../core/language.js";
import { RULES } from "../core/words.js";
import { feedback } from "./feedback.js";
import { LESSONS } from "./lessons.js";

export function rulesView({ walk, acts, step, said, done }) {
  const lesson = LESSONS[step];
  return h(
    "div",
    { class: "table lesson-table", key: "table" },
    h(
      "div",
      { class: "side lesson-side" },
      h(
        "section",
        { class: "card", "aria-label": t("The lesson") },
        h(
          "div",
          {},
          h("p", { class: "small soft" }, t("Learn the rules: {number} of {of}", { number: step + 1, of: LESSONS.length })),
          h("h1", {}, lesson.title),
        ),
        h("p", {}, lesson.words),
        lesson.task === null ? freeGame(walk, acts) : task(lesson, said),
        buttons({ acts, step, said }),
      ),
      steps({ acts, step, done }),
    ),
    walkBoard(walk, { play: said ? undefined : acts.play, steps: false }),
  );
}

function task({ task: words }, said) {
  return said ? feedback(said) : h("p", { class: "lesson-task" }, words);
}

function freeGame(walk, acts) {
  const { game, nodes, at } = walk.state;
  if (game === null) return null;
  const whole = `/play${gameLink({ ...game, size: 8, moves: "" })}`;
  return [
    h("p", { class: "lesson-task" }, walk.node.text),
    choice({
      legend: t("Rules"),
      name: "rules",
      value: walk.wanted.rules,
      options: Object.entries(RULES).map(([value, { name }]) => [value, name]),
      change: acts.setRules,
    }),
    h(
      "div",
      { class: "buttons" },
      button(t("Take back"), () => walk.go(at - 1), { disabled: at === 0 }),
      button(t("Start again"), acts.again, { hint: "R", disabled: nodes.length < 2 }),
      h("a", { class: "button", href: whole }, t("Play 8×8")),
    ),
  ];
}

function buttons({ acts, step, said }) {
  const isLast = step === LESSONS.length - 1;
  const isWrong = said?.kind === "wrong";
  return h(
    "div",
    { class: "buttons" },
    button(t("Back"), acts.back, { hint: "B", disabled: step === 0 }),
    !isLast && button(t("Next"), acts.next, { hint: "N", kind: said && !isWrong ? "primary" : "" }),
    said && button(t("Try again"), acts.again, { hint: "R", kind: isWrong ? "primary" : "" }),
    isLast && h("a", { class: "button", href: "/study/puzzles" }, t("Puzzles")),
  );
}

function steps({ acts, step, done }) {
  return h(
    "nav",
    { class: "card lesson-steps", "aria-label": t("All lessons") },
    h(
      "ol",
      {},
      LESSONS.map(({ title }, place) =>
        h(
          "li",
          { key: title },
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              "aria-current": place === step ? "step" : null,
              on: { click: () => acts.go(place) },
            },
            h("span", { class: "sign", "aria-hidden": "true" }, done.has(place) ? "✓" : place + 1),
            h("span", {}, title),
            done.has(place) && h("span", { class: "for-readers" }, `, ${t("done")}`),
          ),
        ),
      ),
    ),
  );
}
