/**
 * The page of a game: goes on while the game does, updates links to the step that is shown, saves files with a key.
 *
 * Messages to those who follow a game are read from a stream, since `EventSource` sends no keys.
 */

/** @import { GameInfo } from "../common/api.js" */
/** @import { CalimalaReplay } from "../viewer/calimala-replay.js" */
/** @import { Page } from "../viewer/page.js" */

import { byId, copy, copyButton } from "../common/elements.js";
import { keysOf, roleOf, strongestKey, takeKeyFromAddress } from "../common/keys.js";
import { ask, IS_POCKET } from "../common/service.js";
import { h } from "../viewer/elements.js";
import { format } from "../viewer/words.js";
import { JudgeMenu } from "./judged.js";

const START = "start";
const LIVE = "calimala.live";

/** Return what this tab stores about the game that it follows. */
function readLive() {
  try {
    return sessionStorage.getItem(LIVE) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} text */
function writeLive(text) {
  try {
    sessionStorage.setItem(LIVE, text);
  } catch {
    // A browser that stores nothing forgets it with the page.
  }
}

/**
 * Return what a title can be made of, to be compared.
 * @param {Page} page
 */
function namesIn({ title, facts, parties }) {
  return JSON.stringify([title, facts, parties]);
}

class GamePage {
  /** @param {CalimalaReplay} replay */
  constructor(replay) {
    const { game = "", locked, ...words } = replay.dataset;
    this.replay = replay;
    this.id = game;
    this.words = /** @type {Record<string, string>} */ (words);
    this.keyInAddress = new URLSearchParams(location.search).get("key") ?? "";
    this.key = strongestKey(this.id) || this.keyInAddress;
    this.isLocked = locked === "yes";
    this.sharedKey = this.isLocked ? (keysOf(this.id).viewer ?? "") : "";
    this.tag = "";
    this.names = namesIn(JSON.parse(replay.querySelector("script")?.textContent ?? "{}"));
    /** @type {Record<string, Promise<string>>} */
    this.photos = {};
    this.message = document.getElementById("message");
    this.liveButton = document.getElementById("live");
    /** Whether the page shows something that the service does not have. */
    this.isPaused = false;
    /** @type {AbortController | null} */
    this.following = null;
    /** @type {JudgeMenu | null} */
    this.judge = null;
  }

  async begin() {
    await customElements.whenDefined("calimala-replay");
    if (this.replay.player) this.replay.player.display.cards.share = () => this.drawShare();
    this.replay.photos = (name) => this.photo(name);
    if (!this.isLocked && this.key && this.key !== this.keyInAddress && roleOf(this.key) !== "viewer")
      await this.update();
    /** @type {HTMLDetailsElement | null} */
    const judged = document.querySelector(".judged");
    if (judged) this.judge = new JudgeMenu(judged, this.replay, this.id, this.key);
    this.listen();
    this.openDesk();
    if (this.words.over !== "yes") this.goOn();
  }

  /** @param {string} words */
  say(words) {
    if (this.message) this.message.textContent = words;
  }

  /** Let those who may write study the game; nobody else loads what that needs. */
  async openDesk() {
    const opener = document.getElementById("study");
    const { player } = this.replay;
    if (!(opener instanceof HTMLButtonElement) || !player || !this.needsKey || this.isLocked) return;
    await import(opener.dataset.script ?? "");
    const lent = {
      id: this.id,
      key: this.key,
      player,
      words: /** @type {Record<string, string>} */ (opener.dataset),
      isOver: () => player.page.over,
      refresh: () => this.update(),
      pause: (/** @type {boolean} */ isPaused) => {
        this.isPaused = isPaused;
        this.tag = "";
      },
    };
    opener.dispatchEvent(new CustomEvent("calimala:study", { detail: lent }));
  }

  /** Read the game as it is by now; return whether it differs from before. */
  async update(toEnd = false) {
    if (this.isPaused) return false;
    /** @type {Record<string, string>} */
    const headers = this.tag ? { "If-None-Match": this.tag } : {};
    const response = await ask(`/api/games/${this.id}/page`, { key: this.key, headers, cache: "no-store" });
    if (!response.ok) return false;
    this.tag = response.headers.get("ETag") ?? "";
    /** @type {Page} */
    const page = await response.json();
    if (this.liveButton && page.over) this.liveButton.hidden = true;
    const names = namesIn(page);
    if (names !== this.names) this.updateTitle().catch(() => {});
    this.names = names;
    const isChanged = this.replay.update(page, toEnd);
    this.judge?.refresh();
    return isChanged;
  }

  /** Show the title that the game has by now, in the page and in the list of open pages. */
  async updateTitle() {
    const response = await ask(`/api/games/${this.id}`, { key: this.key });
    if (!response.ok) return;
    /** @type {GameInfo} */
    const { title } = await response.json();
    document.title = title;
    document.querySelector("h1")?.replaceChildren(h("bdi", {}, title));
  }

  // The game as it goes on.

  goOn() {
    if (!this.liveButton) {
      this.follow();
      return;
    }
    this.liveButton.hidden = false;
    this.liveButton.addEventListener("click", () => (this.following ? this.stop() : this.follow(true)));
    const [id, where] = readLive().split(" ");
    const isLive = id === this.id;
    this.replay.addEventListener("calimala:change", () => this.remember());
    if (isLive || this.replay.getAttribute("place") === "end") this.follow(isLive && where === "end");
  }

  /** Store for when the page is loaded again whether the game is followed, and whether its end is shown. */
  remember() {
    if (this.liveButton) writeLive(this.following ? `${this.id} ${this.replay.atEnd ? "end" : "here"}` : "");
  }

  async follow(toEnd = false) {
    this.following = new AbortController();
    const { signal } = this.following;
    this.liveButton?.setAttribute("aria-pressed", "true");
    this.remember();
    if (toEnd) {
      await this.update(true);
      this.replay.goTo(this.replay.lastPlace);
    }
    let reading = Promise.resolve();
    follow(this.id, {
      key: this.key,
      since: this.words.version,
      signal,
      onMessage: (kind) => {
        reading = reading.then(() => (kind === "gone" ? this.onGone() : this.onNews())).catch(() => {});
      },
      onLost: () => this.say(this.words.lost),
      onFound: () => this.say(""),
    });
  }

  stop() {
    this.following?.abort();
    this.following = null;
    this.liveButton?.setAttribute("aria-pressed", "false");
    this.remember();
  }

  async onNews() {
    const { atEnd: wasAtEnd, lastPlace } = this.replay;
    if (!(await this.update()) || this.replay.lastPlace === lastPlace) return;
    this.say(wasAtEnd ? "" : format(this.words.wentOn, { place: this.replay.lastPlace }));
  }

  onGone() {
    this.stop();
    this.say(this.words.gone);
  }

  // Links and files.

  /** Return what the card of the end offers of the menu: the link to the game, its page as a file, its text. */
  drawShare() {
    /** @type {HTMLElement | null} */
    const copying = document.querySelector('[data-copy="link"]');
    if (!copying) return null;
    const link = byId("link", HTMLInputElement);
    const query = this.sharedKey ? `?key=${this.sharedKey}` : (link.dataset.query ?? "");
    const box = h("input", { readonly: true, class: "heard", tabindex: -1, "aria-hidden": "true" });
    box.value = link.defaultValue + query;
    /** @type {NodeListOf<HTMLAnchorElement>} */
    const files = document.querySelectorAll('.exports a:is([href*="export.html"], [href*="export.cgn"])');
    return h(
      "div",
      { class: "choices-to-share", click: (event) => this.save(event) },
      copyButton(box.value, box, copying.textContent ?? "", copying.dataset.done ?? "", { "data-share": "link" }),
      [...files].map(({ href, textContent }) => h("a", { href, class: "chip" }, textContent)),
      box,
    );
  }

  listen() {
    /** @type {HTMLDetailsElement | null} */
    const menu = document.querySelector(".exports");
    if (!menu) return;
    const link = byId("link", HTMLInputElement);
    const code = byId("code", HTMLInputElement);
    const frame = byId("frame", HTMLTextAreaElement);
    const base = link.value;
    const html = frame.value;
    const framed = frame.dataset.address ?? "";
    const update = () => {
      if (!menu.open) return;
      const place = this.replay.position?.place ?? "";
      const query = this.sharedKey ? `?key=${this.sharedKey}` : (link.dataset.query ?? "");
      link.value = (place && !IS_POCKET ? `${base}/${place}` : base) + query;
      frame.value = html.replace(framed, (place ? `${framed}/${place}` : framed) + query);
      /** @type {NodeListOf<HTMLAnchorElement>} */
      const links = menu.querySelectorAll("a[data-step]");
      for (const one of links) one.href = this.addressAt(one.href, place);
      /** @type {NodeListOf<HTMLImageElement>} */
      const pictures = menu.querySelectorAll("img[data-src]");
      for (const one of pictures) this.show(one, this.addressAt(one.dataset.src ?? "", place));
    };
    this.replay.addEventListener("calimala:change", update);
    menu.addEventListener("toggle", async () => {
      update();
      if (!menu.open || code.value) return;
      const response = await ask(`/api/games/${this.id}/share`, { key: this.key });
      if (response.ok) code.value = (await response.json()).code;
    });
    addEventListener("click", ({ target }) => {
      if (menu.open && target instanceof Node && !menu.contains(target)) menu.open = false;
    });
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      menu.open = false;
      menu.querySelector("summary")?.focus();
    });
    /** @type {NodeListOf<HTMLElement>} */
    const buttons = menu.querySelectorAll("[data-copy]");
    for (const button of buttons) {
      const { copy: id = "", done = "" } = button.dataset;
      button.addEventListener("click", async () => {
        const box = id === frame.id ? frame : byId(id, HTMLInputElement);
        await copy(box.value, box);
        this.say(done);
      });
    }
    menu.addEventListener("click", (event) => this.save(event));
  }

  /**
   * Return the address of something at a step; with the viewer's key, where that is what is shared.
   * @param {string} address @param {string} place
   */
  addressAt(address, place) {
    const url = new URL(address, location.href);
    url.searchParams.set("at", place || START);
    if (this.sharedKey) url.searchParams.set("key", this.sharedKey);
    return url.href;
  }

  /** Whether a key is needed that no address may have. */
  get needsKey() {
    return this.key !== "" && roleOf(this.key) !== "viewer";
  }

  /**
   * Return the address of what is fetched with the key, empty where it cannot be had.
   * @param {string} address
   */
  async fetchAddress(address) {
    const response = await fetch(address, { headers: { Authorization: `Bearer ${this.key}` }, credentials: "omit" });
    return response.ok ? URL.createObjectURL(await response.blob()) : "";
  }

  /** @param {HTMLImageElement} picture @param {string} address */
  async show(picture, address) {
    if (picture.dataset.shown === address) return;
    picture.dataset.shown = address;
    const source = !this.needsKey || this.sharedKey ? address : await this.fetchAddress(address);
    if (source) picture.src = source;
  }

  /**
   * Return where a photo is; one that needs a key which an address cannot have is fetched once.
   * @param {string} name
   */
  photo(name) {
    const url = new URL(format(this.words.photos, { photo: name }), location.href);
    if (this.sharedKey) url.searchParams.set("key", this.sharedKey);
    if (!this.needsKey || this.sharedKey) return url.href;
    this.photos[name] ??= this.fetchAddress(url.href);
    return this.photos[name];
  }

  /**
   * Save a file that needs a key which an address cannot have.
   * @param {MouseEvent} event
   */
  async save(event) {
    const link = event.target instanceof Element && event.target.closest("a");
    if (!link || !this.needsKey) return;
    const { pathname } = new URL(link.href);
    if (!pathname.includes("/api/")) return;
    event.preventDefault();
    const address = await this.fetchAddress(link.href);
    if (!address) {
      this.say(this.words.unseen);
      return;
    }
    h("a", { href: address, download: `${this.id}-${pathname.split("/").pop()}` }).click();
    URL.revokeObjectURL(address);
  }
}

// Messages of the service to those who follow a game.

const SOONEST = 1000;
const LATEST = 30000;
const NEVER_AGAIN = [401, 403, 404];

/**
 * Follow until `signal` ends it, or until there is nothing more to be seen; connect again when the connection is lost.
 * @param {string} id of the game
 * @param {{key: string, since: string, signal: AbortSignal, onMessage: (kind: string) => void,
 *   onLost: () => void, onFound: () => void}} how `since` is the version that is known, kinds of messages are `lines`,
 *   `rewind` and `gone`
 */
export async function follow(id, { key, since, signal, onMessage, onLost, onFound }) {
  let last = "";
  let wait = SOONEST;
  let isLost = false;
  while (!signal.aborted) {
    try {
      /** @type {Record<string, string>} */
      const headers = last ? { "Last-Event-ID": last } : {};
      const path = `/api/games/${id}/follow?since=${encodeURIComponent(since)}`;
      const response = await ask(path, { key, headers, signal });
      if (NEVER_AGAIN.includes(response.status)) {
        onMessage("gone");
        return;
      }
      if (!response.ok || !response.body) throw new Error(String(response.status));
      if (isLost) onFound();
      isLost = false;
      for await (const { kind, id: at } of messages(response.body)) {
        wait = SOONEST;
        if (at) last = at;
        onMessage(kind);
        if (kind === "gone") return;
      }
    } catch {
      if (signal.aborted) return;
      if (!isLost) onLost();
      isLost = true;
    }
    await pause(wait * (0.5 + Math.random()), signal);
    wait = Math.min(wait * 2, LATEST);
  }
}

/**
 * Read the messages of a stream of server-sent events; those without data only prevent that the connection is closed.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} body
 */
async function* messages(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + value).split(/\r?\n\r?\n/);
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const message = parse(part);
      if (message) yield message;
    }
  }
}

/** @param {string} part */
function parse(part) {
  const fields = new Map();
  for (const line of part.split(/\r?\n/)) {
    const [, name, value = ""] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name) fields.set(name, value);
  }
  return fields.has("data") ? { kind: fields.get("event") ?? "message", id: fields.get("id") ?? "" } : null;
}

/** @param {number} milliseconds @param {AbortSignal} signal @returns {Promise<void>} */
function pause(milliseconds, signal) {
  return new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    const end = () => {
      clearTimeout(timer);
      done();
    };
    signal.addEventListener("abort", end, { once: true });
  });
}

/** @type {CalimalaReplay | null} */
const replay = document.querySelector("calimala-replay[data-game]");
if (replay) {
  takeKeyFromAddress(replay.dataset.game ?? "");
  new GamePage(replay).begin();
}
