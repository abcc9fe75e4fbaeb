/**
 * The correction of what was laid out: occasion, place and date, names, colours, the order of the players, tiles. Later
 * decisions are made again.
 */

/** @import { RecentDecision, Snapshot } from "../common/api.js" */
/** @import { Draft } from "./entry.js" */
/** @import { Ledger } from "./ledger.js" */
/** @import { Sender } from "./sender.js" */

import { request, unlessReached } from "../common/service.js";
import { contentOf, h } from "../viewer/elements.js";
import { Correction } from "./correction.js";
import { button, capitalize, GAME_PATH, openDialog, signOf, text } from "./page.js";

const COLOURS = ["blue", "red", "yellow", "green", "purple"];
const LONGEST = 200;
const MIDDLE = "C";

/** @typedef {{colour: string, name: string}} SetPlayer */

/** When and where a game is played, as its headers have it. @typedef {{event: string, site: string, date: string}} Occasion */

/** @type {[keyof Occasion, string, string][]} */
const ABOUT = [
  ["event", "text", "setup.event"],
  ["site", "text", "setup.site"],
  ["date", "date", "setup.date"],
];

/**
 * @param {Ledger} ledger @param {Snapshot} now @param {Sender} sender @param {(draft: Draft) => void} add
 * @param {() => void} onDone
 */
export function openSetup(ledger, now, sender, add, onDone) {
  openDialog(text("setup"), (close, body) => {
    if (ledger.entries.length || !sender.isReached) return h("p", { class: "bad" }, text("correct.away"));
    const correction = new SetupCorrection(ledger, now, sender.key, add, onDone, close, body);
    queueMicrotask(() => correction.begin());
    return [];
  });
}

/** Return the set-up, in the form of a decision. @returns {RecentDecision} */
export function setupDecision() {
  return { id: text("setup.what"), number: 0, symbol: "", words: "", seat: null, first: 0, at: 0 };
}

class SetupCorrection extends Correction {
  /**
   * @param {Ledger} ledger @param {Snapshot} now @param {string} key
   * @param {(draft: Draft) => void} add @param {() => void} onDone @param {() => void} close @param {HTMLElement} body
   */
  constructor(ledger, now, key, add, onDone, close, body) {
    super(setupDecision(), ledger, now, key, add, onDone, close, body);
    /** @type {SetPlayer[]} */
    this.players = now.players.map(({ colour, name }) => ({ colour, name: name ?? "" }));
    this.city = [...now.page.city];
    this.council = [...now.page.council];
    /** What was tapped first of two that are to change places: a list, and a place in it. */
    this.tapped = { list: "", at: -1 };
    /** As it was, and as it is to be. @type {Occasion} */
    this.before = { event: "", site: "", date: "" };
    this.about = { ...this.before };
  }

  /** @override */
  async begin() {
    this.show(h("p", { class: "quiet" }, text("loading")));
    /** @type {{ok: boolean, data: Occasion} | null} */
    const answer = await request(GAME_PATH, { key: this.key }).catch(unlessReached);
    if (!answer) this.showAway();
    if (!answer?.ok) return;
    const { event, site, date } = answer.data;
    this.before = { event, site, date };
    this.about = { ...this.before };
    this.redraw();
  }

  redraw() {
    this.body.replaceChildren(...contentOf(this.draw()));
  }

  draw() {
    return [
      h("p", { class: "quiet" }, text("setup.how")),
      h(
        "div",
        { class: "set-about" },
        ABOUT.map(([name, type, words]) => this.drawAbout(name, type, text(words))),
      ),
      h("h3", {}, text("setup.players")),
      h(
        "ol",
        { class: "set-players" },
        this.players.map((player, at) => this.drawPlayer(player, at)),
      ),
      h("h3", {}, text("new.city")),
      this.drawTiles("city", this.city, "squares set-city", (tile) => [
        signOf(tile),
        h("span", {}, text(`action.${tile}`)),
      ]),
      h("h3", {}, text("new.council")),
      this.drawTiles("council", this.council, "set-council", (tile) => text(`tile.${tile}`)),
      button(text("correct.try"), () => this.send(), { kind: "primary", "data-setup": "try" }),
    ];
  }

  /** @param {keyof Occasion} name @param {string} type @param {string} words */
  drawAbout(name, type, words) {
    const field = h("input", { name, type, maxlength: LONGEST, autocomplete: "off" });
    const isDate = type === "date";
    field.value = isDate ? this.about[name].replaceAll(".", "-") : this.about[name];
    field.addEventListener("input", () => {
      this.about[name] = isDate ? field.value.replaceAll("-", ".") : field.value.trim();
    });
    return h("label", {}, h("span", {}, words), field);
  }

  /** @param {SetPlayer} player @param {number} at */
  drawPlayer(player, at) {
    const name = h("input", {
      name: `name${at}`,
      maxlength: LONGEST,
      autocomplete: "off",
      "aria-label": text("setup.name"),
    });
    name.value = player.name;
    name.addEventListener("input", () => {
      player.name = name.value;
    });
    const colour = h(
      "select",
      { name: `colour${at}`, "aria-label": text("setup.colour") },
      COLOURS.map((one) =>
        h("option", { value: one, selected: one === player.colour }, capitalize(text(`colour.${one[0]}`))),
      ),
    );
    colour.addEventListener("change", () => {
      player.colour = colour.value;
    });
    const up = () => {
      this.players.splice(at - 1, 2, player, this.players[at - 1]);
      this.redraw();
    };
    return h("li", {}, name, colour, at > 0 && button("↑", up, { "aria-label": text("setup.up"), "data-up": at }));
  }

  /**
   * Return tiles of which two that are tapped one after the other change places.
   * @param {string} name @param {string[]} tiles @param {string} kind
   * @param {(tile: string) => import("../viewer/elements.js").Child} content
   */
  drawTiles(name, tiles, kind, content) {
    const isTapped = (/** @type {number} */ at) => this.tapped.list === name && this.tapped.at === at;
    return h(
      "ol",
      { class: kind },
      tiles.map((tile, at) => {
        const isFixed = tile === MIDDLE && name === "city";
        if (isFixed) return h("li", { class: "square" }, content(tile));
        const attributes = { "aria-pressed": String(isTapped(at)), "data-swap": `${name}${at}`, key: `${name}${at}` };
        return h(
          "li",
          { class: name === "city" && "square" },
          button(content(tile), () => this.tap(name, tiles, at), attributes),
        );
      }),
    );
  }

  /** @param {string} name @param {string[]} tiles @param {number} at */
  tap(name, tiles, at) {
    const { tapped } = this;
    if (tapped.list === name && tapped.at !== at) {
      [tiles[tapped.at], tiles[at]] = [tiles[at], tiles[tapped.at]];
      this.tapped = { list: "", at: -1 };
    } else this.tapped = tapped.list === name ? { list: "", at: -1 } : { list: name, at };
    this.redraw();
    /** @type {HTMLElement | null} */
    const same = this.body.querySelector(`[data-swap="${name}${at}"]`);
    same?.focus();
  }

  /** Try what differs from what is recorded. */
  send() {
    const { now } = this;
    const [city, council] = [this.city.join(""), this.council.join(" ")];
    const players = this.players.map(({ colour, name }) => ({ colour, name: name.trim() }));
    const isSame = players.every(
      ({ colour, name }, seat) => colour === now.players[seat].colour && name === (now.players[seat].name ?? ""),
    );
    const about = ABOUT.flatMap(([name]) => (this.about[name] === this.before[name] ? [] : [[name, this.about[name]]]));
    const setup = {
      ...Object.fromEntries(about),
      ...(!isSame && { players }),
      ...(city !== now.page.city && { city: `${city.slice(0, 3)}/${city[3]}-${city[5]}/${city.slice(6)}` }),
      ...(council !== now.page.council.join(" ") && { council }),
    };
    if (Object.keys(setup).length) this.attempt({ setup });
    else this.close();
  }

  /** @override */
  describe() {
    return h("p", {}, h("strong", {}, text("setup")));
  }
}
