/**
 * The keys of games that this browser holds, and requests that carry them.
 *
 * Keys come in the fragment of an address, which no server gets to see, are kept in `localStorage` under
 * `calimala.keys` as {id: {owner, recorder, seat, seat0, ..., viewer}}, and travel in a header only.
 */

const NAME = "calimala.keys";
const FORM = /^cal([orsv])_[A-Za-z0-9_-]{22}$/;
const ROLES = { o: "owner", r: "recorder", s: "seat", v: "viewer" };

/** Where the service is: the path before all of its addresses. */
export const ROOT = document.querySelector('meta[name="calimala-root"]')?.content ?? "";

/** All keys, by game and role; what is not readable counts as nothing. */
export function everything() {
  try {
    const told = JSON.parse(localStorage.getItem(NAME) ?? "{}");
    return told && typeof told === "object" && !Array.isArray(told) ? told : {};
  } catch {
    return {};
  }
}

/** The keys of a game by role. */
export function keysOf(id) {
  const told = everything();
  const keys = Object.hasOwn(told, id) ? told[id] : {};
  return Object.fromEntries(Object.entries(keys).filter(([, key]) => isKey(key)));
}

/** Whether this looks like a key of a game. */
export function isKey(text) {
  return typeof text === "string" && FORM.test(text);
}

/** Keep keys of a game beside those that are there; whether the browser allows that. */
export function keep(id, keys) {
  const told = everything();
  told[id] = { ...keysOf(id), ...keys };
  return write(told);
}

/** Forget the keys of a game, or those of some roles. */
export function forget(id, ...roles) {
  const told = everything();
  if (roles.length) for (const role of roles) delete told[id]?.[role];
  else delete told[id];
  return write(told);
}

function write(told) {
  try {
    localStorage.setItem(NAME, JSON.stringify(told));
    return true;
  } catch {
    return false;
  }
}

/** Take the key out of the fragment, or a viewer's out of the query, and keep it; the key, or "" without one. */
export function takeFromAddress(id) {
  const given = location.hash.slice(1);
  if (isKey(given)) {
    keep(id, { [roleOf(given)]: given });
    history.replaceState(history.state, "", location.pathname + location.search);
    return given;
  }
  const viewer = new URLSearchParams(location.search).get("key") ?? "";
  if (isKey(viewer) && roleOf(viewer) === "viewer" && keysOf(id).viewer !== viewer) keep(id, { viewer });
  return "";
}

/** What a key is for, by its letter. */
export function roleOf(key) {
  return ROLES[FORM.exec(key)?.[1]] ?? "";
}

/** The key that allows most of those that this browser holds: owner's, recorder's, a seat's, a viewer's; or "". */
export function strongest(id) {
  const keys = keysOf(id);
  const seat = Object.keys(keys).find((role) => role.startsWith("seat"));
  return keys.owner ?? keys.recorder ?? keys[seat] ?? keys.viewer ?? "";
}

/** Ask the service with a key ("" without one); `path` begins with a slash. What it refuses is an answer, too. */
export function ask(path, { key = "", method = "GET", json, headers = {}, ...more } = {}) {
  const told = { ...headers };
  if (key) told.Authorization = `Bearer ${key}`;
  if (json !== undefined) {
    told["Content-Type"] = "application/json";
    more.body = JSON.stringify(json);
  }
  return fetch(ROOT + path, { method, headers: told, credentials: "omit", ...more });
}
