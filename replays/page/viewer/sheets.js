/** The sheets of a small screen: the city, the world and the log, one at a time, and badges for what happens on others. */

/** @import { Page } from "./page.js" */
/** @import { Scene } from "./scene.js" */

import { h, put } from "./elements.js";

const FLORENCE = /^(?:SMF|SMN|SCR|PAL|CAR|EMP)\b/;

/** @typedef {"city" | "world" | "florence" | "log"} Sheet */

export class Sheets {
  /** @param {Page} page @param {() => void} onChange */
  constructor(page, onChange) {
    const { controls } = page;
    /** With Intrigue the world is two sheets. @type {[Sheet, string][]} */
    const sheets = page.intrigue.length
      ? [
          ["city", controls.city],
          ["world", controls.europe],
          ["florence", controls.florence],
          ["log", controls.log],
        ]
      : [
          ["city", controls.city],
          ["world", controls.world],
          ["log", controls.log],
        ];
    this.page = page;
    this.onChange = onChange;
    this.names = sheets.map(([sheet]) => sheet);
    this.tabs = sheets.map(([sheet, name]) => {
      const badge = h("span", { class: "badge", hidden: true });
      const tab = h(
        "button",
        { type: "button", role: "tab", "aria-selected": "false", click: () => this.choose(sheet) },
        name,
        badge,
      );
      return { sheet, tab, badge };
    });
    this.root = h(
      "div",
      { class: "tabs", role: "tablist", "aria-label": controls.sheets },
      this.tabs.map(({ tab }) => tab),
    );
    /** @type {Sheet} */
    this.chosen = "city";
    this.root.addEventListener("keydown", (event) => this.walk(event));
  }

  /** @param {KeyboardEvent} event */
  walk(event) {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    this.turn(way);
    this.tabs.find(({ sheet }) => sheet === this.chosen)?.tab.focus();
  }

  /** @param {Sheet} sheet */
  choose(sheet) {
    this.chosen = sheet;
    for (const { sheet: each, tab, badge } of this.tabs) {
      tab.setAttribute("aria-selected", String(each === sheet));
      tab.tabIndex = each === sheet ? 0 : -1;
      if (each === sheet) badge.hidden = true;
    }
    this.onChange();
  }

  /** @param {number} way */
  turn(way) {
    const next = this.names[this.names.indexOf(this.chosen) + way];
    if (next) this.choose(next);
  }

  /**
   * Say on each tab what the last step changed on its sheet.
   * @param {Scene} scene @param {number} comments
   */
  update(scene, comments) {
    /** @type {Record<Sheet, number>} */
    const counts = { city: 0, world: 0, florence: 0, log: comments };
    for (const number of scene.changed) {
      const [kind, row] = this.page.slots[Number(number)].split(":");
      if (kind === "street") counts.city += 1;
      if (kind === "row") counts[this.sheetOf(row)] += cubesMore(scene, row);
    }
    for (const { sheet, badge } of this.tabs) {
      put(badge, { hidden: sheet === this.chosen || counts[sheet] === 0 });
      const words = counts[sheet] > 0 ? `+${counts[sheet]}` : "±";
      if (badge.textContent !== words) badge.textContent = words;
    }
  }

  /** @param {string} row */
  sheetOf(row) {
    return this.names.includes("florence") && FLORENCE.test(row) ? "florence" : "world";
  }
}

/** @param {Scene} scene @param {string} row */
function cubesMore(scene, row) {
  return scene.value(`row:${row}`).length - scene.valueBefore(`row:${row}`).length;
}

// Swipes.

const SWIPE = 60;

/**
 * Let a swipe over an element go on, to the left, or back, to the right.
 * @param {HTMLElement} element @param {(way: number) => void} go
 */
export function listenToSwipes(element, go) {
  /** @type {Touch | null} */
  let start = null;
  element.addEventListener(
    "touchstart",
    (event) => {
      start = event.touches.length === 1 ? event.touches[0] : null;
    },
    { passive: true },
  );
  element.addEventListener(
    "touchend",
    (event) => {
      const end = event.changedTouches[0];
      if (!start || !end) return;
      const [across, down] = [end.clientX - start.clientX, end.clientY - start.clientY];
      start = null;
      if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(down)) go(across < 0 ? 1 : -1);
    },
    { passive: true },
  );
}
