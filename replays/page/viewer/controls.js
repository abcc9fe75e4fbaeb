/** Buttons, choices, keys and swipes, and the list of keys. All that they do is done by the player. */

/** @import { Page } from "./page.js" */
/** @import { Player } from "./player.js" */

import { h, s } from "./elements.js";
import { jumpToMarker, jumpToParty, jumpToScoring } from "./jumps.js";
import { lineName } from "./log.js";
import { format } from "./words.js";

/** @type {Record<string, string>} */
const ICONS = {
  first: "M4 4h2.5v16H4zM17 3.5L19.5 6l-6 6 6 6-2.5 2.5L8.5 12z",
  back: "M15.5 3.5L18 6l-6 6 6 6-2.5 2.5L7 12z",
  on: "M8.5 3.5L6 6l6 6-6 6 2.5 2.5L17 12z",
  last: "M20 4h-2.5v16H20zM7 3.5L4.5 6l6 6-6 6L7 20.5l8.5-8.5z",
  play: "M6 3l14 9-14 9z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  more: "M4 11h2v2H4zM11 11h2v2h-2zM18 11h2v2h-2z",
};

/** @param {string} name */
function icon(name) {
  return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}

const SPEEDS = [0.5, 1, 2, 4];
const USUAL = 1;

/** The bar of controls, with the timeline in it. */
export class Controls {
  /** @param {Page} page @param {Player} player @param {HTMLElement} timeline */
  constructor(page, player, timeline) {
    this.page = page;
    const { controls } = page;
    const button = (/** @type {string} */ name, /** @type {() => void} */ act) =>
      h("button", { type: "button", "aria-label": controls[name], title: controls[name], click: act }, icon(name));
    /** The name of the button that plays, as it is shown. */
    this.shown = "";
    this.play = button("play", () => player.play());
    this.play.className = "play";
    this.level = choice(controls.by, (at) => player.setLevel(at));
    this.speed = choice(controls.speed, (at) => player.setSpeed(SPEEDS[at]));
    this.view = choice(controls.seen, (at) => player.setView(at - 1));
    this.line = choice(controls.line, (at) => player.enterLine(at));
    this.graph = choice(controls.graph, (at) => player.setGraph(at === 1));
    offer(this.level, page.levels);
    offer(
      this.speed,
      SPEEDS.map((speed) => `${speed} ×`),
    );
    this.speed.select.selectedIndex = SPEEDS.indexOf(USUAL);
    this.update(page);
    this.place = h("input", {
      type: "text",
      size: 8,
      placeholder: controls.goToHint,
      "aria-label": controls.goTo,
      autocomplete: "off",
      keydown: (event) => {
        if (event.key === "Escape") player.display.focus();
      },
    });
    const form = h(
      "form",
      {
        submit: (event) => {
          event.preventDefault();
          if (player.goToPlace(this.place.value.trim())) player.display.focus();
        },
      },
      this.place,
    );
    this.dialog = keysDialog(page);
    this.more = button("more", () => this.open(this.choices.hidden === true));
    this.more.setAttribute("aria-expanded", "false");
    this.choices = h(
      "div",
      { class: "choices", hidden: true },
      this.view.root,
      this.line.root,
      this.graph.root,
      this.speed.root,
      form,
      h("button", { type: "button", class: "help", click: () => this.dialog.showModal() }, controls.help),
    );
    this.root = h(
      "div",
      { class: "controls", role: "group", "aria-label": controls.controls },
      h(
        "div",
        { class: "buttons" },
        button("first", () => player.goTo(0)),
        button("back", () => player.step(-1)),
        this.play,
        button("on", () => player.step(1)),
        button("last", () => player.goTo(Infinity)),
        this.level.root,
        this.more,
      ),
      this.choices,
      h("div", { class: "course" }, timeline),
    );
  }

  /**
   * Offer the views and the lines that there are; where there is but one of them no choice is shown.
   * @param {Page} page
   */
  update(page) {
    this.page = page;
    const { controls } = page;
    const views = page.views.map(({ seat }) => (seat < 0 ? controls.public : page.parties[seat].name));
    offer(this.view, [controls.everything, ...views]);
    offer(
      this.line,
      page.lines.map((_, number) => lineName(page, number)),
    );
    offer(this.graph, page.chances.length ? [controls.points, controls.chances] : []);
  }

  /**
   * Show the choices above the bar, or fold them away; return whether that changed anything.
   * @param {boolean} isOpen
   */
  open(isOpen) {
    const isChanged = this.choices.hidden === isOpen;
    this.choices.hidden = !isOpen;
    this.more.setAttribute("aria-expanded", String(isOpen));
    return isChanged;
  }

  /** Let somebody type a place. */
  askPlace() {
    this.open(true);
    this.place.focus();
    this.place.select();
  }

  /**
   * Show what is chosen.
   * @param {Player} player
   */
  show({ level, viewNumber, lineNumber, isPlaying, wantsChances }) {
    choose(this.level, level);
    choose(this.view, viewNumber + 1);
    choose(this.line, lineNumber);
    choose(this.graph, wantsChances ? 1 : 0);
    const name = isPlaying ? "pause" : "play";
    if (this.shown === name) return;
    this.shown = name;
    this.play.replaceChildren(icon(name));
    this.play.setAttribute("aria-label", this.page.controls[name]);
    this.play.title = this.page.controls[name];
  }

  /** @param {string} place */
  noPlace(place) {
    return format(this.page.controls.noPlace, { place });
  }
}

/** @typedef {{root: HTMLElement, select: HTMLSelectElement}} Choice */

/** @param {string} name @param {(at: number) => void} choose @returns {Choice} */
function choice(name, choose) {
  /** @type {HTMLSelectElement} */
  const select = h("select", { change: () => choose(select.selectedIndex) });
  return { select, root: h("label", {}, h("span", {}, name), select) };
}

/** @param {Choice} choice @param {string[]} options */
function offer({ select, root }, options) {
  select.replaceChildren(...options.map((words) => h("option", {}, words)));
  root.hidden = options.length < 2;
}

/** @param {Choice} choice @param {number} at */
function choose({ select }, at) {
  if (select.selectedIndex !== at) select.selectedIndex = at;
}

/** @param {Page} page */
function keysDialog({ controls, keys }) {
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    { "aria-label": controls.help },
    h("h2", {}, controls.help),
    h(
      "dl",
      {},
      keys.map(([key, words]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, words))),
    ),
    h("button", { type: "button", click: () => dialog.close() }, controls.close),
  );
  return dialog;
}

// Keys and swipes.

const LEVELS = "wrtace";

/**
 * What the player does for a key; a capital is the way back.
 * @type {Record<string, (player: Player) => void>}
 */
const KEYS = {
  ArrowRight: (player) => player.step(1),
  ArrowLeft: (player) => player.step(-1),
  ArrowDown: (player) => player.step(1),
  ArrowUp: (player) => player.step(-1),
  Home: (player) => player.goTo(0),
  End: (player) => player.goTo(Infinity),
  g: (player) => player.goTo(0),
  G: (player) => player.goTo(Infinity),
  " ": (player) => player.play(),
  s: (player) => jumpToScoring(player, 1),
  S: (player) => jumpToScoring(player, -1),
  m: (player) => jumpToMarker(player, 1),
  M: (player) => jumpToMarker(player, -1),
  n: (player) => player.enterVariation(),
  p: (player) => player.leaveVariation(),
  v: (player) => player.nextView(1),
  V: (player) => player.nextView(-1),
  ":": (player) => player.display.controls.askPlace(),
  "?": (player) => player.display.controls.dialog.showModal(),
  Escape: (player) => player.display.close(),
};

/** @type {Record<string, number>} */
const COARSER = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Do what a key means; return whether it means anything.
 * @param {Player} player @param {KeyboardEvent} event
 */
export function pressKey(player, event) {
  if (event.ctrlKey || event.metaKey || isTaken(event)) return false;
  const digit = /^Digit([1-5])$/.exec(event.code || "");
  if (event.shiftKey && event.key in COARSER) player.step(COARSER[event.key], 1);
  else if (digit && !event.shiftKey) jumpToParty(player, Number(digit[1]) - 1, event.altKey ? -1 : 1);
  else if (event.altKey) return false;
  else if (LEVELS.includes(event.key)) player.setLevel(LEVELS.indexOf(event.key));
  else if (event.key in KEYS) KEYS[event.key](player);
  else return false;
  return true;
}

/**
 * Return whether a key means something to what has the focus.
 * @param {KeyboardEvent} event
 */
function isTaken(event) {
  const [target] = event.composedPath();
  const name = target instanceof Element ? target.localName : "";
  const isTyped =
    target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== "range");
  if (name === "select" || isTyped || (target instanceof Element && target.closest("dialog"))) return true;
  if (name === "input") return !event.shiftKey && /^(Arrow|Home|End|Page)/.test(event.key);
  return (name === "button" && event.key === " ") || event.key === "Enter";
}
