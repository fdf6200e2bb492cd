import type { Hours } from '../hours/hours-answer';
import type { DriverLog } from '../hours/printed-hours';
import { capability } from '../platform/runtime/capability';
import { getItem } from '../platform/table/read';
import { teamKey } from '../teams/team';

/** The driver of a printed log. */
interface PrintedDriver {
  readonly teamId: string;
  readonly id: string;
  readonly name: string;
  readonly licenseNumber: string | null;
  readonly licenseExpiry: string | null;
}

const readTeamName = capability(
  { table: ['GetItem'] },
  (context) =>
    async (teamId: string): Promise<string> =>
      (await getItem(context, teamKey(teamId)))?.name ?? '',
);

/**
 * Loads the writer and the client of the bucket when a PDF is asked for. They are a bundle of their own (lib/bundling/later.ts), so that JSON and CSV
 * start as fast as without them.
 */
const storeHoursPdf = capability(
  { documentsBucket: ['ListBucket'], documentsObjects: ['GetObject', 'PutObject'] },
  (context) =>
    async (driver: PrintedDriver, log: DriverLog): Promise<string> => {
      const { keepHoursPdf } = await import('./keep-hours-pdf');
      return keepHoursPdf(context, driver, log);
    },
);

/** Returns the working time with the address of its PDF, valid for 900 seconds. */
export const openHoursPdf = capability.of(
  { readTeamName, storeHoursPdf },
  (deps) =>
    async (driver: PrintedDriver, hours: Hours): Promise<Hours> => {
      const { teamId, name: driverName, licenseNumber, licenseExpiry } = driver;
      const teamName = await deps.readTeamName(teamId);
      const log = { teamName, driverName, licenseNumber, licenseExpiry, hours };
      return { ...hours, location: await deps.storeHoursPdf(driver, log) };
    },
);
