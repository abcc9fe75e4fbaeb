/** The ways out of the recorder and of a seat's page, which keep what waits: other pages of the service, and the page in other languages. */

import { h } from "./elements.js";
import { say, TOLD } from "./told.js";

/** @param {{number?: number, held: Record<string, string>}} told how many wait, and the keys of this phone, by role */
export function ways({ number = 0, held }) {
  const open = TOLD.ways.filter(({ role }) => !role || held[role]);
  return h(
    "nav",
    { class: "ways-out", "aria-label": say("ways") },
    h("h2", { class: "small" }, say("ways")),
    number ? h("p", { class: "notice" }, say("ways.waiting", { number })) : null,
    h(
      "div",
      { class: "ways" },
      open.map(({ words, href }) => h("a", { class: "button", href }, words)),
    ),
    h("h2", { class: "small" }, say("languages")),
    h(
      "div",
      { class: "ways" },
      TOLD.languages.map(({ code, words, href }) =>
        h(
          "a",
          {
            class: "button",
            href,
            lang: code,
            hreflang: code,
            "aria-current": code === TOLD.lang.replace("_", "-") ? "true" : undefined,
          },
          words,
        ),
      ),
    ),
  );
}
