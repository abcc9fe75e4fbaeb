/**
 * What is said of anything that is touched: whose it is, since when, what it counts for now. Everything has the name of
 * its place, `data-spot`; the board is walked by arrow keys as well.
 */

/** @import { Child } from "./elements.js" */
/** @import { Game, Line } from "./game.js" */
/** @import { Page } from "./page.js" */
/** @import { Scene } from "./scene.js" */

import { nextTile, seatName } from "./council.js";
import { contentOf, h } from "./elements.js";
import { cubeIcon, discIcon, placeIcon } from "./shapes.js";
import { describe } from "./strips.js";
import { format, list, named } from "./words.js";

const FREE = ".";
const EDGE = 8;

/** @typedef {{ title: Child, facts: Child[] }} Facts */

export class Touch {
  /** @param {Page} page @param {(position: number) => void} goTo */
  constructor(page, goTo) {
    this.page = page;
    this.goTo = goTo;
    this.root = h("div", { class: "facts", role: "dialog", hidden: true, tabindex: -1 });
    /** @type {HTMLElement | SVGElement | null} */
    this.opener = null;
    // Who leaves it by a key has closed it; the focus is elsewhere then, and stays there.
    this.root.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !this.root.contains(relatedTarget)) this.root.hidden = true;
    });
  }

  /** Close what is open; return whether something was. */
  close() {
    if (this.root.hidden) return false;
    this.root.hidden = true;
    this.opener?.focus({ preventScroll: true });
    this.opener = null;
    return true;
  }

  /**
   * Say what there is to say of what was touched; return whether that is something.
   * @param {Scene} scene @param {HTMLElement | SVGElement} element
   */
  open(scene, element) {
    const [kind, ...names] = (element.dataset.spot ?? "").split(":");
    const facts = FACTS[/^m\d/.test(kind) ? "mat" : kind]?.(scene, kind, names, (position) =>
      this.since(scene, position),
    );
    this.root.hidden = !facts;
    if (!facts) return false;
    this.opener = element.closest('[tabindex="0"], [tabindex="-1"], button') ? element : null;
    const title = h("h2", {}, facts.title);
    this.root.setAttribute("aria-label", title.textContent ?? "");
    this.root.replaceChildren(
      h(
        "button",
        { type: "button", class: "close", "aria-label": this.page.controls.close, click: () => this.close() },
        "×",
      ),
      title,
      h(
        "ul",
        {},
        facts.facts.filter(Boolean).map((fact) => h("li", {}, ...contentOf([fact]))),
      ),
    );
    this.place(element.getBoundingClientRect());
    this.root.focus({ preventScroll: true });
    return true;
  }

  /** @param {DOMRect} box of what was touched */
  place(box) {
    const around = /** @type {HTMLElement} */ (this.root.parentElement).getBoundingClientRect();
    const { width, height } = this.root.getBoundingClientRect();
    const left = Math.min(Math.max(box.right + EDGE, around.left + EDGE), around.right - width - EDGE);
    const top = Math.min(Math.max(box.bottom + EDGE, around.top + EDGE), around.bottom - height - EDGE);
    this.root.style.left = `${left - around.left}px`;
    this.root.style.top = `${top - around.top}px`;
  }

  /**
   * Return since when something is where it is, as a link to that moment; nothing where the page does not go back to it.
   * @param {Scene} scene @param {number} position
   */
  since(scene, position) {
    const { game, line, page } = scene;
    if (position <= 0) return position || game.isTail ? null : h("span", {}, page.controls.beginning);
    const [id, , , said] = line.frames[position - 1];
    const [turn, words] = [id.split(".")[0], game.sentence(said)];
    const since =
      turn === "0" ? named(page, page.controls.beginning, words) : format(page.controls.since, { turn, words });
    const go = () => {
      this.root.hidden = true;
      this.goTo(position);
    };
    return h("button", { type: "button", class: "link", click: go }, since);
  }
}

// Since when.

/**
 * Return the position since which a cube is in a row.
 * @param {Game} game @param {Line} line @param {number} position @param {string} row @param {number} at
 */
function sinceCube(game, line, position, row, at) {
  let since = position;
  while (since > 0 && game.value(line, since - 1, `row:${row}`).length > at) since -= 1;
  return since;
}

/**
 * Return the position since which a disc is in a stack, whatever has left it below.
 * @param {Game} game @param {Line} line @param {number} position @param {string} street @param {number} at from below
 */
function sinceDisc(game, line, position, street, at) {
  let depth = at;
  let since = position;
  for (let owners = game.value(line, since, `street:${street}`); since > 0; since -= 1) {
    const before = game.value(line, since - 1, `street:${street}`);
    if (before.length > owners.length) depth += 1;
    else if (before.length < owners.length && depth === owners.length - 1) break;
    owners = before;
  }
  return since;
}

// What is said.

/** @typedef {(position: number) => Child} Since */

/** @type {Record<string, (scene: Scene, kind: string, names: string[], since: Since) => Facts>} */
const FACTS = {
  cube: (scene, _, [row, at], since) => {
    const { game, line, page, position } = scene;
    const owner = scene.value(`row:${row}`)[Number(at)] ?? "";
    return {
      title: [cubeIcon(scene.colourOf(owner)), " ", named(page, page.names.row[row], scene.ownerOf(owner))],
      facts: [since(sinceCube(game, line, position, row, Number(at))), countsFor(scene, row)],
    };
  },
  cell: (scene, kind, [row], since) => FACTS.row(scene, kind, [row], since),
  row: (scene, _, [row], since) => {
    const { game, line, page, position } = scene;
    const owners = [...scene.value(`row:${row}`)];
    const count = format(page.controls.amount, {
      number: `${owners.length} / ${page.cells[row]}`,
      what: page.controls.cubes,
    });
    const held = owners.map((owner, at) => [
      cubeIcon(scene.colourOf(owner)),
      " ",
      h("bdi", {}, scene.ownerOf(owner)),
      " ",
      since(sinceCube(game, line, position, row, at)),
    ]);
    return { title: page.names.row[row], facts: [count, ...held, countsFor(scene, row)] };
  },
  street: (scene, _, [street], since) => {
    const { game, line, page, position } = scene;
    const owners = [...scene.value(`street:${street}`)];
    const discs = owners.map((owner, at) => [
      discIcon(scene.colourOf(owner)),
      " ",
      h("bdi", {}, scene.ownerOf(owner)),
      " ",
      since(sinceDisc(game, line, position, street, at)),
    ]);
    return { title: page.names.street[street], facts: discs.length ? discs.reverse() : [page.controls.empty] };
  },
  tile: (scene, _, [number], since) => {
    const { line, page, position } = scene;
    const at = Number(number);
    const tile = page.council[at];
    const title = [placeIcon(tile), " ", page.names.tile[tile]];
    const mark = scene.value("council")[at];
    const moment = line.moments.find(([when, kind, place]) => kind === "tile" && place === tile && when <= position);
    if (!moment) return { title, facts: [...tileState(scene, at), ...cubesFor(scene, tile)] };
    const ranks = moment[4].map(([party, cubes, points]) => [
      discIcon(page.parties[party].colour),
      " ",
      named(page, page.parties[party].name, `+${points}`),
      ` (×${cubes})`,
    ]);
    return {
      title,
      facts: [
        since(moment[0]),
        ...(ranks.length ? ranks : [page.controls.nobody]),
        ...moment[6],
        named(page, page.controls.seat, seatName(scene, mark)),
      ],
    };
  },
  seat: (scene, kind, names, since) => FACTS.tile(scene, kind, names, since),
  square: (scene, _, [action]) => ({
    title: scene.page.names.square[action],
    facts: [scene.page.names.action[action]],
  }),
  mat: (scene, kind) => {
    const party = Number(kind[1]);
    const { family, name } = scene.page.parties[party];
    const title = family ? format(scene.page.controls.family, { name, family }) : name;
    return {
      title: [discIcon(scene.page.parties[party].colour), " ", h("bdi", {}, title)],
      facts: party < scene.page.players ? describe(scene, party) : [],
    };
  },
  houses: (scene, _, [city]) => {
    const { page } = scene;
    const builders = page.parties.filter((_, party) =>
      scene.houseNames(scene.value(`m${party}.houses`)).includes(page.names.city[city]),
    );
    const names = list(
      page,
      builders.map(({ name }) => name),
    );
    return { title: named(page, page.names.mat.houses, page.names.city[city]), facts: [names || page.controls.none] };
  },
  discard: (scene) => {
    const { page } = scene;
    const pile = scene.value("discard");
    const codes = [...new Set(pile)];
    const counts = codes.map((code) =>
      format(page.controls.amount, { number: pile.split(code).length - 1, what: scene.cardName(code) }),
    );
    return { title: page.controls.pile, facts: counts.length ? counts : [page.controls.empty] };
  },
};

/**
 * Return when a tile that is not scored yet will be, and who has a seat on it already.
 * @param {Scene} scene @param {number} at
 */
function tileState(scene, at) {
  const { controls, council } = scene.page;
  const place = format(controls.councilTile, { number: at + 1, total: council.length });
  const mark = scene.value("council")[at];
  if (mark !== FREE) return [place, seatName(scene, mark)];
  return at === nextTile(scene) ? [format(controls.marked, { what: place, mark: controls.next })] : [place];
}

/**
 * Return the cubes that count for a tile now, by player, the most first.
 * @param {Scene} scene @param {string} tile @returns {Child[]}
 */
function cubesFor(scene, tile) {
  const { page } = scene;
  if (!scene.isKnown("cubes")) return [];
  const rows = Object.keys(page.counted).filter((row) => page.counted[row].includes(tile));
  const owners = rows.flatMap((row) => [...scene.value(`row:${row}`)]);
  const counts = [...Map.groupBy(owners, (owner) => owner)].sort(([, one], [, other]) => other.length - one.length);
  if (!counts.length) return [named(page, page.controls.cubes, page.controls.none)];
  return counts.map(([owner, { length }]) => [
    cubeIcon(scene.colourOf(owner)),
    " ",
    h("bdi", {}, scene.ownerOf(owner)),
    ` ×${length}`,
  ]);
}

/**
 * Return what a cube in a row still counts for.
 * @param {Scene} scene @param {string} row
 */
function countsFor(scene, row) {
  const { page } = scene;
  const next = nextTile(scene);
  const marks = scene.value("council");
  const coming = page.counted[row]
    .map((tile) => page.council.indexOf(tile))
    .filter((at) => marks[at] === FREE)
    .map((at) =>
      at === next
        ? format(page.controls.marked, { what: page.names.tile[page.council[at]], mark: page.controls.next })
        : page.names.tile[page.council[at]],
    );
  return coming.length ? format(page.controls.countsFor, { places: list(page, coming) }) : page.controls.countsNoMore;
}

/**
 * Do something with whatever has a place on the table and is touched, or is reached by keys and chosen by one.
 * @param {HTMLElement | SVGElement} root @param {{ close: () => boolean }} touch which another touch closes
 * @param {(touched: HTMLElement | SVGElement) => void} act
 */
export function listenToTouches(root, touch, act) {
  const actOn = (/** @type {Element | null} */ touched) => {
    if (touched instanceof HTMLElement || touched instanceof SVGElement) act(touched);
  };
  root.addEventListener("click", (/** @type {Event} */ event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.closest(".facts")) return;
    touch.close();
    if (!target.closest("a, .score, .end, .controls")) actOn(target.closest("[data-spot]"));
  });
  root.addEventListener("keydown", (/** @type {Event} */ event) => {
    const here = /** @type {Element} */ (event.target);
    if (!(event instanceof KeyboardEvent)) return;
    if ((event.key !== "Enter" && event.key !== " ") || !here.matches("g[data-spot]")) return;
    event.preventDefault();
    event.stopPropagation();
    actOn(here);
  });
}

// Walking by keys.

/** @type {Record<string, [x: number, y: number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Let arrow keys walk among the parts of a region, of which one is reached with Tab.
 * @param {Element} root @param {string} selector
 */
export function walkable(root, selector) {
  root.addEventListener("keydown", (event) => {
    if (!(event instanceof KeyboardEvent) || !(event.key in WAYS) || event.altKey || event.ctrlKey || event.metaKey)
      return;
    const here = /** @type {Element} */ (event.target).closest(selector);
    if (!here) return;
    event.preventDefault();
    event.stopPropagation();
    const found = nearest(here, [...root.querySelectorAll(selector)], WAYS[event.key]);
    if (!found) return;
    here.setAttribute("tabindex", "-1");
    found.setAttribute("tabindex", "0");
    if (found instanceof HTMLElement || found instanceof SVGElement) found.focus({ preventScroll: true });
  });
}

/**
 * Return the nearest of several elements in a direction.
 * @param {Element} here @param {Element[]} others @param {[number, number]} way
 */
function nearest(here, others, [wayX, wayY]) {
  const middle = (/** @type {Element} */ element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2, isShown: width > 0 };
  };
  const from = middle(here);
  let [best, shortest] = [/** @type {Element | null} */ (null), Infinity];
  for (const other of others) {
    const to = middle(other);
    const along = (to.x - from.x) * wayX + (to.y - from.y) * wayY;
    const aside = Math.abs((to.x - from.x) * wayY) + Math.abs((to.y - from.y) * wayX);
    if (other === here || !to.isShown || along < 2) continue;
    if (along + 2 * aside < shortest) [best, shortest] = [other, along + 2 * aside];
  }
  return best;
}
