// What the server is asked by HTTP. It knows the rules; nothing here does.

/** Something that the server refused, in its words; `where` names the field, if it is about one. */
export class Refused extends Error {
  constructor(text, status = 0, where = null) {
    super(text);
    this.name = "Refused";
    this.status = status;
    this.where = where;
  }
}

export function get(path, options = {}) {
  return asked(path, { ...options, method: "GET" });
}

export function post(path, body, options = {}) {
  const headers = { "Content-Type": "application/json" };
  return asked(path, { ...options, method: "POST", headers, body: JSON.stringify(body) });
}

/** Send a file as it is. */
export function postFile(path, file, options = {}) {
  const headers = { "Content-Type": "application/octet-stream" };
  return asked(path, { ...options, method: "POST", headers, body: file });
}

async function asked(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused("The server cannot be reached.");
  }
  let answer = null;
  try {
    answer = await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
  }
  if (response.ok && answer !== null) return answer;
  const { text = `The server answered ${response.status}.`, where = null } = answer?.error ?? {};
  throw new Refused(text, response.status, where);
}

/** The positions of a game, from one ply on. */
export function line({ rules, size, position, moves }, since = 0, options = {}) {
  return post("/api/line", { rules, size, position, moves, since }, options);
}
