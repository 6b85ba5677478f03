// The WebSocket to the game server, which reconnects automatically.

import { RequestError } from "./api.js";
import { languageOf, t, translated } from "./language.js";
import { guestName } from "./settings.js";
import { isServerless } from "./site.js";
import { makeStore } from "./store.js";

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4000;

/**
 * Connect to the server. `introduction()` returns the content of hello. `link` is a store with
 * `state`: "opening", "open" or "lost", `bounds`: the limits of the server, and `person`: the name of
 * the person whose key was sent, null if the server does not know it.
 */
export function makeSocket(introduction) {
  const link = makeStore({ state: "opening", bounds: null, person: null });
  const listeners = new Set();
  const waiting = new Map(); // by id: {receive, fail}
  let socket = null;
  let nextId = 1;
  let pause = FIRST_PAUSE;
  let timer = null;
  let isRenamed = false; // by this page, on this connection

  function open() {
    clearTimeout(timer);
    const before = socket; // an attempt that is still running
    const own = isServerless ? pageSocket() : serverSocket();
    socket = own;
    isRenamed = false;
    before?.close();
    own.onopen = () => own.send(JSON.stringify({ type: "hello", version: 1, ...introduction() }));
    own.onmessage = (event) => own === socket && receive(JSON.parse(event.data));
    own.onclose = () => own === socket && lost();
  }

  function receive(message) {
    if (message.type === "welcome") {
      pause = FIRST_PAUSE;
      link.change({ state: "open", bounds: message.bounds, person: message.person ?? null });
    }
    // The server may not accept all letters of the name.
    if (message.type === "error" && message.about === "hello" && !isRenamed) {
      isRenamed = true;
      const { key } = introduction();
      socket.send(JSON.stringify({ type: "hello", version: 1, name: guestName(), key }));
    }
    const request = message.id === undefined ? undefined : waiting.get(message.id);
    if (request) request.receive(message);
    for (const listener of [...listeners]) listener(message);
  }

  function lost() {
    socket = null;
    link.change({ state: "lost" });
    const unanswered = [...waiting.values()];
    waiting.clear();
    for (const request of unanswered) {
      request.fail(Object.assign(new RequestError(t("Connection lost.")), { isLost: true }));
    }
    timer = setTimeout(open, pause * (0.75 + Math.random() / 2));
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }

  function send(message) {
    if (link.state.state !== "open") {
      const error = new RequestError(t("No connection to the server."));
      throw Object.assign(error, { isUnsent: true });
    }
    socket.send(JSON.stringify(message));
  }

  /** Send a request, and pass on each reply until `isLast`. */
  function ask(message, onReply, isLast) {
    const id = nextId;
    nextId += 1;
    const answered = new Promise((resolve, reject) => {
      const end = (settle, value) => {
        waiting.delete(id);
        settle(value);
      };
      waiting.set(id, {
        receive(answer) {
          if (answer.type === "error") {
            const { text, code } = answer;
            end(reject, Object.assign(new RequestError(translated(text)), { code, lang: languageOf(text) }));
            return;
          }
          onReply?.(answer);
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

  // Reconnect at once when the page becomes visible.
  addEventListener("online", () => link.state.state === "lost" && open());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && link.state.state === "lost") open();
  });
  open();

  return {
    link,
    /** Send a request with one reply. */
    request: (message) => ask(message, null, () => true).answered,
    /** Send a request with many replies: `answered` resolves with the last. */
    stream(message, onReply) {
      const { id, answered } = ask(message, onReply, (answer) => answer.final);
      // Without a connection there is nothing to stop.
      const stop = () => {
        if (waiting.has(id) && link.state.state === "open") send({ type: "stop", target: id });
      };
      return { answered, stop };
    },
    /** Call a listener for every message; the returned function removes it. */
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Resolve when the connection is open. */
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
    /** Reconnect with another introduction; a connection that is still opening sends that one anyway. */
    renew() {
      if (socket?.readyState !== WebSocket.CONNECTING) socket?.close();
    },
  };
}

function serverSocket() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/ws`);
}

/** A connection to the server in the page, with the parts of a WebSocket that are used here. */
function pageSocket() {
  let server = null;
  const own = {
    onopen() {},
    /** @type {(event: {data: string}) => void} */
    onmessage: () => {},
    onclose() {},
    /** @param {string} text */
    send: (text) => server.receive(JSON.parse(text)),
    close() {
      server?.close();
      own.onclose();
    },
  };
  const begin = ({ serve }) => {
    server = serve((message) => own.onmessage({ data: JSON.stringify(message) }));
    own.onopen();
  };
  import("../site/server.js").then(begin, own.close);
  return own;
}
