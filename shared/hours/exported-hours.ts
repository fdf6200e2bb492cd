import * as v from 'valibot';
import { Day, Instant, Uuid, Whole } from '../platform/values/fields';
import { type DayHours, intervalsOf } from './day-hours';
import { SHOWN_STATES } from './interval';

/** What is stored of a driver’s day on a trip. */
export const ExportedHours = v.object({
  /** A local day of the team. */
  day: Day,
  tripId: Uuid,
  /** In the order of time. */
  intervals: v.array(
    v.object({
      /** When it began, in UTC. */
      from: Instant,
      /** When it ended, in UTC. */
      to: Instant,
      /** What positions and stops show. ESPERA: standing that was too short for a pause. */
      state: v.picklist(SHOWN_STATES),
      /** How long it was, in minutes. */
      minutes: Whole,
    }),
  ),
});

/** The stored days as an export has them. */
export const exportedHours = (days: readonly DayHours[]): v.InferOutput<typeof ExportedHours>[] =>
  days.flatMap(({ day, trips }) =>
    trips.map((trip) => ({
      day,
      tripId: trip.tripId,
      intervals: intervalsOf(trip).map(({ from, to, state }) => ({
        from: new Date(from * 1000).toISOString(),
        to: new Date(to * 1000).toISOString(),
        state,
        minutes: Math.round((to - from) / 60),
      })),
    })),
  );
