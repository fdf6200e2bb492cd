import { editItem } from '../audit/edit-record';
import { type DriverRecord, driverInactive, driverKey } from '../fleet/driver';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';

/** Notes the privacy notice that a driver agrees to, with the time. A later notice replaces the earlier one. */
export const noteConsent = capability(
  { table: ['UpdateItem', 'PutItem'] },
  (context) =>
    async (driver: DriverRecord, notice: string): Promise<{ readonly notice: string; readonly at: string }> => {
      const consent = { notice, at: context.now().toISOString() };
      await editItem(context, driver, {
        key: driverKey(driver.teamId, driver.id),
        entityType: 'DRIVER',
        entityId: driver.id,
        record: driver,
        changes: { consent },
        condition: { absent: ['erasedAt'] },
        refused: (found) => (found ? driverInactive() : new AppError('NOT_FOUND')),
      });
      return consent;
    },
);
