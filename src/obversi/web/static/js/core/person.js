// The key by which the server knows this person. It is stored in this browser, and can be used in others.

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

/** A key from a typed text or a link, in groups of four letters, or "" if the text is not a key. */
export function readKey(text) {
  const letters = text.toLowerCase().replace(/[\s-]/g, "").replace(/[il]/g, "1").replace(/o/g, "0");
  return KEY.test(letters) ? letters.match(/.{1,4}/g).join("-") : "";
}

/** The headers of a request with the key. */
export function keyHeaders() {
  const { key } = person.state;
  return key ? { Authorization: `Bearer ${key}` } : {};
}
