// The app without a network: registers the service worker, and notices new versions.

import { isServerless } from "../core/site.js";
import { PACKS } from "./packs.js";

const HOUR = 3_600_000;

/**
 * Store the app in the browser. `renewed()` is called when a newer version than the running one has been
 * stored; `link` is the connection to the server, after whose return the app checks for one.
 */
export async function keepApp(link, renewed) {
  const container = navigator.serviceWorker;
  if (!container) return; // such as http:// on a network: browsers allow it on https:// and localhost
  const wasControlled = Boolean(container.controller);
  container.addEventListener("controllerchange", () => wasControlled && renewed());
  let registration;
  try {
    registration = await container.register("/service_worker.js");
  } catch {
    return; // blocked by the browser, or the server is gone
  }
  const look = () => registration?.update().catch(() => {});
  let isOpen = link.state.state === "open";
  link.listen(({ state }) => {
    if (state === "open" && !isOpen) look();
    isOpen = state === "open";
  });
  addEventListener("online", look);
  setInterval(look, HOUR);
  await container.ready;
  await controlled(container);
  // The worker stores the files that are loaded through it. The next visit tries failed ones again.
  const paths = isServerless ? await filesOfSite() : PACKS;
  for (const path of paths) await fetch(path).catch(() => {});
}

/** The files that a site without a server needs besides those of the app. */
async function filesOfSite() {
  const { filesToKeep } = await import("../site/data.js");
  return filesToKeep().catch(() => []);
}

/** Resolve when the worker gets the requests of this page. */
function controlled(container) {
  if (container.controller) return Promise.resolve();
  return new Promise((resolve) => container.addEventListener("controllerchange", resolve, { once: true }));
}
