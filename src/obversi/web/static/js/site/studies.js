// Studies of a site without a server, in a database of this browser. They are stored and changed as by
// `/api/studies`.

import { RequestError } from "../core/api.js";
import { t } from "../core/language.js";
import { treeOfStudy } from "./study_tree.js";

const DATABASE = "obversi";
const STUDIES = "studies";
const LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";
const ID_LENGTH = 12;
const KEY_LENGTH = 24;

let opened = null; // the database, once it was needed

function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STUDIES, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  opened.catch(() => (opened = null));
  return opened;
}

/**
 * Read a study, and store the result of `change(study)`: null deletes it, undefined changes nothing.
 * @param {string} id
 * @param {(found: any) => any} [change]
 */
async function stored(id, change = () => undefined) {
  try {
    const transaction = (await database()).transaction(STUDIES, "readwrite");
    return await new Promise((resolve, reject) => {
      const all = transaction.objectStore(STUDIES);
      const reading = all.get(id);
      let result;
      let failure = null;
      reading.onsuccess = () => {
        try {
          const changed = change(reading.result);
          result = changed ?? reading.result;
          if (changed === null) all.delete(id);
          else if (changed !== undefined) all.put(changed);
        } catch (error) {
          failure = error;
          transaction.abort();
        }
      };
      transaction.oncomplete = () => resolve(result);
      transaction.onabort = () => reject(failure ?? transaction.error);
    });
  } catch (error) {
    if (error instanceof RequestError) throw error;
    throw new RequestError(t("This browser could not store the study."), 507);
  }
}

function checked(found, key = null) {
  if (!found) throw new RequestError(t("This study is not in this browser."), 404);
  if (key !== null && found.key !== key) throw new RequestError(t("This study is not in this browser."), 403);
  return found;
}

const summaryOf = ({ id, revision, changed }) => ({ id, revision, changed });
const now = () => new Date().toISOString();

/** The content to store: only legal moves. */
function contentOf({ title = "", ...study }) {
  return treeOfStudy(study).study({ ...study, title: title.split(/\s+/).join(" ").trim() });
}

export async function addStudy({ study }) {
  const own = { id: randomText(ID_LENGTH), key: randomText(KEY_LENGTH), revision: 1, changed: now(), study: contentOf(study) };
  await stored(own.id, () => own);
  return { ...summaryOf(own), key: own.key };
}

export async function readStudy(_, { id }) {
  const found = checked(await stored(id));
  return { ...summaryOf(found), ...(await withPositions(found.study)) };
}

export async function changeStudy({ study, revision }, { id, key }) {
  const content = contentOf(study);
  const changed = await stored(id, (found) => {
    const before = checked(found, key);
    if (before.revision !== revision) throw new RequestError(t("The study was changed in another window."), 409);
    return { ...before, revision: revision + 1, changed: now(), study: content };
  });
  return summaryOf(changed);
}

export async function removeStudy(_, { id, key }) {
  const before = await stored(id, (found) => checked(found, key) && null);
  return summaryOf(before);
}

/** A study with the position of each of its nodes. */
export async function withPositions(study) {
  const tree = treeOfStudy(study);
  return { study: tree.study(study), positions: await tree.positions() };
}

function randomText(length) {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join("");
}
