/** What is copied by a button. */

/** Put a text on the clipboard; where the browser refuses that, what its `box` holds. */
export async function copy(text, box) {
  box.select();
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    document.execCommand("copy");
  }
}
