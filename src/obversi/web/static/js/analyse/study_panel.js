// The study as a whole: its title, whether it is saved, and the choices in a conflict. Dialogs share it
// and list the studies of this browser.

import { button, field } from "../core/choice.js";
import { dialog } from "../core/dialog.js";
import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { isServerless } from "../core/site.js";
import { LONGEST_TITLE } from "./notes.js";
import { LONG_LINK } from "./study_link.js";
import { ownStudies } from "./study_list.js";

export function studyPart({ state, study, act }) {
  const { id, key, title, problem } = state.study;
  const isOwn = id !== null && key !== null;
  return h(
    "div",
    { class: "study-part", key: "study" },
    id !== null && !isOwn
      ? h("h3", { dir: "auto", class: "study-title" }, title)
      : field(
          t("Title of the study"),
          h("input", {
            type: "text",
            dir: "auto",
            maxlength: LONGEST_TITLE,
            set: { value: title },
            on: { input: (event) => study.rename(event.currentTarget.value) },
          }),
        ),
    h("p", { class: "small soft study-status", role: "status" }, statusWords(state.study)),
    problem && h("p", { class: "problem", role: "alert" }, problem),
    h(
      "div",
      { class: "buttons" },
      id === null && button(t("Save as a study"), study.create, { kind: "primary small" }),
      id !== null && !isOwn && button(t("Save a copy"), study.copy, { kind: "primary small" }),
      (id !== null || isServerless) && button(t("Share"), act.shareStudy, { kind: "small" }),
      button(t("My studies"), act.listStudies, { kind: "small" }),
    ),
    conflict(state.study, study),
  );
}

function statusWords({ id, key, status }) {
  if (status === "saving") return t("Saving …");
  if (id === null && isServerless) return t("Not saved as a study yet. Notes stay in this browser.");
  if (id === null) return t("Not saved on the server. Notes stay in this browser.");
  if (key === null) return t("You read this study. Your changes stay on this page.");
  return {
    saved: t("Saved."),
    waiting: t("Saving soon …"),
    offline: t("The server cannot be reached. Changes are kept in this browser and saved later."),
    failed: t("The last change could not be saved. It is kept in this browser."),
    conflict: t("Somebody else changed this study. Yours is kept in this browser."),
    gone: t("This study was deleted. Yours is kept in this browser."),
  }[status];
}

function conflict({ status }, study) {
  if (status === "gone") {
    return h("div", { class: "buttons" }, button(t("Save as a new study"), study.copy));
  }
  if (status === "failed") {
    return h("div", { class: "buttons" }, button(t("Try again"), study.retry));
  }
  if (status !== "conflict") return null;
  return h(
    "div",
    { class: "buttons" },
    button(t("Save mine as a new study"), study.copy, { kind: "small" }),
    button(t("Show theirs"), study.takeTheirs, { kind: "small" }),
    button(t("Replace theirs"), study.takeMine, { kind: "small" }),
  );
}

/** Links to a study: to the page, and as a frame for other pages. Without a server the link contains the study. */
export function shareDialog({ state, exporter, close }) {
  const { id, title } = state.study;
  const row = (words, text, place) =>
    h(
      "section",
      { class: "export-row", key: place },
      h("label", { for: place }, words),
      h(
        "div",
        { class: "export-text" },
        h("input", {
          id: place,
          type: "text",
          class: "numbers",
          readonly: true,
          set: { value: text },
          on: { focus: (event) => event.currentTarget.select() },
        }),
        button(t("Copy"), () => exporter.copy(text, words), { label: t("Copy: {what}", { what: words }) }),
      ),
    );
  return dialog(
    { title: t("Share the study"), close, key: "share", wide: true },
    h(
      "p",
      {},
      isServerless
        ? t("The link holds the study as it is now. Later changes are not in it.")
        : t("Everybody who has the link can read the study. Only this browser can change it."),
    ),
    row(t("Link to this study"), state.shared, "share-link"),
    isServerless ? longWords(state.shared) : framePart(row, id, title),
    h("p", { class: "export-note", role: "status" }, state.export?.note ?? ""),
  );
}

function longWords({ length }) {
  if (length <= LONG_LINK) return null;
  return h("p", { class: "soft small", key: "long" }, t("This link is long, and some programs cut it. An SGF file has the same content."));
}

function framePart(row, id, title) {
  return [
    row(t("HTML to show it in another page"), frameText(id, title), "share-frame"),
    h("p", {}, h("a", { class: "button", href: `/embed/${id}`, target: "_blank", rel: "noopener" }, t("See how it looks there"))),
  ];
}

function frameText(id, title) {
  const safe = title.replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`);
  const address = `${location.origin}/embed/${id}`;
  return `<iframe src="${address}" title="${safe}" width="420" height="640" loading="lazy"></iframe>`;
}

/** The studies of this browser, to open and to delete; `confirming` is the id to confirm. */
export function studiesDialog({ confirming, ask, erase, problem, close }) {
  const all = ownStudies();
  return dialog(
    { title: t("My studies"), close, key: "studies", wide: true },
    h(
      "p",
      { class: "soft small" },
      isServerless
        ? t("These studies are in this browser only. Share one by a link to pass it on.")
        : t("This browser has the keys to change these studies. Others can read them by their links."),
    ),
    problem && h("p", { class: "problem", role: "alert" }, problem),
    all.length === 0 && h("p", { class: "soft" }, t("You have not saved a study yet.")),
    h(
      "ul",
      { class: "own-studies", "aria-label": t("My studies") },
      all.map((one) =>
        h(
          "li",
          { key: one.id },
          h("a", { href: `/analyse/${one.id}`, dir: "auto" }, one.title || t("Untitled")),
          h("span", { class: "soft small" }, dateOf(one.changed)),
          confirming === one.id
            ? button(t("Really delete"), () => erase(one), { kind: "small", label: t("Really delete {title}", one) })
            : button(t("Delete"), () => ask(one.id), { kind: "quiet small", label: t("Delete {title}", one) }),
        ),
      ),
    ),
  );
}

function dateOf(text) {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? "" : date.toLocaleDateString(document.documentElement.lang);
}
