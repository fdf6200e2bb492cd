import { auditStep, type TeamActor } from '../audit/audit';
import { AppError, validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { unchanged } from '../platform/table/expression';
import { getItem } from '../platform/table/read';
import { check, deleteItem, putItem, type Step, update } from '../platform/table/steps';
import { recentRoadPolicy } from '../road-policy/policy';
import { routeSpeedsKey } from '../routes/route-speeds';
import { withOwnSpeeds } from './own-speeds';
import { deletedDelays, resolveLate } from './raise-late';
import { storedStops } from './read-stops';
import { minutesAfter } from './road-watch';
import {
  REPORTED,
  type StopCorrection,
  type StopRegisters,
  type StopsBody,
  type StoredStop,
  stopKey,
  stopPlanKey,
} from './stop';
import { type TripStops, tripStops } from './stop-states';
import { type TripRecord, tripKey } from './trip';
import { watchedOf } from './watch-stops';
import { writeStops } from './write-stops';

/** A plan keeps removed stops that have reports. This bounds its item. */
const MOST_KEPT = 100;

const OPEN = ['NO_INICIADO', 'EN_PROCESO'] as const;

/**
 * Replaces the stops of a trip. A removed stop about which the phone reported stays as QUITADA, and another one is
 * deleted. The alerts about a delay at either are resolved. Throws TRIP_ENDED after the end of the trip, and CONFLICT when the stops have another revision.
 */
export const editStops = capability(
  { table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] },
  (context) =>
    async (actor: TeamActor, trip: TripRecord, { stopsRevision, stops: sent }: StopsBody): Promise<TripStops> => {
      if (!isOpen(trip)) throw new AppError('TRIP_ENDED');
      if (stopsRevision !== (trip.stopsRevision ?? 0)) throw new AppError('CONFLICT');
      const { plan, registers } = await storedStops(context, trip);
      const { routeId } = plan;
      const speeds = routeId === undefined ? undefined : await getItem(context, routeSpeedsKey(trip.teamId, routeId));
      const stops = withOwnSpeeds(sentStops(context, trip, plan.stops, sent), speeds);
      const kept = new Set(stops.map(({ id }) => id));
      const absent = plan.stops.filter(({ id }) => !kept.has(id));
      const removals = absent.map((stop) =>
        removalOf(
          context,
          actor,
          trip,
          stop,
          registers.find(({ stopId }) => stopId === stop.id),
        ),
      );
      const planned = [...stops, ...removals.flatMap(({ stays }) => stays)];
      if (planned.length > MOST_KEPT) throw tooMany();
      const revision = stopsRevision + 1;
      const { proof, lateMinutes } = await recentRoadPolicy(context, trip.teamId);
      const delays = registers.flatMap((one) => delayOf(trip, plan.stops, stops, one, lateMinutes));
      const changed = [...removals, ...delays].flatMap(({ registers: after }) => after);
      const others = registers.filter(({ stopId }) => changed.every((one) => one.stopId !== stopId));
      const next = watchedOf(planned, [...others, ...changed]);
      const deleted = removals.flatMap(({ deleted }) => deleted ?? []);
      const delaysGone = await deletedDelays(context, trip.teamId, deleted, () => new AppError('CONFLICT'));
      const steps = [
        update(
          tripKey(trip.teamId, trip.id),
          { set: { stopsRevision: revision } },
          unchanged(trip, ['status', 'stopsRevision']),
          refusedWith,
        ),
        putItem(stopPlanKey(trip.teamId, trip.id), { ...plan, stops: planned }),
        ...[...removals, ...delays].flatMap(({ steps }) => steps),
        ...delaysGone.steps,
        auditStep(context, actor, {
          entityType: 'TRIP',
          entityId: trip.id,
          action: 'UPDATE',
          changes: { fields: ['stops'] },
        }),
      ];
      await writeStops(context, trip, revision, steps, { next });
      await delaysGone.resolveRest();
      for (const one of removals.flatMap(({ registers: left }) => left)) await resolveLate(context, trip, one);
      return tripStops(trip.id, proof, planned, [...others, ...changed], revision);
    },
);

const isOpen = ({ status }: Pick<TripRecord, 'status'>): boolean => OPEN.some((open) => open === status);

function refusedWith(found: TripRecord | undefined): AppError {
  if (found === undefined) return new AppError('NOT_FOUND');
  return new AppError(isOpen(found) ? 'CONFLICT' : 'TRIP_ENDED');
}

const tooMany = () =>
  validationError('stops', {
    en: `Together with the removed stops that the driver reported these are more than ${MOST_KEPT}. Send fewer stops.`,
    es: `Con las paradas quitadas que el operador reportó son más de ${MOST_KEPT}. Envíe menos paradas.`,
  });

/** The sent stops with their identifiers. Each identifier is of a stop of the trip and stands once. */
function sentStops(
  context: Context,
  { status }: TripRecord,
  planned: readonly StoredStop[],
  sent: StopsBody['stops'],
): StoredStop[] {
  const former = new Map(planned.map((stop) => [stop.id, stop]));
  return sent.map((stop, index) => {
    const { id = context.newId() } = stop;
    const before = former.get(id);
    if (stop.id !== undefined && !former.delete(id))
      throw validationError(`stops[${index}].id`, {
        en: 'The trip has no such stop, or it stands twice. Leave the id of a new stop out.',
        es: 'El viaje no tiene esa parada, o aparece dos veces. Omita el id de una parada nueva.',
      });
    const isMoved = before?.isMoved ?? (status === 'EN_PROCESO' && before !== undefined && isElsewhere(before, stop));
    return { ...stop, id, ...(isMoved && { isMoved }) };
  });
}

type Place = Pick<StoredStop, 'lat' | 'lng'>;
const isElsewhere = (one: Place, other: Place): boolean => one.lat !== other.lat || one.lng !== other.lng;

/** What an edit writes about a stop beside the plan. */
interface Change {
  readonly registers: readonly StopRegisters[];
  readonly steps: readonly Step[];
}

/** The delays that were told of a window which the office moves: those of the new one are told anew, and an arrival in it resolves their alerts. */
function delayOf(
  { teamId, id: tripId }: TripRecord,
  planned: readonly StoredStop[],
  stops: readonly StoredStop[],
  registers: StopRegisters,
  lateMinutes: number,
): Change[] {
  const { stopId, late: told } = registers;
  const [before, after] = [planned, stops].map((some) => some.find(({ id }) => id === stopId)?.window);
  if (told === undefined || after === undefined || before?.to === after.to) return [];
  const late = { ...told, told: 0, until: minutesAfter(after.to, lateMinutes) };
  const asRead = unchanged(registers, ['late']);
  const step = update(stopKey(teamId, tripId, stopId), { set: { late } }, asRead, () => new AppError('CONFLICT'));
  return [{ registers: [{ ...registers, late }], steps: [step] }];
}

interface Removal extends Change {
  /** The stop, when the plan keeps it. */
  readonly stays: readonly StoredStop[];
  /** The registers that are deleted with the stop. */
  readonly deleted?: StopRegisters;
}

/**
 * Removes a stop. A report that arrives meanwhile is CONFLICT, so that the stop of a report is never deleted. So is an alert about a delay, which
 * the deletion would not resolve.
 */
function removalOf(
  context: Context,
  actor: TeamActor,
  { teamId, id: tripId }: TripRecord,
  stop: StoredStop,
  registers: StopRegisters | undefined,
): Removal {
  const key = stopKey(teamId, tripId, stop.id);
  const reported = () => new AppError('CONFLICT');
  if (registers === undefined) return { stays: [], registers: [], steps: [check(key, { exists: false }, reported)] };
  if (REPORTED.every((register) => registers[register] === undefined))
    return {
      stays: [],
      registers: [],
      deleted: registers,
      steps: [deleteItem(key, unchanged(registers, [...REPORTED, 'late']), reported)],
    };
  if (registers.correction?.status === 'QUITADA') return { stays: [stop], registers: [registers], steps: [] };
  const now = context.now().toISOString();
  const correction: StopCorrection = { status: 'QUITADA', by: actor.id, correctedAt: now };
  return {
    stays: [stop],
    registers: [{ ...registers, correction }],
    steps: [update(key, { set: { correction } }, {}, reported)],
  };
}
