// Whether this is a site without a server: files on any host. `obversi site` writes this into the page.

/** Whether there is no server, so that the page itself answers its requests. */
export const isServerless = document.documentElement.dataset.server === "none";
