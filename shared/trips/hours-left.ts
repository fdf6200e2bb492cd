import type { HoursNow } from '../hours/hours-answer';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { recentRoadPolicy } from '../road-policy/policy';
import { type LoggedDriver, limitsNow } from './read-hours';
import type { TripRecord } from './trip';
import { notReady } from './trip-states';

/** The limits of a driver now. null when the team does not want them. */
export const readHoursNow = capability(
  { table: ['GetItem', 'Query'] },
  (context) =>
    async (driver: LoggedDriver): Promise<HoursNow | null> => {
      const { hours } = await recentRoadPolicy(context, driver.teamId);
      return hours === 'OFF' ? null : limitsNow(context, driver);
    },
);

/**
 * Throws TRIP_NOT_READY when the team refuses starts of drivers without time left, and the trip's driver has none. What a
 * phone recorded on the road is never refused for this.
 */
export async function assertHoursLeft(context: Context, { teamId, driverId }: TripRecord): Promise<void> {
  if (driverId === undefined) return;
  const { hours } = await recentRoadPolicy(context, teamId);
  if (hours !== 'REFUSE') return;
  const { asOf, nextPauseAt, restBy } = await limitsNow(context, { teamId, id: driverId });
  if (restBy !== null && restBy !== undefined && restBy <= asOf)
    throw notReady({
      en: 'The driver has driven 14 hours and must rest for 8 hours first. Assign another driver, or correct the working time.',
      es: 'El operador ya condujo 14 horas y antes debe descansar 8 horas. Asigne otro operador o corrija sus horas de trabajo.',
    });
  if (nextPauseAt !== null && nextPauseAt !== undefined && nextPauseAt <= asOf)
    throw notReady({
      en: 'The driver has driven 5 hours and must pause for 30 minutes first. Wait, or correct the working time.',
      es: 'El operador ya condujo 5 horas y antes debe hacer una pausa de 30 minutos. Espere o corrija sus horas de trabajo.',
    });
}
