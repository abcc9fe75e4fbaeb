/** What somebody has begun to write about a game and the service does not have: it stays in this browser. */

/**
 * A variation that was not saved: where it begins, its decisions, how many there were before each tap, its name.
 * @typedef {{line: string, position: number, symbols: string[], taps: number[], name: string}} TrialDraft
 */

/** @typedef {{text?: string, trial?: TrialDraft}} Draft */

const NAME = "calimala.study.";

/** @param {string} id of a game @returns {Draft} */
export function readDraft(id) {
  try {
    const stored = JSON.parse(localStorage.getItem(NAME + id) ?? "{}");
    return stored && typeof stored === "object" ? stored : {};
  } catch {
    return {};
  }
}

/**
 * Keep a part of a draft; what is empty is forgotten.
 * @param {string} id of a game @param {Draft} part
 */
export function writeDraft(id, part) {
  const draft = { ...readDraft(id), ...part };
  try {
    if (draft.text || draft.trial) localStorage.setItem(NAME + id, JSON.stringify(draft));
    else localStorage.removeItem(NAME + id);
  } catch {
    // A browser that stores nothing forgets it with the page.
  }
}
