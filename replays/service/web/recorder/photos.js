/** Photos that wait for the service, made small first, which leaves out where and when they were taken. */

import { h } from "../viewer/elements.js";
import { text } from "./page.js";

const MOST_BYTES = 1_400_000;
const MOST_PIXELS = 2000;
const STORE = "photos";
const PREVIEW = 120;

/** @param {ImageBitmap} bitmap @param {number} most how many pixels a side may have */
function drawOnCanvas(bitmap, most) {
  const scale = most / Math.max(bitmap.width, bitmap.height);
  const canvas = h("canvas", {
    width: Math.max(1, Math.round(bitmap.width * scale)),
    height: Math.max(1, Math.round(bitmap.height * scale)),
  });
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/**
 * Return a photo as a JPEG of at most `MOST_BYTES`, as it is seen; reject what is not a picture.
 * @param {Blob} file @returns {Promise<Blob>}
 */
export async function shrink(file) {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  const longest = Math.max(bitmap.width, bitmap.height);
  for (let most = MOST_PIXELS, quality = 0.85; ; most *= 0.75, quality = Math.max(0.6, quality - 0.1)) {
    const canvas = drawOnCanvas(bitmap, Math.min(most, longest));
    /** @type {Blob | null} */
    const blob = await new Promise((done) => {
      canvas.toBlob(done, "image/jpeg", quality);
    });
    if (blob && blob.size <= MOST_BYTES) return blob;
  }
}

/**
 * Return a small picture of a photo.
 * @param {Blob} photo
 */
export async function preview(photo) {
  const canvas = drawOnCanvas(await createImageBitmap(photo), PREVIEW);
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", text("photo"));
  return canvas;
}

/** @template Result @param {IDBRequest<Result>} request @returns {Promise<Result>} */
function resultOf(request) {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}

/**
 * @template Result
 * @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<Result>} act @returns {Promise<Result>}
 */
async function withStore(mode, act) {
  const opening = indexedDB.open("calimala", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await resultOf(opening);
  try {
    return await resultOf(act(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

/**
 * Store a photo on this phone until it has been sent.
 * @param {string} name @param {Blob} blob
 */
export function storePhoto(name, blob) {
  return withStore("readwrite", (store) => store.put(blob, name));
}

/**
 * Return a photo that waits; undefined if the phone has lost it.
 * @param {string} name @returns {Promise<Blob | undefined>}
 */
export function storedPhoto(name) {
  return withStore("readonly", (store) => store.get(name)).catch(() => undefined);
}

/** @param {string} name */
export function forgetPhoto(name) {
  return withStore("readwrite", (store) => store.delete(name)).catch(() => undefined);
}
