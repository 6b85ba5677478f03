// The address of the page holds the game, so that it can be copied at any time.

import { analyseLink } from "./export.js";

const PAUSE = 200; // milliseconds: browsers refuse to change an address too often

export function keepAddress(store, setAddress) {
  let timer = null;
  function set() {
    timer = null;
    const address = analyseLink(store.state).slice(location.origin.length);
    if (location.pathname.startsWith("/analyse")) setAddress(address);
  }

  return {
    follow(state) {
      if (state.tree !== null && timer === null) timer = setTimeout(set, PAUSE);
    },
    /** What stands behind "#" for the game as it is now. */
    hash: () => new URL(analyseLink(store.state)).hash,
    close() {
      clearTimeout(timer);
    },
  };
}
