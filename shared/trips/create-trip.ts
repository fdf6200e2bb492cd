import * as v from 'valibot';
import { auditStep, type TeamActor } from '../audit/audit';
import { clientKey } from '../clients/client';
import { driverKey } from '../fleet/driver';
import { vehicleKey } from '../fleet/vehicle';
import { recordOf } from '../invoices/invoice-record';
import { invoiceCreationSteps } from '../invoices/invoice-writes';
import { taxIssuerKey } from '../invoices/issuer';
import { AppError, validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { namingRecords, type StillThere } from '../platform/table/deletions';
import { newExternalId } from '../platform/table/external-ids';
import { CREATE_ONCE_PERMISSIONS, type Creation, createOnce, type Once } from '../platform/table/idempotency';
import { getItems } from '../platform/table/read';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import { check, create, putItem, type Step, unexpectedConflict } from '../platform/table/steps';
import { FIRST_VERSION } from '../platform/table/version';
import { withoutEmptyTexts } from '../platform/values/fields';
import { centsOf } from '../platform/values/money';
import type { Text } from '../platform/values/text';
import { routeKey } from '../routes/route';
import { comparePlan, type PlanRefusal } from './compare-plan';
import { nameAgain } from './follow-names';
import { KeptWarnings, OVERLAP_PERMISSIONS } from './overlaps';
import { stopPlanKey } from './stop';
import { copiedPlan } from './stop-plan';
import { type NewTrip, type Trip, TripRecord, tripIndexes, tripKey } from './trip';
import { tripDraft } from './trip-draft';
import { newPlaceSteps } from './trip-places';
import { newTripWords } from './trip-words';

/** A new trip, with what its plan warns of. */
const PlannedTrip = v.object({ ...TripRecord.entries, ...KeptWarnings });
type PlannedTrip = v.InferOutput<typeof PlannedTrip>;

/** Creates a trip with its draft invoice, its first timeline entry and the invoice counts, in one transaction. */
export const createTrip = capability(
  {
    table: [...CREATE_ONCE_PERMISSIONS, 'BatchGetItem', 'ConditionCheckItem', 'UpdateItem', 'DeleteItem'],
    ...OVERLAP_PERMISSIONS,
    tableKeys: ['CALLER#', 'TEAM#'],
  },
  (context) => async (actor: TeamActor, plan: NewTrip, once: Once | undefined) => {
    const planTrip = async (stillThere: StillThere, changed: () => Error): Promise<Creation<PlannedTrip>> => {
      const references = await withClientOfRoute(context, plan, await readReferences(context, actor.teamId, plan));
      const trip: Trip = {
        id: context.newId(),
        teamId: actor.teamId,
        status: 'NO_INICIADO',
        ...withoutEmptyTexts(plan),
        ...(references.client && { clientId: references.client.id }),
        ...namesOf(references),
        createdAt: context.now().toISOString(),
        version: FIRST_VERSION,
      };
      const invoiceId = context.newId();
      const draft = recordOf(tripDraft(invoiceId, trip, references), FOLLOWING);
      const { route } = references;
      const stops = route && (await copiedPlan(context, route, trip.startDate));
      const planned: TripRecord = {
        ...trip,
        invoiceId,
        estimate: centsOf(draft.record.total),
        ...(stops && { stopsRevision: 1 }),
        ...(route?.hasLine && { hasLine: true }),
      };
      const compared = await comparePlan(context, planned, { route, refusedWith: refusedCreation }, changed);
      const steps = [
        create(tripKey(trip.teamId, trip.id), planned, unexpectedConflict('A trip'), tripIndexes(planned)),
        ...(stops ? [putItem(stopPlanKey(trip.teamId, trip.id), stops)] : []),
        ...newPlaceSteps(planned),
        ...newTripWords(planned),
        ...newExternalId('TRIP', planned),
        ...invoiceCreationSteps(draft.record, draft.details, stillThere),
        ...employableSteps(actor.teamId, plan),
        ...compared.steps,
        auditStep(context, actor, { entityType: 'TRIP', entityId: trip.id, action: 'CREATE', newStatus: trip.status }),
      ];
      return { result: { ...planned, ...compared.warned }, steps };
    };
    // Another plan may have changed an agenda meanwhile: the plan is compared with it again.
    const created = await namingRecords(context, (stillThere) =>
      retryOnConflict(context, undefined, (_, changed) =>
        createOnce(context, once, PlannedTrip, () => planTrip(stillThere, () => changed(undefined))),
      ),
    );
    return nameAgain(context, actor, created, created);
  },
);

/** The refusal of a new plan. */
export const refusedCreation = (refusal: PlanRefusal) => new AppError('PLAN_OVERLAPS', { ...refusal });

/** A draft without a member's edit follows its trip. */
const FOLLOWING = { revision: 0, isTripDraft: true } as const;

/** The fields of a trip that refer to other records of the team. */
type References = Pick<NewTrip, 'clientId' | 'routeId' | 'driverId' | 'vehicleId'>;

/** The copied names of the referenced records, taken when the trip is planned or changed. */
export const namesOf = ({ client, route, driver, vehicle }: Awaited<ReturnType<typeof readReferences>>) => ({
  routeName: route?.name,
  clientName: client?.name,
  driverName: driver?.name,
  driverPhone: driver?.phone ?? undefined,
  vehiclePlate: vehicle?.plate,
});

/**
 * Reads the records that the plan refers to and the issuer of the draft, in one call. Throws VALIDATION_FAILED with the field's name for a record
 * that the team does not have or that is BAJA.
 */
export async function readReferences(
  context: Context,
  teamId: string,
  { clientId, routeId, driverId, vehicleId }: References,
) {
  const [client, route, driver, vehicle, issuer] = await getItems(context, [
    clientId === undefined ? undefined : clientKey(teamId, clientId),
    routeId === undefined ? undefined : routeKey(teamId, routeId),
    driverId === undefined ? undefined : driverKey(teamId, driverId),
    vehicleId === undefined ? undefined : vehicleKey(teamId, vehicleId),
    // Without a client no ISR is withheld.
    clientId === undefined ? undefined : taxIssuerKey(teamId),
  ]);
  const named = {
    clientId: [clientId, client],
    routeId: [routeId, route],
    driverId: [driverId, driver],
    vehicleId: [vehicleId, vehicle],
  };
  for (const [field, [id, found]] of Object.entries(named)) {
    if (id !== undefined && found === undefined)
      throw validationError(field, {
        en: 'This team has no record with this id. Send the id of one of its records.',
        es: 'Esta empresa no tiene un registro con este id. Envíe el id de uno de sus registros.',
      });
  }
  if (driver?.status === 'BAJA') throw isGone('driverId');
  if (vehicle?.status === 'BAJA') throw isGone('vehicleId');
  return { client, route, driver, vehicle, issuer };
}

/** A trip with a route and without a client takes the client of the route. A trip with own goods has none. */
async function withClientOfRoute(
  context: Context,
  { clientId, ownGoods }: NewTrip,
  found: Awaited<ReturnType<typeof readReferences>>,
): Promise<typeof found> {
  const { route } = found;
  if (clientId !== undefined || ownGoods || !route?.clientId) return found;
  const { teamId } = route;
  const [client, issuer] = await getItems(context, [clientKey(teamId, route.clientId), taxIssuerKey(teamId)]);
  return client ? { ...found, client, issuer } : found;
}

/** A driver or a vehicle that has left the fleet. */
export const IS_GONE: Text = {
  en: 'This record is BAJA. Choose another one.',
  es: 'Este registro está de BAJA. Elija otro.',
};

const isGone = (field: 'driverId' | 'vehicleId') => validationError(field, IS_GONE);

/** Repeats the check on BAJA in the transaction, because the status may change between the read and the write. */
export const employableSteps = (teamId: string, { driverId, vehicleId }: References): Step[] => [
  ...(driverId ? [check(driverKey(teamId, driverId), NOT_GONE, () => isGone('driverId'))] : []),
  ...(vehicleId ? [check(vehicleKey(teamId, vehicleId), NOT_GONE, () => isGone('vehicleId'))] : []),
];

const NOT_GONE = { differs: { status: 'BAJA' } };
