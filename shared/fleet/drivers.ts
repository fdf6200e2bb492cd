import { alertStep, resolutionSteps } from '../alerts/alerts';
import type { TeamActor } from '../audit/audit';
import { creationOf, newRecord } from '../audit/create-record';
import { editItem } from '../audit/edit-record';
import { isRetired } from '../expiry/document-expiry';
import {
  EXPIRY_PERMISSIONS,
  type ExpiryEdit,
  expiryEdit,
  expirySteps,
  NEW_EXPIRY_PERMISSIONS,
} from '../expiry/expiry-writes';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { allOf, unchanged } from '../platform/table/expression';
import { CREATE_ONCE_PERMISSIONS, createOnce, type Once } from '../platform/table/idempotency';
import { allItems, listItems } from '../platform/table/lists';
import { interpret, rowFor } from '../platform/table/state-machine';
import type { Step } from '../platform/table/steps';
import type { Changes } from '../platform/values/changes';
import type { Page } from '../platform/values/pages';
import { nameMatches } from '../platform/values/search';
import { wrongStatus } from '../platform/values/status-change';
import { correctionOf } from './correction';
import {
  DRIVER_IN_DOCUMENTS,
  Driver,
  type DriverChanges,
  type DriverFields,
  type DriverRecord,
  type DriverStatus,
  driverInactive,
  driverKey,
  driversOf,
  type OwnDriverChanges,
} from './driver';
import { DRIVER_TRANSITIONS } from './driver-states';

/** Creates a driver: DISPONIBLE, without an app account. */
export const createDriver = capability(
  { table: [...CREATE_ONCE_PERMISSIONS, ...NEW_EXPIRY_PERMISSIONS], tableKeys: ['CALLER#', 'TEAM#'] },
  (context) => (actor: TeamActor, fields: DriverFields, once: Once | undefined) =>
    createOnce(context, once, Driver, async () => {
      const account = { username: null, appAccessStatus: 'NONE' } as const;
      const driver: Driver = { ...fields, ...newRecord(context, actor), ...account, status: 'DISPONIBLE' };
      const { result, steps } = creationOf(context, actor, 'DRIVER', driverKey(actor.teamId, driver.id), driver);
      return {
        result,
        steps: [...steps, ...(await expirySteps(context, expiringDocumentsOf(driver), undefined, driver))],
      };
    }),
);

const expiringDocumentsOf = ({ teamId, id }: Driver) => ({ teamId, entityType: 'DRIVER', entityId: id }) as const;

export interface DriverFilter {
  readonly status?: DriverStatus | undefined;
  /** Prefix of the normalised name. */
  readonly q?: string | undefined;
}

/** Drivers of a team, the newest first. Neither filter has an index: a page examines at most 1,000 drivers. */
export const listDrivers = capability(
  { table: ['Query'] },
  (context) =>
    (teamId: string, { status, q }: DriverFilter, page: Page) =>
      listItems(
        context,
        {
          ...driversOf(teamId),
          filters: [status, q],
          keep: (driver) => (status === undefined || driver.status === status) && nameMatches(driver.name, q),
        },
        page,
      ),
);

/** All drivers of a team that are DISPONIBLE. This list has no pages. */
export const listAvailableDrivers = capability({ table: ['Query'] }, (context) => async (teamId: string) => {
  const drivers = await allItems(context, driversOf(teamId));
  return drivers.filter(({ status }) => status === 'DISPONIBLE');
});

/**
 * Changes the fields that an administrator may change, and the status by the table of states (DRIVER_STATUS). All of it is one transaction,
 * so BAJA closes the app access for every operation at once. `plannedTrips` are those that a driver who becomes BAJA leaves behind.
 */
export const editDriver = capability(
  { table: EXPIRY_PERMISSIONS },
  (context) =>
    async (actor: TeamActor, driver: DriverRecord, changes: DriverChanges, plannedTrips = 0): Promise<DriverRecord> => {
      const status = changes.status === driver.status ? undefined : changes.status;
      const row = status && rowFor(DRIVER_TRANSITIONS, driver.status, status);
      assertNotErased(driver);
      if (status && row === undefined) throw wrongStatus('DRIVER_STATUS', driver.status, status);
      const expiries = await expiryEdit(context, expiringDocumentsOf(driver), driver, { ...changes, status });
      const departure = await departureEdit(context, driver, status, plannedTrips);
      const moved = row && interpret(context, row, driver, { expiries });
      const dates = status && isRetired(driver) !== isRetired({ status }) ? NO_DATES : expiries;
      return editItem(context, actor, {
        key: driverKey(driver.teamId, driver.id),
        entityType: 'DRIVER',
        entityId: driver.id,
        record: driver,
        changes: { ...changes, status: undefined, ...moved?.change.set, ...departure.changes },
        derived: correctionOf(context, DRIVER_IN_DOCUMENTS, driver, changes),
        condition: allOf(
          allOf(moved ? unchanged(driver, ['status', 'left']) : {}, moved?.condition ?? {}),
          allOf(dates.condition, NOT_ERASED),
        ),
        steps: [...(moved?.steps ?? []), ...dates.steps, ...departure.steps],
        refused: (found) => {
          if (found === undefined) return new AppError('NOT_FOUND');
          return status && found.status !== driver.status
            ? wrongStatus('DRIVER_STATUS', found.status, status)
            : new AppError('CONFLICT');
        },
      });
    },
);

/** BAJA with planned trips raises DRIVER_LEFT_WITH_TRIPS. The return of the driver resolves it. */
async function departureEdit(
  context: Context,
  { teamId, id: entityId, left }: DriverRecord,
  status: DriverStatus | undefined,
  trips: number,
): Promise<{ readonly changes: Pick<Changes<DriverRecord>, 'left'>; readonly steps: readonly Step[] }> {
  if (status === undefined) return { changes: {}, steps: [] };
  if (status !== 'BAJA') {
    const steps = left ? await resolutionSteps(context, teamId, [left.alert], () => new AppError('CONFLICT')) : [];
    return { changes: { left: null }, steps };
  }
  if (trips === 0) return { changes: {}, steps: [] };
  const alert = context.newId();
  const cause = { type: 'DRIVER_LEFT_WITH_TRIPS', entityId } as const;
  return { changes: { left: { alert, trips } }, steps: [alertStep(context, teamId, cause, alert)] };
}

/** An edit that has read the driver before the erasure must not write personal data into the record again. */
const NOT_ERASED = { absent: ['erasedAt'] };

function assertNotErased({ erasedAt }: DriverRecord): void {
  if (erasedAt === undefined) return;
  throw new AppError('DRIVER_STATUS', {
    message: 'The personal data of the driver was erased. Create a new driver.',
  });
}

/** A move to or from BAJA writes the expiring documents itself, with the dates that the same request changes. */
const NO_DATES: ExpiryEdit = { steps: [], condition: {} };

/** Changes the fields that a driver may change in the own record. */
export const editOwnDriver = capability(
  { table: ['UpdateItem', 'PutItem'] },
  (context) => (driver: DriverRecord, changes: OwnDriverChanges) =>
    editItem(context, driver, {
      key: driverKey(driver.teamId, driver.id),
      entityType: 'DRIVER',
      entityId: driver.id,
      record: driver,
      changes,
      condition: NOT_ERASED,
      refused: (found) => (found ? driverInactive() : new AppError('NOT_FOUND')),
    }),
);
