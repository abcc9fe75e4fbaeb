/** The whole line at a glance: everybody's points as curves, and a slider to anywhere with what is marked above it. */

/** @import { Game, Line, MarkerKind } from "./game.js" */
/** @import { Page, Party } from "./page.js" */

import { h, s } from "./elements.js";
import { round, shape } from "./shapes.js";

const WIDTH = 1000;
const HEIGHT = 120;
const SIGNS = { score: "▼", comment: "●", glyph: "!", gap: "?", variation: "↳" };

export class Timeline {
  /** @param {Page} page @param {(position: number) => void} goTo */
  constructor(page, goTo) {
    this.page = page;
    this.last = 0;
    /** @type {HTMLInputElement} */
    this.slider = h("input", {
      type: "range",
      min: 0,
      step: 1,
      class: "slider",
      "aria-label": page.controls.position,
      input: () => goTo(Number(this.slider.value)),
    });
    this.cursor = h("div", { class: "cursor" });
    this.curves = h("div", {
      class: "curves",
      click: (event) => {
        const box = this.curves.getBoundingClientRect();
        goTo(Math.round(((event.clientX - box.left) / box.width) * this.last));
      },
    });
    this.legend = h("ul", { class: "legend" });
    this.marks = h("div", { class: "pins", "aria-hidden": "true" });
    this.root = h(
      "section",
      { class: "panel timeline" },
      h("h2", {}, page.controls.timeline),
      this.legend,
      this.curves,
    );
    this.bar = h("div", { class: "bar" }, this.marks, this.slider);
    this.update(page);
  }

  /**
   * Go on with the same game as it is by now.
   * @param {Page} page
   */
  update(page) {
    this.page = page;
    this.legend.replaceChildren(...page.parties.map(drawLegend));
  }

  /**
   * Draw a line anew.
   * @param {Game} game @param {Line} line @param {Map<number, Set<MarkerKind>>} markers
   */
  draw(game, line, markers) {
    this.last = line.frames.length;
    const points = this.page.parties.map((_, party) =>
      line.states.map((_, position) => game.value(line, position, `m${party}.points`)),
    );
    const most = Math.max(10, ...points.map((curve) => Math.max(...curve)));
    const x = (/** @type {number} */ position) => round((position / Math.max(this.last, 1)) * WIDTH);
    const y = (/** @type {number} */ value) => round(HEIGHT - 4 - (Math.max(value, 0) / most) * (HEIGHT - 10));
    const svg = s(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      points.map((curve, party) =>
        s("path", { d: stairs(curve, x, y), class: `curve l-${this.page.parties[party].colour}` }),
      ),
    );
    this.curves.replaceChildren(svg, this.cursor);
    /** @type {[number, keyof typeof SIGNS][]} */
    const marks = line.scorings.map((position) => [position, "score"]);
    for (const [position, kinds] of markers) for (const kind of kinds) marks.push([position, kind]);
    this.marks.replaceChildren(
      ...marks.map(([position, kind]) => {
        const mark = h("span", { class: `pin ${kind}` }, SIGNS[kind]);
        mark.style.left = this.percent(position);
        return mark;
      }),
    );
    this.slider.max = String(this.last);
  }

  /**
   * Show a position.
   * @param {number} position @param {string} words
   */
  show(position, words) {
    this.slider.value = String(position);
    this.slider.setAttribute("aria-valuetext", words);
    this.cursor.style.left = this.percent(position);
  }

  /** @param {number} position */
  percent(position) {
    return `${(position / Math.max(this.last, 1)) * 100}%`;
  }
}

/**
 * Return whose curve is which.
 * @param {Party} party
 */
function drawLegend({ colour, name }) {
  return h(
    "li",
    {},
    s(
      "svg",
      { viewBox: "0 0 34 14", "aria-hidden": "true" },
      s("path", { d: "M0 7H34", class: `curve l-${colour}` }),
      shape(colour, 17, 7, 5.5, `piece c-${colour}`),
    ),
    h("bdi", {}, name),
  );
}

/** @param {number[]} values @param {(position: number) => number} x @param {(value: number) => number} y */
function stairs(values, x, y) {
  let path = `M0 ${y(values[0])}`;
  values.forEach((value, position) => {
    if (position && value !== values[position - 1]) path += `H${x(position)}V${y(value)}`;
  });
  return `${path}H${WIDTH}`;
}
