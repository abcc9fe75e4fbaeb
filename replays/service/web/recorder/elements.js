/** Buttons and other elements of the recorder; the small things of the table are those of the viewer. */

import { h, s } from "../viewer/elements.js";
import { SIGNS, sign } from "../viewer/shapes.js";
import { say } from "./told.js";

export { h, s } from "../viewer/elements.js";
export { disc, shape } from "../viewer/shapes.js";

const LONG = 6;

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

/** A button for a decision: its words, and its notation for who reads that; whether it `isTapped` already. */
export function decisionButton(option, act, kind = "") {
  const { symbol, words, isTapped } = option;
  return button(
    [
      h("span", { class: "words" }, capital(words), isTapped && [" ", ticked()]),
      h("code", { "aria-hidden": "true" }, symbol),
    ],
    () => act(option),
    {
      kind: ["decision", kind, symbol.length > LONG && "long", isTapped && "was-tapped"].filter(Boolean).join(" "),
      symbol,
    },
  );
}

/** The mark of what has been tapped already. */
export function ticked() {
  return h("small", { class: "ticked" }, h("span", { "aria-hidden": "true" }, "✓ "), say("tapped"));
}

/** The sign of an action; none for what has none. */
export function signOf(action) {
  return SIGNS[action] ? drawn(24, 24, sign(action, 0, 0, 24)) : null;
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
