// Whether this is a site without a server: files of any host. `obversi site` writes that into the page.

/** Whether there is no server: the page itself answers its requests then. */
export const isServerless = document.documentElement.dataset.server === "none";
