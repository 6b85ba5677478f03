// The game and the position to take along: texts, a link and images. The server writes them.

import { post } from "../core/api.js";
import { gameLink } from "../core/game_link.js";
import { say } from "../core/live.js";
import { gameAt } from "./here.js";
import { pngOf } from "./png.js";
import { treeText } from "./tree_text.js";

const TEXTS = ["transcript", "board", "ggf", "obf", "json", "sgf", "svg"];

export function makeExport(store) {
  let opened = 0; // what was asked for before is not put beside what is asked for now

  function note(words) {
    store.change((state) => ({ export: { ...state.export, note: words } }));
    say(words);
  }

  /** Have everything written before it is asked for: a browser copies only while one presses. */
  async function open() {
    const own = (opened += 1);
    store.change({ dialog: "export", export: { texts: {}, problems: {}, note: "" } });
    const { line, ply, names } = store.state;
    const game = gameAt(store.state, line);
    await Promise.all(
      TEXTS.map(async (format) => {
        try {
          put(own, "texts", format, await post("/api/write", { ...game, ...names, format, ply }));
        } catch (error) {
          put(own, "problems", format, error.message);
        }
      }),
    );
  }

  function put(own, where, format, what) {
    if (own !== opened) return;
    store.change(({ export: all }) => ({
      export: { ...all, [where]: { ...all[where], [format]: what } },
    }));
  }

  async function copy(text, words) {
    try {
      await navigator.clipboard.writeText(text);
      note(`${words} copied.`);
    } catch {
      note("This browser does not let pages copy: select the text and copy it.");
    }
  }

  async function copyImage() {
    const { svg } = store.state.export.texts;
    try {
      // The promise is handed over, for some browsers allow no waiting before.
      await navigator.clipboard.write([new ClipboardItem({ "image/png": pngOf(svg.text) })]);
      note("Image copied.");
    } catch {
      note("This browser does not let pages copy images: download it instead.");
    }
  }

  async function downloadPng() {
    const { svg } = store.state.export.texts;
    try {
      download(await pngOf(svg.text), svg.file_name.replace(/svg$/, "png"));
    } catch {
      note("This browser could not draw the image.");
    }
  }

  return {
    open,
    copy,
    copyImage,
    downloadPng,
    downloadText({ text, file_name: name, media_type: type }) {
      download(new Blob([text], { type }), name);
    },
    link: () => analyseLink(store.state),
  };
}

/** The address of the game with its variations, at the position that is shown. */
export function analyseLink(state) {
  const { line, ply, tree, names } = state;
  const link = gameLink({ ...gameAt(state, line), ...names, ply, tree: treeText(tree) });
  return `${location.origin}/analyse${link}`;
}

function download(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
