// The lessons about strategy: two files of texts and positions, and the progress, stored in the browser.
// A step of a lesson asks for a move ("move"), for squares ("find") or for an answer ("choice").
// tests/web/test_lessons.py checks every answer and every number in the texts.

import { makeAnswer } from "../core/answer.js";
import { get } from "../core/api.js";
import { t } from "../core/language.js";
import { keep, kept } from "../core/settings.js";
import { makeStore } from "../core/store.js";

const PLACE = "obversi.lessons";
const BOOKS = ["normal", "reversed"];

export const lessonBooks = makeAnswer(async (signal) => {
  const books = await Promise.all(BOOKS.map((rules) => get(`/static/lessons/${rules}.json`, { signal })));
  return books.flatMap(({ rules, lessons }) => lessons.map((lesson) => ({ ...lesson, game: rules })));
});

export function askLessons() {
  const { answer, waiting } = lessonBooks.state;
  if (answer === null && !waiting) lessonBooks.ask();
}

/** The steps that are done, by the name of the lesson. */
export const lessonProgress = makeStore({ done: stored() });

lessonProgress.listen(({ done }) => keep(PLACE, done));

function stored() {
  const found = Object.entries(kept(PLACE) ?? {});
  return Object.fromEntries(
    found.map(([name, steps]) => [name, Array.isArray(steps) ? steps.filter(Number.isInteger) : []]),
  );
}

export function lessonName({ game, id }) {
  return `${game}/${id}`;
}

export function isDone(lesson, step) {
  return (lessonProgress.state.done[lessonName(lesson)] ?? []).includes(step);
}

/** The number of steps of a lesson that are done. */
export function doneSteps(lesson) {
  return lesson.steps.filter((step, place) => isDone(lesson, place)).length;
}

export function setDone(lesson, step) {
  if (isDone(lesson, step)) return;
  const name = lessonName(lesson);
  lessonProgress.change(({ done }) => ({ done: { ...done, [name]: [...(done[name] ?? []), step] } }));
}

/** A text of a step with its numbers; `lost` is the loss of a wrong move. */
export function stepText({ facts }, text, lost = 0) {
  const numbers = Object.entries(facts).map(([name, fact]) => [name, fact.is]);
  return t(text, { ...Object.fromEntries(numbers), lost });
}
