/** Sentences with names in them that may be written from right to left. */

import { h } from "./shapes.js";

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802-\ud803\ud83a-\ud83b]/;

/**
 * A sentence that runs from left to right whatever names are in it, each of which has the direction of its own letters.
 * @param {object} page what the page holds @param {string} words
 */
export function sentence(page, words) {
  const names = page.parties.map(({ name }) => name).filter((name) => RIGHT_TO_LEFT.test(name));
  const parts = names.reduce(
    (so, name) => so.flatMap((part) => (typeof part === "string" ? between(part.split(name), name) : [part])),
    [words],
  );
  return h("span", { dir: "ltr" }, parts.filter(Boolean));
}

/** What stood on both sides of a name, with the name between. */
function between(pieces, name) {
  return pieces.flatMap((piece, at) => (at ? [h("bdi", {}, name), piece] : [piece]));
}
