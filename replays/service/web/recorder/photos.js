/** Photos that wait for the service, made small first, which leaves out where and when they were taken. */

import { h } from "./elements.js";
import { say } from "./told.js";

const MOST_BYTES = 1_400_000;
const MOST_PIXELS = 2000;
const STORE = "photos";
const SHOWN = 120;

/** A photo as a JPEG of at most `MOST_BYTES`, as it is seen; rejects what is no picture. */
export async function smaller(file) {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  for (let most = MOST_PIXELS, quality = 0.85; ; most *= 0.75, quality = Math.max(0.6, quality - 0.1)) {
    const scale = Math.min(1, most / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
    if (blob && blob.size <= MOST_BYTES) return blob;
  }
}

function opened() {
  return new Promise((done, failed) => {
    const asked = indexedDB.open("calimala", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
}

async function within(mode, act) {
  const database = await opened();
  try {
    return await new Promise((done, failed) => {
      const asked = act(database.transaction(STORE, mode).objectStore(STORE));
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => failed(asked.error);
    });
  } finally {
    database.close();
  }
}

/** Keep a photo on this phone until it has been sent. */
export function keepPhoto(name, blob) {
  return within("readwrite", (store) => store.put(blob, name));
}

/** A photo that waits; nothing if the phone has lost it. */
export function photoOf(name) {
  return within("readonly", (store) => store.get(name)).catch(() => undefined);
}

/** Let go of a photo that the service has. */
export function forgetPhoto(name) {
  return within("readwrite", (store) => store.delete(name)).catch(() => undefined);
}

/** A photo, small. */
export async function preview(photo) {
  const bitmap = await createImageBitmap(photo);
  const scale = SHOWN / Math.max(bitmap.width, bitmap.height);
  const canvas = h("canvas", { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) });
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", say("photo"));
  canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}
