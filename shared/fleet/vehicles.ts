import { auditStep, type TeamActor } from '../audit/audit';
import { creationOf, newRecord } from '../audit/create-record';
import { editItem } from '../audit/edit-record';
import { expiryFields } from '../expiry/document-expiry';
import { EXPIRY_PERMISSIONS, expiryEdit, expirySteps, NEW_EXPIRY_PERMISSIONS } from '../expiry/expiry-writes';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { allOf, type Condition } from '../platform/table/expression';
import { externalIdEdit, newExternalId } from '../platform/table/external-ids';
import { CREATE_ONCE_PERMISSIONS, createOnce, type Once } from '../platform/table/idempotency';
import { getItem } from '../platform/table/read';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import type { ListQuery } from '../platform/table/search-query';
import { interpret, rowFor } from '../platform/table/state-machine';
import { create, type Step, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { changedMeanwhile, renameSteps } from '../platform/table/unique-names';
import { assertMatch, FIRST_VERSION, type IfMatch, mismatch, versionHeld } from '../platform/table/version';
import { inListByName } from '../platform/table/word-keys';
import { newWordSteps, searchedAsRead, wordEdit } from '../platform/table/word-rows';
import { listSearched } from '../platform/table/word-search';
import { changedBy } from '../platform/values/changes';
import type { Page } from '../platform/values/pages';
import { isOfType } from '../platform/values/search';
import { wrongStatus } from '../platform/values/status-change';
import { correctionOf } from './correction';
import {
  normalPlate,
  plateKey,
  SEARCHED_OF_VEHICLE,
  searchedVehicle,
  VEHICLE_FILLS_DOCUMENTS,
  VEHICLE_IN_DOCUMENTS,
  Vehicle,
  type VehicleChanges,
  type VehicleFields,
  type VehicleRecord,
  type VehicleStatus,
  vehicleKey,
  vehiclesOf,
} from './vehicle';
import { VEHICLE_TRANSITIONS } from './vehicle-states';

/** Creates a vehicle, DISPONIBLE. PLATE_TAKEN when the team has a vehicle with that plate. */
export const createVehicle = capability(
  { table: [...CREATE_ONCE_PERMISSIONS, ...NEW_EXPIRY_PERMISSIONS], tableKeys: ['CALLER#', 'TEAM#'] },
  (context) => (actor: TeamActor, fields: VehicleFields, once: Once | undefined) =>
    createOnce(context, once, Vehicle, async () => {
      const { teamId } = actor;
      const vehicle: Vehicle = {
        ...fields,
        ...newRecord(context, actor),
        status: 'DISPONIBLE',
        version: FIRST_VERSION,
      };
      const searched = searchedVehicle(vehicle);
      const key = vehicleKey(teamId, vehicle.id);
      const { result, steps } = creationOf(context, actor, 'VEHICLE', key, vehicle, inListByName(searched));
      const taken = () => new AppError('PLATE_TAKEN', { field: 'plate' });
      const plate = create(plateKey(teamId, normalPlate(fields.plate)), { vehicleId: vehicle.id }, taken);
      const papers = await expirySteps(context, expiringDocumentsOf(vehicle), undefined, vehicle);
      const external = newExternalId('VEHICLE', vehicle);
      return { result, steps: [plate, ...steps, ...newWordSteps(searched), ...papers, ...external] };
    }),
);

const expiringDocumentsOf = ({ teamId, id }: Vehicle) => ({ teamId, entityType: 'VEHICLE', entityId: id }) as const;

interface VehicleFilter extends ListQuery {
  readonly status?: VehicleStatus | undefined;
  /** Compared without case and accents. */
  readonly type?: string | undefined;
}

/** Vehicles of a team. The filters have no index: the vehicles are read until the page is full or has used its units. */
export const listVehicles = capability(
  { table: ['Query', 'BatchGetItem'], gsi1: ['Query'], gsi2: ['Query'] },
  (context) =>
    (teamId: string, { status, type, ...query }: VehicleFilter, page: Page) =>
      listSearched(
        context,
        {
          ...vehiclesOf(teamId),
          teamId,
          kind: 'VEHICLE',
          filters: [status, type],
          keep: (vehicle) => (status === undefined || vehicle.status === status) && isOfType(vehicle, type),
          searched: searchedVehicle,
        },
        query,
        page,
      ),
);

/**
 * Changes the fields that a member may change, and the expiring documents with them. The plate of another vehicle and a date that changed
 * meanwhile are 400, because the contract of this operation has no 409.
 */
export const editVehicle = capability(
  { table: EXPIRY_PERMISSIONS },
  (context) =>
    (actor: TeamActor, read: VehicleRecord, changes: VehicleChanges, ifMatch?: IfMatch): Promise<VehicleRecord> =>
      retryOnConflict(context, read, async (vehicle, changed) => {
        const papers = await expiryEdit(context, expiringDocumentsOf(vehicle), vehicle, changes);
        const words = wordEdit(searchedVehicle(vehicle), searchedVehicle(changedBy(vehicle, changes)));
        const external = externalIdEdit('VEHICLE', vehicle, changes);
        const asRead = allOf(changes.plate === undefined ? {} : plateAsRead(vehicle), papers.condition);
        return editItem(context, actor, {
          key: vehicleKey(vehicle.teamId, vehicle.id),
          entityType: 'VEHICLE',
          entityId: vehicle.id,
          record: vehicle,
          changes,
          ifMatch,
          derived: correctionOf(context, [...VEHICLE_IN_DOCUMENTS, ...VEHICLE_FILLS_DOCUMENTS], vehicle, changes),
          indexes: words.indexes,
          condition: allOf(allOf(asRead, external.condition), searchedAsRead(words, vehicle, SEARCHED_OF_VEHICLE)),
          refused: (found) => {
            if (found === undefined) return new AppError('NOT_FOUND');
            const isRenamed = changes.plate !== undefined && found.plate !== vehicle.plate;
            // Another edit changed a word or the key of another system: the next attempt keeps it.
            if (
              !isRenamed &&
              [...SEARCHED_OF_VEHICLE, 'externalId' as const].some((field) => found[field] !== vehicle[field])
            )
              return changed(found);
            const date = sentPaper(changes);
            return changedMeanwhile(date === undefined || isRenamed ? 'plate' : date);
          },
          steps: [...plateSteps(vehicle, changes.plate), ...papers.steps, ...words.steps, ...external.steps],
        });
      }),
);

/** Plate, and whether the vehicle is BAJA, are those that were read: a BAJA vehicle holds no plate. */
const plateAsRead = ({ plate, status }: VehicleRecord): Condition =>
  status === 'BAJA' ? { equals: { plate, status } } : { equals: { plate }, differs: { status: 'BAJA' } };

const plateSteps = ({ teamId, id, plate, status }: VehicleRecord, newPlate: string | undefined): Step[] =>
  status === 'BAJA'
    ? []
    : renameSteps({
        field: 'plate',
        keyOf: (one) => plateKey(teamId, one),
        holder: { vehicleId: id },
        from: normalPlate(plate),
        to: newPlate && normalPlate(newPlate),
        taken: {
          en: 'Another vehicle of this team already has that plate. Check the plate.',
          es: 'Otra unidad de esta empresa ya tiene esa placa. Revise la placa.',
        },
      });

/** The first expiry date in the request. */
function sentPaper(changes: VehicleChanges): string | undefined {
  const fields = expiryFields('VEHICLE');
  return Object.keys(changes).find((one) => fields.includes(one));
}

/** Moves a vehicle by hand and returns the previous status and the version. The present status changes nothing. A missing row of the table is VEHICLE_STATUS. */
export const changeVehicleStatus = capability(
  { table: EXPIRY_PERMISSIONS },
  (context) => async (actor: TeamActor, vehicle: VehicleRecord, to: VehicleStatus, ifMatch?: IfMatch) => {
    const { teamId, id, status: from, version } = vehicle;
    assertMatch(ifMatch, vehicle);
    if (to === from) return { previousStatus: from, version };
    const row = rowFor(VEHICLE_TRANSITIONS, from, to);
    if (row === undefined) throw wrongStatus('VEHICLE_STATUS', from, to);
    const expiries = await expiryEdit(context, expiringDocumentsOf(vehicle), vehicle, { status: to });
    const holder = from === 'BAJA' ? await getItem(context, plateKey(teamId, normalPlate(vehicle.plate))) : undefined;
    const given = { expiries, holdsPlate: holder?.vehicleId === id };
    const { after, change, condition, steps } = interpret(context, row, vehicle, given);
    const refused = (found: VehicleRecord | undefined) => {
      if (found === undefined) return new AppError('NOT_FOUND');
      const refusal = mismatch(ifMatch, found);
      if (refusal) return refusal;
      return found.status === from ? new AppError('CONFLICT') : wrongStatus('VEHICLE_STATUS', found.status, to);
    };
    await transact(context, [
      update(
        vehicleKey(teamId, id),
        change,
        [{ equals: { status: from, plate: vehicle.plate } }, condition].reduce(allOf, versionHeld(ifMatch, vehicle)),
        refused,
      ),
      ...steps,
      auditStep(context, actor, {
        entityType: 'VEHICLE',
        entityId: id,
        action: 'STATUS',
        changes: { previousStatus: from, newStatus: to },
      }),
    ]);
    return { previousStatus: from, version: after.version };
  },
);
