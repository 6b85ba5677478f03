// The user's settings, stored in the browser.

import { t } from "./language.js";
import { makeStore } from "./store.js";

const PLACE = "obversi.settings";
const LONGEST_NAME = 40;

// Letters and signs that are invisible.
const BLANK = /\u034f|\u115f|\u1160|\u17b4|\u17b5|\u2800|\u3164|\uffa0/gu;

/** @type {{name: string, theme: string, board: string, discs: string, margins: string, dots: boolean,
 * preview: boolean, motion: boolean, sound: boolean, turned: boolean, shortcuts: boolean,
 * phrases: boolean, engine: string, language: string}} */
export const DEFAULTS = Object.freeze({
  name: t("Guest"),
  theme: "system", // or "light", "dark"
  board: "green", // or "blue", "wood", "grey"
  discs: "classic", // or "amber", "ringed"
  margins: "mover", // for the mover, or "black"
  dots: true, // on squares that can be played
  preview: true, // of the discs that a move would flip
  motion: true,
  sound: true, // of discs
  turned: false, // whether the board is rotated by 180 degrees
  shortcuts: true, // single letters; arrows and the like always work
  phrases: true, // whether phrases of opponents are shown
  engine: "device", // where positions are analysed, if it can run there, or "server"
  language: "", // the browser's, or one of core/language.js; core/first.js reads it
});

export const settings = makeStore({ ...DEFAULTS, name: guestName(), ...stored() });

settings.listen((state) => {
  show(state);
  keep(PLACE, state);
});
show(settings.state);
keep(PLACE, settings.state);

function show({ theme, board, discs, motion }) {
  const { dataset, classList } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  Object.assign(dataset, { board, discs });
  classList.toggle("still", !motion);
}

/** A typed name in the form that the server accepts: one visible line, without stacks of accents. */
export function cleanName(typed) {
  const line = typed.normalize("NFC").replace(/\p{Z}+/gu, " ").replace(/\p{C}/gu, "");
  const name = [...line.replace(/(\p{M}{4})\p{M}+/gu, "$1").trim()].slice(0, LONGEST_NAME).join("").trim();
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(name.replace(BLANK, "")) ? name : guestName();
}

/** A random name, so that two guests are distinguishable. */
export function guestName() {
  return `${DEFAULTS.name} ${1000 + Math.floor(Math.random() * 9000)}`;
}

function stored() {
  const found = kept(PLACE) ?? {};
  if (found.name === DEFAULTS.name) delete found.name;
  else if (typeof found.name === "string") found.name = cleanName(found.name);
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
    // Storage is blocked, so the value is lost with the page.
  }
}
