// A state, changed as a whole: who draws it hears of every change.

/** Keep a state. `change` takes what is different, or a function of the state that returns it. */
export function makeStore(first) {
  let state = Object.freeze({ ...first });
  const listeners = new Set();
  return {
    get state() {
      return state;
    },
    change(difference) {
      const different = typeof difference === "function" ? difference(state) : difference;
      if (!different) return;
      state = Object.freeze({ ...state, ...different });
      for (const listener of [...listeners]) listener(state);
    },
    /** Hear of changes, until what is returned is called. */
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Call a function once for all changes of a moment, before the next drawing of the screen. */
export function oncePerMoment(draw) {
  let due = false;
  return () => {
    if (due) return;
    due = true;
    queueMicrotask(() => {
      due = false;
      draw();
    });
  };
}
