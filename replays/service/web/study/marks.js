/** Marks on the table: the next tap says what is meant. */

/** @import { Player } from "../viewer/player.js" */
/** @import { Desk } from "./desk.js" */

import { button } from "../common/elements.js";

export class Marks {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    /** Whether the next tap on the table marks a place. */
    this.isOn = false;
  }

  /** Return the button that waits for a tap, or no longer does. */
  draw() {
    const { words } = this.desk.lent;
    return button(this.isOn ? words.marking : words.mark, () => this.turn(!this.isOn), {
      "aria-pressed": String(this.isOn),
      "data-study": "mark",
    });
  }

  /** @param {boolean} isOn */
  turn(isOn) {
    const { player, words } = this.desk.lent;
    this.isOn = isOn;
    player.display.root.classList.toggle("is-marking", isOn);
    this.desk.say(isOn ? words.tap : "");
    this.desk.draw();
  }

  /**
   * Mark a part of the table.
   * @param {string} spot
   */
  async add(spot) {
    const { player, words } = this.desk.lent;
    const text = markAt(player, spot);
    if (!text) {
      this.desk.say(words.tap, true);
      return;
    }
    if (!(await this.desk.add({ kind: "mark", text }))) return;
    this.turn(false);
    await this.desk.done(words.saved);
  }
}

/**
 * Return what a mark on a part of the table is called in notation, empty for what cannot be marked.
 * @param {Player} player @param {string} spot
 */
function markAt({ page }, spot) {
  const [kind, name = ""] = spot.split(":");
  const [party, part] = kind.split(".");
  if (kind === "street") return [...name].map((square) => page.city[Number(square) - 1]).join("");
  if (kind === "square") return name;
  if (kind === "tile" || kind === "seat") return `>${page.council[Number(name)]}`;
  if (kind === "row" || kind === "cell" || kind === "cube") return name;
  return part ? `${page.parties[Number(party.slice(1))]?.colour ?? ""}.${part}` : "";
}
