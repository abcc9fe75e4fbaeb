/** What may be done, as buttons: the likeliest first, then action by action, cards, and what ends it. */

import { button, capital, decisionButton, h, signOf } from "./elements.js";
import { say } from "./told.js";

const FEW = 6;

/**
 * Buttons for options.
 * @param {{options: object[], usual: string|null, chosen: (option: object) => void}} shown options as `now` tells them
 */
export function deeds({ options, usual, chosen }) {
  const likely = options.find((option) => option.symbol === usual);
  const of = (...groups) => options.filter((option) => groups.includes(option.group));
  return [
    likely ? h("div", { class: "usual" }, decisionButton(likely, chosen, "primary")) : null,
    byAction(of("action", "skip"), likely, chosen),
    cards(
      of("card"),
      chosen,
      options.every(({ group }) => group === "card"),
    ),
    plain(of("other", "draw"), likely, chosen),
    plain(of("end"), likely, chosen, "end"),
  ];
}

/** The letters of the actions in the order of the options, with what belongs to each. */
function grouped(options) {
  const groups = new Map();
  for (const option of options) {
    const action = option.action ?? "";
    if (!groups.has(action)) groups.set(action, []);
    groups.get(action).push(option);
  }
  return [...groups];
}

function byAction(options, likely, chosen) {
  return grouped(options).map(([action, ways]) => {
    const rest = ways.filter((way) => way !== likely);
    if (!rest.length) return null;
    if (likely && rest.every((way) => way.group === "skip"))
      return rest.map((way) => decisionButton(way, chosen, "undone"));
    return h(
      "section",
      { class: "deed", "aria-label": heading(action) },
      h("h2", { class: "small" }, signOf(action), heading(action)),
      h(
        "div",
        { class: rest.filter((way) => way.group !== "skip").length > 1 ? "ways" : "way" },
        rest.map((way) => decisionButton(way, chosen, way.group === "skip" ? "undone" : "")),
      ),
    );
  });
}

function heading(action) {
  return action ? capital(say(`action.${action}`)) : say("offer");
}

function cards(options, chosen, isOnly) {
  if (!options.length) return null;
  const groups = grouped(options);
  if (options.length <= FEW) {
    return h(
      "section",
      { class: "deed", "aria-label": say("cards") },
      h("h2", { class: "small" }, say("cards")),
      h(
        "div",
        { class: "ways" },
        options.map((option) => decisionButton(option, chosen, "by-hand")),
      ),
    );
  }
  return h(
    "details",
    { class: "deed hand", "data-key": "cards", open: isOnly },
    h("summary", {}, say("cards")),
    groups.map(([action, ways]) =>
      h(
        "details",
        { class: "deed", "data-key": `cards ${action}` },
        h("summary", {}, signOf(action), heading(action)),
        h(
          "div",
          { class: "ways" },
          ways.map((option) => decisionButton(option, chosen, "by-hand")),
        ),
      ),
    ),
  );
}

function plain(options, likely, chosen, kind = "") {
  const rest = options.filter((option) => option !== likely);
  if (!rest.length) return null;
  return h(
    "div",
    { class: rest.length > 1 ? "ways" : "way" },
    rest.map((option) => decisionButton(option, chosen, kind)),
  );
}

/** Which kind of disc is placed: shown only where there is a choice. */
export function kinds(found, chosen, choose) {
  if (found.length < 2) return null;
  return h(
    "div",
    { class: "kinds", role: "group", "aria-label": say("disc") },
    found.map((kind) =>
      button(say(`kind.${kind}`), () => choose(kind), {
        key: `kind ${kind}`,
        "aria-pressed": String(kind === chosen),
      }),
    ),
  );
}
