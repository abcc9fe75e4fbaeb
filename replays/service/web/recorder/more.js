/** Dialogs that are seldom needed: links for the other phones of the table, what was done against the rules, signs. */

/** @import { Disc, Snapshot } from "../common/api.js" */
/** @import { Keys } from "../common/keys.js" */
/** @import { Draft, Tappable } from "./entry.js" */
/** @import { Ledger } from "./ledger.js" */
/** @import { Pending } from "./pending.js" */

import { copyButton, isAlone, qrPicture } from "../common/elements.js";
import { IS_POCKET, ROOT, request } from "../common/service.js";
import { contentOf, h, s } from "../viewer/elements.js";
import { anywayDecision, MISSED } from "./decisions.js";
import { keyAddress, ownerKey } from "./keeping.js";
import { button, drawing, GAME_PATH, ORIGIN, openDialog, otherPages, PAGE, playerName, text } from "./page.js";
import { streetChoice } from "./table.js";
import { offlineOptions, uncheckedPlacement } from "./unchecked.js";

// Something else.

/**
 * @param {Ledger} ledger @param {Keys} keys of this phone @param {boolean} isLocked whether none of them may record
 * @param {(draft: Draft) => void} add @param {(option: Tappable) => void} record @param {() => void} correctSetup
 */
export function openMore({ entries, now }, keys, isLocked, add, record, correctSetup) {
  openDialog(text("more"), (close, body) => [
    now && !isLocked && againstRules({ entries, now }, close, body, add, record),
    now && !isLocked && setupButton(close, correctSetup),
    legend(),
    otherPages(keys, entries.length),
  ]);
}

/** @param {() => void} close @param {() => void} correctSetup */
function setupButton(close, correctSetup) {
  const open = () => {
    close();
    correctSetup();
  };
  return button(text("setup"), open, { "data-more": "setup" });
}

/**
 * Return buttons for what happened in another way than the rules have it.
 * @param {Pending} pending @param {() => void} close @param {HTMLElement} body
 * @param {(draft: Draft) => void} add @param {(option: Tappable) => void} record
 */
function againstRules(pending, close, body, add, record) {
  const miss = () => {
    close();
    record({ symbol: MISSED, words: text("missed.words") });
  };
  const play = (/** @type {Tappable} */ option) => {
    close();
    add(anywayDecision(option, pending.now));
  };
  return [
    button(text("missed"), miss, { "data-symbol": MISSED }),
    button(text("anyway.more"), () => body.replaceChildren(...anywayChoice(pending, play)), { "data-more": "anyway" }),
  ];
}

/**
 * Return all that can be done, legal or not, and a box for what it was in notation.
 * @param {Pending} pending @param {(option: Tappable) => void} play
 */
function anywayChoice(pending, play) {
  const choices = h("div", { class: "choices" });
  /** @type {{isAtMap: boolean, disc: Disc}} */
  const view = { isAtMap: !pending.now.active, disc: "c" };
  function draw() {
    const options = offlineOptions(pending, {
      ...view,
      note: text("anyway.what"),
      isDone: true,
      setAtMap: (isAtMap) => {
        view.isAtMap = isAtMap;
        draw();
      },
      setDisc: (disc) => {
        view.disc = disc;
        draw();
      },
      choosePlacement: () => {
        const choose = (/** @type {string} */ square) => {
          const placement = uncheckedPlacement(pending.now, view.disc, square);
          if (placement) play(placement);
        };
        const every = new Set(pending.now.turn_sheet.map(({ street }) => street));
        return streetChoice(pending.now.page, every, "", choose);
      },
      record: play,
    });
    choices.replaceChildren(...contentOf(options));
  }
  draw();
  const box = h("input", {
    name: "anyway",
    autocomplete: "off",
    maxlength: 200,
    "aria-label": text("correct.typed"),
  });
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    if (box.value.trim()) play({ symbol: box.value.trim() });
  };
  const write = button(text("anyway.write"), () => undefined, { type: "submit" });
  return [choices, h("form", { class: "typed", submit }, box, write)];
}

/** Return what the signs on the page mean, as a list that can be opened. */
function legend() {
  const waits = drawing(24, 24, s("circle", { cx: 12, cy: 12, r: 9, class: "unsent-disc" }));
  /** @type {[string | SVGElement, string][]} */
  const signs = [
    ["+3", "win"],
    [waits, "waits"],
    ["↶ ↷", "undo"],
    ["✓", "tapped"],
  ];
  return h(
    "details",
    { class: "legend", "data-more": "signs" },
    h("summary", {}, text("signs")),
    h(
      "dl",
      {},
      signs.map(([sign, name]) => [h("dt", {}, sign), h("dd", {}, text(`signs.${name}`))]),
    ),
  );
}

// Links for other phones.

/**
 * Return the link that contains the whole game, and a picture of it to scan: where the game is on this phone only.
 */
export function handOn() {
  const shown = h("div", { class: "phone-link", "data-link": "share" });
  request(`${GAME_PATH}/share`).then(
    ({ ok, data }) => {
      /** @type {{address: string}} */
      const { address } = ok ? data : { address: "" };
      if (!address) return shown.append(h("p", { class: "bad" }, text("phones.uncoded")));
      const box = h("input", { readonly: true, value: address, "aria-label": text("phones.link") });
      const copy = copyButton(address, box, text("copy"), text("copied"), { "data-link-copy": "" });
      shown.append(
        h("img", { src: `${ROOT}${GAME_PATH}/qr.svg?of=share`, alt: text("phones.link"), class: "qr" }),
        h("div", { class: "row" }, h("div", { class: "grow" }, box), copy),
      );
    },
    () => shown.append(h("p", { class: "bad" }, text("phones.uncoded"))),
  );
  return shown;
}

/** @param {Keys} keys of this phone, which are shared by links @param {Snapshot} now */
export function openPhones(keys, now) {
  if (IS_POCKET) {
    openDialog(text("phones"), () => [h("p", { class: "quiet" }, text("phones.pocket")), handOn()]);
    return;
  }
  const links = [
    ...now.players.map((player, seat) => ({
      words: text("phones.seat", { player: playerName(player) }),
      page: "seat",
      role: "seat",
      key: keys[`seat${seat}`],
    })),
    { words: text("phones.recorder"), page: "record", role: "recorder", key: keys.recorder },
    { words: text("phones.viewer"), page: "g", role: "viewer", key: keys.viewer },
  ].filter(({ key }) => key);
  const shown = h("div", { class: "phone-link" });
  const buttons = links.map(({ words, page, role, key }) => {
    const show = () => {
      for (const one of buttons) one.setAttribute("aria-pressed", String(one === made));
      showLink(shown, words, keyAddress(PAGE.id, role, key));
    };
    const made = button(words, show, { "data-link": page, "aria-pressed": "false" });
    return made;
  });
  openDialog(text("phones"), () =>
    links.length
      ? [
          h("p", { class: "quiet" }, text("phones.what")),
          isAlone() &&
            h(
              "p",
              { class: "notice" },
              PAGE.network ? text("phones.network", { address: ORIGIN }) : text("phones.alone"),
            ),
          h("div", { class: "ways" }, buttons),
          shown,
          keys.owner &&
            h("details", { "data-more": "owner" }, h("summary", {}, text("keep.title")), ownerKey(PAGE.id, keys)),
        ]
      : h("p", {}, text("phones.none")),
  );
}

/** @param {HTMLElement} shown @param {string} words @param {string} link */
async function showLink(shown, words, link) {
  const box = h("input", { readonly: true, value: link, "aria-label": text("phones.link") });
  box.addEventListener("focus", () => box.select());
  const copy = copyButton(link, box, text("copy"), text("copied"), { "data-link-copy": "" });
  shown.replaceChildren(h("h3", {}, words), h("div", { class: "row" }, h("div", { class: "grow" }, box), copy));
  const picture = await qrPicture(link, words).catch(() => h("p", { class: "bad" }, text("phones.wrong")));
  shown.prepend(picture);
  shown.scrollIntoView({ block: "nearest" });
}
