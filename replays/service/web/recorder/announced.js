/** What is said, to whoever does not see the page, of what happened: with an entry, or in the game. */

import { capital } from "./elements.js";
import { isEarly } from "./refused.js";
import { say } from "./told.js";

const SENTENCES = {
  corrected: () => [say("heard.corrected")],
  kept: ({ words }, ledger) => [words ? say("heard.kept", { words }) : say("state.kept"), nextWords(ledger)],
  same: ({ words, decision }) => [say("heard.same", { words: words || decision })],
  overtaken: () => [say("heard.overtaken")],
  refused: (entry) => [say(isEarly(entry) ? "early" : "refused")],
  theirs: (sentence) => [sentence],
  clash: () => [say("clash")],
};

/** Sentences about what happened, by its name in `what`. */
export function announced(what, ledger) {
  return Object.keys(SENTENCES).flatMap((name) => (what[name] ? SENTENCES[name](what[name], ledger) : []));
}

function nextWords({ now, entries }) {
  return now && !entries.length ? `${capital(now.over ? say("over") : now.words)}.` : "";
}
