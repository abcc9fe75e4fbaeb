/** What is needed seldom: what nobody saw, what was done although the rules refuse it, what signs mean, ways out. */

import { anywayOf } from "./asked.js";
import { kinds } from "./deeds.js";
import { dialog } from "./dialog.js";
import { button, h } from "./elements.js";
import { legend } from "./legend.js";
import { say } from "./told.js";
import { conceivable, unchecked } from "./unchecked.js";
import { ways } from "./ways.js";

const MISSED = "_";

/**
 * @param {{ledger: object, held: Record<string, string>, later: (entry: object) => void,
 *   record: (option: object) => void, isLocked: boolean}} told `held` are the keys of this phone, by role; `isLocked`
 *   that none of them lets it write
 */
export function elsewhere({ ledger, held, later, record, isLocked }) {
  const out = () => [legend(), ways({ number: ledger.entries.length, held })];
  dialog(say("else"), (close, body) =>
    ledger.now && !isLocked ? [...seldom({ ledger, later, record }, close, body), ...out()] : out(),
  );
}

/** What happened otherwise than the rules have it. */
function seldom({ ledger, later, record }, close, body) {
  return [
    button(
      say("missed"),
      () => {
        close();
        record({ symbol: MISSED, words: say("missed.words") });
      },
      { "data-symbol": MISSED },
    ),
    button(say("anyway"), () => body.replaceChildren(...played({ ledger, later, close })), { "data-else": "anyway" }),
  ];
}

/** Everything that there is to do, whether the rules refuse it or not; then what it was in notation. */
function played({ ledger, later, close }) {
  const choice = h("div", { class: "choices" });
  const view = { atMap: !ledger.now.active, kind: "c" };
  const chosen = (option) => {
    close();
    later(anywayOf(option, ledger.now));
  };
  function draw() {
    const told = {
      ledger,
      ...view,
      kinds: kinds(conceivable(ledger.now), view.kind, (kind) => {
        view.kind = kind;
        draw();
      }),
      chosen,
      note: say("anyway.what"),
      isDone: true,
      turn: (atMap) => {
        view.atMap = atMap;
        draw();
      },
    };
    choice.replaceChildren(...unchecked(told).flat(Infinity).filter(Boolean));
  }
  draw();
  const box = h("input", { name: "anyway", autocomplete: "off", maxlength: 200, "aria-label": say("correct.typed") });
  const form = h(
    "form",
    {
      class: "typed",
      submit: (event) => {
        event.preventDefault();
        if (box.value.trim()) chosen({ symbol: box.value.trim() });
      },
    },
    box,
    button(say("anyway.write"), () => undefined, { type: "submit" }),
  );
  return [choice, form];
}
