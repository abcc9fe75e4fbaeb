/** Keys and swipes, and what they stand for. */

const LEVELS = "wrtace";

/** Ways of `player` by key; a capital is the way back. */
const KEYS = {
  ArrowRight: (player) => player.step(1),
  ArrowLeft: (player) => player.step(-1),
  ArrowDown: (player) => player.step(1),
  ArrowUp: (player) => player.step(-1),
  Home: (player) => player.goTo(0),
  End: (player) => player.goTo(Infinity),
  g: (player) => player.goTo(0),
  G: (player) => player.goTo(Infinity),
  " ": (player) => player.play(),
  s: (player) => player.jump("scorings", 1),
  S: (player) => player.jump("scorings", -1),
  m: (player) => player.jump("markers", 1),
  M: (player) => player.jump("markers", -1),
  n: (player) => player.enter(),
  p: (player) => player.leave(),
  v: (player) => player.nextView(1),
  V: (player) => player.nextView(-1),
  ":": (player) => player.ask(),
  "?": (player) => player.help(),
};

const COARSER = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Do what a key says; whether it says anything. */
export function press(player, event) {
  if (event.ctrlKey || event.metaKey || isTaken(event)) return false;
  const digit = /^Digit([1-5])$/.exec(event.code || "");
  if (event.shiftKey && event.key in COARSER) player.step(COARSER[event.key], 1);
  else if (digit && !event.shiftKey) player.jumpToParty(Number(digit[1]) - 1, event.altKey ? -1 : 1);
  else if (event.altKey) return false;
  else if (LEVELS.includes(event.key)) player.by(LEVELS.indexOf(event.key));
  else if (event.key in KEYS) KEYS[event.key](player);
  else return false;
  return true;
}

/** Whether a key means something to what has the focus. */
function isTaken(event) {
  const target = event.composedPath()[0];
  const name = target?.localName;
  if (name === "select" || (name === "input" && target.type !== "range") || name === "dialog") return true;
  if (target?.closest?.("dialog")) return true;
  if (name === "input") return !event.shiftKey && /^(Arrow|Home|End|Page)/.test(event.key);
  return (name === "button" && event.key === " ") || event.key === "Enter";
}

const FAR = 60;

/** Let a swipe over an element go a step: to the left on, to the right back. */
export function swipes(element, player) {
  let start = null;
  element.addEventListener(
    "touchstart",
    (event) => {
      start = event.touches.length === 1 ? event.touches[0] : null;
    },
    { passive: true },
  );
  element.addEventListener(
    "touchend",
    (event) => {
      const end = event.changedTouches[0];
      if (!start || !end) return;
      const [across, down] = [end.clientX - start.clientX, end.clientY - start.clientY];
      start = null;
      if (Math.abs(across) > FAR && Math.abs(across) > 2 * Math.abs(down)) player.step(across < 0 ? 1 : -1);
    },
    { passive: true },
  );
}
