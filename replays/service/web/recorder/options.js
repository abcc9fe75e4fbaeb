/** What comes next as buttons: what is legal, as the service answered it, the likeliest first. */

/** @import { DecisionOption, Disc, FollowingStep, Shortcut, ShortcutStep, Snapshot } from "../common/api.js" */
/** @import { Child } from "../viewer/elements.js" */
/** @import { Tappable } from "./entry.js" */

import { h } from "../viewer/elements.js";
import { placeIcon } from "../viewer/shapes.js";
import { button, capitalize, decisionButton, list, markOf, playerTitle, signOf, text } from "./page.js";
import { END } from "./pending.js";

/** @typedef {(option: Tappable) => void} Choose */

/** @type {Disc[]} */
const DISCS = ["c", "w", "s", "d"];
/** Of how many cards, with how many ways altogether, each way is a button. */
const FEW_CARDS = 2;
const FEW_WAYS = 6;
/** From how many shortcuts on they are grouped. */
const MANY_WAYS = 4;
/** From how many cards on one is chosen among their faces. */
const FEW_FACES = 2;
const UNKNOWN = "?";
/** How an influence card is written. */
const PLACE = /^[A-Z]{3}$/;
const PALAZZO = "PAL";

/** The rule that is at work while a disc is activated. */
const ACTIVATION = "R4.3";

// Discs and the city.

/**
 * Return placements, and discs that may be taken back; also those of the next turn, where the end of the active disc is
 * all that is before them.
 * @param {Snapshot} now @returns {DecisionOption[]}
 */
export function streetOptions(now) {
  if (now.over) return [];
  const options = now.options.filter(isOnStreet);
  return options.length ? options : (now.following?.options.filter(isOnStreet).map(afterEnd) ?? []);
}

/** @param {DecisionOption} option */
function isOnStreet({ group }) {
  return group === "street";
}

/**
 * Return something that is tapped while a disc is activated and ends it.
 * @template {Tappable} T
 * @param {T} option of the following step
 */
function afterEnd(option) {
  return { ...option, symbol: `${END} ${option.symbol}` };
}

/**
 * Return something that was tapped as it is offered now, undefined where it is not: what was to end the active disc first
 * where that has ended by itself, and a street that ends it.
 * @param {Snapshot} now @param {Tappable} tapped @returns {Tappable | undefined}
 */
export function offered(now, { symbol, group }) {
  const { options, shortcuts, following, last } = now;
  /** @type {Tappable[]} */
  const all = [...options, ...shortcuts.map(asAction)];
  if (following) all.push(...[...following.options, ...following.shortcuts.map(asAction)].map(afterEnd));
  const isDisc = group === "street";
  const find = (/** @type {string} */ wanted) =>
    all.find((option) => option.symbol === wanted && (option.group === "street") === isDisc);
  const hasEnded = last.at(-1)?.symbol === END && symbol.startsWith(`${END} `);
  return (
    find(symbol) ??
    (hasEnded ? find(symbol.slice(END.length + 1)) : undefined) ??
    (isDisc ? find(`${END} ${symbol}`) : undefined)
  );
}

/**
 * Return a shortcut as it is tapped.
 * @param {Shortcut} shortcut
 */
function asAction(shortcut) {
  return { ...shortcut, group: "action" };
}

/** @param {Snapshot} now */
function legalDiscs(now) {
  return DISCS.filter((disc) => streetOptions(now).some((option) => option.disc === disc));
}

/**
 * Return the kind of disc that is placed: the one that was chosen, if it is legal.
 * @param {Snapshot} now @param {Disc} chosen
 */
function placedDisc(now, chosen) {
  const found = legalDiscs(now);
  return found.length && !found.includes(chosen) ? found[0] : chosen;
}

/**
 * Return a choice of the kind of disc that a seat places, null where there is no choice.
 * @param {Snapshot} now @param {number | null | undefined} seat @param {Disc[]} discs @param {Disc} chosen
 * @param {(disc: Disc) => void} choose
 */
export function discChoice({ page }, seat, discs, chosen, choose) {
  if (discs.length < 2) return null;
  const third = page.parties[page.players];
  const colours = { c: page.parties[seat ?? -1]?.colour, w: "w", s: third?.colour, d: third?.colour };
  return h(
    "div",
    { class: "kinds", role: "group", "aria-label": text("disc") },
    discs.map((disc) => {
      const mark = colours[disc] && markOf(colours[disc]);
      const isChosen = String(disc === chosen);
      return button([mark, text(`kind.${disc}`)], () => choose(disc), {
        key: `kind ${disc}`,
        "aria-pressed": isChosen,
      });
    }),
  );
}

/**
 * Return on which streets something may be placed, or taken back.
 * @param {Snapshot} now
 */
export function legalStreets(now) {
  return new Set(streetOptions(now).flatMap(({ street }) => street ?? []));
}

/**
 * Record what a tap on a street does; return false where discs are not placed now. A street that the rules refuse can be
 * tapped as well: the service says why.
 * @param {Snapshot} now @param {Disc} chosen @param {string} street
 * @param {(street: string) => void} onSeveral what is done where several decisions are legal @param {Choose} record
 */
export function tapStreet(now, chosen, street, onSeveral, record) {
  const placements = streetOptions(now);
  const sheet = now.turn_sheet.find((one) => one.street === street);
  if (!placements.length || !sheet) return false;
  const here = placements.filter((option) => option.street === street);
  const fitting = here.filter((option) => !option.disc || option.disc === placedDisc(now, chosen));
  const [first, ...others] = fitting.length ? fitting : here;
  const refused = { symbol: sheet.name, words: streetName(sheet), group: "street", street };
  if (others.length) onSeveral(street);
  else record(first ?? (now.following ? afterEnd(refused) : refused));
  return true;
}

/**
 * Return the name of a street: its two tiles, in the order of its name in notation.
 * @param {{name: string}} street
 */
export function streetName({ name: [one, other] }) {
  return text("street", { one: text(`action.${one}`), other: text(`action.${other}`) });
}

// Buttons.

/**
 * Return the buttons.
 * @param {Snapshot} now @param {Disc} chosen @param {string | null} street that was tapped, and has several decisions
 * @param {(disc: Disc) => void} choose @param {Choose} record
 */
export function optionButtons(now, chosen, street, choose, record) {
  const placements = streetOptions(now);
  const onStreet = placements.filter((option) => option.street === street);
  const others = now.options.filter((option) => !isOnStreet(option));
  const of = (/** @type {string[]} */ ...groups) => others.filter((option) => groups.includes(option.group));
  const isAtPlacement = placements.length > 0 && !now.following;
  const likely =
    isAtPlacement || now.shortcuts.length ? undefined : others.find((option) => option.symbol === now.usual);
  const isEnd = likely?.group === "end" && now.following !== null;
  const rest = (/** @type {DecisionOption[]} */ options) => options.filter((option) => option !== likely);
  const where = [
    placements.length > 0 &&
      discChoice(now, (now.following ?? now).seat, legalDiscs(now), placedDisc(now, chosen), choose),
    onStreet.length > 0 && waysOf(onStreet.map((option) => decisionButton(option, record))),
  ];
  return [
    isAtPlacement && where,
    cardFirst(now),
    shortcutButtons(now.shortcuts, record),
    likely && !isEnd && h("div", { class: "usual" }, decisionButton(likely, record, "primary")),
    byAction(of("action", "skip"), likely, record),
    cardButtons(of("card"), now.undo, record),
    faceButtons(rest(of("other", "draw")), record) ?? plainButtons(rest(of("other", "draw")), record),
    now.following ? followingStep(now, now.following, where, record) : plainButtons(rest(of("end")), record, "end"),
  ];
}

/**
 * Return what comes once the activation is ended, which a tap here records as well.
 * @param {Snapshot} now @param {FollowingStep} following @param {Child} where the choice of the next placement
 * @param {Choose} record
 */
function followingStep(now, { seat, active, scored, options, shortcuts }, where, record) {
  const player = seat === null ? text("somebody") : playerTitle(now.players[seat]);
  const mark = seat === null ? null : markOf(now.players[seat].colour);
  const end = now.options.filter(({ group }) => group === "end");
  const actions = options.filter(({ group }) => group === "action" || group === "skip").map(afterEnd);
  return h(
    "section",
    { class: "following", "aria-label": text("then") },
    h("h2", { class: "small" }, mark, text(active ? "then.disc" : "then.place", { player })),
    scored &&
      h(
        "p",
        { class: "notice", "data-notice": "scored" },
        capitalize(text("then.scored", { tile: text(`tile.${scored}`) })),
      ),
    shortcutButtons(shortcuts.map(afterEnd), record),
    byAction(actions, undefined, record),
    where,
    h(
      "div",
      { class: "way" },
      end.map((option) => decisionButton(option, record, "end")),
    ),
  );
}

/**
 * Return the buttons of shortcuts; of many, those with a step in common are together, and each step is said once.
 * @param {Shortcut[]} shortcuts @param {Choose} record
 */
function shortcutButtons(shortcuts, record) {
  return groupShortcuts(shortcuts).map((group) => {
    const [first] = group;
    const shared = group.length > 1 ? first.steps.filter((step) => isShared(step, group)) : [];
    const own = group.map(({ steps }) => steps.filter((step) => !isShared(step, group)));
    const isOneAction = new Set(own.flat().map(({ action }) => action)).size < 2;
    if (!shared.length || own.some(({ length }) => !length)) {
      const kind = group.length > 1 ? "" : "primary";
      return usual(group.map((shortcut) => decisionButton(asAction(shortcut), record, kind, shortcut.steps)));
    }
    // What all have in common, signs as well, is read once above them.
    const signs = [...shared, ...(isOneAction ? own[0] : [])].map(({ action }) => signOf(action));
    const deed = capitalize(list(shared.map(({ words }) => words)));
    const steps = (/** @type {number} */ at) =>
      own[at].map(({ action, words }) => ({ action: isOneAction ? null : action, words }));
    return [
      h("h2", { class: "small" }, signs, h("span", {}, text("then.and", { deed }))),
      usual(group.map((shortcut, at) => decisionButton(asAction(shortcut), record, "", steps(at)))),
    ];
  });
}

/** @param {Child[]} buttons */
function usual(buttons) {
  return h("div", { class: "usual" }, buttons);
}

/** @param {ShortcutStep} step @param {Shortcut[]} group */
function isShared({ action, words }, group) {
  return group.every(({ steps }) => steps.some((step) => step.action === action && step.words === words));
}

/**
 * Return shortcuts by the step that most of them have in common, if they are many and have none that all have.
 * @param {Shortcut[]} shortcuts
 */
function groupShortcuts(shortcuts) {
  if (shortcuts.length < MANY_WAYS) return shortcuts.length ? [shortcuts] : [];
  const groups = [0, 1].map((at) => [...Map.groupBy(shortcuts, ({ steps }) => steps[at]?.words ?? "").values()]);
  const [fewest] = groups.sort((one, other) => one.length - other.length);
  return fewest.length * 2 <= shortcuts.length ? fewest : [shortcuts];
}

/**
 * Return buttons in columns; a single one takes the whole width.
 * @param {Child[]} buttons
 */
function waysOf(buttons, isWide = false) {
  return h("div", { class: isWide ? "way" : "ways" }, buttons);
}

/**
 * Return why an action of the street is not among the options, null where all are: it cannot be skipped, and needs a
 * card first (R4.2).
 * @param {Snapshot} now
 */
function cardFirst({ active, rule, options }) {
  if (!active || rule !== ACTIVATION) return null;
  const shown = options.filter(({ group }) => group === "action" || group === "skip").map(({ action }) => action);
  const [missing, ...more] = [...new Set(active.pending)].filter((action) => !shown.includes(action));
  if (!missing) return null;
  const deed = capitalize(text(`action.${missing}`));
  const words = more.length ? text("cards.first") : text("card.first", { deed });
  return h("p", { class: "notice", "data-notice": "card first" }, words);
}

/**
 * Return the letters of the actions in the order of the options, with the options of each.
 * @param {DecisionOption[]} options
 */
function groupByAction(options) {
  return [...Map.groupBy(options, (option) => option.action ?? "")];
}

/** @param {string} action */
function actionTitle(action) {
  return action ? capitalize(text(`action.${action}`)) : text("offer");
}

/**
 * @param {string} title @param {Child} heading @param {Child} content
 */
export function deedSection(title, heading, content) {
  return h("section", { class: "deed", "aria-label": title }, h("h2", { class: "small" }, heading), content);
}

/**
 * @param {string} kind @param {string} key @param {Child} summary @param {Child} content
 */
export function foldedDeeds(kind, key, summary, content, open = false) {
  return h("details", { class: kind, "data-key": key, open }, h("summary", {}, summary), content);
}

/**
 * Return the buttons of each action under its name; what can only be skipped, or done in one way, needs no name above it.
 * @param {DecisionOption[]} options @param {DecisionOption | undefined} likely @param {Choose} record
 */
function byAction(options, likely, record) {
  const isSkip = (/** @type {DecisionOption} */ option) => option.group === "skip";
  const buttonsOf = (/** @type {DecisionOption[]} */ group, hasName = false) =>
    group.map((option) => {
      const { action, words } = option;
      return decisionButton(option, record, isSkip(option) ? "undone" : "", [
        { action: hasName ? null : action, words },
      ]);
    });
  const groups = groupByAction(options.filter((option) => option !== likely));
  const single = groups.filter(([, group]) => group.length === 1);
  const several = groups.filter(([, group]) => group.length > 1);
  return [
    several.map(([action, group]) => {
      const isOneWay = group.filter((option) => !isSkip(option)).length < 2;
      if (isOneWay) return waysOf(buttonsOf(group));
      return deedSection(actionTitle(action), [signOf(action), actionTitle(action)], waysOf(buttonsOf(group, true)));
    }),
    single.length > 0 &&
      waysOf(
        single.flatMap(([, group]) => buttonsOf(group)),
        single.length < 2,
      ),
  ];
}

/** @param {DecisionOption[]} options @param {number} count of the decisions so far @param {Choose} record */
function cardButtons(options, count, record) {
  if (!options.length) return null;
  const ways = (/** @type {DecisionOption[]} */ some, hasFace = false) =>
    waysOf(
      some.map((option) => decisionButton(option, record, "by-hand", [cardStep(option, hasFace)])),
      some.length < 2,
    );
  const kinds = groupByAction(options);
  const isTappedAtOnce = kinds.length > 1 && kinds.length === options.length;
  if (kinds.length <= FEW_CARDS && options.length <= FEW_WAYS && !isTappedAtOnce)
    return deedSection(text("cards"), text("cards"), ways(options));
  // A card that can do one thing is tapped at once, another one opens its ways until something is decided.
  const cards = kinds.map(([action, group]) => {
    const face = [signOf(action), h("small", {}, text(`action.${action}`))];
    const [only, ...more] = group;
    return more.length
      ? foldedDeeds("playable", `card ${action} ${count}`, face, ways(group, true))
      : button(face, () => record(only), {
          kind: "playable",
          key: only.symbol,
          "data-symbol": only.symbol,
          "aria-label": capitalize(only.words),
        });
  });
  return h(
    "section",
    { class: "deed hand", "aria-label": text("cards") },
    h("h2", { class: "small" }, text("cards")),
    h("div", { class: "playables" }, cards),
  );
}

/**
 * Return what is done with a card whose face, or a title that says that a card is played, is above it.
 * @param {DecisionOption} option @param {boolean} hasFace
 */
function cardStep({ action, deed, words }, hasFace) {
  return { action: hasFace ? null : action, words: deed ?? words };
}

/**
 * Return a choice among cards as their faces; null where there are few, or something else is chosen.
 * @param {DecisionOption[]} options @param {Choose} record
 */
function faceButtons(options, record) {
  if (options.length < FEW_FACES) return null;
  const faces = options.map(faceOf);
  if (faces.includes(null)) return null;
  const buttons = options.map((option, at) =>
    button(faces[at], () => record(option), {
      kind: "face",
      key: option.symbol,
      "data-symbol": option.symbol,
      "aria-label": capitalize(option.words),
    }),
  );
  return h("div", { class: "faces" }, buttons);
}

/**
 * Return the face of the influence card or the card that is chosen, null where another thing is.
 * @param {DecisionOption} option @returns {Child}
 */
function faceOf({ symbol, action }) {
  if (symbol === UNKNOWN) return [h("b", {}, UNKNOWN), h("small", {}, text("card.unknown"))];
  if (symbol !== action) return null;
  return PLACE.test(symbol)
    ? [placeIcon(symbol), h("small", {}, placeName(symbol))]
    : [signOf(symbol), h("small", {}, text(`action.${symbol}`))];
}

/** @param {string} place */
function placeName(place) {
  return text(place === PALAZZO ? `place.${place}` : `tile.${place}`);
}

/** @param {DecisionOption[]} options @param {Choose} record */
function plainButtons(options, record, kind = "") {
  if (!options.length) return null;
  return waysOf(
    options.map((option) => decisionButton(option, record, kind)),
    options.length < 2,
  );
}
