import { say } from "./told.js";
import { dialog } from "./dialog.js";
import { h } from "./elements.js";
export function correction({ one }) { dialog(say("correct"), () => [h("p", {}, one.words)]); }
