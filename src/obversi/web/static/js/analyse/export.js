// Export of the game and the position: texts, a link and images. The server writes them.

import { post } from "../core/api.js";
import { say } from "../core/dom.js";
import { download } from "../core/download.js";
import { gameLink } from "../core/game_link.js";
import { t } from "../core/language.js";
import { gameAt } from "./here.js";
import { hasNotes, studyOf } from "./notes.js";
import { leaves, treeText } from "./tree.js";

const TEXTS = ["transcript", "board", "ggf", "obf", "json", "sgf", "svg"];
const WITH_NOTES = ["ggf", "sgf"];

export function makeExport(store) {
  let opened = 0; // replies to older requests are ignored

  function note(words) {
    store.change((state) => ({ export: { ...state.export, note: words } }));
    say(words);
  }

  /** Write everything in advance: browsers allow copying only during a click. */
  async function open() {
    const own = (opened += 1);
    store.change({ dialog: "export", export: { texts: {}, problems: {}, note: "" } });
    const { line, ply, names } = store.state;
    const game = gameAt(store.state, line);
    const { tree } = store.state;
    const study = leaves(tree).length > 1 || hasNotes(tree) ? studyOf(store.state) : null;
    const bodyOf = (format) =>
      study && WITH_NOTES.includes(format) ? { format, study } : { ...game, ...names, format, ply };
    await Promise.all(
      TEXTS.map(async (format) => {
        try {
          put(own, "texts", format, await post("/api/write", bodyOf(format)));
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
      note(t("{what} copied.", { what: words }));
    } catch {
      note(t("Copying is blocked by this browser. Select the text and copy it."));
    }
  }

  async function copyImage() {
    const { svg } = store.state.export.texts;
    try {
      // The promise is passed, because some browsers do not allow waiting before.
      await navigator.clipboard.write([new ClipboardItem({ "image/png": pngOf(svg.text) })]);
      note(t("Image copied."));
    } catch {
      note(t("Copying images is blocked by this browser. Download it instead."));
    }
  }

  async function downloadPng() {
    const { svg } = store.state.export.texts;
    try {
      download(await pngOf(svg.text), svg.file_name.replace(/svg$/, "png"));
    } catch {
      note(t("This browser could not draw the image."));
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

/** The address of the game with its variations, at the shown position. */
export function analyseLink(state) {
  const { line, ply, tree, names } = state;
  const link = gameLink({ ...gameAt(state, line), ...names, ply, tree: treeText(tree) });
  return `${location.origin}/analyse${link}`;
}

// A drawing as a PNG image.

const SIDE = 1024;

/** Draw an SVG text, and resolve with the PNG. */
export async function pngOf(svg) {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const canvas = document.createElement("canvas");
    canvas.width = SIDE;
    canvas.height = Math.round((SIDE * height) / width);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no image"))), "image/png");
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
