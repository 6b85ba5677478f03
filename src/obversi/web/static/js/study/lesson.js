// One lesson about strategy, step by step.

import { makeWalk } from "../board/walk.js";
import { answered } from "../core/answer.js";
import { h, say } from "../core/dom.js";
import { t } from "../core/language.js";
import { makeStore } from "../core/store.js";
import { askLessons, lessonBooks, lessonName, lessonProgress, setDone, stepText } from "./lesson_book.js";
import { lessonView } from "./lesson_view.js";

export function openLesson(app, name) {
  const walk = makeWalk();
  const page = makeStore({ step: 0, said: null, found: [] });
  const ends = [lessonBooks, lessonProgress, walk, page].map((store) => store.listen(app.redraw));
  ends.push(lessonBooks.listen(begin));
  let isBegun = false;
  askLessons();
  begin();

  function lessonHere() {
    return lessonBooks.state.answer?.find((lesson) => lessonName(lesson) === name);
  }

  function begin() {
    if (isBegun || !lessonHere()) return;
    isBegun = true;
    const [, number = "1"] = /^#step=(\d{1,3})$/.exec(location.hash) ?? [];
    show(Math.min(Math.max(Number(number) - 1, 0), lessonHere().steps.length - 1));
  }

  function show(step) {
    const { rules, position } = lessonHere().steps[step];
    page.change({ step, said: null, found: [] });
    walk.show({ rules, size: 8, position, moves: "" });
    app.setAddress(`/study/lessons/${name}#step=${step + 1}`);
  }

  function go(step) {
    const wanted = lessonHere()?.steps[step];
    if (!wanted) return;
    show(step);
    say(`${stepText(wanted, wanted.text)} ${stepText(wanted, wanted.task)}`);
  }

  function report(isRight, text) {
    if (isRight) setDone(lessonHere(), page.state.step);
    page.change({ said: { kind: isRight ? "right" : "wrong", text } });
    say(text);
  }

  const stepHere = () => lessonHere().steps[page.state.step];

  async function play(square) {
    const step = stepHere();
    await walk.play(square);
    if (walk.state.error || step !== stepHere()) return;
    const right = step.answers[square];
    const mistake = step.mistakes[square] ?? { text: step.otherwise, lost: 0 };
    report(right !== undefined, stepText(step, right ?? mistake.text, mistake.lost));
  }

  function mark(square) {
    const step = stepHere();
    const { found } = page.state;
    if (page.state.said?.kind === "right" || found.includes(square)) return;
    if (!step.squares.includes(square)) {
      report(false, `${square}: ${stepText(step, step.wrong)}`);
      return;
    }
    page.change({ found: [...found, square], said: null });
    const left = step.squares.length - found.length - 1;
    if (left === 0) report(true, stepText(step, step.right));
    else say(t("{square} is right. {left} left to find.", { square, left }));
  }

  function answer(option) {
    const step = stepHere();
    report(option.value === step.asked.is, stepText(step, option.reply));
  }

  const acts = {
    play,
    mark,
    answer,
    go,
    next: () => go(page.state.step + 1),
    back: () => go(page.state.step - 1),
    again: () => go(page.state.step),
  };

  function view() {
    return answered(lessonBooks, t("Loading the lesson …"), (lessons) => {
      const place = lessons.findIndex((lesson) => lessonName(lesson) === name);
      if (place >= 0) return lessonView({ lesson: lessons[place], after: lessons[place + 1], walk, acts, ...page.state });
      return [
        h("p", { class: "problem", role: "alert", key: "problem" }, t("There is no such lesson.")),
        h("p", { key: "back" }, h("a", { class: "button", href: "/study/lessons" }, t("All lessons"))),
      ];
    });
  }

  return {
    title: t("Lesson"),
    view,
    keys: [
      { keys: ["n"], words: t("the next page of the lesson"), run: acts.next },
      { keys: ["b"], words: t("the page before"), run: acts.back },
      { keys: ["r"], words: t("try again"), run: acts.again },
    ],
    close() {
      for (const end of ends) end();
      walk.close();
    },
  };
}
