// The list of the server's games: asked for again and again while somebody looks at it.

const PAUSE = 4000; // milliseconds

export function makeListing({ socket, store }) {
  let isOpen = false;
  let timer = null;

  async function ask() {
    clearTimeout(timer);
    try {
      const { games } = await socket.request({ type: "games" });
      store.change({ listed: games });
    } catch {
      // The banner tells of the lost connection; the list comes with the next one.
    }
    // Where a game is shown by now, the list is not.
    isOpen &&= store.state.phase === "setup";
    clearTimeout(timer);
    if (isOpen) timer = setTimeout(ask, PAUSE);
  }

  return {
    /** Hear whether the list is seen. */
    opened(now) {
      isOpen = now;
      if (isOpen) ask();
      else clearTimeout(timer);
    },
    close() {
      isOpen = false;
      clearTimeout(timer);
    },
  };
}
