/** Jumps from where a player is to the next of something, or to the one before. */

/** @import { Player } from "./player.js" */

/** @param {Player} player @param {number} way 1 forwards, -1 back */
export function jumpToScoring(player, way) {
  jumpAmong(player, player.line.scorings, way);
}

/** @param {Player} player @param {number} way */
export function jumpToMarker(player, way) {
  const positions = [...player.markers.keys()];
  jumpAmong(
    player,
    positions.sort((one, other) => one - other),
    way,
  );
}

/**
 * Jump to an activation of a party, if there is such a party.
 * @param {Player} player @param {number} party @param {number} way
 */
export function jumpToParty(player, party, way) {
  if (party < player.page.parties.length) jumpAmong(player, player.line.activations[party], way);
}

/** @param {Player} player @param {number[]} positions @param {number} way */
function jumpAmong(player, positions, way) {
  const found =
    way > 0
      ? positions.find((position) => position > player.position)
      : positions.findLast((position) => position < player.position);
  if (found !== undefined) player.goTo(found);
}
