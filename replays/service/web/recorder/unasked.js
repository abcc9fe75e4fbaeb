/** What is written down without a tap, where nothing waits: what nobody sees, and what nothing else may come in place of. */

const FORCED = ["end", "skip"];

/** What chance decides without anybody at the table seeing it; `null` where nothing is. */
export function unseenOf({ now, entries }) {
  if (!now || entries.length || now.auto === null || now.over) return null;
  return { symbol: now.auto, words: "", group: "draw" };
}

/**
 * The end of a disc, and an action that cannot be done, where nothing else may come; `null` otherwise. With what was
 * tapped before they are one tap to take back.
 */
export function forcedOf({ now, entries }) {
  const [only, ...others] = now?.options ?? [];
  return !only || others.length || entries.length || now.over || !FORCED.includes(only.group) ? null : only;
}
