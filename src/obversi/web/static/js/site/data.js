// The files of a site without a server, with replies that a server would calculate.

import { RequestError } from "../core/api.js";
import { t } from "../core/language.js";

const files = new Map(); // by name: their content, once it was needed

/** The content of a JSON file. */
export function dataFile(name) {
  return loaded(`${name}.json`, (response) => response.json());
}

/** The files to keep for use without a network. */
export async function filesToKeep() {
  return (await dataFile("files")).files;
}

/** The bytes of a file. */
export function byteFile(name) {
  return loaded(name, (response) => response.arrayBuffer());
}

function loaded(name, read) {
  if (!files.has(name)) {
    const content = fetch(`/data/${name}`).then(
      (response) => {
        if (!response.ok) throw new RequestError(t("Server error {status}.", { status: response.status }), response.status);
        return read(response);
      },
      () => {
        throw new RequestError(t("The server cannot be reached."));
      },
    );
    files.set(name, content);
    content.catch(() => files.delete(name));
  }
  return files.get(name);
}
