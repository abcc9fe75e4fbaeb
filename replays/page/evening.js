/**
 * The page of several games: a replay is made when it is opened, and links lead to its moments.
 *
 * A link is `#replay-2@7.2.3`: the name of the element that opens the replay, and the place in the game.
 */

/** @import { CalimalaReplay } from "./viewer/calimala-replay.js" */

/**
 * Return the replay in an element that opens, made from its template the first time.
 * @param {HTMLDetailsElement} frame @returns {CalimalaReplay | null}
 */
function replayIn(frame) {
  const template = frame.querySelector("template");
  template?.replaceWith(template.content);
  return frame.querySelector("calimala-replay");
}

/**
 * Open the replay that an address names, at the place in it.
 * @param {string} hash
 */
async function follow(hash) {
  const [name, place = ""] = decodeURIComponent(hash.slice(1)).split("@");
  const frame = document.getElementById(name);
  if (!(frame instanceof HTMLDetailsElement)) return;
  frame.open = true;
  const replay = replayIn(frame);
  frame.scrollIntoView({ block: "nearest" });
  await replay?.opened;
  replay?.goTo(place);
  replay?.focus();
}

for (const frame of document.querySelectorAll("details")) {
  frame.addEventListener("toggle", () => frame.open && replayIn(frame));
}
document.addEventListener("click", ({ target }) => {
  const link = target instanceof Element && target.closest('a[href*="@"]');
  if (link instanceof HTMLAnchorElement) follow(link.hash);
});
follow(location.hash);
