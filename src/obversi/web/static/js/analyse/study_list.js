// The studies of this browser: their ids, the keys to change them, and changes that are not yet saved.

import { keep, kept } from "../core/settings.js";

const LIST = "obversi.studies";
const DRAFT = "obversi.study.draft";
const MOST = 200;

/** @typedef {{id: string, key: string, title: string, changed: string}} OwnStudy */

/**
 * The newest first.
 * @returns {OwnStudy[]}
 */
export function ownStudies() {
  const found = kept(LIST);
  return Array.isArray(found) ? found.filter((one) => one?.id && one?.key) : [];
}

/** The key to change a study, or null. */
export function keyOf(id) {
  return ownStudies().find((one) => one.id === id)?.key ?? null;
}

/** @param {OwnStudy} study */
export function keepStudy(study) {
  const others = ownStudies().filter(({ id }) => id !== study.id);
  keep(LIST, [study, ...others].slice(0, MOST));
}

export function forgetStudy(id) {
  const others = ownStudies().filter((one) => one.id !== id);
  keep(LIST, others.length ? others : null);
  keepDraft(id, null);
}

/**
 * Changes that the server does not have: {revision, study}, or null. Without an id they belong to an
 * analysis that is not stored, with the end of its address as `hash`.
 */
export function draftOf(id = "") {
  return kept(id ? `${DRAFT}.${id}` : DRAFT);
}

export function keepDraft(id, draft) {
  keep(id ? `${DRAFT}.${id}` : DRAFT, draft);
}
