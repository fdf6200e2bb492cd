import { OPERATIONS } from '../../functions/catalog';
import { TIME_CLASSES, timeClassOf } from '../report/prices';
import { chance } from '../report/simulate';
import type { Cold, ColdMonth } from '../results';
import { Environments, type Lives, type Random } from './environments';
import { BEFORE, type Build, coldMilliseconds, NOW } from './model';
import { happenings, merged } from './month';
import { type Happening, warmCalls } from './warm-calls';

const SEED = 41;
const FLEETS = { short: [5, 50], full: [5, 50, 500] };
const AGE_HOURS = [2, 4] as const;
const IDLE_MINUTES = { drawn: [5, 45], short: [5, 7], long: [45, 60] } as const;
const MS_A_MINUTE = 60_000;
/** Gateway and network of a warm call. */
const WAY_MS = 20;

/** Simulates a carrier's month with the build before keep-warm and rehearsal and with the present one, for three ranges of idle life. */
export const simulateCold = ({ isShort = false } = {}): Cold =>
  (isShort ? FLEETS.short : FLEETS.full).map((trucks) => ({
    trucks,
    before: { ...monthFor(trucks, 'drawn', BEFORE), ...bracketed(trucks, BEFORE) },
    now: { ...monthFor(trucks, 'drawn', NOW), ...bracketed(trucks, NOW) },
  }));

const bracketed = (trucks: number, build: Build) => ({
  shareShort: monthFor(trucks, 'short', build).share,
  shareLong: monthFor(trucks, 'long', build).share,
});

function monthFor(
  trucks: number,
  idle: keyof typeof IDLE_MINUTES,
  build: Build,
): Omit<ColdMonth, 'shareShort' | 'shareLong'> {
  const random = chance(SEED + trucks);
  const functions = new Functions({ idleMinutes: IDLE_MINUTES[idle], ageHours: AGE_HOURS }, random, build);
  const times: number[] = [];
  const counts = { calls: 0, cold: 0, warmCalls: 0, deploys: 0 };
  for (const one of merged(happenings(trucks, random), build === NOW ? WARM_CALLS : [])) {
    const milliseconds = functions.take(one);
    if (one.kind === 'deploy') counts.deploys += 1;
    if (one.kind === 'warm') counts.warmCalls += 1;
    if (one.kind !== 'call' || !one.isOfOffice) continue;
    times.push(milliseconds);
    if (functions.lastWasCold) counts.cold += 1;
  }
  counts.calls = times.length;
  times.sort((one, other) => one - other);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
  return { ...counts, share: (100 * counts.cold) / counts.calls, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** The functions of all operations. */
class Functions {
  lastWasCold = false;
  private readonly byOperation: ReadonlyMap<string, Environments>;
  private readonly added: number;

  constructor(lives: Lives, random: Random, build: Build) {
    this.byOperation = new Map(Object.values(OPERATIONS).map(({ id }) => [id, new Environments(lives, random)]));
    this.added = coldMilliseconds(build);
  }

  /** Lets something happen. Returns the milliseconds for which its caller waits. */
  take(one: Happening): number {
    if (one.kind === 'deploy') {
      for (const each of this.byOperation.values()) each.end();
      return 0;
    }
    const warm = one.kind === 'call' ? (WARM_MS.get(one.operation) ?? 0) : 1;
    const cold = warm + this.added;
    const environments = this.byOperation.get(one.operation);
    this.lastWasCold = environments?.call(one.at, warm / MS_A_MINUTE, cold / MS_A_MINUTE) ?? false;
    return WAY_MS + (this.lastWasCold ? cold : warm);
  }
}

const WARM_CALLS = warmCalls();

/** Two calls stand for an operation of the table: the caller's right, and its own. */
const WARM_MS = new Map(
  Object.values(OPERATIONS).map(({ id }) => [id, TIME_CLASSES[timeClassOf(id, { calls: 2 })].milliseconds]),
);
