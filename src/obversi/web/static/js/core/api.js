// HTTP requests. The server knows the rules of the game; the page does not, except offline.

import { languageOf, t, translated } from "./language.js";
import { keyHeaders } from "./person.js";
import { positionText } from "./position_text.js";
import { isServerless } from "./site.js";

/** A request that the server rejected, with its text; `where` names the field that is wrong. */
export class RequestError extends Error {
  /** @type {string | undefined} the error code of the game server */
  code = undefined;

  /** @type {string | null} the language of the text if it differs from that of the page */
  lang = null;

  constructor(text, status = 0, where = null) {
    super(text);
    this.name = "RequestError";
    this.status = status;
    this.where = where;
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
export function get(path, options = {}) {
  return request(path, { ...options, method: "GET" });
}

/**
 * @param {string} path
 * @param {object} body
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
export function post(path, body, options = {}) {
  const headers = { "Content-Type": "application/json" };
  return request(path, { ...options, method: "POST", headers, body: JSON.stringify(body) });
}

/** Replace something. */
export function put(path, body, headers = {}) {
  const all = { "Content-Type": "application/json", ...headers };
  return request(path, { method: "PUT", headers: all, body: JSON.stringify(body) });
}

/** Delete something. */
export function remove(path, headers = {}) {
  return request(path, { method: "DELETE", headers });
}

/** Send a file as it is. */
export function postFile(path, file, options = {}) {
  const headers = { "Content-Type": "application/octet-stream" };
  return request(path, { ...options, method: "POST", headers, body: file });
}

async function request(path, options) {
  if (isServerless && path.startsWith("/api/")) {
    const { answerHere } = await import("../site/answers.js");
    return answerHere(path, options);
  }
  let response;
  try {
    response = await fetch(path, { ...options, headers: { ...keyHeaders(), ...options.headers } });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new RequestError(t("The server cannot be reached."));
  }
  let answer = null;
  try {
    answer = await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
  }
  if (response.ok && answer !== null) return answer;
  const { status } = response;
  if (!answer?.error) throw new RequestError(t("Server error {status}.", { status }), status);
  const { text, where = null } = answer.error;
  throw Object.assign(new RequestError(translated(text), status, where), { lang: languageOf(text) });
}

/** The positions of a game, from one ply on. */
export async function line({ rules, size, position, moves }, since = 0, options = {}) {
  const game = { rules, size, position, moves };
  const answer = await post("/api/line", { ...game, since }, options).catch(async (error) => {
    if (error.status !== 0 || !(error instanceof RequestError)) throw error;
    const { localLine } = await import("../offline/line.js");
    return localLine(game, since);
  });
  const nodes = answer.nodes.map((node) => ({ ...node, text: positionText(node, rules) }));
  return { ...answer, nodes };
}
