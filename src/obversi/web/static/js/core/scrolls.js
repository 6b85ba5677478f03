// A table that may be wider than the page: a shadow and an arrow show where it continues.

import { h } from "./dom.js";

/** Show `children` in a region that scrolls horizontally, named `label`. */
export function scrolls(label, ...children) {
  return h(
    "div",
    { class: "scrolls-frame", key: label },
    h(
      "div",
      { class: "scrolls", tabindex: 0, role: "group", "aria-label": label, made: watch },
      children,
    ),
  );
}

function watch(/** @type {HTMLElement} */ part) {
  const frame = part.parentElement;
  const look = () => {
    const hidden = part.scrollWidth - part.clientWidth;
    // A pixel may be lost by rounding.
    frame.classList.toggle("more-right", part.scrollLeft < hidden - 1);
  };
  part.addEventListener("scroll", look, { passive: true });
  const sizes = new ResizeObserver(look);
  sizes.observe(part);
  for (const child of part.children) sizes.observe(child);
  look();
}
