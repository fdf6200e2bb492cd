import * as v from 'valibot';
import { auditStep, type TeamActor } from '../audit/audit';
import { DriverFields, type DriverRecord, driverKey, SEARCHED_OF_DRIVER, searchedDriver } from '../fleet/driver';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { DATA_KEY_PERMISSIONS } from '../platform/secrets/data-key';
import { allOf, type Change, unchanged } from '../platform/table/expression';
import { removedExternalId } from '../platform/table/external-ids';
import { update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { inListByName } from '../platform/table/word-keys';
import { removedWordSteps } from '../platform/table/word-rows';
import { tripsOf } from './driver-records';
import { noteErasure } from './open-erasure';
import { RETENTION_ENVIRONMENT, sealStep } from './seal-person';

/**
 * Closes the access of a driver, moves the personal fields into the sealed envelope and notes the erasure, in one
 * transaction. Throws DRIVER_STATUS while the driver is on a trip. A driver that was sealed before stays unchanged, so
 * that a repeated erasure completes an interrupted one. Returns the instant of the erasure.
 */
export const sealDriver = capability(
  {
    ...DATA_KEY_PERMISSIONS,
    table: ['BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    tableKeys: ['ERASURES#', 'TEAM#'],
    gsi2: ['Query'],
  },
  (context) =>
    async (actor: TeamActor, driver: DriverRecord, reason: string): Promise<string> => {
      const { teamId, id } = driver;
      if (driver.erasedAt !== undefined) return driver.erasedAt;
      refuseOnTrip(driver);
      const data = { driver, names: otherNames(driver, await tripsOf(context, driver)), reason };
      const conflict = () => new AppError('CONFLICT');
      const { step, sealed } = await sealStep(context, { teamId, personId: id, kind: 'DRIVER' }, data, conflict);
      const asRead = unchanged(driver, ['status', 'tripId', 'appAccessStatus', 'externalId', ...SEARCHED_OF_DRIVER]);
      const condition = allOf(asRead, { absent: ['erasedAt'] });
      await transact(context, [
        update(driverKey(teamId, id), erasureOf(driver, sealed.erasedAt), condition, (found) => {
          if (found !== undefined) refuseOnTrip(found);
          return conflict();
        }),
        step,
        ...removedWordSteps(searchedDriver(driver)),
        ...removedExternalId('DRIVER', driver),
        noteErasure({ kind: 'DRIVER', personId: id, teamId, beganAt: sealed.erasedAt }),
        auditStep(context, actor, { entityType: 'DRIVER', entityId: id, action: 'ERASE' }),
      ]);
      return sealed.erasedAt;
    },
  RETENTION_ENVIRONMENT,
);

function refuseOnTrip({ status, tripId }: DriverRecord): void {
  if (status !== 'EN_VIAJE' && tripId === undefined) return;
  throw new AppError('DRIVER_STATUS', {
    message: {
      en: 'The driver is on a trip. End the trip first.',
      es: 'El operador está en un viaje. Primero termine el viaje.',
    },
  });
}

/**
 * The fields of an erased driver: those of a new driver with only the identifier as name. The account's fields stay
 * until the account is deleted.
 */
function erasureOf({ teamId, id }: DriverRecord, erasedAt: string): Change {
  const empty = new Map<string, unknown>(Object.entries(v.parse(DriverFields, { name: id })));
  const fields = Object.keys(DriverFields.entries);
  const set = Object.fromEntries(fields.map((field) => [field, empty.get(field)]));
  const remove = fields.filter((field) => empty.get(field) === undefined);
  const place = inListByName({ kind: 'DRIVER', teamId, id, name: id });
  return {
    set: { ...set, ...place, status: 'BAJA', appAccessStatus: 'NONE', erasedAt },
    remove: [...remove, 'consent'],
  };
}

/** The names and phones in trips that differ from the driver's: trips keep those of the time of their plan. */
function otherNames({ name, phone }: DriverRecord, trips: Awaited<ReturnType<typeof tripsOf>>) {
  const copies = trips.map(({ driverName = '', driverPhone = '' }) => `${driverName} ${driverPhone}`.trim());
  const own = `${name} ${phone ?? ''}`.trim();
  return [...new Set(copies)].filter((copy) => copy !== own);
}
