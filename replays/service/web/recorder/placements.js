/** What is written for a disc: the name of its street, and what stands behind it for the kind of disc. */

/** What stands behind the name of a street for each kind of disc. */
const BEHIND = { c: "", w: "2", s: "0", d: "00" };

/** What a word of an entry places: a kind of disc on a street; `undefined` for an action that is written alike. */
export function placementOf({ group }, word, names) {
  return group && group !== "street" ? undefined : names[word.toUpperCase()];
}

/** What is written for a disc of a kind on a street of the turn sheet. */
export function placementOn({ name }, kind) {
  return name + BEHIND[kind];
}

/** Street, as in the turn sheet, and kind of disc by what is written for them: `{sheet, kind}`. */
export function placementsOf(now) {
  return Object.fromEntries(
    now.turn_sheet.flatMap((sheet) => Object.keys(BEHIND).map((kind) => [placementOn(sheet, kind), { sheet, kind }])),
  );
}
