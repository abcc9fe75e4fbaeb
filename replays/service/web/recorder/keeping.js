/** The owner's key, to be kept: as a link to copy, a picture to scan, and a file with the links of all keys. */

/** @import { Keys } from "../common/keys.js" */

import { button, copyButton, qrPicture } from "../common/elements.js";
import { ROOT } from "../common/service.js";
import { h } from "../viewer/elements.js";
import { ORIGIN, text } from "./page.js";

/** The page that a key is for, by its role. @type {Record<string, string>} */
const PAGES = { owner: "own", recorder: "record", viewer: "g" };

/**
 * Return the address of the page that a key is for. One that changes something goes into the fragment, which no server
 * sees; that of a viewer into the query.
 * @param {string} id of the game @param {string} role @param {string} key
 */
export function keyAddress(id, role, key) {
  const address = `${ORIGIN}${ROOT}/${PAGES[role] ?? "seat"}/${id}`;
  return role === "viewer" ? `${address}?key=${key}` : `${address}#${key}`;
}

/**
 * Return what each key is for, and its link, one a line.
 * @param {string} id of the game @param {Keys} keys
 */
function linkList(id, keys) {
  /** @type {Record<string, string>} */
  const names = { owner: text("link.own"), recorder: text("link.record"), viewer: text("link.look") };
  return Object.entries(keys).map(([role, key]) => {
    const [, seat] = /^seat(\d+)$/.exec(role) ?? [];
    const name = names[role] ?? (seat ? text("link.seat", { number: Number(seat) + 1 }) : role);
    return `${name}: ${keyAddress(id, role, key)}`;
  });
}

/**
 * Return the owner's key in all forms in which it can be kept; it cannot be had again from the service.
 * @param {string} id of the game @param {Keys} keys of this browser
 */
export function ownerKey(id, keys) {
  const link = keyAddress(id, "owner", keys.owner);
  const box = h("input", { readonly: true, value: link, "aria-label": text("link.own") });
  box.addEventListener("focus", () => box.select());
  const shown = h(
    "div",
    { class: "phone-link", "data-keep": "owner" },
    h("div", { class: "row" }, h("div", { class: "grow" }, box), copyButton(link, box, text("copy"), text("copied"))),
    button(text("keep.file"), () => saveFile(id, linkList(id, keys)), { "data-keep": "file" }),
  );
  qrPicture(link, text("link.own")).then(
    (picture) => shown.prepend(picture),
    () => {},
  );
  return [h("p", {}, text("keep.what")), h("p", {}, h("strong", {}, text("keep.lost"))), shown];
}

/** @param {string} id @param {string[]} lines */
function saveFile(id, lines) {
  const address = URL.createObjectURL(new Blob([`${lines.join("\n")}\n`], { type: "text/plain" }));
  h("a", { href: address, download: `calimala-${id}.txt` }).click();
  URL.revokeObjectURL(address);
}
