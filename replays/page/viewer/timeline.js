/** The whole line at a glance: everybody's points as curves, and a slider to anywhere with what is marked above it. */

import { h, round, s, shape } from "./shapes.js";

const WIDTH = 1000;
const HEIGHT = 120;
const SIGNS = { score: "▼", said: "●", glyph: "!", gap: "?", variation: "↳" };

/** The parts that stay while a line is shown. `onGo` is called with a position. */
export class Timeline {
  constructor(page, onGo) {
    this.page = page;
    this.slider = h("input", {
      type: "range",
      min: 0,
      step: 1,
      class: "slider",
      "aria-label": page.controls.position,
      input: () => onGo(Number(this.slider.value)),
    });
    this.cursor = h("div", { class: "cursor" });
    this.curves = h("div", {
      class: "curves",
      click: (event) => {
        const box = this.curves.getBoundingClientRect();
        onGo(Math.round(((event.clientX - box.left) / box.width) * this.last));
      },
    });
    this.legend = h("ul", { class: "legend" });
    this.take(page);
    this.marks = h("div", { class: "pins", "aria-hidden": "true" });
    this.root = h(
      "section",
      { class: "panel timeline" },
      h("h2", {}, page.controls.timeline),
      this.legend,
      this.curves,
    );
    this.bar = h("div", { class: "bar" }, this.marks, this.slider);
  }

  /** Go on with the same game as it is by now. */
  take(page) {
    this.page = page;
    this.legend.replaceChildren(...page.parties.map(curveOf));
  }

  /** Draw a line anew. */
  draw(game, line, markers) {
    this.last = line.frames.length;
    const pointsAt = (party) => line.states.map((_, position) => game.value(line, position, `m${party}.points`));
    const parties = this.page.parties.map((_, party) => pointsAt(party));
    const most = Math.max(10, ...parties.map((points) => Math.max(...points)));
    const x = (position) => round((position / Math.max(this.last, 1)) * WIDTH);
    const y = (points) => round(HEIGHT - 4 - (Math.max(points, 0) / most) * (HEIGHT - 10));
    const svg = s(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      parties.map((points, party) =>
        s("path", { d: stairs(points, x, y), class: `curve l-${this.page.parties[party].colour}` }),
      ),
    );
    this.curves.replaceChildren(svg, this.cursor);
    const marks = [
      ...line.scorings.map((position) => [position, "score"]),
      ...[...markers].flatMap(([position, kinds]) => [...kinds].map((kind) => [position, kind])),
    ];
    this.marks.replaceChildren(
      ...marks.map(([position, kind]) => {
        const mark = h("span", { class: `pin ${kind}` }, SIGNS[kind]);
        mark.style.left = `${(position / Math.max(this.last, 1)) * 100}%`;
        return mark;
      }),
    );
    this.slider.max = this.last;
  }

  /** Show a position. */
  at(position, words) {
    this.slider.value = position;
    this.slider.setAttribute("aria-valuetext", words);
    this.cursor.style.left = `${(position / Math.max(this.last, 1)) * 100}%`;
  }
}

/** Which curve is whose. */
function curveOf({ colour, name }) {
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

function stairs(points, x, y) {
  let path = `M0 ${y(points[0])}`;
  points.forEach((value, position) => {
    if (position && value !== points[position - 1]) path += `H${x(position)}V${y(value)}`;
  });
  return `${path}H${WIDTH}`;
}
