/** Letters that need no tap: undo, redo, where one types, and the first options that are shown by their number. */

/** @param {{parts: Record<string, HTMLElement>, undo: () => void, redo: () => void}} page */
export function keyboard({ parts, undo, redo }) {
  const shown = () => [...parts.act.querySelectorAll("button.decision")].filter((option) => option.checkVisibility());
  const click = (option) => option && (() => option.click());
  const letters = {
    u: () => !parts.undo.disabled && undo,
    r: () => !parts.redo.disabled && redo,
    n: () => () => parts.typed.elements.notation.focus(),
  };
  addEventListener("keydown", (event) => {
    if (event.target.matches("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    const act = /^[1-9]$/.test(event.key) ? click(shown()[Number(event.key) - 1]) : letters[event.key]?.();
    if (!act) return;
    act();
    event.preventDefault();
  });
}
