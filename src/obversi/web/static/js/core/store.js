// A state that is replaced as a whole and notifies its listeners.

/**
 * Make a store. `change` takes the changed fields, or a function of the state that returns them.
 * @template {Record<string, any>} State
 * @param {State} first
 */
export function makeStore(first) {
  /** @type {Readonly<State>} */
  let state = Object.freeze({ ...first });
  /** @type {Set<(state: Readonly<State>) => void>} */
  const listeners = new Set();
  return {
    get state() {
      return state;
    },
    /** @param {Partial<State> | false | null | ((state: Readonly<State>) => Partial<State> | false | null)} difference */
    change(difference) {
      const different = typeof difference === "function" ? difference(state) : difference;
      if (!different) return;
      state = Object.freeze({ ...state, .../** @type {Partial<State>} */ (different) });
      for (const listener of [...listeners]) listener(state);
    },
    /** Call a listener on every change; the returned function removes it. */
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Collect calls: the function runs once, before the browser draws. */
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
