// Elements as values: a view returns descriptions of elements, and `patch` changes those that differ.
// Elements are reused from one drawing to the next, which keeps focus, scrolling and animations.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {{name: string, properties: Record<string, any>, children: (Description | string)[]}} Description
 */

/**
 * Describe an element. Some properties are special: `on` has listeners by event, `set` has properties of
 * the element such as `value`, `key` identifies it among its siblings, and `made` is called with the
 * element when it is new. All others are attributes, left out if null, undefined or false.
 * Children are descriptions and texts; null, undefined and false are left out.
 * @param {string} name
 * @param {Record<string, any>} [properties]
 * @param {...any} children
 * @returns {Description}
 */
export function h(name, properties = {}, ...children) {
  return { name, properties: properties ?? {}, children: listed(children) };
}

function listed(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false && child !== true)
    .map((child) => (typeof child === "object" ? child : String(child)));
}

/**
 * Change the children of an element to match their descriptions.
 * @param {Element} parent
 * @param {...any} children
 */
export function patch(parent, ...children) {
  patchChildren(parent, listed(children));
}

function patchChildren(parent, wanted) {
  const keyed = new Map();
  const others = [];
  for (const node of parent.childNodes) {
    if (node.obversiKey !== undefined) keyed.set(node.obversiKey, node);
    else others.push(node);
  }
  let nextOther = 0;
  const kept = wanted.map((description) => {
    const key = typeof description === "string" ? undefined : description.properties.key;
    let old;
    if (key !== undefined) {
      old = keyed.get(key);
      keyed.delete(key);
    } else {
      old = others[nextOther];
      nextOther += 1;
    }
    return fitted(parent, old, description);
  });
  const staying = new Set(kept);
  for (const node of [...parent.childNodes]) if (!staying.has(node)) node.remove();
  kept.forEach((node, place) => {
    if (parent.childNodes[place] !== node) parent.insertBefore(node, parent.childNodes[place] ?? null);
  });
}

function fitted(parent, old, description) {
  if (typeof description === "string") {
    if (old?.nodeType !== Node.TEXT_NODE) return document.createTextNode(description);
    if (old.data !== description) old.data = description;
    return old;
  }
  if (old?.obversiDescription === description) return old; // views may keep what does not change
  const fits = old?.nodeType === Node.ELEMENT_NODE && old.obversiName === description.name;
  const element = fits ? old : created(parent, description);
  const { key, made, on, set, ...attributes } = description.properties;
  element.obversiKey = key;
  element.obversiDescription = description;
  setAttributes(element, attributes);
  setListeners(element, on ?? {});
  patchChildren(element, description.children);
  // After the children, because a select can only show an existing option.
  for (const [name, value] of Object.entries(set ?? {})) {
    if (element[name] !== value && !isTyped(element, name, value)) element[name] = value;
    if (name === "value") element.obversiValue = value;
  }
  if (!fits && made) queueMicrotask(() => made(element));
  return element;
}

// Text that the user is typing stays while other things are drawn.
function isTyped(element, name, value) {
  const isField = element.matches("input, textarea") && element === document.activeElement;
  return name === "value" && isField && element.obversiValue === value;
}

function created(parent, { name }) {
  const isSvg =
    name === "svg" || (parent.namespaceURI === SVG && parent.localName !== "foreignObject");
  const element = isSvg ? document.createElementNS(SVG, name) : document.createElement(name);
  element.obversiName = name;
  element.obversiAttributes = {};
  return element;
}

function setAttributes(element, attributes) {
  const before = element.obversiAttributes;
  for (const name of Object.keys(before)) {
    if (!isThere(attributes[name])) element.removeAttribute(name);
  }
  const now = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (!isThere(value)) continue;
    now[name] = value === true ? "" : String(value);
    if (before[name] !== now[name]) element.setAttribute(name, now[name]);
  }
  element.obversiAttributes = now;
}

function isThere(value) {
  return value !== null && value !== undefined && value !== false;
}

// Each event has one permanent listener, which calls the handler of the last drawing.
function setListeners(element, listeners) {
  const known = (element.obversiListeners ??= {});
  for (const name of Object.keys(listeners)) {
    if (!(name in known)) element.addEventListener(name, handleEvent);
  }
  for (const name of Object.keys(known)) known[name] = null;
  Object.assign(known, listeners);
}

function handleEvent(event) {
  event.currentTarget.obversiListeners[event.type]?.(event);
}

// The live region for screen readers.

let last = "";

/** Announce a text; the same text twice in a row is read twice. `lang` is its language if not the page's. */
export function say(text, lang = "") {
  const place = document.getElementById("live");
  if (lang) place.lang = lang;
  else place.removeAttribute("lang");
  last = text === last ? `${text}\u00a0` : text;
  place.textContent = last;
}
