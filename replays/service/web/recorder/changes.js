/** What the service answers of a game that this phone has: only what changed, or everything. */

/** @import { Snapshot, SnapshotChanges } from "../common/api.js" */

import { TABLE } from "./page.js";

/**
 * Return the query for all that the table is drawn from, or for what changed of what this phone has.
 * @param {Snapshot | null} before
 */
export function tableQuery(before) {
  return before?.tag ? `${TABLE}&since=${encodeURIComponent(before.tag)}` : TABLE;
}

/**
 * Return an answer with what was not sent again since this phone has it; what it has where nothing changed.
 * @template Answer
 * @param {Answer | SnapshotChanges} answer @param {Snapshot | null} before as it was when the service was asked
 * @returns {Answer | Snapshot}
 */
export function completed(answer, before) {
  if (!before || !isChanges(answer)) return /** @type {Answer} */ (answer);
  const { since, ...changed } = answer;
  if (!Object.keys(changed).length) return before;
  return { ...before, ...changed, page: { ...before.page, ...changed.page } };
}

/** @param {unknown} answer @returns {answer is SnapshotChanges} */
function isChanges(answer) {
  return typeof answer === "object" && answer !== null && "since" in answer;
}
