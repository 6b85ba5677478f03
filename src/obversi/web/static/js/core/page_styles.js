// The styles of a page are loaded with it: the first page need not wait for those of others.

const MORE = { analyse: ["analyse_side", "analyse_review", "analyse_dialogs"] };

const loaded = new Map(); // by the name of the sheet

/** Resolve once a page can be drawn as it is meant to look. */
export function stylesOf(page) {
  return Promise.all([page, ...(MORE[page] ?? [])].map(sheet));
}

function sheet(name) {
  if (!loaded.has(name)) loaded.set(name, load(name));
  return loaded.get(name);
}

function load(name) {
  return new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = `/static/css/${name}.css`;
    link.onload = resolve;
    // A page without its looks is better than none; they are tried again with the next one.
    link.onerror = () => {
      link.remove();
      loaded.delete(name);
      resolve();
    };
    document.head.append(link);
  });
}
