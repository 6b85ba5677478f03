// The conversation with the game server, which comes back by itself when it was lost.

import { Refused } from "./api.js";
import { makeStore } from "./store.js";

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4000;

/**
 * Connect to the server. `link` is a store with `state`: "opening", "open" or "lost", and
 * `bounds`: what the server allows at most.
 */
export function makeSocket(nameOf) {
  const link = makeStore({ state: "opening", bounds: null });
  const listeners = new Set();
  const waiting = new Map(); // by id: {message, hear, fail}
  let socket = null;
  let nextId = 1;
  let pause = FIRST_PAUSE;
  let timer = null;

  function open() {
    clearTimeout(timer);
    const before = socket; // a try that is still under way
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const own = new WebSocket(`${scheme}://${location.host}/ws`);
    socket = own;
    before?.close();
    own.onopen = () => own.send(JSON.stringify({ type: "hello", version: 1, name: nameOf() }));
    own.onmessage = (event) => own === socket && hear(JSON.parse(event.data));
    own.onclose = () => own === socket && lost();
  }

  function hear(message) {
    if (message.type === "welcome") {
      pause = FIRST_PAUSE;
      link.change({ state: "open", bounds: message.bounds });
    }
    const asked = message.id === undefined ? undefined : waiting.get(message.id);
    if (asked) asked.hear(message);
    for (const listener of [...listeners]) listener(message);
  }

  function lost() {
    socket = null;
    link.change({ state: "lost" });
    const unanswered = [...waiting.values()];
    waiting.clear();
    for (const asked of unanswered) asked.fail(new Refused("The connection was lost."));
    timer = setTimeout(open, pause * (0.75 + Math.random() / 2));
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }

  function send(message) {
    if (link.state.state !== "open") {
      const refused = new Refused("There is no connection to the server now.");
      throw Object.assign(refused, { isUnsent: true });
    }
    socket.send(JSON.stringify(message));
  }

  /** Ask for something, and hear each answer until `isLast` says that it was the last. */
  function ask(message, hearAnswer, isLast) {
    const id = nextId;
    nextId += 1;
    const answered = new Promise((resolve, reject) => {
      const end = (settle, value) => {
        waiting.delete(id);
        settle(value);
      };
      waiting.set(id, {
        hear(answer) {
          if (answer.type === "error") {
            end(reject, Object.assign(new Refused(answer.text), { code: answer.code }));
            return;
          }
          hearAnswer?.(answer);
          if (isLast(answer)) end(resolve, answer);
        },
        fail: (error) => end(reject, error),
      });
      try {
        send({ ...message, id });
      } catch (error) {
        end(reject, error);
      }
    });
    return { id, answered };
  }

  // Whoever looks at the page again should not have to wait for the next try.
  addEventListener("online", () => link.state.state === "lost" && open());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && link.state.state === "lost") open();
  });
  open();

  return {
    link,
    /** Ask for something that has one answer. */
    request: (message) => ask(message, null, () => true).answered,
    /** Ask for something that has many answers: `answered` resolves with the last. */
    stream(message, hearAnswer) {
      const { id, answered } = ask(message, hearAnswer, (answer) => answer.final);
      // Without a conversation there is nothing left to stop.
      const stop = () => {
        if (waiting.has(id) && link.state.state === "open") send({ type: "stop", target: id });
      };
      return { answered, stop };
    },
    /** Hear every message of the server, until what is returned is called. */
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Resolve when there is a conversation. */
    opened() {
      if (link.state.state === "open") return Promise.resolve();
      return new Promise((resolve) => {
        const end = link.listen(({ state }) => {
          if (state === "open") {
            end();
            resolve();
          }
        });
      });
    },
    /** Say hello again, under another name. */
    renew() {
      socket?.close();
    },
  };
}
