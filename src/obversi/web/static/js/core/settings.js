// The user's settings, stored in the browser.

import { makeStore } from "./store.js";

const PLACE = "obversi.settings";

/** @type {{name: string, theme: string, dots: boolean, preview: boolean, motion: boolean, turned: boolean,
 * shortcuts: boolean}} */
export const DEFAULTS = Object.freeze({
  name: "Guest",
  theme: "system", // or "light", "dark"
  dots: true, // on squares that can be played
  preview: true, // of the discs that a move would flip
  motion: true,
  turned: false, // the board, by half
  shortcuts: true, // single letters; arrows and the like always work
});

export const settings = makeStore({ ...DEFAULTS, ...stored() });

settings.listen((state) => {
  if (state.theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = state.theme;
  document.documentElement.classList.toggle("still", !state.motion);
  keep(PLACE, state);
});
document.documentElement.classList.toggle("still", !settings.state.motion);

function stored() {
  const found = kept(PLACE) ?? {};
  return Object.fromEntries(
    Object.entries(found).filter(([name, value]) => typeof value === typeof DEFAULTS[name]),
  );
}

/** Read a stored value, or null; the browser may block storage. */
export function kept(place) {
  try {
    return JSON.parse(localStorage.getItem(place));
  } catch {
    return null;
  }
}

/** Store a value in this browser, or remove it if it is null. */
export function keep(place, value) {
  try {
    if (value === null) localStorage.removeItem(place);
    else localStorage.setItem(place, JSON.stringify(value));
  } catch {
    // Storage is blocked: it is lost with the page.
  }
}
