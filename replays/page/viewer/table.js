/** The table of a game: the city, the world, the council and everybody's strips, all drawn from one scene. */

/** @import { Taps } from "./city.js" */
/** @import { Page } from "./page.js" */
/** @import { Scene } from "./scene.js" */

import { City } from "./city.js";
import { Council } from "./council.js";
import { h } from "./elements.js";
import { Strips } from "./strips.js";
import { walkable } from "./touch.js";
import { World } from "./world.js";

export class Table {
  /** @param {Page} page */
  constructor(page) {
    const streets = page.slots.filter((name) => name.startsWith("street:")).map((name) => name.slice(7));
    this.page = page;
    this.city = new City(page, streets);
    this.world = new World(page);
    this.council = new Council(page);
    this.strips = new Strips(page);
    this.board = [h("div", { class: "city" }, this.city.root), this.world.root, this.council.root];
    walkable(this.city.root, ".street");
    walkable(this.world.root, ".row");
    walkable(this.council.root, "button");
    walkable(this.strips.root, "button");
  }

  /**
   * Say on the element around it how many parties there are, and whether there are the parts of Intrigue.
   * @param {HTMLElement} root
   */
  describe(root) {
    root.dataset.parties = String(this.page.parties.length);
    root.classList.toggle("has-intrigue", this.page.intrigue.length > 0);
  }

  /**
   * Draw a position; `taps` is what may be tapped in the city where the game is written down.
   * @param {Scene} scene @param {Taps} [taps]
   */
  update(scene, taps) {
    this.updateCity(scene, taps);
    this.world.update(scene);
    this.strips.update(scene);
  }

  /**
   * Draw the discs, of which one may go from the city to the council.
   * @param {Scene} scene @param {Taps} [taps]
   */
  updateCity(scene, taps) {
    this.city.update(scene, taps);
    this.council.update(scene);
  }
}
