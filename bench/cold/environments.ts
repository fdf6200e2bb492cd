/** The minutes for which Lambda keeps an unused environment, and the hours after which it replaces a used one. AWS promises neither. */
export interface Lives {
  readonly idleMinutes: readonly [number, number];
  readonly ageHours: readonly [number, number];
}

interface Environment {
  readonly until: number;
  busyUntil: number;
  keptUntil: number;
}

export type Random = () => number;

/** The logarithm is drawn evenly: a life of an unknown order of magnitude. */
const between = ([low, high]: readonly [number, number], random: Random): number => low * (high / low) ** random();

/** The execution environments of one function. Times are in minutes of the month. */
export class Environments {
  private living: Environment[] = [];

  constructor(
    private readonly lives: Lives,
    private readonly random: Random,
  ) {}

  /** Takes the free environment that was used last, or starts one. Returns whether the call met a cold start. */
  call(at: number, warmMinutes: number, coldMinutes: number): boolean {
    const free = this.living.findLast(
      ({ busyUntil, keptUntil, until }) => busyUntil <= at && keptUntil > at && until > at,
    );
    const used = free ?? { until: at + 60 * between(this.lives.ageHours, this.random), busyUntil: 0, keptUntil: 0 };
    if (free === undefined) {
      this.living = this.living.filter(({ busyUntil, keptUntil }) => Math.max(busyUntil, keptUntil) > at);
      this.living.push(used);
    }
    used.busyUntil = at + (free ? warmMinutes : coldMinutes);
    used.keptUntil = used.busyUntil + between(this.lives.idleMinutes, this.random);
    return free === undefined;
  }

  /** A deploy replaces all environments. */
  end(): void {
    this.living = [];
  }
}
