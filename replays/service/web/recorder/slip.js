/** A second tap on the same button that comes at once is taken for a slip of the thumb. */

const TWICE = 350;

export class Slips {
  constructor() {
    this.forget();
  }

  /** What was tapped is done: the same may be meant again. */
  forget() {
    this.last = { symbol: "", at: 0 };
  }

  /** Note a tap; whether it is a slip. */
  tapped(symbol) {
    const isSame = this.last.symbol === symbol && performance.now() - this.last.at < TWICE;
    this.last = { symbol, at: performance.now() };
    return isSame;
  }
}
