/** What may come, as the service told it: the city to tap, the disc to place, and buttons. */

import { deeds, kinds } from "./deeds.js";
import { capital, decisionButton, h } from "./elements.js";
import { cityMap, stack, streetName } from "./map.js";
import { say } from "./told.js";

const KINDS = ["c", "w", "s", "d"];

/** Placements, and discs that are taken back. */
export function onStreets(now) {
  return now.over ? [] : now.options.filter((option) => option.group === "street");
}

/** The kind of disc that is placed: the one that was chosen, if there is one. */
export function kindOf(now, chosen) {
  const found = kindsOf(now);
  return found.length && !found.includes(chosen) ? found[0] : chosen;
}

function kindsOf(now) {
  return KINDS.filter((kind) => onStreets(now).some((option) => option.disc === kind));
}

/**
 * The buttons.
 * @param {object} now
 * @param {{kind: string, street: string|null, choose: (kind: string) => void, record: (option: object) => void}} view
 *   `street` was tapped, and has several ways
 */
export function offered(now, { kind, street, choose, record }) {
  const placements = onStreets(now);
  const ways = placements.filter((option) => option.street === street);
  return [
    placements.length ? kinds(kindsOf(now), kindOf(now, kind), choose) : now.active ? activation(now) : null,
    cardFirst(now),
    ways.length
      ? h(
          "div",
          { class: "ways" },
          ways.map((option) => decisionButton(option, record)),
        )
      : null,
    deeds({
      options: now.options.filter((option) => option.group !== "street"),
      usual: placements.length ? null : now.usual,
      chosen: record,
    }),
  ];
}

/** The rule that is at work while a disc is activated, and the kinds of options that there are then. */
const ACTIVATION = "R4.3";

/** Why an action of the street is not among the options: it cannot be left out, and takes a card first (R4.2). */
function cardFirst({ active, rule, options }) {
  if (!active || rule !== ACTIVATION) return null;
  const shown = options.filter(({ group }) => group === "action" || group === "skip").map(({ action }) => action);
  const [lacking, ...more] = [...new Set(active.pending)].filter((action) => !shown.includes(action));
  if (!lacking) return null;
  const words = more.length ? say("cards.first") : say("card.first", { deed: capital(say(`action.${lacking}`)) });
  return h("p", { class: "notice", "data-told": "card first" }, words);
}

function activation(now) {
  const sheet = now.turn_sheet.find((one) => one.street === now.active.street);
  return h("div", { class: "disc-now" }, stack(sheet, now.active.depth), h("strong", {}, streetName(sheet)));
}

/**
 * The city: where discs may be placed, and else where they lie. A street that the rules refuse can be tapped as well:
 * the service says why.
 * @param {object} now
 * @param {{kind: string, several: (street: string) => void, record: (option: object) => void}} view
 */
export function city(now, { kind, several, record }) {
  const placements = onStreets(now);
  const on = (street) => placements.filter((option) => option.street === street);
  const tapped = (street) => {
    const fits = on(street).filter((option) => !option.disc || option.disc === kindOf(now, kind));
    const all = fits.length ? fits : on(street);
    if (all.length > 1) return several(street);
    const sheet = now.turn_sheet.find((one) => one.street === street);
    return record(all[0] ?? { symbol: sheet.name, words: streetName(sheet), group: "street", street });
  };
  return cityMap({
    city: now.city,
    streets: now.turn_sheet,
    may: (street) => on(street).length > 0,
    active: now.active,
    tapped: placements.length ? tapped : undefined,
  });
}
