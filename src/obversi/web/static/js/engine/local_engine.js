// The engine on this device: its worker, its weights, one search after another.

const HASH_BYTES = 64 << 20;
const MOST_THREADS = 8;

/**
 * Start the engine. `search(task, onReport, onBegin)` resolves with the last report, `onReport` gets the earlier
 * ones, and `onBegin` is called when the search begins; `stop()` ends the running search. A worker that fails, or is closed, rejects everything from then on.
 */
export function startEngine({ threads = usualThreads(), hashBytes = HASH_BYTES } = {}) {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  const weights = new Map(); // by game: resolves when they are in use
  let waiting = null; // for the reply to the current action
  let last = Promise.resolve(); // the previous action
  let stopFlag = null; // a byte of the engine's memory
  let broken = null;

  worker.onmessage = ({ data }) => {
    if ("report" in data) waiting?.onReport?.(data.report);
    else if ("failed" in data) waiting?.reject(new Error(data.failed));
    else waiting?.resolve(data.done);
  };
  worker.onerror = (event) => fail(event.message || "the engine's worker failed");

  function fail(words) {
    worker.terminate();
    broken = new Error(words);
    waiting?.reject(broken);
  }

  function act(message, onReport = null, onBegin = null) {
    const done = last.then(
      () =>
        new Promise((resolve, reject) => {
          if (broken) return reject(broken);
          waiting = { resolve, reject, onReport };
          onBegin?.();
          worker.postMessage(message);
        }),
    );
    last = done.catch(() => {});
    return done;
  }

  const opened = act({ action: "open", threads: crossOriginIsolated ? threads : 1, hashBytes }).then((shared) => {
    if (shared.memory) stopFlag = new Uint8Array(shared.memory, shared.stopByte, 1);
  });

  return {
    /** Resolve when the weights of a game are in use. */
    prepare(rules, size) {
      const game = `${size}x${size}-${rules}`;
      if (!weights.has(game)) {
        const path = new URL(`../../weights/${game}.obw`, import.meta.url).href;
        weights.set(game, opened.then(() => act({ action: "weights", path })));
      }
      return weights.get(game);
    },
    search: (task, onReport, onBegin) => act({ action: "search", ...task }, onReport, onBegin),
    isBroken: () => broken !== null,
    stop() {
      if (stopFlag) stopFlag[0] = 1;
      else worker.postMessage({ action: "stop" });
    },
    /** Forget all searches. */
    clear: () => act({ action: "clear" }),
    /** The values of positions without a search, each for its mover. */
    evaluate: (positions) => act({ action: "evaluate", positions }),
    /** Run an action of the textbook searches: `trace`, `traceMcts` or `counts`. */
    textbook: (action, task) => act({ action, ...task }),
    close: () => fail("the engine was closed"),
  };
}

function usualThreads() {
  return Math.min(Math.max(1, navigator.hardwareConcurrency ?? 1), MOST_THREADS);
}
