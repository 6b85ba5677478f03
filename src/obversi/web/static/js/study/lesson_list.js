// All lessons about strategy, with the progress.

import { answered } from "../core/answer.js";
import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { RULES } from "../core/words.js";
import { askLessons, doneSteps, lessonBooks, lessonName, lessonProgress } from "./lesson_book.js";

export function openLessonList(app) {
  const ends = [lessonBooks, lessonProgress].map((store) => store.listen(app.redraw));
  askLessons();
  return {
    title: t("Lessons"),
    view: () => [
      h("h1", { key: "title" }, t("Lessons")),
      answered(lessonBooks, t("Loading the lessons …"), (lessons) =>
        Object.entries(RULES).map(([rules, { name }]) =>
          h(
            "section",
            { key: rules, "aria-label": name },
            h("h2", {}, name),
            h("ol", { class: "doors" }, lessons.filter(({ game }) => game === rules).map(door)),
          ),
        ),
      ),
    ],
    close: () => ends.forEach((end) => end()),
  };
}

function door(lesson, place) {
  const { title, about, steps } = lesson;
  const done = doneSteps(lesson);
  return h(
    "li",
    { key: lesson.id },
    h(
      "a",
      { class: "card door", href: `/study/lessons/${lessonName(lesson)}` },
      h("span", { class: "sign", "aria-hidden": "true" }, done === steps.length ? "✓" : place + 1),
      h("h3", {}, t(title)),
      h("p", {}, t(about)),
      h("p", { class: "soft small" }, t("{done} of {all} done", { done, all: steps.length })),
    ),
  );
}
