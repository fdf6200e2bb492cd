import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { Context } from '../platform/runtime/context';
import { key, part, TIME_TO_LIVE } from '../platform/table/keys';
import { update } from '../platform/table/steps';
import { writeOne } from '../platform/table/write';
import { Decimal, Instant, Latitude, Longitude, Uuid, Whole } from '../platform/values/fields';

/** What a driver can report about the own work. */
export const DUTY_STATES = ['CONDUCE', 'AUXILIAR', 'PAUSA', 'DESCANSO'] as const;
export type DutyState = (typeof DUTY_STATES)[number];

const DAY_SECONDS = 24 * 60 * 60;

/** When an item about an instant is deleted, in Unix seconds. */
export const hoursExpire = (at: string, days: number): number => Math.floor(Date.parse(at) / 1000) + days * DAY_SECONDS;

/** A state that the driver's phone reported, with the first estimate of its time. */
export const Duty = v.object({
  /** The identifier that the phone gave it. */
  id: Uuid,
  /** What the driver did from then on. */
  state: v.picklist(DUTY_STATES),
  /** The trip that the phone named. A driver rests also between trips. */
  tripId: v.optional(Uuid),
  at: Instant,
  /** By the clock of the phone. */
  recordedAt: Instant,
  lat: v.optional(Latitude),
  lng: v.optional(Longitude),
  /** Metres within which the place is right. Absent when the phone did not say so. */
  accuracyM: v.optional(Decimal(0, 10_000)),
});
export type Duty = v.InferOutput<typeof Duty>;

/** The stored report. */
const DutyRecord = v.object({
  ...Duty.entries,
  /** When the service received it. */
  receivedAt: Instant,
  [TIME_TO_LIVE]: Whole,
});
type DutyRecord = v.InferOutput<typeof DutyRecord>;

export const dutiesOf = (teamId: string, driverId: string) =>
  part(DutyRecord, `TEAM#${teamId}#DRIVER#${driverId}`, 'DUTY#');
export const dutyKey = (teamId: string, driverId: string, id: string) =>
  key(DutyRecord, dutiesOf(teamId, driverId).pk, `DUTY#${id}`);

/** The driver reported something under this identifier before. */
class DutyIsThere extends Error {
  constructor(readonly duty: DutyRecord | undefined) {
    super('The driver has a report with this identifier.');
  }
}

/** Stores a report under its identifier, unless it is there. The first estimate of its time stays. */
export async function storeDuty(
  context: Context,
  { teamId, id: driverId }: { readonly teamId: string; readonly id: string },
  receivedAt: Date,
  duty: Duty,
  hoursDays: number,
): Promise<'APPLIED' | 'DUPLICATE' | 'ID_REUSED'> {
  const record = { ...duty, receivedAt: receivedAt.toISOString(), [TIME_TO_LIVE]: hoursExpire(duty.at, hoursDays) };
  const place = dutyKey(teamId, driverId, duty.id);
  try {
    await writeOne(
      context,
      update(place, { set: record }, { exists: false }, (found) => new DutyIsThere(found)),
    );
    return 'APPLIED';
  } catch (failure) {
    if (!(failure instanceof DutyIsThere) || failure.duty === undefined) throw failure;
    return isDeepStrictEqual(sentOf(failure.duty), sentOf(duty)) ? 'DUPLICATE' : 'ID_REUSED';
  }
}

/** All that the phone sent except `recordedAt`. */
const sentOf = ({ state, tripId, lat, lng, accuracyM }: Duty) => ({ state, tripId, lat, lng, accuracyM });
