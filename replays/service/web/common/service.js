/** Requests to the service. What it answers is an answer, whatever it says; no answer is `Unreachable`. */

/** @typedef {{key?: string, json?: unknown, headers?: Record<string, string>} & Omit<RequestInit, "headers">} Asked */

/** @type {HTMLMetaElement | null} */
const meta = document.querySelector('meta[name="calimala-root"]');

/** The path before all addresses of the service. */
export const ROOT = meta?.content ?? "";

/** Whether the service runs in this browser, for nobody else: there are no keys, and no links that others could open. */
export const IS_POCKET = meta?.dataset.pocket === "yes";

/** The language of the page, as the service calls it. */
export const LANGUAGE = document.documentElement.lang.replace("-", "_");

/**
 * Ask the service in the language of the page, with a key if there is one.
 * @param {string} path after the service, with its slash @param {Asked} asked
 */
export function ask(path, { key, json, headers, ...more } = {}) {
  const all = { ...headers };
  if (key) all.Authorization = `Bearer ${key}`;
  if (json !== undefined) {
    all["Content-Type"] = "application/json";
    more.body = JSON.stringify(json);
  }
  const language = `${path.includes("?") ? "&" : "?"}lang=${encodeURIComponent(LANGUAGE)}`;
  return fetch(ROOT + path + language, { ...more, headers: all, credentials: "omit" });
}

const PATIENCE = 12000;
const FAULT = 500;
const AWAY = [502, 503, 504, 408, 429, FAULT];

/** The service cannot be reached, asks to come back in `seconds`, or has a `fault`. */
export class Unreachable extends Error {
  constructor(seconds = 0, fault = "") {
    super(fault || "unreachable");
    this.seconds = seconds;
    this.fault = fault;
  }
}

/**
 * Return null where the service cannot be reached.
 * @param {unknown} error @returns {null}
 */
export function unlessReached(error) {
  if (!(error instanceof Unreachable)) throw error;
  return null;
}

/**
 * Ask the service, and read what it answers; reject with `Unreachable`.
 * @template Answer
 * @param {string} path after the service, with its slash
 * @param {{key?: string, method?: string, json?: unknown, body?: Blob, type?: string, version?: number | string | null,
 *   name?: string}} more the type of the body, the version of what was seen, the name of the request
 * @returns {Promise<{status: number, ok: boolean, data: Answer}>}
 */
export async function request(path, { key, method = "GET", json, body, type, version, name } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (version !== undefined && version !== null) headers["If-Match"] = `"${version}"`;
  if (name) headers["Idempotency-Key"] = name;
  if (type) headers["Content-Type"] = type;
  let response;
  let text;
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    response = await ask(path, { key, method, headers, json, ...(body && { body }), signal, cache: "no-store" });
    text = await response.text();
  } catch {
    throw new Unreachable();
  }
  const { ok, status } = response;
  if (AWAY.includes(status)) {
    const fault = status === FAULT ? (parse(text)?.detail ?? String(FAULT)) : "";
    throw new Unreachable(Number(response.headers.get("Retry-After")) || 0, fault);
  }
  return { status, ok, data: parse(text) };
}

/**
 * Return what a text is as JSON, null for what is not JSON.
 * @param {string} text
 */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Return a name that nobody else gives: 128 random bits. */
export function newName() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
