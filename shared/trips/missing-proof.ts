import { alertSteps, notedResolutionSteps } from '../alerts/alerts';
import { AppError } from '../platform/errors';
import type { Context } from '../platform/runtime/context';
import { allItems } from '../platform/table/lists';
import { getItem } from '../platform/table/read';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import { type Step, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { recentRoadPolicy } from '../road-policy/policy';
import { missingOf } from './proof';
import { type PlannedStop, type StopRegisters, type StopStatus, stopPlanKey, stopsOfTrip } from './stop';
import { type TripRecord, tripKey } from './trip';

/** What the end of a trip knows of its proofs. */
export interface EndProof {
  /** The stops that lack a proof. */
  readonly missing: readonly PlannedStop[];
  /** True when the team lets no driver end a trip without its proofs. */
  readonly isEnforced: boolean;
  /** The alert for a trip that ends without its proofs. */
  readonly alert: { readonly id: string; readonly steps: readonly Step[] };
}

/** The office decided that nothing is left to be shown at the stop. */
const SETTLED: readonly StopStatus[] = ['SALIO', 'OMITIDA', 'QUITADA'];

/** The stops whose proof is missing. Reports may only reduce it: a skipped stop needs none, also when the driver reached it later. */
export function stopsWithoutProof(
  stops: readonly PlannedStop[],
  registers: readonly StopRegisters[],
): readonly PlannedStop[] {
  const byStop = new Map(registers.map((one) => [one.stopId, one]));
  return stops.filter(({ id, requires }) => {
    const { skipped, correction, proofs } = byStop.get(id) ?? {};
    const isSettled = skipped !== undefined || (correction !== undefined && SETTLED.includes(correction.status));
    return !isSettled && missingOf(requires, proofs).length > 0;
  });
}

/** Reads which stops of a trip lack a proof. Only a plan that requires one costs more than a read of the plan. */
async function readWithoutProof(
  context: Context,
  { teamId, id, stopsRevision }: TripRecord,
): Promise<readonly PlannedStop[]> {
  if (stopsRevision === undefined) return [];
  const { stops = [] } = (await getItem(context, stopPlanKey(teamId, id))) ?? {};
  if (stops.every(({ requires = [] }) => requires.length === 0)) return [];
  return stopsWithoutProof(stops, await allItems(context, { ...stopsOfTrip(teamId, id), consistent: true }));
}

/** Judges the proofs of a trip that ends, by the policy of the team. Undefined when nothing is missing or the team wants no proof. */
export async function proofAtEnd(context: Context, trip: TripRecord): Promise<EndProof | undefined> {
  const missing = await readWithoutProof(context, trip);
  if (missing.length === 0) return undefined;
  const { proof } = await recentRoadPolicy(context, trip.teamId);
  if (proof === 'NONE') return undefined;
  const id = context.newId();
  const steps = alertSteps(context, trip.teamId, { type: 'TRIP_ENDED_WITHOUT_PROOF', entityId: trip.id }, id);
  return { missing, isEnforced: proof === 'ENFORCE', alert: { id, steps } };
}

/** The most stops that a message names. */
const MOST_NAMED = 5;

/** The driver cannot end the trip yet. */
export class ProofMissing extends AppError {
  constructor(missing: readonly PlannedStop[]) {
    const names = missing.slice(0, MOST_NAMED).map(({ name }) => name);
    const list = [...names, ...(missing.length > names.length ? ['…'] : [])].join(', ');
    super('TRIP_NOT_READY', {
      message: {
        en: `The proof of delivery is missing: ${list}. Send it, or skip the stop with a reason; then end the trip.`,
        es: `Falta la prueba de entrega: ${list}. Envíela, u omita la parada con un motivo; después termine el viaje.`,
      },
    });
  }
}

/**
 * Resolves the alert of a trip that ended without a proof, when the last missing one has come. A repeated fact does it again, which repairs a
 * call that was interrupted. Returns the trip as it is then.
 */
export const resolveProofAlert = (context: Context, read: TripRecord): Promise<TripRecord> =>
  retryOnConflict(context, read, async (trip, changed) => {
    const { teamId, id, proofAlert, ...kept } = trip;
    if (proofAlert === undefined || (await readWithoutProof(context, trip)).length > 0) return trip;
    await transact(context, [
      update(tripKey(teamId, id), { remove: ['proofAlert'] }, { equals: { proofAlert } }, (found) =>
        found ? changed(found) : new AppError('NOT_FOUND'),
      ),
      ...(await notedResolutionSteps(context, teamId, [proofAlert], () => changed(trip))),
    ]);
    return { teamId, id, ...kept };
  });
