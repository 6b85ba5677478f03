// The line that screen readers read out when something happens.

let last = "";

/** Say something; the same twice in a row is read twice. */
export function say(text) {
  const place = document.getElementById("live");
  last = text === last ? `${text}\u00a0` : text;
  place.textContent = last;
}
