/** Messages of the service to those who follow a game, read from a stream, since `EventSource` sends no keys. */

import { ask } from "../common/service.js";

const SOONEST = 1000;
const LATEST = 30000;
const NEVER_AGAIN = [401, 403, 404];

/**
 * Follow until `signal` ends it, or until there is nothing more to be seen; connect again when the connection is lost.
 * @param {string} id of the game
 * @param {{key: string, since: string, signal: AbortSignal, onMessage: (kind: string) => void,
 *   onLost: () => void, onFound: () => void}} how `since` is the version that is known, kinds of messages are `lines`,
 *   `rewind` and `gone`
 */
export async function follow(id, { key, since, signal, onMessage, onLost, onFound }) {
  let last = "";
  let wait = SOONEST;
  let isLost = false;
  while (!signal.aborted) {
    try {
      /** @type {Record<string, string>} */
      const headers = last ? { "Last-Event-ID": last } : {};
      const path = `/api/games/${id}/follow?since=${encodeURIComponent(since)}`;
      const response = await ask(path, { key, headers, signal });
      if (NEVER_AGAIN.includes(response.status)) {
        onMessage("gone");
        return;
      }
      if (!response.ok || !response.body) throw new Error(String(response.status));
      if (isLost) onFound();
      isLost = false;
      for await (const { kind, id: at } of messages(response.body)) {
        wait = SOONEST;
        if (at) last = at;
        onMessage(kind);
        if (kind === "gone") return;
      }
    } catch {
      if (signal.aborted) return;
      if (!isLost) onLost();
      isLost = true;
    }
    await pause(wait * (0.5 + Math.random()), signal);
    wait = Math.min(wait * 2, LATEST);
  }
}

/**
 * Read the messages of a stream of server-sent events; those without data only prevent that the connection is closed.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} body
 */
async function* messages(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + value).split(/\r?\n\r?\n/);
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const message = parse(part);
      if (message) yield message;
    }
  }
}

/** @param {string} part */
function parse(part) {
  const fields = new Map();
  for (const line of part.split(/\r?\n/)) {
    const [, name, value = ""] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name) fields.set(name, value);
  }
  return fields.has("data") ? { kind: fields.get("event") ?? "message", id: fields.get("id") ?? "" } : null;
}

/** @param {number} milliseconds @param {AbortSignal} signal @returns {Promise<void>} */
function pause(milliseconds, signal) {
  return new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    const end = () => {
      clearTimeout(timer);
      done();
    };
    signal.addEventListener("abort", end, { once: true });
  });
}
