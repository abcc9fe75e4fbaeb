/** What the page was given by the service: the id of its game, and its sentences in the reader's language. */

const element = document.getElementById("told");
const told = element ? JSON.parse(element.textContent) : { id: "", words: {} };

/** The id of the game, "" on a page without one. */
export const ID = told.id;

/** Everything else that the page was given. */
export const TOLD = told;

/** A sentence with its fields filled. */
export function say(name, fields = {}) {
  const sentence = told.words[name] ?? name;
  return sentence.replace(/\{(\w+)\}/g, (whole, field) => (field in fields ? String(fields[field]) : whole));
}
