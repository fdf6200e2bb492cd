import { paperName } from '../alerts/alert-texts';
import { alertSteps } from '../alerts/alerts';
import { dateOf, EXPIRING_DOCUMENTS } from '../expiry/document-expiry';
import { expiryKey } from '../expiry/expiry-keys';
import { driverKey } from '../fleet/driver';
import { vehicleKey } from '../fleet/vehicle';
import type { Context } from '../platform/runtime/context';
import { unchanged } from '../platform/table/expression';
import { getItems } from '../platform/table/read';
import { type Step, update } from '../platform/table/steps';
import { addDays, dayOfDate, localDay } from '../platform/values/calendar';
import type { Text } from '../platform/values/text';
import { recentRoadPolicy } from '../road-policy/policy';
import { knownTimeZone } from '../teams/time-zone';
import type { TripRecord } from './trip';
import { notReady } from './trip-states';

/** The papers that an inspection on the road asks for. */
const ON_THE_ROAD = ['LICENSE', 'MEDICAL', 'INSURANCE', 'REGISTRATION'] as const;

interface ExpiredPaper {
  readonly paper: (typeof ON_THE_ROAD)[number];
  /** The driver or the vehicle. */
  readonly entityId: string;
  /** The driver's name or the vehicle's plate. */
  readonly name: string;
  readonly expiresOn: string;
}

/**
 * The alerts for a start at `startedAt` with papers of the driver or the vehicle that had expired. Each paper notes its alert, which its renewal
 * resolves; `changed` refuses the start when the paper was renewed meanwhile. Throws TRIP_NOT_READY when the team refuses such a
 * start. `isRecorded`: the phone recorded the start on the road, so it has happened and is not refused.
 */
export async function papersAtStart(
  context: Context,
  trip: TripRecord,
  { isRecorded, startedAt }: { readonly isRecorded: boolean; readonly startedAt: Date },
  changed: () => Error,
): Promise<readonly Step[]> {
  const expired = await expiredPapers(context, trip, startedAt);
  if (expired.length === 0) return [];
  const { expiredPapers: rule } = await recentRoadPolicy(context, trip.teamId);
  if (rule === 'REFUSE' && !isRecorded) throw notReady(refusalOf(expired));
  const { teamId, id: tripId } = trip;
  const papers = await getItems(
    context,
    expired.map((one) => expiryKey(teamId, one)),
  );
  return expired.flatMap(({ entityId, ...facts }, index) => {
    const alertId = context.newId();
    const paper = papers[index];
    const alerts = [...(paper?.alerts ?? []), alertId];
    return [
      ...alertSteps(context, teamId, { type: 'STARTED_WITH_EXPIRED_PAPER', entityId: tripId, facts }, alertId),
      ...(paper
        ? [update(expiryKey(teamId, paper), { set: { alerts } }, unchanged(paper, ['alerts', 'expiresOn']), changed)]
        : []),
    ];
  });
}

function refusalOf(expired: readonly ExpiredPaper[]): Text {
  const list = (language: keyof Text) =>
    expired.map(({ paper, name, expiresOn }) => `${name}: ${paperName(paper)[language]}, ${expiresOn}`).join('; ');
  return {
    en: `Papers have expired (${list('en')}). Enter the new dates, or assign another driver or vehicle.`,
    es: `Hay documentos vencidos (${list('es')}). Capture las nuevas fechas o asigne otro operador u otra unidad.`,
  };
}

async function expiredPapers(context: Context, trip: TripRecord, startedAt: Date): Promise<readonly ExpiredPaper[]> {
  const { teamId, driverId, vehicleId } = trip;
  const [driver, vehicle] = await getItems(context, [
    driverId === undefined ? undefined : driverKey(teamId, driverId),
    vehicleId === undefined ? undefined : vehicleKey(teamId, vehicleId),
  ]);
  const holders = {
    DRIVER: { entityId: driver?.id ?? '', name: driver?.name ?? '', record: driver },
    VEHICLE: { entityId: vehicle?.id ?? '', name: vehicle?.plate ?? '', record: vehicle },
  } as const;
  const dated = ON_THE_ROAD.flatMap((paper) => {
    const { record, ...holder } = holders[EXPIRING_DOCUMENTS[paper].entityType];
    const date = dateOf(record, paper);
    return date === undefined ? [] : [{ paper, ...holder, date }];
  });
  // A day has begun everywhere, or has ended everywhere, two days from it: then the time zone of the team need not be read.
  const [yesterday, tomorrow] = [-1, 1].map((days) => addDays(localDay(startedAt, 'UTC'), days));
  const isNear = dated.some(({ date }) => {
    const day = dayOfDate(date, 'UTC');
    return day >= String(yesterday) && day <= String(tomorrow);
  });
  const timeZone = isNear ? ((await knownTimeZone(context, teamId)) ?? 'UTC') : 'UTC';
  const today = localDay(startedAt, timeZone);
  return dated.flatMap(({ date, ...paper }) => {
    const expiresOn = dayOfDate(date, timeZone);
    return expiresOn < today ? [{ ...paper, expiresOn }] : [];
  });
}
