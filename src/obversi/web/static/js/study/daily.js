// The puzzle of the day, and how many days in a row it was solved.

import { makeAnswer } from "../core/answer.js";
import { get } from "../core/api.js";
import { keep, kept } from "../core/settings.js";
import { makeStore } from "../core/store.js";

const PLACE = "obversi.puzzles.daily";
const DAY = 86_400_000;

/** {date, id} of the puzzle; a day begins at midnight in UTC. */
export const daily = makeAnswer(() => get("/api/puzzles/daily"));

export function askDaily() {
  const { answer, waiting } = daily.state;
  const isToday = answer?.date === new Date().toISOString().slice(0, 10);
  if (!isToday && !waiting) daily.ask();
}

/** The last solved day, and the length of the streak up to it. */
export const days = makeStore(stored());

days.listen((state) => keep(PLACE, state));

function stored() {
  const { last, streak, longest } = kept(PLACE) ?? {};
  const isSound = Number.isFinite(Date.parse(last)) && [streak, longest].every(Number.isInteger);
  return isSound ? { last, streak, longest } : { last: "", streak: 0, longest: 0 };
}

/** The stored state after the puzzle of a day was solved. */
export function withDay(state, date) {
  if (state.last === date) return state;
  const streak = daysBetween(state.last, date) === 1 ? state.streak + 1 : 1;
  return { last: date, streak, longest: Math.max(streak, state.longest) };
}

/** The number of solved days in a row; the streak of yesterday still counts today. */
export function streakOn(state, date) {
  return [0, 1].includes(daysBetween(state.last, date)) ? state.streak : 0;
}

function daysBetween(before, after) {
  return (Date.parse(after) - Date.parse(before)) / DAY;
}

/** Record that a puzzle was solved, which may be the one of the day. */
export function solvedToday(id) {
  const { answer } = daily.state;
  if (answer?.id === id) days.change(withDay(days.state, answer.date));
}
