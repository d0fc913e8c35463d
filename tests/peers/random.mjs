// Random numbers from a seed, so that every machine compares the same histories.

/** Marsaglia's xorshift with 32 bits. */
export class Random {
  #state;

  constructor(seed) {
    this.#state = (seed * 2654435761) >>> 0 || 1;
    for (let round = 0; round < 8; round++) this.next();
  }

  next() {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (this.#state = x >>> 0);
  }

  /** 0 up to, not including, `limit`. */
  below(limit) {
    return this.next() % limit;
  }

  /** True once in `times`. */
  once(times) {
    return this.below(times) === 0;
  }

  of(list) {
    return list[this.below(list.length)];
  }

  /** Small more often than large. */
  size(largest) {
    return this.below(1 + this.below(1 + largest));
  }
}
