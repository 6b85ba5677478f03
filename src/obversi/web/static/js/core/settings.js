// What a visitor has chosen, kept in the browser.

import { makeStore } from "./store.js";

const PLACE = "obversi.settings";

const USUAL = {
  name: "Guest",
  theme: "system", // or "light", "dark"
  dots: true, // on squares that can be played
  preview: true, // of the discs that a move would turn
  motion: true,
  turned: false, // the board, by half
  shortcuts: true, // single letters; arrows and the like always work
};

export const settings = makeStore({ ...USUAL, ...stored() });

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
    Object.entries(found).filter(([name, value]) => typeof value === typeof USUAL[name]),
  );
}

/** Read something that this browser keeps, or null; a browser may refuse to keep anything. */
export function kept(place) {
  try {
    return JSON.parse(localStorage.getItem(place));
  } catch {
    return null;
  }
}

/** Keep something in this browser, or forget it if it is null. */
export function keep(place, value) {
  try {
    if (value === null) localStorage.removeItem(place);
    else localStorage.setItem(place, JSON.stringify(value));
  } catch {
    // It is forgotten with the page, then.
  }
}
