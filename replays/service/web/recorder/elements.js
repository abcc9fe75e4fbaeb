/** Buttons and other elements of the recorder; the small things of the table are those of the viewer. */

import { h, s } from "../viewer/shapes.js";

export { cube, disc, h, s, shape, sign, SIGNS } from "../viewer/shapes.js";

/** A picture that says nothing to whoever hears the page: its words stand beside it. */
export function drawn(width, height, ...children) {
  return s("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", focusable: "false" }, ...children);
}

/** The letter of a colour, by its word. */
export function letterOf(colour) {
  return colour ? colour[0] : "";
}

/** A button; `key` tells it again after everything has been drawn anew. */
export function button(content, act, { kind = "", key, symbol, ...more } = {}) {
  return h(
    "button",
    { type: "button", class: kind || false, "data-key": key ?? symbol, "data-symbol": symbol, click: act, ...more },
    content,
  );
}

/** A button for a decision: its words, and its notation for who reads that. */
export function decisionButton({ symbol, words }, act, kind = "") {
  return button(
    [h("span", { class: "words" }, capital(words)), h("code", { "aria-hidden": "true" }, symbol)],
    () => act({ symbol, words }),
    { kind: `decision ${kind}`.trim(), symbol },
  );
}

/** Words as they begin a sentence. */
export function capital(words) {
  const [first = "", ...rest] = words;
  return first.toLocaleUpperCase() + rest.join("");
}

/** Put other content into an element; whoever was on a button stays on it, where it is still there. */
export function fill(element, ...content) {
  const key = element.contains(document.activeElement) ? (document.activeElement.dataset.key ?? "") : null;
  const open = new Set([...element.querySelectorAll("details[open]")].map((one) => one.dataset.key));
  element.replaceChildren(...content.flat(Infinity).filter(Boolean));
  for (const one of element.querySelectorAll("details")) if (open.has(one.dataset.key)) one.open = true;
  if (key === null) return;
  const same = key && [...element.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
  (same || element.querySelector("[tabindex='-1']") || element).focus({ preventScroll: true });
}
