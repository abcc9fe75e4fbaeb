/** A dialog that is closed by Escape, by its button, and when it has done its work. */

import { button, h } from "./elements.js";
import { say } from "./told.js";

/**
 * Open a dialog.
 * @param {string} title @param {(close: () => void, body: HTMLElement) => (Node|string)[]} content
 */
export function dialog(title, content) {
  const body = h("div", { class: "body" });
  const element = h(
    "dialog",
    { class: "sheet", "aria-label": title, close: () => element.remove() },
    h(
      "header",
      {},
      h("h2", {}, title),
      button("✕", () => element.close(), { kind: "close", "aria-label": say("close") }),
    ),
    body,
  );
  document.body.append(element);
  body.append(
    ...content(() => element.close(), body)
      .flat(Infinity)
      .filter(Boolean),
  );
  element.showModal();
  return element;
}
