import type { Definitions } from './definitions';
import { allStates, firesAt, READINGS, type States } from './evaluate';
import type { Recorded } from './metric-store';
import { OUTAGES, type Outage, QUIET_MINUTES, SINGLE_FAULTS } from './outages';
import type { Recordings } from './recordings';
import { BEFORE, simulate, type TimeOfDay } from './simulate';

/** A simulated time, with what must and what must not happen in it. */
export interface Case {
  readonly name: string;
  readonly outage?: Outage;
  readonly from: number;
  readonly recorded: Recorded;
}

/**
 * An outage is simulated for this long after its alarm is due: an alarm that is wrong may come late, and one on silence may
 * end when CloudWatch sees no point of its metrics any more. That is six hours after the last run of an hourly schedule.
 */
const LONGER = 320;
/** Alarms that inform no topic. `down` must go off with each of them. */
const PARTS_OF_DOWN = ['unreachable', 'crashes', 'busy', 'canary'];

/** Alarms on silence must not end while it lasts. */
const SILENCES = ['canary', 'recovery-silent', 'hourly-silent', 'backups-silent'];

/** Simulates all outages, all single faults and a quiet week. */
export function simulateAll(recordings: Recordings, { schedules }: Definitions): Case[] {
  const given = (seed: number, at: TimeOfDay) => ({ recordings, schedules, seed, at });
  const outages = OUTAGES.map((outage, seed): Case => {
    const { before: from = BEFORE, longer = LONGER } = outage;
    const minutes = from + outage.within + longer;
    const spells = [{ fault: outage.fault, from, until: minutes }];
    return { name: outage.name, outage, from, recorded: simulate(minutes, spells, given(seed, outage.at)) };
  });
  const singles = SINGLE_FAULTS.flatMap(({ name, fault, lasts }, index) =>
    (['noon', 'night'] as const).map((at, time): Case => {
      const minutes = BEFORE + lasts + 3 * 60;
      const spells = [{ fault, from: BEFORE, until: BEFORE + lasts }];
      const recorded = simulate(minutes, spells, given(100 + 2 * index + time, at));
      return { name: `${name}, at ${at}`, from: 0, recorded };
    }),
  );
  return [
    ...outages,
    ...singles,
    { name: 'a quiet week', from: 0, recorded: simulate(QUIET_MINUTES, [], given(999, 'noon')) },
  ];
}

/** What is wrong with the alarms in a case. `only` names those that are judged. */
export function faultsOf(
  { outage, from, recorded }: Case,
  definitions: Definitions,
  only?: readonly string[],
): string[] {
  return READINGS.flatMap((reading) => {
    const states = allStates(definitions, recorded, reading, only);
    const wanted = outage ? [outage.alarm, ...(outage.also ?? [])] : [];
    if (outage && PARTS_OF_DOWN.includes(outage.alarm)) wanted.push('down');
    const faults = [...states].flatMap(([name, one]) => {
      const at = firesAt(one);
      if (at === undefined || (wanted.includes(name) && at >= from)) return [];
      return [`${name} goes off after ${at - from} minutes`];
    });
    return [...faults, ...lateAlarms(outage, from, states, only)].map((fault) => `${fault} (${reading.name})`);
  });
}

function lateAlarms(
  outage: Outage | undefined,
  from: number,
  states: ReadonlyMap<string, States>,
  only?: readonly string[],
): string[] {
  if (outage === undefined) return [];
  const needed = PARTS_OF_DOWN.includes(outage.alarm) ? [outage.alarm, 'down'] : [outage.alarm];
  return needed.flatMap((name) => {
    if (only && !only.includes(name)) return [];
    const at = minutesUntil(states.get(name), from);
    if (at === undefined) return [`${name} does not go off`];
    if (SILENCES.includes(name) && !states.get(name)?.at(-1)) return [`${name} ends before the outage does`];
    return at <= outage.within ? [] : [`${name} goes off after ${at} minutes, not ${outage.within}`];
  });
}

const minutesUntil = (states: States | undefined, from: number): number | undefined => {
  const at = firesAt(states ?? [], from);
  return at === undefined ? undefined : at - from + 1;
};

/** The alarms that go off in an outage under every reading, with the latest minute. */
export function firedIn({ outage, from, recorded }: Case, definitions: Definitions): Map<string, number> {
  const each = READINGS.map((reading) => allStates(definitions, recorded, reading));
  const names = [...(each[0]?.keys() ?? [])];
  return new Map(
    names.flatMap((name) => {
      const minutes = each.map((states) => outage && minutesUntil(states.get(name), from));
      return minutes.some((one) => one === undefined) ? [] : [[name, Math.max(...minutes.map(Number))] as const];
    }),
  );
}
