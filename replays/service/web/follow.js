/** Messages of the service to those who follow a game, read from a stream, since `EventSource` sends no keys. */

import { ask } from "./keys.js";

const SOONEST = 1000;
const LATEST = 30000;
const NEVER_AGAIN = [401, 403, 404];

/**
 * Follow until `signal` says so, or until there is nothing more to be seen; looks again for a connection that is lost.
 *
 * @param {string} id the game
 * @param {object} how `key`; `since`, the version that is known; `signal`; `onMessage(kind)` for what came, kind as
 * `lines`, `rewind` or `gone`; `onLost()`; `onFound()`
 */
export async function follow(id, { key, since, signal, onMessage, onLost, onFound }) {
  let last = "";
  let wait = SOONEST;
  let isLost = false;
  while (!signal.aborted) {
    try {
      const headers = last ? { "Last-Event-ID": last } : {};
      const answer = await ask(`/api/games/${id}/follow?since=${encodeURIComponent(since)}`, { key, headers, signal });
      if (NEVER_AGAIN.includes(answer.status)) {
        onMessage("gone");
        return;
      }
      if (!answer.ok) throw new Error(String(answer.status));
      if (isLost) onFound();
      isLost = false;
      for await (const { kind, id: at } of messages(answer.body)) {
        wait = SOONEST;
        if (at) last = at;
        onMessage(kind);
        if (kind === "gone") return;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!isLost) onLost(error);
      isLost = true;
    }
    await pause(wait * (0.5 + Math.random()), signal);
    wait = Math.min(wait * 2, LATEST);
  }
}

/** The messages of a stream of server-sent events, as {kind, id, text}; what is said only to stay in touch is none. */
async function* messages(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += value;
    const parts = rest.split(/\r?\n\r?\n/);
    rest = parts.pop();
    for (const part of parts) {
      const message = read(part);
      if (message) yield message;
    }
  }
}

function read(part) {
  const message = { kind: "message", id: "", text: "" };
  const names = { event: "kind", id: "id", data: "text" };
  let isSaid = false;
  for (const line of part.split(/\r?\n/)) {
    const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (!(name in names)) continue;
    message[names[name]] += value;
    isSaid ||= name === "data";
  }
  return isSaid ? message : null;
}

function pause(milliseconds, signal) {
  return new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        done();
      },
      { once: true },
    );
  });
}
