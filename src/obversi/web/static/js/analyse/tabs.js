// Tabs: one panel of several, chosen by pressing or by arrows.

import { h } from "../core/dom.js";

/** `tabs` are {name, words, view}; `choose(name)` opens one. */
export function tabs({ label, tabs: all, chosen, choose }) {
  const open = all.find(({ name }) => name === chosen) ?? all[0];
  function move(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const place = all.indexOf(open);
    const ends = { Home: 0, End: all.length - 1 }[event.key];
    const to = ends ?? (step ? (place + step + all.length) % all.length : null);
    if (to === null) return;
    event.preventDefault();
    choose(all[to].name);
    event.currentTarget.querySelector(`#tab-${all[to].name}`).focus();
  }
  return h(
    "section",
    { class: "card tabs", key: "tabs" },
    h(
      "div",
      { role: "tablist", class: "tab-list", "aria-label": label, on: { keydown: move } },
      all.map(({ name, words }) =>
        h(
          "button",
          {
            type: "button",
            key: name,
            id: `tab-${name}`,
            role: "tab",
            "aria-selected": String(name === open.name),
            "aria-controls": "tab-panel",
            tabindex: name === open.name ? 0 : -1,
            on: {
              click: (event) => {
                choose(name);
                // Who points goes on with the page's arrows, not with those of the tabs.
                if (event.detail > 0) event.currentTarget.blur();
              },
            },
          },
          words,
        ),
      ),
    ),
    h(
      "div",
      {
        role: "tabpanel",
        id: "tab-panel",
        key: `panel ${open.name}`,
        class: `tab-panel ${open.name === "moves" ? "moves-scroll" : ""}`,
        "aria-labelledby": `tab-${open.name}`,
        tabindex: 0,
      },
      open.view(),
    ),
  );
}
