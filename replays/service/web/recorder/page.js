/** What the recorder's pages share: the data and sentences that the service put into them, buttons, dialogs, links. */

/** @import { Named, LegalDecision } from "../common/api.js" */
/** @import { Keys } from "../common/keys.js" */
/** @import { Attributes, Child } from "../viewer/elements.js" */

import { byId, isAlone, button as plainButton } from "../common/elements.js";
import { IS_POCKET, LANGUAGE } from "../common/service.js";
import { classes, contentOf, h, s } from "../viewer/elements.js";
import { mark, SIGNS, sign } from "../viewer/shapes.js";
import { format } from "../viewer/words.js";

/**
 * What the service put into the page: the id of its game, sentences in the reader's language, links to other pages,
 * each for those who have a key of a role ("" for everybody), the address by which other phones reach the service where
 * they cannot use the one of this page, and what there is to lay out of a new game.
 * @type {{id: string, network: string, words: Record<string, string>, links: {role: string, words: string, href: string}[],
 *   languages: {code: string, words: string, href: string}[], actions: string[], tiles: string[], streets: string[]}}
 */
export const PAGE = JSON.parse(byId("page-data").textContent);

/** What links for other phones begin with. */
export const ORIGIN = (isAlone() && PAGE.network) || location.origin;

/** The path of the game among those of the service. */
export const GAME_PATH = `/api/games/${PAGE.id}`;
/** Asks for all that the table is drawn from, too. */
export const TABLE = "?table=1";

/**
 * Return a sentence of the page with its fields filled.
 * @param {string} name @param {Record<string, unknown>} fields
 */
export function text(name, fields = {}) {
  return format(PAGE.words[name] ?? name, fields);
}

/**
 * Return a list in the reader's language.
 * @param {string[]} words
 */
export function list(words) {
  return words.join(text("comma"));
}

/**
 * Return what there is to say about something, one thing after another.
 * @param {string[]} words
 */
export function details(words) {
  return words.join(text("semicolon"));
}

/**
 * Return the parts of the page by their names.
 * @returns {Record<string, HTMLElement>}
 */
export function findParts() {
  /** @type {NodeListOf<HTMLElement>} */
  const parts = document.querySelectorAll("[data-part]");
  return Object.fromEntries([...parts].map((part) => [part.dataset.part, part]));
}

/** Let the page and its files be stored, so that they open without a connection. */
export function storePage() {
  const { worker = "", scope } = findParts().app.dataset;
  if (IS_POCKET) return;
  navigator.serviceWorker?.register(worker, { scope }).catch(() => undefined);
}

/**
 * Put other content into an element; the focus stays on the button that has it, where that is still there.
 * @param {HTMLElement} element @param {Child[]} content
 */
export function fill(element, ...content) {
  const focused = document.activeElement;
  const key = element.contains(focused) && focused instanceof HTMLElement ? (focused.dataset.key ?? "") : null;
  /** @type {NodeListOf<HTMLDetailsElement>} */
  const opened = element.querySelectorAll("details[open]");
  const open = new Set([...opened].map((one) => one.dataset.key));
  element.replaceChildren(...contentOf(content));
  for (const one of element.querySelectorAll("details")) if (open.has(one.dataset.key)) one.open = true;
  if (key === null) return;
  /** @type {NodeListOf<HTMLElement>} */
  const keyed = element.querySelectorAll("[data-key]");
  const same = key && [...keyed].find((one) => one.dataset.key === key);
  /** @type {HTMLElement | null} */
  const panel = element.querySelector("[tabindex='-1']");
  (same || panel || element).focus({ preventScroll: true });
}

// Words.

/**
 * Return words as they begin a sentence.
 * @param {string} words
 */
export function capitalize(words) {
  const [first = "", ...rest] = words;
  return first.toLocaleUpperCase() + rest.join("");
}

/**
 * Return the letter of a colour, by its word.
 * @param {string | null | undefined} colour
 */
export function letterOf(colour) {
  return colour ? colour[0] : "";
}

/**
 * Return the name of a player, or the colour of one without.
 * @param {Named} player
 */
export function playerName({ colour, name }) {
  return name ?? text(`colour.${letterOf(colour)}`);
}

/**
 * Return the same as it begins a sentence.
 * @param {Named} player
 */
export function playerTitle(player) {
  return player.name ?? capitalize(playerName(player));
}

// Small pictures.

/**
 * Return a picture that screen readers leave out, since its words are beside it.
 * @param {number} width @param {number} height @param {Child[]} children
 */
export function drawing(width, height, ...children) {
  return s("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", focusable: "false" }, ...children);
}

/**
 * Return the sign of an action, null for what has none.
 * @param {string} action
 */
export function signOf(action) {
  return SIGNS[action] ? drawing(24, 24, sign(action, 0, 0, 24)) : null;
}

/**
 * Return the mark of a player, colour and shape, or of white discs.
 * @param {string} colour
 */
export function markOf(colour) {
  const letter = letterOf(colour);
  return s(
    "svg",
    { viewBox: "-12 -12 24 24", class: "mark", "aria-hidden": "true" },
    s("circle", { r: 11, class: `disc c-${letter}` }),
    mark(letter, 0, 0, 5.4),
  );
}

// Buttons.

/**
 * Return a button; `key` finds it again after everything has been drawn anew.
 * @param {Child} content @param {() => unknown} act
 * @param {Attributes & {kind?: string, key?: string}} attributes
 */
export function button(content, act, { kind, key, ...attributes } = {}) {
  return plainButton(content, act, { class: kind || false, "data-key": key, ...attributes });
}

/** From how many letters on the words of a button are set smaller. */
const LONG = 36;

/**
 * Return a button for a decision: its words, or those of each of its steps on a line of its own, after the sign of its
 * action.
 * @template {LegalDecision & {isTapped?: boolean}} O
 * @param {O} option @param {(option: O) => unknown} act @param {string} kind
 * @param {{action?: string | null, words: string}[]} steps
 */
export function decisionButton(option, act, kind = "", steps = [option]) {
  const { symbol, words, isTapped } = option;
  const isInOtherWords = steps.length > 1 || steps[0].words !== words;
  return button(
    h(
      "span",
      { class: "words" },
      steps.map((step) =>
        h("span", { class: "step" }, signOf(step.action ?? ""), h("span", {}, capitalize(step.words))),
      ),
      isTapped && [" ", tappedMark()],
    ),
    () => act(option),
    {
      kind: classes(
        "decision",
        kind,
        steps.some((step) => step.words.length > LONG) && "long",
        isTapped && "was-tapped",
      ),
      key: symbol,
      "data-symbol": symbol,
      "aria-label": isInOtherWords && capitalize(words),
    },
  );
}

/** Return the mark of what has been already tapped. */
export function tappedMark() {
  return h("small", { class: "ticked" }, h("span", { "aria-hidden": "true" }, "✓ "), text("tapped"));
}

// Dialogs and links.

/**
 * Open a dialog, which is closed by Escape, by its button, and when it has done its work.
 * @param {string} title @param {(close: () => void, body: HTMLElement) => Child} contentOfBody
 */
export function openDialog(title, contentOfBody) {
  const body = h("div", { class: "body" });
  const close = () => element.close();
  const closing = button("✕", close, { kind: "close", "aria-label": text("close") });
  const element = h(
    "dialog",
    { class: "sheet", "aria-label": title },
    h("header", {}, h("h2", {}, title), closing),
    body,
  );
  element.addEventListener("close", () => element.remove());
  document.body.append(element);
  body.append(...contentOf([contentOfBody(close, body)]));
  element.showModal();
}

/**
 * Return links to other pages of the service, and to this one in other languages. What waits stays on the phone.
 * @param {Keys} keys of this phone @param {number} count how many entries wait
 */
export function otherPages(keys, count = 0) {
  const open = PAGE.links.filter(({ role }) => !role || keys[role]);
  return h(
    "nav",
    { class: "other-pages", "aria-label": text("links") },
    h("h2", { class: "small" }, text("links")),
    count > 0 && h("p", { class: "notice" }, text("links.waiting", { number: count })),
    h(
      "div",
      { class: "ways" },
      open.map(({ words, href }) => h("a", { class: "button", href }, words)),
    ),
    h("h2", { class: "small" }, text("languages")),
    h(
      "div",
      { class: "ways" },
      PAGE.languages.map(({ code, words, href }) => {
        const isCurrent = code === LANGUAGE.replace("_", "-") && "true";
        return h("a", { class: "button", href, lang: code, hreflang: code, "aria-current": isCurrent }, words);
      }),
    ),
  );
}
