import type { TeamActor } from '../audit/audit';
import { type DriverRecord, driverKey } from '../fleet/driver';
import { deleteDriverAccount } from '../identity/cognito/delete-account';
import { capability } from '../platform/runtime/capability';
import { getItem } from '../platform/table/read';
import { eraseDriverRecords } from './erase-driver-records';
import { eraseFiles, eraseUploads } from './erase-files';
import { endErasure } from './open-erasure';
import { sealDriver } from './seal-driver';

const readDriver = capability(
  { table: ['GetItem'] },
  (context) =>
    (teamId: string, id: string): Promise<DriverRecord | undefined> =>
      getItem(context, driverKey(teamId, id)),
);

/** Deletes what a sealed driver left. Each step may be done already. */
const eraseEach = capability.of(
  { deleteDriverAccount, eraseFiles, eraseUploads, eraseDriverRecords, endErasure },
  (deps) =>
    async (driver: DriverRecord): Promise<void> => {
      if (driver.sub !== undefined) await deps.deleteDriverAccount(driver.sub);
      await deps.eraseFiles(driver.teamId, driver.id);
      await deps.eraseUploads(driver);
      await deps.eraseDriverRecords(driver);
      await deps.endErasure({ kind: 'DRIVER', personId: driver.id });
    },
);

/**
 * Erases a driver: the access ends and the personal fields are sealed first, in one transaction. Then the account, the
 * files and the copies in other records go. A repeated call, or the schedule, completes one that was interrupted.
 */
export const eraseDriver = capability.of(
  { sealDriver, eraseEach },
  (deps) => async (actor: TeamActor, driver: DriverRecord, reason: string) => {
    const erasedAt = await deps.sealDriver(actor, driver, reason);
    await deps.eraseEach(driver);
    return { id: driver.id, erasedAt };
  },
);

/** Completes the erasure of a sealed driver that was interrupted. */
export const completeDriverErasure = capability.of(
  { readDriver, eraseEach },
  (deps) =>
    async ({ teamId, id }: Pick<DriverRecord, 'teamId' | 'id'>): Promise<void> => {
      const driver = await deps.readDriver(teamId, id);
      if (driver?.erasedAt === undefined) throw new Error('An open erasure names a driver that is not sealed.');
      await deps.eraseEach(driver);
    },
);
