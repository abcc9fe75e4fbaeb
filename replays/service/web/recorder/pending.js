/** What waits on this phone as the turn that it makes: what was taken back before it was kept counts no more. */

/** Where something is taken back. */
export const UNDO = "/undo";

/** Whether an entry takes back what waits before it. */
function takesBack(entry, before) {
  return entry.path === UNDO && entry.json?.to !== undefined && before.some((one) => one.decision);
}

/** The entries that make a difference to the game, once all of them have been sent. */
export function standing(entries) {
  let stands = [];
  for (const entry of entries) {
    if (entry.isFree) continue;
    if (takesBack(entry, stands)) stands = stands.filter((one) => !one.decision);
    else stands.push(entry);
  }
  return stands;
}
