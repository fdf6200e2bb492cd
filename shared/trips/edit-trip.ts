import type { TeamActor } from '../audit/audit';
import { editItem } from '../audit/edit-record';
import { AppError, validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { namingRecords, type StillThere, stillThereSteps } from '../platform/table/deletions';
import { allOf, type Condition, unchanged } from '../platform/table/expression';
import { externalIdEdit, externalIdTaken } from '../platform/table/external-ids';
import type { IndexKeys } from '../platform/table/keys';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import { assertMatch, type IfMatch } from '../platform/table/version';
import { changedBy } from '../platform/values/changes';
import { RESOURCES, type Resource } from './agenda';
import { type ComparedPlan, comparePlan, type PlanRefusal } from './compare-plan';
import { employableSteps, namesOf, readReferences } from './create-trip';
import { draftEdit } from './draft-follows-trip';
import { nameAgain } from './follow-names';
import { outdatedSteps } from './invoice-alerts';
import { leaveDriverSteps } from './left-trips';
import { OVERLAP_PERMISSIONS } from './overlaps';
import { planEdit } from './stop-plan';
import { ENDS_BEFORE_START, type TripChanges, type TripRecord, tripIndexes, tripKey } from './trip';
import { moneyEdit } from './trip-money';
import { placeEdit } from './trip-places';
import { tripWordEdit } from './trip-words';

/**
 * Edits a trip and copies the names of the records that it now refers to. A change of driver or vehicle requires
 * NO_INICIADO, else it throws TRIP_ALREADY_STARTED. A change of driver or planned start also requires that both are
 * unchanged since the read, else it throws CONFLICT. A change of revenue or client also updates the receivable, and the
 * draft if no member has edited it.
 */
export const editTrip = capability(
  {
    table: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'PutItem', 'DeleteItem', 'ConditionCheckItem'],
    ...OVERLAP_PERMISSIONS,
  },
  (context) =>
    (actor: TeamActor, read: TripRecord, changes: TripChanges, ifMatch?: IfMatch): Promise<EditedTrip> =>
      namingRecords(context, (stillThere) =>
        retryOnConflict(context, read, (trip, changed) =>
          changeTrip(context, actor, { trip, changes, ifMatch, stillThere }, changed),
        ),
      ),
);

interface Change {
  readonly trip: TripRecord;
  readonly changes: TripChanges;
  readonly ifMatch: IfMatch | undefined;
  readonly stillThere: StillThere;
}

async function changeTrip(
  context: Context,
  actor: TeamActor,
  { trip, changes, ifMatch, stillThere }: Change,
  changed: (found: TripRecord) => Error,
): Promise<EditedTrip> {
  assertMatch(ifMatch, trip);
  const edited = changedBy(trip, changes);
  const reassigns = edited.driverId !== trip.driverId || edited.vehicleId !== trip.vehicleId;
  const resorts = edited.driverId !== trip.driverId || edited.startDate !== trip.startDate;
  assertHours(edited);
  const named = newReferences(trip, changes);
  const references = await readReferences(context, trip.teamId, named);
  assertAssignable(trip, edited);
  const cleared = clearedBy(trip, edited, references);
  const names = { ...namesOf(references), ...Object.fromEntries(cleared.map((field) => [field, null])) };
  const draft = await draftEdit(context, actor, trip, changedBy(edited, names), changed);
  const left = edited.driverId === trip.driverId ? [] : await leaveDriverSteps(context, trip, changed);
  const outdated = await outdatedSteps(context, trip, edited, changed);
  const { estimate } = draft;
  const stops = await planEdit(context, trip, edited, references.route);
  const places = placeEdit(trip, edited);
  const words = tripWordEdit(trip, edited);
  const money = moneyEdit(trip, { ...edited, estimate });
  const external = externalIdEdit('TRIP', trip, changes, externalIdTaken);
  const { route } = references;
  const resources = comparedAfter(changes);
  const refused = (refusal: PlanRefusal) => refusedEdit(trip, edited, refusal);
  const compared = await comparePlan(context, edited, { before: trip, route, resources, refusedWith: refused }, () =>
    changed(trip),
  );
  const result = await editItem(context, actor, {
    key: tripKey(trip.teamId, trip.id),
    entityType: 'TRIP',
    entityId: trip.id,
    record: trip,
    changes: { ...changes, ...names },
    ifMatch,
    derived: { ...(estimate !== trip.estimate && { estimate }), ...stops.derived },
    ...(resorts && { indexes: orderOf(edited) }),
    condition: [money, draft, places, words, external, stops, compared].reduce(
      (sum: Condition, { condition }) => allOf(sum, condition),
      unmoved(trip, reassigns, resorts),
    ),
    refused: refusedWith(trip, resorts, changed),
    steps: [
      ...employableSteps(trip.teamId, named),
      ...stillThereSteps(trip.teamId, stillThere, [named.clientId, named.routeId, named.vehicleId]),
      ...money.steps,
      ...draft.steps,
      ...places.steps,
      ...words.steps,
      ...external.steps,
      ...stops.steps,
      ...compared.steps,
      ...outdated,
      ...left,
    ],
  });
  return nameAgain(context, actor, { ...result, ...compared.warned }, named);
}

function assertHours({ startDate, endDate }: TripRecord): void {
  if (endDate !== undefined && endDate < startDate) throw validationError('endDate', ENDS_BEFORE_START);
}

function assertAssignable(trip: TripRecord, edited: TripRecord): void {
  const field = (['driverId', 'vehicleId'] as const).find((one) => edited[one] !== trip[one]);
  if (field !== undefined && trip.status !== 'NO_INICIADO') throw new AppError('TRIP_ALREADY_STARTED', { field });
}

/** Throws what an edit refuses by the trip alone. */
export function assertEditable(trip: TripRecord, changes: TripChanges): void {
  const edited = changedBy(trip, changes);
  assertHours(edited);
  assertAssignable(trip, edited);
}

/** A trip after an edit, with what its plan warns of. */
type EditedTrip = TripRecord & ComparedPlan['warned'];

/**
 * What an edit compares with other trips. The sent fields count, also with the values that the trip had: a request that is sent again after a lost
 * answer warns again.
 */
function comparedAfter(changes: TripChanges): readonly Resource[] {
  const isSent = (field: keyof TripChanges) => changes[field] !== undefined;
  return HOURS.some(isSent) ? RESOURCES : RESOURCES.filter(isSent);
}

/** The answer to a refused plan names the field that the edit changed: the driver or vehicle, else one of the hours. */
export function refusedEdit(trip: TripRecord, edited: TripRecord, { field, message }: PlanRefusal): AppError {
  const sent = [field, ...HOURS].find((one) => trip[one] !== edited[one]) ?? field;
  return new AppError('VALIDATION_FAILED', { field: sent, message });
}

/** The fields that the hours of a trip depend on. */
const HOURS = ['startDate', 'endDate', 'routeId'] as const;

/** The names that a trip copies from its records, by the field that refers to the record. */
const COPIED = {
  clientId: ['clientName'],
  routeId: ['routeName'],
  driverId: ['driverName', 'driverPhone'],
  vehicleId: ['vehiclePlate'],
} as const;

/** The copied names that the edit clears: those of a removed record, and the former driver's phone when the new one has none. */
function clearedBy(
  trip: TripRecord,
  edited: TripRecord,
  { driver }: Pick<Awaited<ReturnType<typeof readReferences>>, 'driver'>,
) {
  const removed = (['clientId', 'routeId', 'driverId', 'vehicleId'] as const).filter(
    (field) => trip[field] !== undefined && edited[field] === undefined,
  );
  return [
    ...removed.flatMap((field): readonly (keyof TripRecord)[] => COPIED[field]),
    ...(driver?.phone === null ? (['driverPhone'] as const) : []),
  ];
}

/**
 * When another edit changed the driver or the start, the member gets CONFLICT and decides again. After a start or a
 * payment of the trip, the edit is tried again.
 */
const refusedWith =
  (trip: TripRecord, resorts: boolean, changed: (found: TripRecord) => Error) =>
  (found: TripRecord | undefined): Error => {
    if (found === undefined) return new AppError('NOT_FOUND');
    return resorts && ORDER.some((field) => found[field] !== trip[field]) ? new AppError('CONFLICT') : changed(found);
  };

/**
 * The references that the edit changes. Unchanged references are not checked again: a form sends all its fields, and a
 * record may have left the fleet since the trip was planned.
 */
const newReferences = (trip: TripRecord, { clientId, routeId, driverId, vehicleId }: TripChanges) => ({
  clientId: clientId === trip.clientId ? undefined : (clientId ?? undefined),
  routeId: routeId === trip.routeId ? undefined : (routeId ?? undefined),
  driverId: driverId === trip.driverId ? undefined : (driverId ?? undefined),
  vehicleId: vehicleId === trip.vehicleId ? undefined : (vehicleId ?? undefined),
});

/** The index keys that an edit can change. Only transitions change the status and its index key. */
function orderOf(trip: TripRecord): IndexKeys {
  const { gsi1sk, gsi2pk, gsi2sk } = tripIndexes(trip);
  return { gsi1sk, gsi2pk, gsi2sk };
}

/** The trip was not started, reassigned or rescheduled since it was read, as far as this edit depends on it. */
const unmoved = (trip: TripRecord, reassigns: boolean, resorts: boolean): Condition =>
  allOf(reassigns ? { equals: { status: 'NO_INICIADO' } } : {}, resorts ? unchanged(trip, ORDER) : {});

/** The fields that sort a trip in its indexes, besides the status. */
const ORDER = ['startDate', 'driverId'] as const;
