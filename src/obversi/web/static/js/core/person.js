// The key by which the server knows this person. It is stored in this browser, and can be carried to others.

import { keep, kept } from "./settings.js";
import { makeStore } from "./store.js";

const PLACE = "obversi.person";

// The letters of a key, as the server writes them.
const KEY = /^[0-9a-hjkmnp-tv-z]{26}$/;

/** The key, or "". */
export const person = makeStore({ key: stored() });

addEventListener("storage", ({ key }) => key === PLACE && person.change({ key: stored() }));

function stored() {
  const found = kept(PLACE)?.key;
  return typeof found === "string" ? found : "";
}

/** Use a key from now on, or none if it is "". */
export function setKey(key) {
  keep(PLACE, key ? { key } : null);
  person.change({ key });
}

/** A key as it was typed or linked, in groups of four letters, or "" if it cannot be one. */
export function readKey(text) {
  const letters = text.toLowerCase().replace(/[\s-]/g, "").replace(/[il]/g, "1").replace(/o/g, "0");
  return KEY.test(letters) ? letters.match(/.{1,4}/g).join("-") : "";
}

/** What a request sends of it. */
export function keyHeaders() {
  const { key } = person.state;
  return key ? { Authorization: `Bearer ${key}` } : {};
}
