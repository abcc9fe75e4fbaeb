/** Work done piece by piece, each in a frame of its own, so that on a slow processor no frame is late. */

export class Pacer {
  constructor() {
    this.frame = 0;
    /** What is still to be done, by name; what has waited longest is first. @type {Map<string, () => void>} */
    this.waiting = new Map();
  }

  /**
   * Do a piece at once and each other in a frame after it. One that still waits under the same name is replaced where it
   * stands, so that each has its turn however often there is new work.
   * @param {() => void} first @param {Record<string, () => void>} others by name
   */
  start(first, others) {
    cancelAnimationFrame(this.frame);
    first();
    for (const [name, piece] of Object.entries(others)) this.waiting.set(name, piece);
    // The next frame draws the first.
    this.frame = requestAnimationFrame(() => this.wait());
  }

  wait() {
    this.frame = requestAnimationFrame(() => {
      const [[name, piece]] = this.waiting;
      this.waiting.delete(name);
      piece();
      if (this.waiting.size) this.wait();
    });
  }

  /** Drop what is left. */
  stop() {
    cancelAnimationFrame(this.frame);
    this.waiting.clear();
  }
}
