/**
 * The whole line at a glance: everybody's points, or chances of winning as far as a judge noted them, as curves that
 * are a slider to anywhere, with what is marked below.
 *
 * They are drawn only as far as somebody has come, since a curve that goes on tells how the game ends; a button shows
 * the rest.
 */

/** @import { Game, Line, MarkerKind } from "./game.js" */
/** @import { Page } from "./page.js" */

import { contentOf, h, put, region, s } from "./elements.js";
import { discIcon, round } from "./shapes.js";

const WIDTH = 1000;
const HEIGHT = 100;
const GROUND = 84;
const LINE = 15;
const LOWEST = 90;
const PERCENT = 100;
const SIGNS = { score: "◆", comment: "●", glyph: "!", gap: "?", variation: "↳" };
/** Where the points at the playhead change to its left, so that they stay on the screen. */
const ROOM_AT_RIGHT = 0.9;

export class Timeline {
  /** @param {Page} page @param {(position: number) => void} goTo @param {() => void} reveal */
  constructor(page, goTo, reveal) {
    this.page = page;
    this.last = 0;
    /** What is drawn, by party and position; where chances are drawn, in percent. @type {number[][]} */
    this.values = [];
    this.hasChances = false;
    /** @type {{ mark: HTMLElement, position: number }[]} */
    this.pins = [];
    /** The most points that the curves were drawn for, and how far they are seen. */
    this.drawn = 0;
    this.shown = -1;
    /** @type {HTMLInputElement} */
    this.slider = h("input", {
      type: "range",
      min: 0,
      step: 1,
      class: "slider",
      "aria-label": page.controls.position,
      input: () => goTo(Number(this.slider.value)),
    });
    this.curves = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    this.came = s("rect", { x: -9, y: -9, height: HEIGHT + 18 });
    this.cursor = h("div", { class: "cursor" });
    this.ends = h("div", { class: "ends", "aria-hidden": "true" });
    this.showEnds = region(this.ends);
    this.marks = h("div", { class: "pins", "aria-hidden": "true" });
    this.rest = h("div", { class: "rest" }, h("button", { type: "button", click: reveal }, page.controls.rest));
    this.root = h(
      "div",
      { class: "timeline" },
      this.curves,
      this.rest,
      this.ends,
      this.marks,
      this.cursor,
      this.slider,
      h("span", { class: "ring-of-slider" }),
    );
  }

  /**
   * Read a line anew.
   * @param {Game} game @param {Line} line @param {Map<number, Set<MarkerKind>>} markers
   * @param {boolean} hasChances whether chances are drawn instead of points
   */
  draw(game, line, markers, hasChances) {
    this.last = line.frames.length;
    this.hasChances = hasChances;
    this.values = hasChances
      ? chanceCurves(this.page, this.last)
      : this.page.parties.map((_, party) =>
          line.states.map((_, position) => game.value(line, position, `m${party}.points`)),
        );
    /** @type {[number, keyof typeof SIGNS][]} */
    const marks = line.scorings.map((position) => [position, "score"]);
    for (const [position, kinds] of markers) for (const kind of kinds) marks.push([position, kind]);
    this.pins = marks.map(([position, kind]) => {
      const mark = h("span", { class: `pin is-${kind}` }, SIGNS[kind]);
      mark.style.left = this.percent(position);
      return { mark, position };
    });
    this.marks.replaceChildren(...this.pins.map(({ mark }) => mark));
    this.slider.max = String(this.last);
    [this.drawn, this.shown] = [0, -1];
  }

  /**
   * Show a position, and the curves as far as somebody has come.
   * @param {number} position @param {number} reached @param {string} words
   */
  show(position, reached, words) {
    this.slider.value = String(position);
    this.slider.setAttribute("aria-valuetext", words);
    this.cursor.style.transform = `translateX(${this.percent(position)})`;
    const most = this.hasChances
      ? PERCENT
      : Math.max(10, ...this.values.map((curve) => Math.max(...curve.slice(0, reached + 1))));
    const y = (/** @type {number} */ value) => round(GROUND - (Math.max(value, 0) / most) * (GROUND - 6));
    if (this.drawn !== most) {
      this.drawn = most;
      this.drawCurves(most, y);
    }
    if (this.shown !== reached) {
      this.shown = reached;
      put(this.came, { width: String(this.x(reached) + 9) });
      for (const { mark, position: at } of this.pins) put(mark, { hidden: at > reached });
      put(this.rest, { hidden: reached >= this.last });
      this.rest.style.left = this.percent(reached);
    }
    this.ends.style.transform = this.cursor.style.transform;
    this.ends.classList.toggle("to-left", position > ROOM_AT_RIGHT * this.last);
    const values = this.values.map((curve) => curve[position]);
    this.showEnds([values, most, this.hasChances], () => this.drawEnds(values, y));
  }

  /** @param {number} position */
  x(position) {
    return round((position / Math.max(this.last, 1)) * WIDTH);
  }

  /**
   * Draw the whole curves; how far somebody has come is what is seen of them.
   * @param {number} most @param {(value: number) => number} y
   */
  drawCurves(most, y) {
    const every = this.hasChances ? PERCENT / 4 : most > 25 ? 20 : most > 12 ? 10 : 5;
    const axes = Array.from({ length: Math.floor(most / every) + 1 }, (_, at) => at * every);
    this.curves.replaceChildren(
      ...contentOf([
        axes.map((value) => s("path", { d: `M0 ${y(value)}H${WIDTH}`, class: "axis" })),
        s("clipPath", { id: "reached" }, this.came),
        s(
          "g",
          { "clip-path": "url(#reached)" },
          this.values.map((curve, party) => {
            const d = stairs(curve, (position) => this.x(position), y);
            return s("path", { d, class: `curve l-${this.page.parties[party].colour}` });
          }),
        ),
      ]),
    );
  }

  /**
   * Return everybody's points or chances at the playhead, each where the curve is, if there is room.
   * @param {number[]} numbers @param {(value: number) => number} y
   */
  drawEnds(numbers, y) {
    const order = numbers
      .map((value, party) => ({ party, value }))
      .filter(({ value }) => !Number.isNaN(value))
      .sort((one, other) => other.value - one.value);
    let low = -LINE;
    const tops = order.map(({ value }) => {
      low = Math.max(low + LINE, y(value));
      return low;
    });
    const above = Math.max(0, low - LOWEST);
    return order.map(({ party, value }, at) => {
      const words = this.hasChances ? `${Math.round(value)}%` : String(value);
      const label = h("span", { class: "end-of-curve" }, discIcon(this.page.parties[party].colour), words);
      label.style.top = `${tops[at] - above}%`;
      return label;
    });
  }

  /** @param {number} position */
  percent(position) {
    return `${round((position / Math.max(this.last, 1)) * 100)}%`;
  }
}

/**
 * Return the chance of each player at every position from the first to the last one noted, each until the next.
 * @param {Page} page @param {number} last
 */
function chanceCurves({ chances, players }, last) {
  return Array.from({ length: players }, (_, party) => {
    let next = 0;
    return Array.from({ length: last + 1 }, (_, position) => {
      while (next < chances.length && chances[next][0] <= position) next += 1;
      const isNoted = next > 0 && (next < chances.length || chances[next - 1][0] === position);
      return isNoted ? chances[next - 1][1][party] : NaN;
    });
  });
}

/** @param {number[]} values @param {(position: number) => number} x @param {(value: number) => number} y */
function stairs(values, x, y) {
  const known = values.flatMap((value, position) => (Number.isNaN(value) ? [] : [position]));
  let path = `M${x(known[0])} ${y(values[known[0]])}`;
  for (const position of known.slice(1))
    if (values[position] !== values[position - 1]) path += `H${x(position)}V${y(values[position])}`;
  return `${path}H${x(known[known.length - 1])}`;
}
