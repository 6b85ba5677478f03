// Looks at one position at a time: whoever asks for another one is told of that alone.

/**
 * Ask the server's engine about positions. `hear(report)` gets every report about the position that
 * was asked for last, as the protocol has it; `fail(error)` hears why there is none.
 *
 * The next position is asked for while the one before still ends, so that its values come sooner;
 * a third one waits until there is room.
 */
export function makeAnalyst(socket) {
  let current = null; // what the server looks at
  let ending = null; // what it was told to stop, and has not yet
  let next = null; // what it is to look at once there is room

  function begin(asked) {
    current = asked;
    const message = { type: "analyse", ...asked.game, top: "all", steps: true, limit: asked.limit };
    const { answered, stop } = socket.stream(message, (report) => {
      if (asked.over) return;
      asked.over = report.final;
      asked.hear(report);
    });
    asked.stop = stop;
    answered.catch((error) => refused(asked, error)).finally(() => ended(asked));
  }

  function refused(asked, error) {
    if (asked.over) return;
    // With a review under way there may be no room before the last one has ended.
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
