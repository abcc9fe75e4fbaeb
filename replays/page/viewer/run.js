/** A run of events, each shown for a while: those of a step, or all that follow while the game plays. */

/** @import { Player } from "./player.js" */

/** How long an event is shown while the game plays, in milliseconds: a scoring, one that begins an activation, any other. */
const PAUSES = { scoring: 2200, activation: 560, event: 900 };
/** The same where a step is shown event by event. */
const QUICK = 0.45;
/** How long a step is shown where nothing moves. */
const STILL = 1600;

export class Run {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    /** Where it ends, and whether the game goes on after it; null where nothing runs. @type {{ to: number, isPlaying: boolean } | null} */
    this.goal = null;
    this.timer = 0;
  }

  get isPlaying() {
    return this.goal?.isPlaying ?? false;
  }

  /** @param {number} to @param {boolean} isPlaying */
  start(to, isPlaying) {
    this.end();
    this.goal = { to, isPlaying };
    this.showNext();
  }

  showNext() {
    const { goal, player } = this;
    if (!goal) return;
    player.position += 1;
    const isLast = player.position >= goal.to;
    if (isLast) this.goal = null;
    const scene = player.show(true);
    const { display, line, position } = player;
    if (isLast) return;
    const begins = line.frames[position - 1][4].length <= 4;
    const pause = scene.moment ? PAUSES.scoring : begins ? PAUSES.activation : PAUSES.event;
    this.timer = setTimeout(() => this.showNext(), (pause * (goal.isPlaying ? 1 : QUICK)) / display.motion.speed);
  }

  /** End it where it is. */
  end() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.goal = null;
    this.player.display.motion.finish();
  }

  /** Play the game from where it is. */
  play() {
    const { display, line, position } = this.player;
    if (display.motion.isReduced) this.playStill();
    else if (position < line.frames.length) this.start(line.frames.length, true);
  }

  /** Play step by step, where nothing is to move. */
  playStill() {
    const { display, game, level, line, position } = this.player;
    const last = line.frames.length;
    if (position === last) return;
    const next = game.next(line, position, level);
    this.player.goTo(next);
    this.goal = next < last ? { to: last, isPlaying: true } : null;
    if (this.goal) this.timer = setTimeout(() => this.playStill(), STILL / display.motion.speed);
    display.controls.show(this.player);
  }
}
