/**
 * The keys of games that this browser has.
 *
 * Keys come in the fragment of an address, which no server gets to see, are stored in `localStorage` under
 * `calimala.keys` as {id: {owner, recorder, seat, seat0, ..., viewer}}, and travel in a header only.
 */

/**
 * Keys of a game by role.
 * @typedef {Record<string, string>} Keys
 */

import { IS_POCKET } from "./service.js";

const NAME = "calimala.keys";
const FORM = /^cal([orsv])_[A-Za-z0-9_-]{22}$/;
/** @type {Record<string, string>} */
const ROLES = { o: "owner", r: "recorder", s: "seat", v: "viewer" };

/**
 * Return all keys by game; what cannot be read counts as none.
 * @returns {Record<string, Keys>}
 */
export function allKeys() {
  try {
    const stored = JSON.parse(localStorage.getItem(NAME) ?? "{}");
    return stored && typeof stored === "object" && !Array.isArray(stored) ? stored : {};
  } catch {
    return {};
  }
}

/**
 * What stands for the keys of every game where the service runs in this browser, and asks for none.
 * @type {Keys}
 */
const UNNEEDED = { owner: `calo_${"A".repeat(22)}`, recorder: `calr_${"A".repeat(22)}` };

/** @param {string} id @returns {Keys} */
export function keysOf(id) {
  if (IS_POCKET) return { ...UNNEEDED };
  const all = allKeys();
  const keys = Object.hasOwn(all, id) ? all[id] : {};
  return Object.fromEntries(Object.entries(keys).filter(([, key]) => isKey(key)));
}

/**
 * Return whether this looks like a key of a game.
 * @param {unknown} text
 */
function isKey(text) {
  return typeof text === "string" && FORM.test(text);
}

/**
 * Store keys of a game beside those that are there; return whether the browser allows that.
 * @param {string} id @param {Keys} keys
 */
export function storeKeys(id, keys) {
  if (IS_POCKET) return true;
  return write({ ...allKeys(), [id]: { ...keysOf(id), ...keys } });
}

/** The keys of a game that was made. @typedef {{owner: string, recorder: string, viewer: string, seats: string[]}} NewKeys */

/**
 * Return the keys of a game that was made by their roles.
 * @param {NewKeys} keys @returns {Keys}
 */
export function namedKeys({ seats, ...others }) {
  return { ...others, ...Object.fromEntries(seats.map((key, seat) => [`seat${seat}`, key])) };
}

/**
 * Store the keys of a game that was made; return whether the browser allows that.
 * @param {string} id @param {NewKeys} keys
 */
export function storeNewKeys(id, keys) {
  return storeKeys(id, namedKeys(keys));
}

/**
 * Forget the key of a role.
 * @param {string} id @param {string} role
 */
export function forgetKey(id, role) {
  const all = allKeys();
  delete all[id]?.[role];
  write(all);
}

/** @param {Record<string, Keys>} keys */
function write(keys) {
  try {
    localStorage.setItem(NAME, JSON.stringify(keys));
    return true;
  } catch {
    return false;
  }
}

/**
 * Move the key out of the fragment, or a viewer's out of the query, into the browser; return the key of the fragment,
 * empty without one.
 * @param {string} id
 */
export function takeKeyFromAddress(id) {
  const given = location.hash.slice(1);
  if (isKey(given)) {
    storeKeys(id, { [roleOf(given)]: given });
    history.replaceState(history.state, "", location.pathname + location.search);
    return given;
  }
  const viewer = new URLSearchParams(location.search).get("key") ?? "";
  if (roleOf(viewer) === "viewer" && keysOf(id).viewer !== viewer) storeKeys(id, { viewer });
  return "";
}

/**
 * Return what a key is for, by its letter; empty for what is not a key.
 * @param {string} key
 */
export function roleOf(key) {
  return ROLES[FORM.exec(key)?.[1] ?? ""] ?? "";
}

/**
 * Return the key of a seat, that of an opened link first; empty without one.
 * @param {Keys} keys
 */
export function seatKeyOf(keys) {
  const [seat = "seat"] = Object.keys(keys).filter((role) => /^seat\d$/.test(role));
  return keys.seat || keys[seat] || "";
}

/**
 * Return the key that allows most of those that this browser has: owner's, recorder's, a seat's, a viewer's; or "".
 * @param {string} id
 */
export function strongestKey(id) {
  const keys = keysOf(id);
  return keys.owner ?? keys.recorder ?? (seatKeyOf(keys) || keys.viewer || "");
}
