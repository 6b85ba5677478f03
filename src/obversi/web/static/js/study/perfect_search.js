// What a search thinks of a position that is not solved yet: it may still solve it.

import { makeAnalyst } from "../core/analyst.js";
import { makeStore } from "../core/store.js";
import { colorName, count } from "../core/words.js";

const USUAL_MOST = 10; // seconds, until the server has said what it allows

/**
 * Search longere position at a time. The state has the `key` of that position, the last `report`,
 * `over` once nothing more will come, and `problem`, why there is nothing.
 */
export function makePerfectSearch(socket) {
  const store = makeStore({ key: null, report: null, over: false, problem: "" });
  const analyst = makeAnalyst(socket);

  function hear(key, report) {
    if (store.state.key === key) store.change({ report, over: report.final });
  }

  function fail(key, problem) {
    if (store.state.key === key) store.change({ over: true, problem });
  }

  async function look(key, game) {
    if (store.state.key === key && !store.state.over) return;
    store.change({ key, report: null, over: false, problem: "" });
    await socket.opened();
    if (store.state.key !== key) return;
    const seconds = socket.link.state.bounds?.seconds ?? USUAL_MOST;
    analyst.look(
      game,
      { seconds },
      (report) => hear(key, report),
      (error) => fail(key, error.message),
    );
  }

  return {
    get state() {
      return store.state;
    },
    listen: store.listen,
    look,
    stop() {
      analyst.stop();
      store.change({ key: null, report: null, over: false, problem: "" });
    },
  };
}

/** What the server would have answered had it known what a search has proven now. */
export function solvedBy({ turn, lines }) {
  const { margin, pv } = lines[0];
  const end = margin === 0 ? "draws" : `${margin > 0 ? "wins" : "loses"} by ${Math.abs(margin)}`;
  const right = lines.filter((one) => one.margin === margin).length;
  return {
    solved: true,
    margin,
    moves: lines.map((one) => ({ ...one, best: one.margin === margin })),
    line: pv.filter((move) => move !== "pass"),
    whole: false,
    text:
      `Solved: with perfect play ${colorName(turn)} ${end}. ` +
      `${right} of the ${lines.length} moves ${right === 1 ? "keeps" : "keep"} that.`,
  };
}

/** What a search has found so far, in words; null while it has found nothing. */
export function estimateWords({ report, over }) {
  if (!report?.lines.length) return null;
  const { margin } = report.lines[0];
  const name = colorName(report.turn);
  const side = margin > 0 ? "ahead" : "behind";
  const lead = margin === 0 ? "an even game" : `${name} ${side} by ${Math.abs(margin)}`;
  const depth = `${count(report.depth, "move")} deep`;
  return over
    ? `A search ${depth} sees ${lead}. That is an estimate, as is every number with ≈.`
    : `The search is ${depth} and sees ${lead} so far. Numbers with ≈ are estimates until it ends.`;
}
