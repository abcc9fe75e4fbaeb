/** The page of a game: goes on while the game does, keeps links to the step that is shown, saves files with a key. */

import { follow } from "./follow.js";
import { ask, keysOf, roleOf, strongest, takeFromAddress } from "./keys.js";
import { copy } from "./recorder/copying.js";

const START = "start";
const LIVE = "calimala.live";

/** What this tab keeps of the game that is followed, after keeping something else if it is given. */
function recall(told) {
  try {
    if (told !== undefined) sessionStorage.setItem(LIVE, told);
    return sessionStorage.getItem(LIVE) ?? "";
  } catch {
    return "";
  }
}

/** Let the element of a game go on with it. */
async function begin(replay) {
  const { game: id, over, locked } = replay.dataset;
  takeFromAddress(id);
  const inAddress = new URLSearchParams(location.search).get("key") ?? "";
  const key = strongest(id) || inAddress;
  const page = new PageOfGame(replay, id, key);
  await customElements.whenDefined("calimala-replay");
  replay.photos = (name) => page.photo(name);
  if (locked !== "yes" && key && key !== inAddress && roleOf(key) !== "viewer") await page.read();
  page.tools();
  if (over !== "yes") page.goesOn(replay.getAttribute("place") === "end");
}

/** What a game may be called after, to be compared. */
function peopleOf({ title, facts, parties }) {
  return JSON.stringify([title, facts, parties]);
}

class PageOfGame {
  constructor(replay, id, key) {
    this.replay = replay;
    this.id = id;
    this.key = key;
    this.tag = "";
    this.people = peopleOf(JSON.parse(replay.querySelector("script").textContent));
    this.photos = {};
    this.shared = replay.dataset.locked === "yes" ? (keysOf(id).viewer ?? "") : "";
    this.told = document.getElementById("told");
    this.button = document.getElementById("live");
  }

  say(words) {
    if (this.told) this.told.textContent = words;
  }

  get language() {
    return document.documentElement.lang.replace("-", "_");
  }

  /** Read the game as it is by now; whether it is otherwise than before. */
  async read(toEnd = false) {
    const headers = this.tag ? { "If-None-Match": this.tag } : {};
    const path = `/api/games/${this.id}/page?lang=${this.language}`;
    const answer = await ask(path, { key: this.key, headers, cache: "no-store" });
    if (!answer.ok) return false;
    this.tag = answer.headers.get("ETag") ?? "";
    const told = await answer.json();
    if (this.button && told.over) this.button.hidden = true;
    const people = peopleOf(told);
    if (people !== this.people) this.call().catch(() => {});
    this.people = people;
    return this.replay.update(told, toEnd);
  }

  /** Say what the game is called by now, in the page and in the list of open pages. */
  async call() {
    const answer = await ask(`/api/games/${this.id}?lang=${this.language}`, { key: this.key });
    if (!answer.ok) return;
    const { title } = await answer.json();
    document.title = title;
    const name = document.createElement("bdi");
    name.textContent = title;
    document.querySelector("h1").replaceChildren(name);
  }

  // The game as it goes on.

  goesOn(isFollowed) {
    if (!this.button) {
      this.follow();
      return;
    }
    this.button.hidden = false;
    this.button.addEventListener("click", () => (this.following ? this.stop() : this.follow(true)));
    const [id, where] = recall().split(" ");
    const isLive = id === this.id;
    this.replay.addEventListener("calimala:change", () => this.remember());
    if (isFollowed || isLive) this.follow(isLive && where === "end");
  }

  /** Keep for when the page is loaded again whether the game is followed, and whether its end is looked at. */
  remember() {
    const where = this.replay.atEnd ? "end" : "here";
    if (this.button) recall(this.following ? `${this.id} ${where}` : "");
  }

  async follow(toEnd = false) {
    this.following = new AbortController();
    const { signal } = this.following;
    this.button?.setAttribute("aria-pressed", "true");
    this.remember();
    if (toEnd) {
      await this.read(true);
      this.replay.goTo(this.replay.lastPlace);
    }
    let reading = Promise.resolve();
    follow(this.id, {
      key: this.key,
      since: this.replay.dataset.version,
      signal,
      onMessage: (kind) => {
        reading = reading.then(() => (kind === "gone" ? this.gone() : this.news())).catch(() => {});
      },
      onLost: () => this.say(this.replay.dataset.lost),
      onFound: () => this.say(""),
    });
  }

  stop() {
    this.following?.abort();
    this.following = null;
    this.button?.setAttribute("aria-pressed", "false");
    this.remember();
  }

  async news() {
    const { atEnd: wasAtEnd, lastPlace } = this.replay;
    if (!(await this.read()) || this.replay.lastPlace === lastPlace) return;
    this.say(wasAtEnd ? "" : this.replay.dataset.wentOn.replace("{place}", this.replay.lastPlace));
  }

  gone() {
    this.stop();
    this.say(this.replay.dataset.gone);
  }

  // Links and files.

  tools() {
    const menu = document.querySelector(".exports");
    if (!menu) return;
    const [link, code] = ["link", "code"].map((name) => document.getElementById(name));
    const base = link.value;
    const update = () => {
      if (!menu.open) return;
      const { place } = this.replay.position;
      const query = this.shared ? `?key=${this.shared}` : link.dataset.query;
      link.value = (place ? `${base}/${place}` : base) + query;
      for (const one of menu.querySelectorAll("a[data-step]")) one.href = this.aimed(one.href, place);
      for (const one of menu.querySelectorAll("img[data-src]")) this.show(one, this.aimed(one.dataset.src, place));
    };
    this.replay.addEventListener("calimala:change", update);
    menu.addEventListener("toggle", async () => {
      update();
      if (!menu.open || code.value) return;
      const answer = await ask(`/api/games/${this.id}/share`, { key: this.key });
      if (answer.ok) code.value = (await answer.json()).code;
    });
    addEventListener("click", (event) => {
      if (menu.open && !menu.contains(event.target)) menu.open = false;
    });
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      menu.open = false;
      menu.querySelector("summary").focus();
    });
    for (const button of menu.querySelectorAll("[data-copy]")) {
      button.addEventListener("click", async () => {
        const box = document.getElementById(button.dataset.copy);
        await copy(box.value, box);
        this.say(button.dataset.done);
      });
    }
    menu.addEventListener("click", (event) => this.save(event));
  }

  /** The address of something at a moment; with the key of who looks on, where that is what is shared. */
  aimed(address, place) {
    const aimed = new URL(address, location.href);
    aimed.searchParams.set("at", place || START);
    if (this.shared) aimed.searchParams.set("key", this.shared);
    return aimed.href;
  }

  /** Whether a key is needed that no address may have. */
  get needsKey() {
    return this.key !== "" && roleOf(this.key) !== "viewer";
  }

  fetched(address) {
    return fetch(address, { headers: { Authorization: `Bearer ${this.key}` }, credentials: "omit" });
  }

  async show(picture, address) {
    if (picture.dataset.shown === address) return;
    picture.dataset.shown = address;
    if (!this.needsKey || this.shared) {
      picture.src = address;
      return;
    }
    const answer = await this.fetched(address);
    if (answer.ok) picture.src = URL.createObjectURL(await answer.blob());
  }

  /** Where a photo is; one that needs a key which an address cannot have is fetched once. */
  photo(name) {
    const address = new URL(this.replay.dataset.photos.replace("{photo}", name), location.href);
    if (this.shared) address.searchParams.set("key", this.shared);
    if (!this.needsKey || this.shared) return address.href;
    this.photos[name] ??= this.fetched(address).then(async (answer) =>
      answer.ok ? URL.createObjectURL(await answer.blob()) : "",
    );
    return this.photos[name];
  }

  /** Save a file that needs a key which an address cannot have. */
  async save(event) {
    const link = event.target.closest("a");
    if (!link || !this.needsKey || !new URL(link.href).pathname.includes("/api/")) return;
    event.preventDefault();
    const answer = await this.fetched(link.href);
    if (!answer.ok) {
      this.say(this.replay.dataset.unseen);
      return;
    }
    const address = URL.createObjectURL(await answer.blob());
    const saved = document.createElement("a");
    saved.href = address;
    saved.download = `${this.id}-${new URL(link.href).pathname.split("/").pop()}`;
    saved.click();
    URL.revokeObjectURL(address);
  }
}

const replay = document.querySelector("calimala-replay[data-game]");
if (replay) begin(replay);
