import type { World } from './world';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const SPAN = 12 * HOUR;
const JUMP = 10 * MINUTE;

export const CLOCKS = ['right', 'ten minutes off', 'with jumps'] as const;

/** The clock of a phone. Its identifiers ascend in the order of recording, also when the clock is set back. */
export class Clock {
  readonly kind: (typeof CLOCKS)[number];
  private readonly offsets: { readonly from: number; readonly offset: number }[] = [];
  private last = 0;
  private made = 0;

  constructor(private readonly world: World) {
    const { chance } = world;
    this.kind = chance.among(CLOCKS);
    world.count(`clocks: ${this.kind}`);
    const now = world.time.now();
    this.change(0);
    if (this.kind !== 'with jumps') return;
    const jumps = Array.from({ length: 1 + chance.below(5) }, () => now + chance.below(SPAN));
    for (const from of jumps.sort((one, other) => one - other)) this.change(from);
  }

  /** The clock has another offset from then on. */
  private change(from: number): void {
    const { chance } = this.world;
    const sign = chance.among([-1, 1]);
    const offsets = {
      right: () => sign * chance.below(10 * SECOND),
      'ten minutes off': () => sign * JUMP,
      'with jumps': () => sign * chance.among([0, JUMP, chance.below(JUMP)]),
    };
    this.offsets.push({ from, offset: offsets[this.kind]() });
    this.offsets.sort((one, other) => one.from - other.from);
  }

  /** A clock with jumps jumps now. */
  jump(): void {
    if (this.kind === 'with jumps') this.change(this.world.time.now());
  }

  get isRight(): boolean {
    return this.kind === 'right';
  }

  /** In whole milliseconds: virtual time has parts of them. */
  now(): number {
    const now = this.world.time.now();
    return Math.floor(now) + (this.offsets.findLast(({ from }) => from <= now)?.offset ?? 0);
  }

  instant = (): string => new Date(this.now()).toISOString();

  /** RFC 9562 §6.2: a counter follows the time while the clock stands still or goes back. */
  newId(): string {
    const now = this.now();
    this.made = now > this.last ? 0 : this.made + 1;
    this.last = Math.max(now, this.last);
    const time = this.last.toString(16).padStart(12, '0');
    const rest = (this.world.chance.below(2 ** 30) * 4).toString(16).padStart(12, '0').slice(-12);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${this.made.toString(16).padStart(3, '0')}-8${rest.slice(0, 3)}-${rest}`;
  }
}
