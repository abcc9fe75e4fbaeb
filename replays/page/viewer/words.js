/** Words of a page: messages with their fields filled, things with their values, lists, names in any direction. */

/** @import { Page } from "./page.js" */

import { h } from "./elements.js";

/**
 * Return a text with its fields in braces filled.
 * @param {string} text @param {Record<string, unknown>} fields
 */
export function format(text, fields) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in fields ? String(fields[name]) : whole));
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802-\ud803\ud83a-\ud83b]/;

/**
 * Return a sentence that begins with a capital and runs from left to right whatever names are in it, each in the
 * direction of its own letters.
 * @param {Page} page @param {string} words
 */
export function sentence(page, words) {
  const names = page.parties.map(({ name }) => name).filter((name) => RIGHT_TO_LEFT.test(name));
  /** @type {(string | HTMLElement)[]} */
  let parts = [words.slice(0, 1).toLocaleUpperCase(page.language) + words.slice(1)];
  for (const name of names)
    parts = parts.flatMap((part) => (typeof part === "string" ? isolate(part.split(name), name) : [part]));
  return h("span", { dir: "ltr" }, parts);
}

/**
 * Return pieces with a name of its own direction between each two.
 * @param {string[]} pieces @param {string} name
 */
function isolate(pieces, name) {
  return pieces.flatMap((piece, at) => (at ? [h("bdi", {}, name), piece] : [piece]));
}

/**
 * Return a thing with its value.
 * @param {Page} page @param {string | number} what @param {string | number} value
 */
export function named(page, what, value) {
  return format(page.controls.named, { what, value });
}

/**
 * Return a list in the page's language.
 * @param {Page} page @param {string[]} words
 */
export function list(page, words) {
  return words.join(page.controls.comma);
}

/**
 * Return what there is to say about a part of the board, one thing after another.
 * @param {Page} page @param {string[]} words
 */
export function details(page, words) {
  return words.join(page.controls.semicolon);
}
