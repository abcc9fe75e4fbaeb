/** Elements of HTML and SVG. Texts are put in as text nodes only. */

/** @import { Page } from "./page.js" */

/** @typedef {Node | string | false | null | undefined | 0 | readonly Child[]} Child */

/**
 * Attributes of an element by name; functions are listeners. What is false, null or undefined is not set.
 * @typedef {{
 *   [name: string]: string | number | boolean | null | undefined | ((event: any) => unknown),
 *   click?: (event: MouseEvent) => unknown,
 *   keydown?: (event: KeyboardEvent) => unknown,
 *   submit?: (event: SubmitEvent) => unknown,
 * }} Attributes
 */

/**
 * @template {Element} E
 * @param {E} element @param {Attributes} attributes @param {Child[]} children @returns {E}
 */
function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, /** @type {EventListener} */ (value));
    else if (value !== false && value !== undefined && value !== null)
      element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...contentOf(children));
  return element;
}

/**
 * Return the nodes and texts among children, without those that are nothing.
 * @param {Child[]} children @returns {(Node | string)[]}
 */
export function contentOf(children) {
  /** @type {any[]} */
  const nested = children;
  return nested.flat(Infinity).filter(Boolean);
}

/**
 * Return an element of HTML.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} name @param {Attributes} attributes @param {Child[]} children @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(name, attributes, ...children) {
  return build(document.createElement(name), attributes, children);
}

/**
 * Return an element of SVG.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} name @param {Attributes} attributes @param {Child[]} children @returns {SVGElementTagNameMap[Tag]}
 */
export function s(name, attributes, ...children) {
  return build(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

/**
 * Return the names of classes, without those that do not apply.
 * @param {(string | false | undefined)[]} names
 */
export function classes(...names) {
  return names.filter(Boolean).join(" ");
}

/**
 * Return a text with its fields in braces filled.
 * @param {string} text @param {Record<string, unknown>} fields
 */
export function format(text, fields) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in fields ? String(fields[name]) : whole));
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802-\ud803\ud83a-\ud83b]/;

/**
 * Return a sentence that runs from left to right whatever names are in it, each in the direction of its own letters.
 * @param {Page} page @param {string} words
 */
export function sentence(page, words) {
  const names = page.parties.map(({ name }) => name).filter((name) => RIGHT_TO_LEFT.test(name));
  /** @type {(string | HTMLElement)[]} */
  let parts = [words];
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
