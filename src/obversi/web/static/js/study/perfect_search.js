// A search of a position that is not solved yet; it may still solve it.

import { makeAnalyst } from "../core/analyst.js";
import { t, tn } from "../core/language.js";
import { makeStore } from "../core/store.js";
import { colorName } from "../core/words.js";

const USUAL_MOST = 10; // seconds, until the server has sent its limit

/**
 * Search for a longer time, one position at a time. The state has the `key` of that position, the last
 * `report`, `over` once there are no further reports, and `problem`, the reason of a failure.
 */
export function makePerfectSearch(socket) {
  const store = makeStore({ key: null, report: null, over: false, problem: "" });
  const analyst = makeAnalyst(socket);

  function takeReport(key, report) {
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
      (report) => takeReport(key, report),
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

/** The result of a search that has proven the margins, in the form of the server's reply. */
export function solvedBy({ turn, lines }) {
  const { margin, pv } = lines[0];
  return {
    solved: true,
    turn,
    margin,
    moves: lines.map((one) => ({ ...one, best: one.margin === margin })),
    line: pv.filter((move) => move !== "pass"),
    whole: false,
  };
}

/** The result of a search so far in words; null while there is none. */
export function estimateWords({ report, over }) {
  if (!report?.lines.length) return null;
  const { depth } = report;
  const lead = leadWords(report.turn, report.lines[0].margin);
  return over
    ? tn(
        "A search {n} move deep sees: {lead}. That is an estimate, as is every number with ≈.",
        "A search {n} moves deep sees: {lead}. That is an estimate, as is every number with ≈.",
        depth,
        { lead },
      )
    : tn(
        "The search is {n} move deep and sees so far: {lead}. Numbers with ≈ are estimates until it ends.",
        "The search is {n} moves deep and sees so far: {lead}. Numbers with ≈ are estimates until it ends.",
        depth,
        { lead },
      );
}

function leadWords(turn, margin) {
  const values = { color: colorName(turn), margin: Math.abs(margin) };
  if (margin === 0) return t("an even game");
  return margin > 0 ? t("{color} ahead by {margin}", values) : t("{color} behind by {margin}", values);
}
