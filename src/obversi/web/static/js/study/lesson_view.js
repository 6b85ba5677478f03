// The view of a step of a lesson: its text, its task, the board and the result.

import { walkBoard } from "../board/walk_board.js";
import { button } from "../core/choice.js";
import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { RULES } from "../core/words.js";
import { feedback } from "./feedback.js";
import { isDone, lessonName, stepText } from "./lesson_book.js";

export function lessonView({ lesson, after, walk, acts, step, said, found }) {
  const here = lesson.steps[step];
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
          h(
            "p",
            { class: "small soft" },
            t("{game}: page {number} of {all}", {
              game: RULES[lesson.game].name,
              number: step + 1,
              all: lesson.steps.length,
            }),
          ),
          h("h1", {}, t(lesson.title)),
        ),
        h("p", { class: said ? "lesson-text answered" : "lesson-text" }, stepText(here, here.text)),
        h("p", { class: "lesson-task", id: "lesson-task" }, stepText(here, here.task)),
        here.kind === "choice" && answers({ here, said, acts }),
        feedback(said),
        buttons({ lesson, after, acts, step, said }),
      ),
      pages({ lesson, acts, step }),
    ),
    board({ here, walk, acts, said, found }),
  );
}

function board({ here, walk, acts, said, found }) {
  const isOver = said?.kind === "right";
  if (here.kind === "find") {
    return walkBoard(walk, {
      steps: false,
      press: isOver ? undefined : acts.mark,
      marks: new Map(found.map((square) => [square, "hint"])),
      hints: new Map(found.map((square) => [square, t("marked")])),
    });
  }
  const idle = here.kind === "choice" ? t("Choose an answer beside the board.") : "";
  const play = here.kind === "move" && !said ? acts.play : undefined;
  return walkBoard(walk, { steps: false, play, idle });
}

function answers({ here, said, acts }) {
  return h(
    "div",
    { class: "buttons", role: "group", "aria-labelledby": "lesson-task" },
    here.options.map((option) =>
      button(t(option.text), () => acts.answer(option), { disabled: said?.kind === "right" }),
    ),
  );
}

function buttons({ lesson, after, acts, step, said }) {
  const isLast = step === lesson.steps.length - 1;
  const isWrong = said?.kind === "wrong";
  const kind = said && !isWrong ? "primary" : "";
  const onward = after
    ? h("a", { class: `button ${kind}`, href: `/study/lessons/${lessonName(after)}` }, t("Next lesson"))
    : h("a", { class: `button ${kind}`, href: "/study/puzzles" }, t("Puzzles"));
  return h(
    "div",
    { class: "buttons" },
    button(t("Back"), acts.back, { hint: "B", disabled: step === 0 }),
    isLast ? onward : button(t("Next"), acts.next, { hint: "N", kind }),
    said && button(t("Try again"), acts.again, { hint: "R", kind: isWrong ? "primary" : "" }),
  );
}

function pages({ lesson, acts, step }) {
  return h(
    "nav",
    { class: "card lesson-pages", "aria-label": t("Pages of the lesson") },
    h(
      "ol",
      {},
      lesson.steps.map((one, place) => {
        const done = isDone(lesson, place);
        const number = place + 1;
        return h(
          "li",
          { key: place },
          button(done ? `✓ ${number}` : number, () => acts.go(place), {
            kind: place === step ? "current" : "quiet",
            label: done ? t("Page {number}, done", { number }) : t("Page {number}", { number }),
          }),
        );
      }),
    ),
    h("a", { class: "button", href: "/study/lessons" }, t("All lessons")),
  );
}
