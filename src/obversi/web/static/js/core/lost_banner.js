// Says that the connection is lost, once that lasts longer than a moment, until it is back.

import { h } from "./dom.js";
import { say } from "./live.js";

// So long, in milliseconds, nobody needs to hear of it.
const MOMENT = 600;

/** Watch a connection; `redraw()` is called when there is something else to show. */
export function makeLostBanner(link, redraw) {
  let isShown = false;
  let timer = null;

  function show(now) {
    timer = null;
    isShown = now;
    redraw();
  }

  link.listen(({ state }) => {
    if (state === "lost" && !isShown) timer ??= setTimeout(() => show(true), MOMENT);
    if (state !== "open") return;
    clearTimeout(timer);
    if (isShown) say("The connection is back.");
    show(false);
  });

  return () =>
    isShown &&
    h(
      "div",
      { class: "banner", key: "banner", role: "alert" },
      "The connection is lost. Your games are kept, and you can play on as soon as it is back.",
    );
}
