/**
 * An old decision set right: what it was, what it is to be, and, one after the other, what becomes of those behind it
 * that do not fit any more, and what was done where nobody told. Each step can be taken back; nothing is written before
 * all of that is settled.
 */

import { kinds } from "./deeds.js";
import { dialog } from "./dialog.js";
import { button, capital, decisionButton, fill, h } from "./elements.js";
import { name } from "./ledger.js";
import { cityMap } from "./map.js";
import { placementOn, placementsOf } from "./placements.js";
import { say } from "./told.js";
import { corrected } from "./undoing.js";
import { request, Unreachable } from "./wire.js";

const MISSED = "missed";

/**
 * @param {{one: object, ledger: object, sender: object, later: (entry: object) => void, done: () => void}} told `one`
 *   is a decision as `now.last` tells it
 */
export function correction({ one, ledger, sender, later, done }) {
  dialog(say("correct"), (close, body) => {
    const version = ledger.now.version;
    const path = `${sender.path}/corrections`;
    let edit = {};
    let steps = [];

    function show(...content) {
      body.replaceChildren(...content.flat(Infinity).filter(Boolean));
      body.querySelector("button, input")?.focus();
    }

    async function asked(ask) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        show(h("p", { class: "bad", role: "alert" }, say("correct.away")));
        return null;
      }
    }

    const post = (dry) =>
      asked(() =>
        request(path, {
          key: sender.key,
          method: "POST",
          version,
          name: dry ? undefined : name(),
          json: { at: one.number, ...edit, ...said(), missing: true, dry },
        }),
      );

    /** What was said so far, step by step, of those behind it. */
    function said() {
      const rest = steps.find((step) => step.rest);
      return {
        choices: Object.fromEntries(steps.filter((step) => step.id).map(({ id, word }) => [id, word])),
        ...rest,
      };
    }

    async function attempt(given) {
      edit = given;
      steps = [];
      await look();
    }

    async function choose(step) {
      steps = [...steps, step];
      await look();
    }

    /** The step before: what was said last, or what it is to be. */
    function back() {
      const before = () => {
        if (!steps.length) return begin();
        steps = steps.slice(0, -1);
        return look();
      };
      return button(say("correct.step"), before, { "data-correct": "step" });
    }

    /** Try it, and tell what is still to be settled. */
    async function look() {
      const tried = await post(true);
      if (!tried) return;
      if (!tried.ok) return refused(tried.told);
      const [broken] = tried.told.broken;
      if (broken) show(head(), settled(tried.told), question(broken, tried.told.broken.length), back());
      else show(head(), settled(tried.told), write(), back());
    }

    function refused(problem) {
      show(
        h("p", { class: "bad", role: "alert" }, capital(problem?.detail ?? "")),
        problem?.suggestions?.map((symbol) =>
          decisionButton({ symbol, words: say("instead") }, () => attempt({ replace: symbol })),
        ),
        button(say("correct.now"), begin),
      );
    }

    function head() {
      return h(
        "p",
        {},
        h("strong", {}, one.id),
        " ",
        h("code", {}, one.symbol),
        " → ",
        h("code", {}, edit.replace ?? say("correct.nothing")),
      );
    }

    function settled({ outcomes, broken }) {
      if (!outcomes.length) return broken.length ? null : h("p", { class: "good" }, say("correct.fits"));
      return h(
        "ul",
        {},
        outcomes.map((outcome) => h("li", {}, capital(outcome.words))),
      );
    }

    /** What becomes of a decision that does not fit any more, or what was done where nobody told. */
    function question(broken, count) {
      const isMissing = broken.trouble === "missing";
      const chosen = (word) => () => choose({ id: broken.id, word });
      return h(
        "section",
        { class: "settle bad", "data-broken": broken.id },
        h("h3", {}, capital(broken.words)),
        h("p", { class: "quiet" }, isMissing ? say("correct.now") : say("correct.open", { number: count })),
        h(
          "div",
          { class: "ways" },
          broken.nearest.map((option) => decisionButton(option, chosen(option.symbol))),
          broken.choices.map((word) =>
            button(capital(say(word === MISSED ? word : `correct.${word}`)), chosen(word), { "data-choice": word }),
          ),
        ),
        count > 1 && !isMissing
          ? button(say("correct.rest"), () => choose({ rest: "observed" }), { "data-choice": "rest" })
          : null,
      );
    }

    function write() {
      return button(
        say("correct.do"),
        async () => {
          const written = await post(false);
          if (!written) return;
          if (!written.ok) return refused(written.told);
          ledger.told(written.told.now);
          corrected(ledger, { id: one.id, before: version, after: written.told.version });
          close();
          scrollTo({ top: 0 });
          done();
        },
        { kind: "primary", "data-correct": "do" },
      );
    }

    function ways(options) {
      const others = options.filter((option) => option.symbol !== one.symbol);
      return h(
        "div",
        { class: "ways" },
        others.map((option) => decisionButton(option, () => attempt({ replace: option.symbol }))),
      );
    }

    /** The city, where the decision placed a disc; what lay there then is not shown. `null` for another decision. */
    function choices(symbols) {
      const names = placementsOf(ledger.now);
      if (!symbols.length || !symbols.every((symbol) => names[symbol])) return null;
      const found = [...new Set(symbols.map((symbol) => names[symbol].kind))];
      const streets = ledger.now.turn_sheet.map((sheet) => ({ ...sheet, discs: undefined }));
      const panel = h("div", {});

      function choose(kind) {
        const on = (square) =>
          placementOn(
            streets.find(({ street }) => street === square),
            kind,
          );
        const others = symbols.filter((symbol) => symbol !== one.symbol);
        fill(
          panel,
          kinds(found, kind, choose),
          cityMap({
            city: ledger.now.city,
            streets,
            may: (square) => others.includes(on(square)),
            tapped: (square) => on(square) !== one.symbol && attempt({ replace: on(square) }),
          }),
        );
      }

      const was = names[one.symbol]?.kind;
      choose(found.includes(was) ? was : found[0]);
      return panel;
    }

    async function begin() {
      const told = await asked(() => request(`${sender.path}/legal?before=${one.number}`, { key: sender.key }));
      if (!told?.ok) return;
      const box = h("input", {
        name: "instead",
        autocomplete: "off",
        maxlength: 500,
        "aria-label": say("correct.typed"),
      });
      show(
        h("p", {}, h("strong", {}, one.id), " ", h("code", {}, one.symbol), " ", capital(one.words)),
        h("h3", {}, say("correct.now")),
        h("div", {}, choices(told.told.options.map(({ symbol }) => symbol)) ?? ways(told.told.options)),
        h(
          "form",
          {
            class: "typed",
            submit: (event) => {
              event.preventDefault();
              if (box.value.trim()) attempt({ replace: box.value.trim() });
            },
          },
          box,
          button(say("correct.try"), () => undefined, { type: "submit" }),
        ),
        button(say("correct.delete"), () => attempt({ delete: true }), { "data-correct": "delete" }),
        button(
          say("correct.back"),
          () => {
            close();
            later({ path: "/undo", json: { to: one.number - 1 }, words: say("undo") });
          },
          { "data-correct": "back" },
        ),
      );
    }

    if (ledger.entries.length || !sender.reaches) return [h("p", { class: "bad" }, say("correct.away"))];
    begin();
    return [h("p", { class: "quiet" }, say("loading"))];
  });
}
