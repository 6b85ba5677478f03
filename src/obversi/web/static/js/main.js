// The app: the frame around all pages, the navigation between them, and the open page.

import { post } from "./core/api.js";
import { button } from "./core/choice.js";
import { h, patch, say } from "./core/dom.js";
import { setEverywhereKeys, setPageKeys } from "./core/keys.js";
import { t } from "./core/language.js";
import { person } from "./core/person.js";
import { settings } from "./core/settings.js";
import { keyList, makeLostBanner, settingsDialog, stylesOf } from "./core/shell.js";
import { isServerless } from "./core/site.js";
import { makeSocket } from "./core/socket.js";
import { makeStore, oncePerMoment } from "./core/store.js";

// A page is a module whose `open(app, parts)` returns {title, view(), keys, close()}: `view` returns the
// descriptions of its elements; `app.redraw()` calls it again. `parts` are the rest of the path.
const PAGES = [
  { way: "play", words: t("Play"), load: () => import("./play/page.js") },
  { way: "analyse", words: t("Analyse"), load: () => import("./analyse/page.js") },
  { way: "study", words: t("Study"), load: () => import("./study/page.js") },
  ...(isServerless
    ? [{ way: "lab", words: t("Lab"), styles: "arena", load: () => import("./arena/page.js") }]
    : [
        { way: "arena", words: t("Arena"), load: () => import("./arena/page.js") },
        { way: "games", words: t("Games"), load: () => import("./games/page.js") },
      ]),
];

// Other addresses of these pages.
const ALSO = isServerless ? { "": "play" } : { "": "play", lab: "arena" };

let opened = 0; // the number of pages opened so far
// Browsers do not request a module again that failed to load. Then the whole page is loaded again.
let isLacking = false;
let wasLost = false; // whether the connection was lost at the last change
const shell = makeStore({ way: "", page: null, problem: "", shown: "", isOld: false });
const redraw = oncePerMoment(draw);
const app = {
  redraw,
  navigate,
  socket: makeSocket(() => ({ name: settings.state.name, key: person.state.key })),
  /** Change the address without another page. */
  setAddress(address) {
    // Browsers limit changes of the address.
    if (new URL(address, location.href).href !== location.href) {
      history.replaceState(null, "", address);
    }
  },
};

setEverywhereKeys([
  { keys: ["?"], words: t("show keyboard shortcuts"), run: () => shell.change({ shown: "keys" }) },
  { keys: [","], words: t("settings"), run: () => shell.change({ shown: "settings" }) },
  { keys: ["q"], words: t("sound on or off"), run: switchSound },
]);

const lostBanner = makeLostBanner(app.socket.link, redraw);
shell.listen(redraw);
settings.listen(redraw);
app.socket.link.listen(redraw);
person.listen(() => app.socket.renew());
app.socket.link.listen(({ state }) => {
  if (state === "open" && wasLost) loadLacking();
  wasLost = state === "lost";
});
addEventListener("online", loadLacking);
addEventListener("load", async () => {
  const { keepApp } = await import("./offline/register.js");
  keepApp(app.socket.link, () => shell.change({ isOld: true }));
});
addEventListener("popstate", () => openPage());
document.addEventListener("click", (event) => {
  /** @type {HTMLAnchorElement | null} */
  const link = /** @type {Element} */ (event.target).closest?.("a[href^='/']");
  const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.button);
  if (!link || !isPlain || link.target || link.hasAttribute("download")) return;
  const [, way] = new URL(link.href).pathname.split("/");
  if (way !== "" && !PAGES.some((page) => page.way === way)) return;
  event.preventDefault();
  navigate(link.getAttribute("href"));
  focusPage(); // the link may be gone, and Tab continues from the new page
});
openPage();

function navigate(address) {
  history.pushState(null, "", address);
  openPage();
  scrollTo(0, 0);
}

async function openPage() {
  const [way = "", ...parts] = location.pathname.split("/").slice(1);
  const wanted = PAGES.find((page) => page.way === (ALSO[way] ?? way));
  opened += 1;
  const own = opened;
  shell.state.page?.close?.();
  setPageKeys([]);
  if (!wanted) {
    shell.change({ way, page: null, shown: "", problem: t("Page not found: {path}", { path: location.pathname }) });
    return;
  }
  shell.change({ way: wanted.way, page: null, shown: "", problem: "" });
  if (isLacking && navigator.onLine && app.socket.link.state.state === "open") {
    location.reload();
    return;
  }
  try {
    const styled = stylesOf(wanted.styles ?? wanted.way);
    const { open } = await wanted.load();
    if (own !== opened) return; // another page was opened meanwhile
    const page = open(app, parts.filter(Boolean)); // it sends its requests while its styles are loaded
    await styled;
    if (own !== opened) {
      page.close?.();
      return;
    }
    setPageKeys(page.keys ?? []);
    shell.change({ page });
  } catch (error) {
    if (own !== opened) return;
    console.error(error);
    isLacking = true;
    shell.change({ problem: t("This page could not be loaded.") });
  }
}

/** Load the page that should be here. */
function loadLacking() {
  if (isLacking && shell.state.problem) location.reload();
}

function draw() {
  const { way, page, problem, shown, isOld } = shell.state;
  document.title = page?.title ? `${page.title} · Obversi` : "Obversi";
  patch(
    document.getElementById("app"),
    h("a", { class: "skip", href: "#main", on: { click: skip } }, t("Skip to content")),
    lostBanner(),
    isOld && newVersion(),
    header(way),
    h(
      "main",
      { class: "page", id: "main", key: "main", tabindex: -1 },
      problem ? h("p", { class: "problem", role: "alert" }, problem) : page?.view(),
      problem && isLacking && button(t("Try again"), () => location.reload()),
    ),
    shown === "keys" && keyList(closeDialog),
    shown === "settings" &&
      settingsDialog({ renamed, close: closeDialog }),
  );
}

// The part of an address after "#" may be a game, so it stays.
function skip(event) {
  event.preventDefault();
  focusPage();
}

function focusPage() {
  document.getElementById("main").focus({ preventScroll: true });
}

function header(way) {
  return h(
    "header",
    { class: "top", key: "top" },
    h(
      "a",
      { class: "brand", href: "/" },
      h("img", { src: "/static/icon.svg", alt: "", width: 28, height: 28 }),
      "Obversi",
    ),
    h(
      "nav",
      { class: "ways", "aria-label": t("Pages") },
      PAGES.map((page) => h("a", { href: `/${page.way}`, ...wayProperties(page, way) }, page.words)),
    ),
    button("⚙", () => shell.change({ shown: "settings" }), { kind: "quiet icon", label: t("Settings"), hint: "," }),
    button("?", () => shell.change({ shown: "keys" }), { kind: "quiet icon", label: t("Keyboard shortcuts"), hint: "?" }),
  );
}

// The link to the person's games shows if the server does not know the key, since then no games are stored.
function wayProperties(page, way) {
  const { state, person: known } = app.socket.link.state;
  const isGone = page.way === "games" && state === "open" && person.state.key !== "" && known === null;
  return {
    "aria-current": page.way === way ? "page" : null,
    class: isGone ? "warned" : null,
    title: isGone ? t("The key is gone") : null,
  };
}

function switchSound() {
  const sound = !settings.state.sound;
  settings.change({ sound });
  say(sound ? t("Sound on.") : t("Sound off."));
}

function renamed() {
  app.socket.renew();
  const { name } = settings.state;
  // An error is ignored, because the name of the person can be changed again.
  if (person.state.key) post("/api/person/rename", { name }).catch(() => {});
}

function newVersion() {
  return h(
    "div",
    { class: "banner", key: "version", role: "status" },
    t("There is a new version of the app."),
    " ",
    button(t("Reload"), () => location.reload()),
  );
}

function closeDialog() {
  shell.change({ shown: "" });
}
