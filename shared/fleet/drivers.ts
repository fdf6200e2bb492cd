import { alertSteps, resolutionSteps } from '../alerts/alerts';
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
import { externalIdEdit, externalIdTaken, newExternalId } from '../platform/table/external-ids';
import { CREATE_ONCE_PERMISSIONS, createOnce, type Once } from '../platform/table/idempotency';
import { allItems } from '../platform/table/lists';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import type { ListQuery } from '../platform/table/search-query';
import { interpret, rowFor } from '../platform/table/state-machine';
import type { Step } from '../platform/table/steps';
import { assertMatch, FIRST_VERSION, type IfMatch } from '../platform/table/version';
import { inListByName } from '../platform/table/word-keys';
import { newWordSteps, searchedAsRead, wordEdit } from '../platform/table/word-rows';
import { listSearched } from '../platform/table/word-search';
import { type Changes, changedBy } from '../platform/values/changes';
import type { Page } from '../platform/values/pages';
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
  SEARCHED_OF_DRIVER,
  searchedDriver,
} from './driver';
import { DRIVER_TRANSITIONS } from './driver-states';

/** Creates a driver: DISPONIBLE, without an app account. */
export const createDriver = capability(
  { table: [...CREATE_ONCE_PERMISSIONS, ...NEW_EXPIRY_PERMISSIONS], tableKeys: ['CALLER#', 'TEAM#'] },
  (context) => (actor: TeamActor, fields: DriverFields, once: Once | undefined) =>
    createOnce(context, once, Driver, async () => {
      const account = { username: null, appAccessStatus: 'NONE' } as const;
      const driver: Driver = {
        ...fields,
        ...newRecord(context, actor),
        ...account,
        status: 'DISPONIBLE',
        version: FIRST_VERSION,
      };
      const searched = searchedDriver(driver);
      const key = driverKey(actor.teamId, driver.id);
      const { result, steps } = creationOf(context, actor, 'DRIVER', key, driver, inListByName(searched));
      const papers = await expirySteps(context, expiringDocumentsOf(driver), undefined, driver);
      return { result, steps: [...steps, ...newWordSteps(searched), ...papers, ...newExternalId('DRIVER', driver)] };
    }),
);

const expiringDocumentsOf = ({ teamId, id }: Driver) => ({ teamId, entityType: 'DRIVER', entityId: id }) as const;

interface DriverFilter extends ListQuery {
  readonly status?: DriverStatus | undefined;
  /** The licence or the medical certificate ends before this date, or has ended. */
  readonly expiringBefore?: string | undefined;
}

/** Drivers of a team. The filters have no index: the drivers are read until the page is full or has used its units. */
export const listDrivers = capability(
  { table: ['Query', 'BatchGetItem'], gsi1: ['Query'], gsi2: ['Query'] },
  (context) =>
    (teamId: string, { status, expiringBefore, ...query }: DriverFilter, page: Page) =>
      listSearched(
        context,
        {
          ...driversOf(teamId),
          teamId,
          kind: 'DRIVER',
          filters: [status, expiringBefore],
          keep: (driver) =>
            (status === undefined || driver.status === status) &&
            (expiringBefore === undefined || expiresBefore(driver, expiringBefore)),
          searched: searchedDriver,
        },
        query,
        page,
      ),
);

const expiresBefore = ({ licenseExpiry, medicalExpiry }: DriverRecord, date: string): boolean =>
  [licenseExpiry, medicalExpiry].some((expiry) => expiry !== null && expiry.slice(0, 10) < date);

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
    async (
      actor: TeamActor,
      driver: DriverRecord,
      changes: DriverChanges,
      plannedTrips = 0,
      ifMatch?: IfMatch,
    ): Promise<DriverRecord> => {
      assertMatch(ifMatch, driver);
      const status = changes.status === driver.status ? undefined : changes.status;
      const row = status && rowFor(DRIVER_TRANSITIONS, driver.status, status);
      assertNotErased(driver);
      if (status && row === undefined) throw wrongStatus('DRIVER_STATUS', driver.status, status);
      const expiries = await expiryEdit(context, expiringDocumentsOf(driver), driver, { ...changes, status });
      const departure = await departureEdit(context, driver, status, plannedTrips);
      const moved = row && interpret(context, row, driver, { expiries });
      const words = wordEdit(searchedDriver(driver), searchedDriver(changedBy(driver, changes)));
      const external = externalIdEdit('DRIVER', driver, changes, externalIdTaken);
      const dates = status && isRetired(driver) !== isRetired({ status }) ? NO_DATES : expiries;
      return editItem(context, actor, {
        key: driverKey(driver.teamId, driver.id),
        entityType: 'DRIVER',
        entityId: driver.id,
        record: driver,
        changes: { ...changes, status: undefined, ...moved?.change.set, ...departure.changes },
        derived: correctionOf(context, DRIVER_IN_DOCUMENTS, driver, changes),
        condition: allOf(
          allOf(external.condition, allOf(moved ? unchanged(driver, ['status', 'left']) : {}, moved?.condition ?? {})),
          allOf(dates.condition, allOf(NOT_ERASED, searchedAsRead(words, driver, SEARCHED_OF_DRIVER))),
        ),
        indexes: words.indexes,
        ifMatch,
        steps: [...(moved?.steps ?? []), ...dates.steps, ...departure.steps, ...words.steps, ...external.steps],
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
  return { changes: { left: { alert, trips } }, steps: alertSteps(context, teamId, cause, alert) };
}

/** An edit that has read the driver before the erasure must not write personal data into the record again. */
const NOT_ERASED = { absent: ['erasedAt'] };

/** Throws DRIVER_STATUS for a driver whose personal data was erased. */
export function assertNotErased({ erasedAt }: DriverRecord): void {
  if (erasedAt === undefined) return;
  throw new AppError('DRIVER_STATUS', {
    message: {
      en: 'The personal data of the driver was erased. Create a new driver.',
      es: 'Los datos personales del operador se borraron. Dé de alta un operador nuevo.',
    },
  });
}

/** A move to or from BAJA writes the expiring documents itself, with the dates that the same request changes. */
const NO_DATES: ExpiryEdit = { steps: [], condition: {} };

/** Changes the fields that a driver may change in the own record. A new telephone changes the words by which the driver is found. */
export const editOwnDriver = capability(
  { table: ['UpdateItem', 'PutItem', 'DeleteItem'] },
  (context) =>
    (read: DriverRecord, changes: OwnDriverChanges, ifMatch?: IfMatch): Promise<DriverRecord> =>
      retryOnConflict(context, read, (driver, changed) => {
        const words = wordEdit(searchedDriver(driver), searchedDriver(changedBy(driver, changes)));
        return editItem(context, driver, {
          key: driverKey(driver.teamId, driver.id),
          entityType: 'DRIVER',
          entityId: driver.id,
          record: driver,
          changes,
          ifMatch,
          ...words,
          condition: allOf(NOT_ERASED, searchedAsRead(words, driver, SEARCHED_OF_DRIVER)),
          refused: (found) => {
            if (found === undefined) return new AppError('NOT_FOUND');
            return found.erasedAt === undefined ? changed(found) : driverInactive();
          },
        });
      }),
);
