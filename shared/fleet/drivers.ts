import type { TeamActor } from '../audit/audit';
import { creationOf, newRecord } from '../audit/create-record';
import { editItem } from '../audit/edit-record';
import { EXPIRY_PERMISSIONS, expiryEdit, expirySteps, NEW_EXPIRY_PERMISSIONS } from '../expiry/expiry-writes';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { allOf } from '../platform/table/expression';
import { CREATE_ONCE_PERMISSIONS, createOnce, type Once } from '../platform/table/idempotency';
import { allItems, listItems } from '../platform/table/lists';
import type { Page } from '../platform/values/pages';
import { nameMatches } from '../platform/values/search';
import { mayMoveByHand, wrongStatus } from '../platform/values/status-change';
import {
  DRIVER_TRANSITIONS,
  Driver,
  type DriverChanges,
  type DriverFields,
  type DriverRecord,
  type DriverStatus,
  driverKey,
  driversOf,
  type OwnDriverChanges,
  WORKING_ACCESS,
} from './driver';

/** Hires a driver: DISPONIBLE, without an account for the app. */
export const createDriver = capability(
  { table: [...CREATE_ONCE_PERMISSIONS, ...NEW_EXPIRY_PERMISSIONS] },
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

/** All drivers of a team that are DISPONIBLE: the interface gives this list no pages. */
export const listAvailableDrivers = capability({ table: ['Query'] }, (context) => async (teamId: string) => {
  const drivers = await allItems(context, driversOf(teamId));
  return drivers.filter(({ status }) => status === 'DISPONIBLE');
});

/**
 * Changes what an administrator may of a driver. A status moves by hand as the table says (DRIVER_STATUS); BAJA closes the app access in
 * the same transaction, which every operation of the driver sees at once. Papers change with the record.
 */
export const editDriver = capability(
  { table: ['UpdateItem', ...EXPIRY_PERMISSIONS] },
  (context) =>
    async (actor: TeamActor, driver: DriverRecord, changes: DriverChanges): Promise<DriverRecord> => {
      const status = changes.status === driver.status ? undefined : changes.status;
      if (status && !mayMoveByHand(DRIVER_TRANSITIONS, driver.status, status))
        throw wrongStatus('DRIVER_STATUS', driver.status, status);
      const appAccessStatus =
        status === 'BAJA' && WORKING_ACCESS.includes(driver.appAccessStatus) ? ('DISABLED' as const) : undefined;
      const papers = await expiryEdit(context, expiringDocumentsOf(driver), driver, { ...changes, status });
      const asRead = status ? { equals: { status: driver.status, appAccessStatus: driver.appAccessStatus } } : {};
      return editItem(context, actor, {
        key: driverKey(driver.teamId, driver.id),
        entityType: 'DRIVER',
        entityId: driver.id,
        record: driver,
        changes: { ...changes, status, appAccessStatus },
        condition: allOf(asRead, papers.condition),
        steps: papers.steps,
        refused: (found) => {
          if (found === undefined) return new AppError('NOT_FOUND');
          return status && found.status !== driver.status
            ? wrongStatus('DRIVER_STATUS', found.status, status)
            : new AppError('CONFLICT');
        },
      });
    },
);

/** Changes what drivers may of themselves. */
export const editOwnDriver = capability(
  { table: ['UpdateItem', 'PutItem'] },
  (context) => (driver: DriverRecord, changes: OwnDriverChanges) =>
    editItem(context, driver, {
      key: driverKey(driver.teamId, driver.id),
      entityType: 'DRIVER',
      entityId: driver.id,
      record: driver,
      changes,
    }),
);
