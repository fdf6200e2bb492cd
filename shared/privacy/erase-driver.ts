import type { TeamActor } from '../audit/audit';
import type { DriverRecord } from '../fleet/driver';
import { deleteDriverAccount } from '../identity/cognito/delete-account';
import { capability } from '../platform/runtime/capability';
import { eraseDriverRecords } from './erase-driver-records';
import { eraseFiles } from './erase-files';
import { sealDriver } from './seal-driver';

/**
 * Erases a driver: the access ends and the personal fields are sealed first, in one transaction. Then the account, the
 * files and the copies in other records go. A repeated call completes one that was interrupted.
 */
export const eraseDriver = capability.of(
  { sealDriver, deleteDriverAccount, eraseFiles, eraseDriverRecords },
  (deps) => async (actor: TeamActor, driver: DriverRecord, reason: string) => {
    const erasedAt = await deps.sealDriver(actor, driver, reason);
    if (driver.username !== null) await deps.deleteDriverAccount(driver.username);
    await deps.eraseFiles(driver.teamId, driver.id);
    await deps.eraseDriverRecords(driver);
    return { id: driver.id, erasedAt };
  },
);
