/** A seeded random generator. The same seed chooses the same requests; their timing still depends on the machine. */
export class Chance {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /**
   * A number from 0 to `limit` - 1. Uses the linear congruential generator of Numerical Recipes. Its upper bits are the more random ones, so
   * the state is divided.
   */
  below(limit: number): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.state / 2 ** 32) * limit);
  }

  /** Chooses one of the values. All are equally likely. */
  among<T>(all: readonly T[]): T {
    const chosen = all[this.below(all.length)];
    if (chosen === undefined) throw new Error('There is nothing to choose from.');
    return chosen;
  }

  /** Chooses one of the names. A name's probability is proportional to its weight. */
  oneOf<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const names = Object.entries<number>(weights);
    let left = this.below(names.reduce((sum, [, weight]) => sum + weight, 0));
    for (const name in weights) {
      left -= weights[name];
      if (left < 0) return name;
    }
    throw new Error('There is nothing to choose from.');
  }
}
