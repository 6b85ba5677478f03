// Analyses one position at a time: a new request replaces the one before.

import { analyse } from "../engine/analyses.js";

/**
 * Analyse positions on this device or on the server. `onReport(report)` gets every report on the last requested
 * position, as in the protocol; `fail(error)` gets the error.
 *
 * The next position is requested while the one before is still ending, to save time;
 * a third one waits.
 */
export function makeAnalyst(socket) {
  let current = null; // the running analysis
  let ending = null; // the analysis that is stopping
  let next = null; // the analysis that waits

  function begin(request) {
    current = request;
    const message = { type: "analyse", ...request.game, top: "all", steps: true, limit: request.limit };
    const { answered, stop } = analyse(socket, message, (report) => {
      if (request.over) return;
      request.over = report.final;
      request.onReport(report);
    });
    request.stop = stop;
    answered.catch((error) => rejected(request, error)).finally(() => ended(request));
  }

  function rejected(request, error) {
    if (request.over) return;
    // During a review the server may be busy until the last analysis has ended.
    if (error.code === "busy" && ending !== null) {
      next ??= request;
      return;
    }
    request.over = true;
    request.fail?.(error);
  }

  function ended(request) {
    if (request === current) current = null;
    if (request === ending) ending = null;
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
    look(game, limit, onReport, fail) {
      const request = { game, limit, onReport, fail, over: false };
      endCurrent();
      if (current !== null && ending !== null) {
        next = request;
        return;
      }
      ending = current ?? ending;
      next = null;
      begin(request);
    },
    stop() {
      next = null;
      endCurrent();
    },
  };
}
