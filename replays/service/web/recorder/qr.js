/** A link as a picture to scan. The service draws it; it is sent in the body of a request, so no log has it. */

import { ask } from "../keys.js";
import { h } from "./elements.js";

/** @returns {Promise<HTMLElement>} rejects where the service cannot be reached */
export async function picture(link, words) {
  const response = await ask("/api/qr", { method: "POST", json: { text: link } });
  if (!response.ok) throw new Error(String(response.status));
  const address = URL.createObjectURL(new Blob([await response.text()], { type: "image/svg+xml" }));
  return h("img", { src: address, alt: words, class: "qr", load: () => URL.revokeObjectURL(address) });
}
