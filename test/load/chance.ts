/** Repeatable chance: the same seed gives the same run, as far as the machine lets it. */
export class Chance {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** From 0 to below `limit`. Numerical Recipes' linear congruential generator; its upper bits are the even ones. */
  below(limit: number): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.state / 2 ** 32) * limit);
  }

  /** One of several, each as likely as the others. */
  among<T>(all: readonly T[]): T {
    const chosen = all[this.below(all.length)];
    if (chosen === undefined) throw new Error('There is nothing to choose from.');
    return chosen;
  }

  /** One of the names, as often as its weight says. */
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
