/** Scorings and the end as cards: places, cubes, points, what decided ties; at the end everybody's points by source. */

/** @import { Child } from "./elements.js" */
/** @import { Line } from "./game.js" */
/** @import { Moment, Page } from "./page.js" */
/** @import { Scene } from "./scene.js" */

import { seatName } from "./council.js";
import { contentOf, h, put, s } from "./elements.js";
import { cubeIcon, discIcon } from "./shapes.js";
import { format, named, sentence } from "./words.js";

const MOST_CUBES = 9;

export class Cards {
  /** @param {Page} page @param {() => void} onClose @param {() => Child} share what is offered at the end */
  constructor(page, onClose, share = () => null) {
    this.page = page;
    this.onClose = onClose;
    this.share = share;
    this.score = h("section", { class: "score", role: "dialog", hidden: true });
    this.end = h("section", { class: "end", role: "dialog", hidden: true });
    /** Where a card was closed. */
    this.closed = -1;
  }

  /**
   * Show the card of a scoring or of the end, if that is what a step led to.
   * @param {Scene} scene @param {boolean} isEnd @param {string} result the sentence that says who has won
   */
  update(scene, isEnd, result) {
    const { position, stepMoment } = scene;
    if (position !== this.closed) this.closed = -1;
    this.show(this.score, stepMoment && !isEnd ? drawScore(scene, stepMoment) : null, position);
    this.show(this.end, isEnd ? drawEnd(scene, result, this.share()) : null, position);
  }

  /** Close the card that is open; return whether there was one. */
  close() {
    const open = [this.score, this.end].find((card) => !card.hidden);
    if (open) open.hidden = true;
    return open !== undefined;
  }

  /** @param {HTMLElement} card @param {{ name: string, content: Child[] } | null} shown @param {number} position */
  show(card, shown, position) {
    put(card, { hidden: !shown || this.closed === position });
    if (!shown) return;
    const close = () => {
      this.closed = position;
      card.hidden = true;
      this.onClose();
    };
    card.setAttribute("aria-label", shown.name);
    card.replaceChildren(
      h("button", { type: "button", class: "close", "aria-label": this.page.controls.close, click: close }, "×"),
      ...contentOf(shown.content),
    );
  }
}

/**
 * Return the name of what is scored.
 * @param {Page} page @param {Moment} moment
 */
export function momentName(page, [, kind, place]) {
  const { area, building, city, tile } = page.names;
  return (kind === "tile" ? tile[place] : "") || city[place] || building[place] || area[place] || place;
}

/** @param {Scene} scene @param {Moment} moment */
function drawScore(scene, moment) {
  const { page } = scene;
  const { controls } = page;
  const [, kind, place, title, ranks, bonus, ties] = moment;
  const name = momentName(page, moment);
  const at = page.council.indexOf(place);
  const seat = kind === "tile" ? scene.value("council")[at] : ".";
  const hasSeat = seat !== ".";
  const about =
    kind === "tile"
      ? format(controls.councilTile, { number: at + 1, total: page.council.length })
      : controls[kind === "influence" ? "influence" : "intrigue"];
  return {
    name: title,
    content: [
      h("p", { class: "about" }, about, hasSeat && [" · ", named(page, controls.seat, seatName(scene, seat))]),
      h("h2", {}, name),
      ranks.length
        ? h(
            "ol",
            {},
            ranks.map(([party, cubes, points], rank) =>
              drawRank(page, party, cubes, points, bonus[party] ?? 0, placeOf(ranks, rank)),
            ),
          )
        : h("p", {}, controls.nobody),
      [...ties, ...(hasSeat ? exchanges(scene) : [])].map((words) => h("p", { class: "tie" }, sentence(page, words))),
    ],
  };
}

/**
 * Return how a coloured disc took the seat of a white one in the last step, if one did (R6.2).
 * @param {Scene} scene
 */
function exchanges({ game, line, page, since, position }) {
  const frames = line.frames.slice(since, position).filter(([, , , , changes]) => {
    const names = changes.map((slot, place) => (place % 2 ? "" : page.slots[Number(slot)]));
    return names.includes("council") && names.some((name) => name.endsWith(".white"));
  });
  return frames.map((frame) => game.sentence(frame[3]));
}

/**
 * Return the place of a rank from 1; those whom nothing separates share one.
 * @param {Moment[4]} ranks @param {number} rank
 */
function placeOf(ranks, rank) {
  const [, cubes, points] = ranks[rank];
  return ranks.findIndex((other) => other[1] === cubes && other[2] === points) + 1;
}

/**
 * @param {Page} page @param {number} party @param {number} cubes @param {number} points @param {number} bonus
 * @param {number} place
 */
function drawRank(page, party, cubes, points, bonus, place) {
  const { colour, name } = page.parties[party];
  const many = cubes > MOST_CUBES;
  return h(
    "li",
    { class: points + bonus ? "" : "nothing" },
    h("span", { class: "rank" }, points ? `${place}.` : "–"),
    discIcon(colour),
    h("bdi", { class: "name" }, name),
    h(
      "span",
      { class: "cubes" },
      Array.from({ length: many ? 1 : cubes }, () => cubeIcon(colour)),
      h("span", { class: many ? "" : "heard" }, ` ×${cubes}`),
    ),
    h("b", { class: "gain" }, `+${points}`, bonus > 0 && h("small", {}, ` +${bonus}`)),
  );
}

// The end.

/** @param {Scene} scene @param {string} result @param {Child} share */
function drawEnd(scene, result, share) {
  const { line, page } = scene;
  const points = page.parties.map((_, party) => scene.value(`m${party}.points`));
  const parties = page.parties.map((_, party) => party);
  const order = [...parties].sort(
    (one, other) => Number(isWinner(page, other)) - Number(isWinner(page, one)) || points[other] - points[one],
  );
  const [winner] = page.winners;
  return {
    name: result,
    content: [
      h("div", { class: "winner" }, winner !== undefined && discIcon(page.parties[winner].colour), h("h2", {}, result)),
      h(
        "ol",
        { class: "ranks" },
        order.map((party, rank) =>
          h(
            "li",
            {},
            h("span", { class: "rank" }, `${rank + 1}.`),
            discIcon(page.parties[party].colour),
            h("bdi", { class: "name" }, page.parties[party].name),
            h("b", {}, scene.isKnown("points") ? String(points[party]) : "?"),
          ),
        ),
        line.moments.length > 0 && h("li", { class: "graph", "aria-hidden": "true" }, drawGraph(page, line, points)),
        share && h("li", { class: "share" }, share),
      ),
      line.moments.length > 0 &&
        h(
          "div",
          { class: "sources", tabindex: 0, role: "region", "aria-label": page.controls.sources },
          drawSources(page, line, points),
        ),
    ],
  };
}

/** @param {Page} page @param {number} party */
function isWinner(page, party) {
  return page.winners.includes(party);
}

/**
 * Return everybody's points after each scoring as curves.
 * @param {Page} page @param {Line} line @param {number[]} points
 */
function drawGraph(page, { moments }, points) {
  const curves = points.map((last, party) => {
    const gains = moments.map(([, , , , ranks, bonus]) => {
      const [, , gained = 0] = ranks.find(([owner]) => owner === party) ?? [];
      return gained + (bonus[party] ?? 0);
    });
    let sum = last - gains.reduce((all, gain) => all + gain, 0);
    return [sum, ...gains.map((gain) => (sum += gain))];
  });
  const most = Math.max(1, ...points);
  const [width, height] = [240, 90];
  return s(
    "svg",
    { viewBox: `0 -4 ${width} ${height + 8}`, preserveAspectRatio: "none" },
    s("path", { d: `M0 ${height}H${width}`, class: "axis" }),
    curves.map((curve, party) => {
      const places = curve.map((sum, at) => `${(at * width) / moments.length} ${height - (sum * height) / most}`);
      return s("path", { d: `M${places.join("L")}`, class: `curve l-${page.parties[party].colour}` });
    }),
  );
}

/**
 * Return a table of where everybody's points came from.
 * @param {Page} page @param {Line} line @param {number[]} points
 */
function drawSources(page, line, points) {
  const { controls, parties } = page;
  /** What scorings do not explain: points from before the record, or seen at the table. */
  const other = [...points];
  const rowOf = (/** @type {Moment} */ moment) => {
    const [, kind, , , ranks, bonus] = moment;
    const most = Math.max(0, ...ranks.map(([, , gained]) => gained));
    return h(
      "tr",
      { class: kind },
      h("th", { scope: "row" }, momentName(page, moment)),
      parties.map((_, party) => {
        const rank = ranks.find(([owner]) => owner === party);
        const gained = (rank?.[2] ?? 0) + (bonus[party] ?? 0);
        other[party] -= gained;
        if (!rank) return h("td", { class: "quiet" }, gained ? String(gained) : "–");
        return h(
          "td",
          { class: rank[2] === most && most ? "most" : "" },
          String(gained),
          h("small", {}, ` ×${rank[1]}`),
        );
      }),
    );
  };
  const isCard = (/** @type {Moment} */ [, kind]) => kind === "influence";
  const cards = line.moments.filter(isCard).map(rowOf);
  const rows = line.moments.filter((moment) => !isCard(moment)).map(rowOf);
  const title = h("th", { scope: "rowgroup", colspan: parties.length + 1, class: "quiet" }, controls.influences);
  const left = other.some((number) => number !== 0) && sumRow(controls.other, other);
  return h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col", class: "quiet" }, controls.sources),
        parties.map(({ colour, name }) => h("th", { scope: "col" }, discIcon(colour), h("bdi", {}, name))),
      ),
    ),
    h("tbody", {}, rows),
    h("tbody", {}, cards.length > 0 && h("tr", { class: "influence" }, title), cards, left),
    h("tfoot", {}, sumRow(controls.points, points)),
  );
}

/** @param {string} name @param {number[]} numbers */
function sumRow(name, numbers) {
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, name),
    numbers.map((number) => h("td", {}, String(number))),
  );
}
