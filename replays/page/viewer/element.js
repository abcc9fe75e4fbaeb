/**
 * `<calimala-replay>`: a game to be gone through, in a page of its own or in anybody's.
 *
 * The game is JSON in a script inside the element, or what the attribute `src` leads to: such JSON, or a page with it.
 * With the attribute `whole` the element is all of its page: keys, the fragment of the address and messages are its.
 * With `base` as well places are paths behind that one, `base/7.2.3`, instead of fragments; `place` is where it opens,
 * `end` for the end of what was played.
 */

import { press } from "./keys.js";
import { Player } from "./player.js";
import { h } from "./shapes.js";

const NAME = "calimala-replay";
const CHANGE = "calimala:change";
const END = "end";

/* global STYLE */

class CalimalaReplay extends HTMLElement {
  async connectedCallback() {
    if (this.player) return;
    this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    this.shadowRoot.adoptedStyleSheets = [sheet];
    try {
      const page = await this.read();
      this.player = new Player(
        page,
        (player) => this.changed(player),
        (place) => this.address(place),
        (name) => (this.photoOf ? this.photoOf(name) : ""),
      );
      this.shadowRoot.append(this.player.root);
      const place = this.getAttribute("place");
      if (place === END) this.player.goTo(Infinity);
      else if (place) this.player.goToPlace(place);
      this.listen();
      this.isReady = true;
      this.dispatchEvent(new CustomEvent("calimala:ready", { bubbles: true, composed: true }));
    } catch (error) {
      this.shadowRoot.append(h("p", { role: "alert" }, `Calimala: ${error.message}`));
    }
  }

  disconnectedCallback() {
    if (this.player) this.player.stop();
  }

  /** The page's content. */
  async read() {
    const inside = this.querySelector('script[type="application/json"]');
    if (inside) return JSON.parse(inside.textContent);
    const source = this.getAttribute("src");
    if (!source) throw new Error("no game: neither a script with JSON inside, nor src");
    const answer = await fetch(source);
    if (!answer.ok) throw new Error(`${source}: ${answer.status}`);
    const text = await answer.text();
    if (text.trimStart().startsWith("{")) return JSON.parse(text);
    const found = new DOMParser()
      .parseFromString(text, "text/html")
      .querySelector(`${NAME} script[type="application/json"]`);
    if (!found) throw new Error(`${source}: there is no game in it`);
    return JSON.parse(found.textContent);
  }

  get isWhole() {
    return this.hasAttribute("whole");
  }

  listen() {
    const keys = this.isWhole ? document : this;
    keys.addEventListener("keydown", (event) => {
      if (press(this.player, event)) event.preventDefault();
    });
    if (!this.isWhole) return;
    addEventListener("message", (event) => this.asked(event));
    if (this.hasAttribute("base")) return;
    const follow = () => this.player.goToPlace(decodeURIComponent(location.hash.slice(1)));
    if (location.hash.length > 1) follow();
    addEventListener("hashchange", follow);
  }

  // What a program may do.

  /** Go to a place as `7.2` or `port:7.2.3`, empty for the beginning; whether there is one. */
  goTo(place) {
    return this.player ? this.player.goToPlace(String(place)) : false;
  }

  /** The place, the number of the position, the step's words, and the values of all slots. */
  get position() {
    return this.player ? this.player.told : null;
  }

  /**
   * Show the same game as it is by now, at the place where one was; at its end if one was there, or if `toEnd`.
   * Whether there is anything that was not there before.
   */
  take(page, toEnd = false) {
    return this.player ? this.player.take(page, toEnd) : false;
  }

  /** Show photos, too: a function that tells, or promises, the address of the photo with a name. */
  set photos(photoOf) {
    this.photoOf = photoOf;
    if (this.player) this.player.show();
  }

  /** Whether the end of the main line is shown. */
  get atEnd() {
    return this.player ? this.player.atEnd : false;
  }

  /** The place of the end of the main line. */
  get lastPlace() {
    return this.player ? this.player.lastPlace : "";
  }

  /** The address of a place in the page that has the element. */
  address(place) {
    const base = this.getAttribute("base");
    if (base === null) return `#${place}`;
    return (place ? `${base}/${place}` : base) + location.search;
  }

  changed(player) {
    const { place } = player;
    if (this.isWhole && this.isReady) keepAddress(this.hasAttribute("base") || place ? this.address(place) : "");
    this.dispatchEvent(new CustomEvent(CHANGE, { bubbles: true, composed: true, detail: { place } }));
    if (this.follower) this.follower({ calimala: "change", place });
  }

  /** Answer a message of the page that embeds this one. */
  asked(event) {
    const asked = event.data?.calimala;
    if (event.source !== parent || parent === window || !asked) return;
    const answer = (message) => event.source.postMessage(message, event.origin === "null" ? "*" : event.origin);
    if (asked === "goto" && !this.goTo(event.data.place || ""))
      answer({ calimala: "missing", place: event.data.place });
    if (asked === "position") answer({ calimala: "position", ...this.position });
    if (asked === "follow") this.follower = event.data.on === false ? null : answer;
  }
}

/** Write an address into the bar; browsers refuse that to who steps very fast, and then the next step does it. */
function keepAddress(address) {
  try {
    history.replaceState(null, "", address || location.pathname + location.search);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

if (!customElements.get(NAME)) customElements.define(NAME, CalimalaReplay);
