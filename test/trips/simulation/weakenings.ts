import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { eventKey } from '../../../shared/audit/audit-event';
import { driverKey } from '../../../shared/fleet/driver';
import { uuidVersion7 } from '../../../shared/platform/runtime/uuid';
import type { Condition } from '../../../shared/platform/table/expression';
import { getItem } from '../../../shared/platform/table/read';
import { type Step, update } from '../../../shared/platform/table/steps';
import { writeOne } from '../../../shared/platform/table/write';
import type { ItemError } from '../../../shared/trips/fact';
import { type StopFact, stopIdOf } from '../../../shared/trips/fact';
import { entryOf, isSameFact } from '../../../shared/trips/fact-entry';
import { Outranked, reportOf } from '../../../shared/trips/merge-stop';
import { stopKey } from '../../../shared/trips/stop';
import { refusedItem } from '../../../shared/trips/sync-result';
import { copyList } from '../../../shared/trips/track';
import type { TripRecord } from '../../../shared/trips/trip';
import { FENCE_WEAKENINGS } from './fence-weakenings';
import { HOURS_WEAKENINGS } from './hours-weakenings';
import { PROOF_WEAKENINGS } from './proof-weakenings';
import type { WeakRules } from './rules';
import type { Weakening } from './weakening';

const REGISTERS = ['arrived', 'departed', 'skipped'] as const;

/** The merge of a report with another condition. */
function merge(teamId: string, fact: StopFact, condition: Condition, remove: readonly string[] = []): Step {
  const change = { set: { stopId: fact.stopId, ...reportOf(fact) }, remove: [...remove] };
  const key = stopKey(teamId, fact.tripId, fact.stopId);
  return update(
    key,
    change,
    { exists: undefined, ...condition },
    () => new Outranked('The stop has a report that stays.'),
  );
}

/** Refusals of facts that are refused for another reason in truth, or not at all. */
const refusing = (error: ItemError, when: ItemError | undefined, holds: (trip: TripRecord) => boolean): WeakRules => ({
  refusalOfFact: (strong) => (fact, driverId, named) => {
    const refusal = strong(fact, driverId, named);
    return refusal?.error === when && named.trip && holds(named.trip) ? { error } : refusal;
  },
});

/** A judgement of positions that does not see some fields of the trip. */
const withoutSight = (hidden: Partial<Record<'endFactId' | 'endedById' | 'endedBefore', undefined>>): WeakRules => ({
  judgePosition: (strong) => (position, driverId, trip) => strong(position, driverId, trip && { ...trip, ...hidden }),
});

/** The name of a segment without the hash. */
function withoutHash(command: unknown): unknown {
  if (!(command instanceof UpdateCommand)) return command;
  const { Key, ...input } = command.input;
  const [kind, first, hash] = String(Key?.sk).split('#');
  return kind === 'TRACK' && hash !== undefined
    ? new UpdateCommand({ ...input, Key: { ...Key, sk: `${kind}#${first}` } })
    : command;
}

export const WEAKENINGS: readonly Weakening[] = [
  {
    name: 'a duplicate is answered without a second merge',
    seed: 20,
    rules: {
      storeFact: (strong) => async (context, driver, receivedAt, fact) => {
        const entry = entryOf(driver, receivedAt, fact);
        const there = await getItem(context, eventKey(driver.teamId, entry));
        return there && isSameFact(there, entry) ? 'DUPLICATE' : strong(context, driver, receivedAt, fact);
      },
    },
  },
  {
    name: 'the last arrival overwrites',
    rules: {
      mergeStep: (strong) => (teamId, fact) =>
        fact.kind === 'STOP_ARRIVED' ? merge(teamId, fact, {}) : strong(teamId, fact),
    },
  },
  {
    name: 'the first departure stays',
    rules: {
      mergeStep: (strong) => (teamId, fact) =>
        fact.kind === 'STOP_DEPARTED'
          ? merge(teamId, fact, { absentOrEntry: { departed: { name: 'id', is: '>=', value: fact.id } } })
          : strong(teamId, fact),
    },
  },
  {
    name: 'a stop has the status that the last item reported',
    rules: {
      mergeStep: (strong) => (teamId, fact) => {
        if (fact.kind === 'PROOF') return strong(teamId, fact);
        const told = Object.keys(reportOf(fact));
        return merge(
          teamId,
          fact,
          {},
          REGISTERS.filter((register) => !told.includes(register)),
        );
      },
    },
  },
  {
    name: 'a fact undoes the correction of the office',
    rules: {
      storeFact: (strong) => async (context, driver, receivedAt, fact) => {
        const stored = await strong(context, driver, receivedAt, fact);
        const { teamId } = driver;
        const stopId = stopIdOf(fact);
        if (stopId !== undefined)
          await writeOne(
            context,
            update(stopKey(teamId, fact.tripId, stopId), { remove: ['correction'] }, {}, () => new Error('No stop.')),
          );
        return stored;
      },
    },
  },
  {
    name: 'a fact is refused unless the trip is EN_PROCESO when it arrives',
    rules: refusing('TRIP_ENDED', undefined, ({ status }) => status === 'COMPLETADO'),
  },
  {
    name: 'TRIP_START is refused permanently while the driver is busy',
    rules: {
      moveByFact: (strong) => async (context, driver, receivedAt, fact, read) => {
        const moved = await strong(context, driver, receivedAt, fact, read);
        const isBusy = typeof moved.outcome === 'object' && moved.outcome.error === 'TRIP_NOT_READY';
        return isBusy ? { ...moved, outcome: { error: 'TRIP_CANCELLED' } } : moved;
      },
    },
  },
  {
    name: 'early facts are refused permanently',
    rules: refusing('TRIP_CANCELLED', 'TRIP_NOT_STARTED', () => true),
  },
  {
    name: 'only the facts of the present driver are accepted',
    rules: {
      refusalOfFact: (strong) => (fact, driverId, named) =>
        named.trip && named.trip.driverId !== driverId ? { error: 'NOT_YOUR_TRIP' } : strong(fact, driverId, named),
    },
  },
  {
    name: 'the own time of the driver is not merged when the transition was made before',
    rules: { mergeTimes: () => async (_context, trip) => trip },
  },
  {
    name: 'a former driver ends the trip',
    rules: {
      refusalOfFact: (strong) => (fact, driverId, named) => {
        if (fact.kind !== 'TRIP_END') return strong(fact, driverId, named);
        const { id, at, recordedAt, tripId } = fact;
        return strong({ id, at, recordedAt, tripId, kind: 'NOTE', text: '' }, driverId, named);
      },
      moveByFact: (strong) => async (context, driver, receivedAt, fact, read) => {
        const present = await getItem(context, driverKey(read.teamId, read.driverId ?? ''));
        const mover = present?.sub ? { ...driver, id: present.id, sub: present.sub } : driver;
        return strong(context, mover, receivedAt, fact, read);
      },
    },
  },
  {
    name: '`sentAt` is ignored',
    rules: {
      correctedTime:
        () =>
        (recordedAt, { receivedAt }) =>
          Math.min(Date.parse(recordedAt), receivedAt.getTime()),
    },
  },
  {
    name: 'the last position is chosen by instant instead of identifier',
    // The weak rule changes the identifiers, which the track has too.
    sees: /^last position/,
    rules: {
      recordPositions: (strong) => async (context, sent) => {
        const renamed = sent.positions.map((one, index) => ({ ...one, id: idOfTime(one.at, index) }));
        const positions = renamed.toSorted((one, other) => (one.id < other.id ? -1 : 1));
        const answer = await strong(context, { ...sent, positions });
        const resultOf = new Map(answer.results.map((result) => [result.id, result]));
        const results = sent.positions.flatMap(({ id }, index) => {
          const result = resultOf.get(renamed[index]?.id ?? '');
          return result ? [{ ...result, id }] : [];
        });
        return { ...answer, results };
      },
    },
  },
  { name: 'keys do not contain the leg', seed: 446, rules: { keyInTrack: (strong) => (_leg, id) => strong(0, id) } },
  { name: 'late positions are dropped', rules: { writeSegments: () => async () => {} } },
  {
    name: 'the list is cut before its segment is written',
    seed: 661,
    sees: /^track/,
    rules: {
      spillList: () => async (context, place, teamId, tripId, listed) => {
        const cut = { remove: place.namesOf(['points']) };
        const condition = { equals: place.stored({ lastKey: listed.lastKey }) };
        await writeOne(
          context,
          update(place.key(teamId, tripId), cut, condition, () => new Error('Changed.')),
        ).catch(() => {});
        await copyList(context, teamId, tripId, listed);
        return true;
      },
    },
  },
  { name: 'a segment is named by its first point', rewrite: withoutHash },
  { name: 'an identifier with another body counts as a duplicate', rules: { isSameFact: () => () => true } },
  {
    name: 'positions before the own end of the driver are recognised by the instant alone',
    rules: withoutSight({ endFactId: undefined, endedById: undefined }),
  },
  {
    name: 'positions between the end of the office and the end of the driver are accepted',
    rules: withoutSight({ endedBefore: undefined }),
  },
  {
    name: 'the least TRIP_END counts instead of the one that ended the trip',
    seed: 232,
    rules: withoutSight({ endedById: undefined }),
  },
  {
    name: 'one refused item refuses its batch',
    rules: {
      readItems: (strong) => (items, clocks, check) => {
        const read = strong(items, clocks, check);
        if (read.every((one) => !('result' in one))) return read;
        return read.map((one) => {
          if ('result' in one) return one;
          const { id } = 'fact' in one ? one.fact : one.position;
          return { result: refusedItem(id, { error: 'VALIDATION_FAILED' }) };
        });
      },
    },
  },
  ...PROOF_WEAKENINGS,
  ...FENCE_WEAKENINGS,
  ...HOURS_WEAKENINGS,
];

/** An identifier of this time. The index tells those of one call apart. */
const idOfTime = (at: string, index: number): string =>
  uuidVersion7(Date.parse(at), Uint8Array.from([0, index, 0, 0, 0, 0, 0, 0, 0, index]));
