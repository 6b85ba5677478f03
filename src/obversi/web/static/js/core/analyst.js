// Analyses one position at a time: a new request replaces the one before.

import { analyse } from "../engine/analyses.js";

/**
 * Analyse positions on this device or on the server. `hear(report)` gets every report on the last requested
 * position, as in the protocol; `fail(error)` gets the error.
 *
 * The next position is requested while the one before is still ending, to save time;
 * a third one waits.
 */
export function makeAnalyst(socket) {
  let current = null; // the running analysis
  let ending = null; // the analysis that is stopping
  let next = null; // the analysis that waits

  function begin(asked) {
    current = asked;
    const message = { type: "analyse", ...asked.game, top: "all", steps: true, limit: asked.limit };
    const { answered, stop } = analyse(socket, message, (report) => {
      if (asked.over) return;
      asked.over = report.final;
      asked.hear(report);
    });
    asked.stop = stop;
    answered.catch((error) => refused(asked, error)).finally(() => ended(asked));
  }

  function refused(asked, error) {
    if (asked.over) return;
    // During a review the server may be busy until the last analysis has ended.
    if (error.code === "busy" && ending !== null) {
      next ??= asked;
      return;
    }
    asked.over = true;
    asked.fail?.(error);
  }

  function ended(asked) {
    if (asked === current) current = null;
    if (asked === ending) ending = null;
    if (next === null || current !== null || ending !== null) return;
    const following = next;
    next = null;
    begin(following);
  }

  function endCurrent() {
    if (current === null || current.over) return;
    current.over = true;
    current.stop();
  }

  return {
    look(game, limit, hear, fail) {
      const asked = { game, limit, hear, fail, over: false };
      endCurrent();
      if (current !== null && ending !== null) {
        next = asked;
        return;
      }
      ending = current ?? ending;
      next = null;
      begin(asked);
    },
    stop() {
      next = null;
      endCurrent();
    },
  };
}
