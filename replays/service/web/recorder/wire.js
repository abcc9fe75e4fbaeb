/** Requests to the service: an answer of the service is an answer, whatever it says; no answer is `Unreachable`. */

import { ask } from "../keys.js";
import { TOLD } from "./told.js";

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
 * Ask the service.
 * @param {string} path below the service, with its slash
 * @param {{key: string, method?: string, json?: object, body?: Blob, type?: string, version?: number, name?: string}} more
 *   `version` that was seen, `name` of the request
 * @returns {Promise<{status: number, ok: boolean, told: any}>}
 */
export async function request(path, { key, method = "GET", json, body, type, version, name } = {}) {
  const headers = {};
  if (version !== undefined && version !== null) headers["If-Match"] = `"${version}"`;
  if (name) headers["Idempotency-Key"] = name;
  if (type) headers["Content-Type"] = type;
  let response, text;
  try {
    const given = { method, key, headers, signal: AbortSignal.timeout(PATIENCE), cache: "no-store" };
    response = await ask(inLanguage(path), body ? { ...given, body } : { ...given, json });
    text = await response.text();
  } catch {
    throw new Unreachable();
  }
  if (AWAY.includes(response.status)) {
    const fault = response.status === FAULT ? (parsed(text)?.detail ?? String(FAULT)) : "";
    throw new Unreachable(Number(response.headers.get("Retry-After")) || 0, fault);
  }
  return { status: response.status, ok: response.ok, told: parsed(text) };
}

/** The same address, answered in the language of the page. */
function inLanguage(path) {
  return TOLD.lang ? `${path}${path.includes("?") ? "&" : "?"}lang=${encodeURIComponent(TOLD.lang)}` : path;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
