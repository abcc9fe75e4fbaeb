/** Links for the other phones of the table, each with its picture to scan; they stay among the phones. */

import { ROOT } from "../keys.js";
import { isAlone } from "./alone.js";
import { copy } from "./copying.js";
import { dialog } from "./dialog.js";
import { button, h } from "./elements.js";
import { picture } from "./qr.js";
import { called } from "./strip.js";
import { ID, say } from "./told.js";

/** @param {Record<string, string>} keys those that this phone holds, by role @param {object} now */
export function phones(keys, now) {
  const links = [
    ...now.players.map((player, seat) => [say("phones.seat", { player: called(player) }), "seat", keys[`seat${seat}`]]),
    [say("phones.recorder"), "record", keys.recorder],
    [say("phones.viewer"), "g", keys.viewer],
  ].filter(([, , key]) => key);
  dialog(say("phones"), () => {
    if (!links.length) return [h("p", {}, say("phones.none"))];
    const shown = h("div", { class: "phone-link" });
    return [
      h("p", { class: "quiet" }, say("phones.what")),
      isAlone() ? h("p", { class: "notice" }, say("phones.alone")) : null,
      h(
        "div",
        { class: "ways" },
        links.map(([words, path, key]) => {
          const element = button(
            words,
            () => {
              for (const one of element.parentElement.children)
                one.setAttribute("aria-pressed", String(one === element));
              show(shown, words, addressOf(path, key));
            },
            { "data-link": path, "aria-pressed": "false" },
          );
          return element;
        }),
      ),
      shown,
    ];
  });
}

/** A key that does anything goes into the fragment, which no server sees; that of who looks on into the query. */
function addressOf(path, key) {
  const page = `${location.origin}${ROOT}/${path}/${ID}`;
  return path === "g" ? `${page}?key=${key}` : `${page}#${key}`;
}

async function show(shown, words, link) {
  const box = h("input", { readonly: true, value: link, "aria-label": say("phones.link"), focus: () => box.select() });
  const copied = button(
    say("copy"),
    async () => {
      await copy(link, box);
      copied.textContent = say("copied");
    },
    { "data-link-copy": "" },
  );
  shown.replaceChildren(h("h3", {}, words), h("div", { class: "row" }, h("div", { class: "grow" }, box), copied));
  try {
    shown.prepend(await picture(link, words));
  } catch {
    shown.prepend(h("p", { class: "bad" }, say("phones.wrong")));
  }
  shown.scrollIntoView({ block: "nearest" });
}
