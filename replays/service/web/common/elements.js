/** Elements of the service's pages: found by their ids, buttons, and links to hand on. */

/** @import { Attributes, Child } from "../viewer/elements.js" */

import { h } from "../viewer/elements.js";
import { ask } from "./service.js";

/**
 * Return the element with an id.
 * @template {HTMLElement} [E=HTMLElement]
 * @param {string} id @param {new () => E} kind @returns {E}
 */
export function byId(id, kind = /** @type {any} */ (HTMLElement)) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`no ${kind.name} #${id}`);
  return found;
}

/** @param {Child} content @param {(event: MouseEvent) => unknown} act @param {Attributes} attributes */
export function button(content, act, attributes = {}) {
  return h("button", { type: "button", ...attributes, click: act }, content);
}

/**
 * Put a text on the clipboard; where the browser refuses that, what its box holds.
 * @param {string} text @param {HTMLInputElement | HTMLTextAreaElement} box
 */
export async function copy(text, box) {
  box.select();
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    document.execCommand("copy");
  }
}

/**
 * Return a button that copies a text, and says so then.
 * @param {string} text @param {HTMLInputElement | HTMLTextAreaElement} box
 * @param {string} words @param {string} done @param {Attributes} attributes
 */
export function copyButton(text, box, words, done, attributes = {}) {
  const made = button(
    words,
    async () => {
      await copy(text, box);
      made.textContent = done;
    },
    attributes,
  );
  return made;
}

/**
 * Return a link as a picture to scan; reject where the service cannot be reached. The service draws it; the link is sent
 * in the body of a request, so no log has it.
 * @param {string} link @param {string} words
 */
export async function qrPicture(link, words) {
  const response = await ask("/api/qr", { method: "POST", json: { text: link } });
  if (!response.ok) throw new Error(String(response.status));
  const address = URL.createObjectURL(new Blob([await response.text()], { type: "image/svg+xml" }));
  return h("img", { src: address, alt: words, class: "qr", load: () => URL.revokeObjectURL(address) });
}

const ALONE = /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/;

/** Return whether the page has a name by which a computer reaches itself, and nobody else does. */
export function isAlone() {
  return ALONE.test(location.hostname);
}
