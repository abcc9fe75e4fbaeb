/**
 * `<calimala-replay>`: a game to be replayed, in a page of its own or in anybody's.
 *
 * The game is JSON in a script inside the element, or what the attribute `src` leads to: such JSON, or a page with it.
 * With the attribute `whole` the element is all of its page: keys, the fragment of the address and messages are its.
 * With `base` as well places are paths after that one, `base/7.2.3`, instead of fragments; `place` is where it opens,
 * `end` for the end of what was played.
 */

/** @import { PhotoOf } from "./log.js" */
/** @import { Page } from "./page.js" */

import { pressKey } from "./controls.js";
import { h } from "./elements.js";
import { Player } from "./player.js";

const NAME = "calimala-replay";
const END = "end";
/** How often the address follows a game that plays, in milliseconds: browsers let pages change it now and then only. */
const PACE = 2000;
const DATA = 'script:is([type="application/json"], [type="application/zlib"])';

export class CalimalaReplay extends HTMLElement {
  /** @type {Player | null} */
  player = null;

  /** @type {PhotoOf | null} */
  photoOf = null;

  /** What hears of every step. @type {((message: object) => void) | null} */
  follower = null;

  isReady = false;

  /** When the address was written last. */
  written = -PACE;

  /** When the game is read. @type {Promise<void>} */
  opened = new Promise((resolve) => {
    this.setOpened = resolve;
  });

  async connectedCallback() {
    if (this.player) return;
    if (this.isWhole) addEventListener("message", (event) => this.onMessage(event));
    const root = this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    try {
      const page = await this.readPage();
      const player = new Player(
        page,
        (place) => this.addressOf(place),
        (name) => this.photoOf?.(name) ?? "",
        (shown) => this.onShow(shown.place),
      );
      this.player = player;
      root.append(player.display.root);
      const place = this.getAttribute("place");
      if (place === END) player.goTo(Infinity);
      else if (place) player.goToPlace(place);
      this.listen(player);
      this.isReady = true;
      this.setOpened?.();
      this.dispatchEvent(new CustomEvent("calimala:ready", { bubbles: true, composed: true }));
    } catch (error) {
      root.append(h("p", { role: "alert" }, `Calimala: ${error instanceof Error ? error.message : error}`));
    }
  }

  disconnectedCallback() {
    this.player?.stop();
  }

  /** @returns {Promise<Page>} */
  async readPage() {
    const inside = this.querySelector(DATA);
    if (inside) return readData(inside);
    const source = this.getAttribute("src");
    if (!source) throw new Error("no game: neither a script with JSON inside, nor src");
    const response = await fetch(source);
    if (!response.ok) throw new Error(`${source}: ${response.status}`);
    const text = await response.text();
    if (text.trimStart().startsWith("{")) return JSON.parse(text);
    const found = new DOMParser().parseFromString(text, "text/html").querySelector(`${NAME} ${DATA}`);
    if (!found) throw new Error(`${source}: this page contains no game`);
    return readData(found);
  }

  get isWhole() {
    return this.hasAttribute("whole");
  }

  /** @param {Player} player */
  listen(player) {
    /** @type {Node} */
    const keys = this.isWhole ? document : this;
    keys.addEventListener("keydown", (event) => {
      if (event instanceof KeyboardEvent && pressKey(player, event)) event.preventDefault();
    });
    if (!this.isWhole) return;
    if (this.hasAttribute("base")) return;
    const follow = () => player.goToPlace(decodeURIComponent(location.hash.slice(1)));
    if (location.hash.length > 1) follow();
    addEventListener("hashchange", follow);
  }

  // What a program may do.

  /**
   * Go to a place, e.g. `7.2` or `port:7.2.3`, empty for the beginning; return whether there is one.
   * @param {string} place
   */
  goTo(place) {
    return this.player?.goToPlace(String(place)) ?? false;
  }

  /** The place, the number of the position, the step's sentences, and the values of all slots. */
  get position() {
    return this.player?.description ?? null;
  }

  /**
   * Show the same game as it is by now, at the same place; at its end if that was shown, or if `toEnd`. Return whether
   * anything differs from before.
   * @param {Page} page
   */
  update(page, toEnd = false) {
    return this.player?.update(page, toEnd) ?? false;
  }

  /** A function that returns, or promises, the address of the photo with a name. */
  set photos(/** @type {PhotoOf} */ photoOf) {
    this.photoOf = photoOf;
    this.player?.show();
  }

  /** Whether the end of the main line is shown. */
  get atEnd() {
    return this.player?.isAtEnd ?? false;
  }

  /** The place of the end of the main line. */
  get lastPlace() {
    return this.player?.lastPlace ?? "";
  }

  /**
   * Return the address of a place in the page that has the element.
   * @param {string} place
   */
  addressOf(place) {
    const base = this.getAttribute("base");
    if (base === null) return `#${place}`;
    return (place ? `${base}/${place}` : base) + location.search;
  }

  /** @param {string} place */
  onShow(place) {
    if (this.isWhole && this.isReady) this.writeAddress(place);
    this.dispatchEvent(new CustomEvent("calimala:change", { bubbles: true, composed: true, detail: { place } }));
    this.follower?.({ calimala: "change", place });
  }

  /** @param {string} place */
  writeAddress(place) {
    const now = performance.now();
    if (this.player?.isPlaying && now - this.written < PACE) return;
    this.written = now;
    replaceAddress(this.hasAttribute("base") || place ? this.addressOf(place) : "");
  }

  /**
   * Answer a message of the page that embeds this one, once the game is read.
   * @param {MessageEvent} message
   */
  async onMessage({ data, origin, source }) {
    await this.opened;
    const request = data?.calimala;
    if (source !== parent || parent === window || !request) return;
    const answer = (/** @type {object} */ message) => parent.postMessage(message, origin === "null" ? "*" : origin);
    if (request === "goto" && !this.goTo(data.place || "")) answer({ calimala: "missing", place: data.place });
    if (request === "position") answer({ calimala: "position", ...this.position });
    if (request === "follow") this.follower = data.on === false ? null : answer;
  }
}

/**
 * Read a game inside of a page: JSON, or base64 of JSON in zlib's format.
 * @param {Element} script @returns {Promise<Page>}
 */
async function readData(script) {
  const text = script.textContent ?? "";
  if (script.getAttribute("type") === "application/json") return JSON.parse(text);
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

/**
 * Write an address into the bar. Browsers refuse that after many steps at once, and then the next step does it.
 * @param {string} address
 */
function replaceAddress(address) {
  try {
    history.replaceState(null, "", address || location.pathname + location.search);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

if (!customElements.get(NAME)) customElements.define(NAME, CalimalaReplay);
