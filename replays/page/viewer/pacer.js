/** Work done piece by piece, each in a frame of its own, so that on a slow processor no frame is late. */

export class Pacer {
  constructor() {
    this.frame = 0;
  }

  /**
   * Do the first piece at once and each other in a frame after it; drop what is left of the work before.
   * @param {(() => void)[]} pieces
   */
  start([first, ...others]) {
    this.stop();
    first();
    // The next frame draws it.
    this.wait([() => {}, ...others]);
  }

  /** @param {(() => void)[]} pieces */
  wait([next, ...others]) {
    this.frame = requestAnimationFrame(() => {
      next();
      if (others.length) this.wait(others);
    });
  }

  /** Drop what is left. */
  stop() {
    cancelAnimationFrame(this.frame);
  }
}
