import { auditStep, type TeamActor } from '../audit/audit';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { unchanged } from '../platform/table/expression';
import { getItems } from '../platform/table/read';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import { type Step, update } from '../platform/table/steps';
import { recentRoadPolicy } from '../road-policy/policy';
import { resolveLate } from './raise-late';
import { type CorrectionBody, type StopCorrection, type StopRegisters, stopKey, stopPlanKey } from './stop';
import { type TripStop, tripStop } from './stop-states';
import { type TripRecord, tripKey } from './trip';
import { writeStops } from './write-stops';

/**
 * Decides the status of a stop, or withdraws the decision. What phones reported stays below it. It raises the revision of
 * the stops. A repeated request changes nothing, but resolves the alerts that an interrupted one left.
 */
export const correctStop = capability(
  { table: ['BatchGetItem', 'GetItem', 'UpdateItem', 'PutItem'] },
  (context) =>
    (actor: TeamActor, read: TripRecord, stopId: string, sent: CorrectionBody): Promise<TripStop> =>
      retryOnConflict(context, read, async (trip, changed) => {
        const key = stopKey(trip.teamId, trip.id, stopId);
        const [plan, found] = await getItems(context, [stopPlanKey(trip.teamId, trip.id), key]);
        const planned = plan?.stops.find(({ id }) => id === stopId);
        if (planned === undefined) throw new AppError('NOT_FOUND');
        const registers: StopRegisters = found ?? { stopId };
        const { proof } = await recentRoadPolicy(context, trip.teamId);
        if (isAsSent(registers.correction, sent)) {
          await resolveDelay(context, trip, registers, sent);
          return tripStop(proof, planned, registers);
        }
        const correction = correctionOf(context, actor, sent);
        const revision = (trip.stopsRevision ?? 0) + 1;
        await writeStops(context, trip, revision, [
          update(
            tripKey(trip.teamId, trip.id),
            { set: { stopsRevision: revision } },
            unchanged(trip, ['status', 'stopsRevision']),
            (stored) => (stored ? changed(stored) : new AppError('NOT_FOUND')),
          ),
          registerStep(key, registers, correction, () => changed(trip)),
          auditStep(context, actor, {
            entityType: 'TRIP',
            entityId: trip.id,
            action: 'UPDATE',
            changes: { fields: ['stops'], stopId, stopStatus: sent.status, reason: sent.reason },
          }),
        ]);
        await resolveDelay(context, trip, registers, sent);
        return tripStop(proof, planned, { ...registers, correction });
      }),
);

const correctionOf = (context: Context, { id }: TeamActor, { status, at, reason }: CorrectionBody) =>
  status === null ? undefined : { status, at, reason, by: id, correctedAt: context.now().toISOString() };

const isAsSent = (stored: StopCorrection | undefined, { status, at, reason }: CorrectionBody): boolean =>
  stored === undefined ? status === null : stored.status === status && stored.at === at && stored.reason === reason;

/**
 * Writes the correction beside the reports. The first correction or report of a stop creates the item. An alert about a delay that is raised
 * meanwhile refuses it, so that the correction resolves this alert too.
 */
const registerStep = (
  key: ReturnType<typeof stopKey>,
  registers: StopRegisters,
  correction: StopCorrection | undefined,
  refused: () => Error,
): Step =>
  update(
    key,
    { set: { stopId: registers.stopId, correction }, ...(correction === undefined && { remove: ['correction'] }) },
    { exists: undefined, ...unchanged(registers, ['late']) },
    refused,
  );

/** The alerts about a delay have no cause when the truck need not go to the stop, or was there in time. */
async function resolveDelay(
  context: Context,
  trip: TripRecord,
  registers: StopRegisters,
  { status, at }: CorrectionBody,
): Promise<void> {
  if (status === 'OMITIDA' || status === 'QUITADA') return resolveLate(context, trip, registers);
  const wasThere = status === 'LLEGO' || status === 'SALIO';
  if (wasThere && at !== undefined) return resolveLate(context, trip, registers, at);
}
