/** What a person has to settle: a decision that the rules refuse, and one in whose place somebody else wrote another. */

import { button, capital, decisionButton, h } from "./elements.js";
import { say } from "./told.js";
import { isDeed } from "./unchecked.js";

/** How the type of a problem ends where what was typed is no notation. */
const MISTYPED = "/not-well-formed";

/**
 * A decision that was refused: why, what would be right, and what may be done about it.
 * @param {{entry: object, others: number, words: (symbol: string) => string,
 *   instead: (symbol: string) => void, anyway: () => void, drop: () => void, dropAll: () => void}} shown `others` is
 *   how many wait behind it
 */
export function refused({ entry, others, words, instead, anyway, drop, dropAll }) {
  const problem = entry.problem ?? {};
  const isMistyped = String(problem.type).endsWith(MISTYPED);
  const isAnyway = problem.rule && !isMistyped && isDeed({ symbol: entry.decision });
  const title = say(isMistyped ? "mistyped" : "refused");
  return h(
    "section",
    { class: "settle bad", "aria-label": title, tabindex: "-1", "data-settle": "refused" },
    h("h2", {}, title),
    h("p", {}, h("code", {}, entry.decision || entry.path), " ", h("bdi", {}, entry.words === entry.decision ? "" : entry.words)),
    h("p", { class: "why" }, capital(problem.detail ?? problem.title ?? ""), problem.rule && !isMistyped ? [" ", h("code", {}, `(${problem.rule})`)] : null),
    problem.expected && entry.group !== "street" ? h("p", { class: "quiet" }, say("expected", { expected: problem.expected })) : null,
    problem.suggestions?.length
      ? h(
          "div",
          { class: "ways" },
          problem.suggestions.map((symbol) =>
            decisionButton({ symbol, words: words(symbol) || say("instead") }, () => instead(symbol)),
          ),
        )
      : null,
    h(
      "div",
      { class: "ways" },
      isAnyway ? button(say("anyway"), anyway, { key: "anyway" }) : null,
      button(say("drop"), drop, { kind: "primary", key: "drop" }),
      others ? button(say("drop.all", { number: others + 1 }), dropAll, { key: "drop all" }) : null,
    ),
  );
}

/**
 * Two phones wrote two things: one of them is tapped.
 * @param {{entry: object, words: (symbol: string) => string, mine: () => void, theirs: () => void}} shown
 */
export function clash({ entry, words, mine, theirs }) {
  const [first, ...rest] = entry.theirs;
  return h(
    "section",
    { class: "settle bad", "aria-label": say("clash"), tabindex: "-1", "data-settle": "clash" },
    h("h2", {}, say("clash")),
    h("p", {}, rest.length ? say("clash.more", { number: entry.theirs.length }) : say("clash.one")),
    h(
      "div",
      { class: "two" },
      choice(say("clash.theirs"), first, words(first), theirs, "theirs"),
      choice(say("clash.mine"), entry.decision, entry.words, mine, "mine"),
    ),
  );
}

function choice(whose, symbol, words, act, key) {
  return button(
    [h("small", {}, whose), h("strong", {}, capital(words || symbol)), h("code", {}, symbol)],
    act,
    { kind: "choice-card", key, "data-choice": key },
  );
}
