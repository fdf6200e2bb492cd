import * as v from 'valibot';
import { FACT_ACTIONS } from '../audit/audit-event';
import { DUTY_STATES, type Duty } from '../hours/duty';
import { instantOfUuid } from '../platform/runtime/uuid';
import { Decimal, Instant, Latitude, Line, Lines, Longitude, Uuid } from '../platform/values/fields';
import { said } from '../platform/values/text';
import { ProofFields } from './proof';
import { bothOrNone } from './trip';

/** The phone makes identifiers of version 7 that ascend in the order of recording, so that they order its facts. */
const UUID_VERSION_7 = /^.{14}7.{4}[89ab]/;

export const FactId = v.pipe(
  Uuid,
  v.regex(UUID_VERSION_7, said({ en: 'Send a UUID of version 7.', es: 'Envíe un UUID de versión 7.' })),
);

export const isFactId = (id: string): boolean => v.is(FactId, id);

const Place = v.object({
  recordedAt: Instant,
  tripId: Uuid,
  lat: v.optional(Latitude),
  lng: v.optional(Longitude),
  accuracyM: v.optional(Decimal(0, 10_000)),
});

/** The fields of every fact beside its identifier and kind. */
export const Recorded = v.pipe(Place, bothOrNone<v.InferOutput<typeof Place>>('lat', 'lng'));

const Departure = v.object({
  kind: v.literal('STOP_DEPARTED'),
  stopId: Uuid,
  outcome: v.optional(v.picklist(['DELIVERED', 'FAILED']), 'DELIVERED'),
  reason: v.optional(Lines(500, 1)),
});

export const DutyPlace = v.object({ ...Place.entries, tripId: v.optional(Uuid), state: v.picklist(DUTY_STATES) });

/** The fields of DUTY beside its identifier and kind. A driver rests also between trips, so it may name none. */
export const DutyItem = v.pipe(DutyPlace, bothOrNone<v.InferOutput<typeof DutyPlace>>('lat', 'lng'));

/** The fields of each kind of fact. A failed departure says why. */
export const KINDS = {
  STOP_ARRIVED: v.object({
    kind: v.literal('STOP_ARRIVED'),
    stopId: Uuid,
    source: v.picklist(['DRIVER', 'GEOFENCE']),
  }),
  STOP_DEPARTED: v.pipe(
    Departure,
    v.forward(
      v.partialCheck(
        [['outcome'], ['reason']],
        ({ outcome, reason }) => outcome === 'DELIVERED' || reason !== undefined,
        said({ en: 'Say why the departure failed.', es: 'Diga por qué falló la salida.' }),
      ),
      ['reason'],
    ),
  ),
  STOP_SKIPPED: v.object({ kind: v.literal('STOP_SKIPPED'), stopId: Uuid, reason: Lines(500, 1) }),
  PROOF: v.object({ kind: v.literal('PROOF'), stopId: v.optional(Uuid), ...ProofFields }),
  NOTE: v.object({ kind: v.literal('NOTE'), text: Lines(2_000, 1) }),
  TRIP_START: v.object({ kind: v.literal('TRIP_START') }),
  TRIP_END: v.object({ kind: v.literal('TRIP_END') }),
} as const;
type FactKind = keyof typeof KINDS;
export const FACT_KINDS: readonly FactKind[] = FACT_ACTIONS;

/** A fact as the phone sent it. */
type SentFact = { readonly id: string } & v.InferOutput<typeof Recorded> & v.InferOutput<(typeof KINDS)[FactKind]>;

/** A fact with the best estimate of its time. */
export type Fact = SentFact & { readonly at: string };

/** What a driver did from an instant on. It belongs to the driver, and is no entry of a trip. */
export type DutyFact = Duty & { readonly kind: 'DUTY' };
export const isDuty = (fact: Fact | DutyFact): fact is DutyFact => fact.kind === 'DUTY';

/** A fact that fills a register of a stop. */
export type StopFact = Extract<Fact, { readonly stopId: string }>;

/** A proof of delivery: of a stop, or of the trip as a whole. */
export type ProofFact = Extract<Fact, { readonly kind: 'PROOF' }>;

/** The facts that are merged into what was reported about a stop. */
export type MergedFact = StopFact | ProofFact;
export const isMergedFact = (fact: Fact): fact is MergedFact => 'stopId' in fact || fact.kind === 'PROOF';

/** The stop that a fact names. */
export const stopIdOf = (fact: Fact | DutyFact): string | undefined => ('stopId' in fact ? fact.stopId : undefined);

/** A fact that moves the trip, or says when it was moved. */
export type MoveFact = Extract<Fact, { readonly kind: 'TRIP_START' | 'TRIP_END' }>;
export const isMoveFact = (fact: Fact): fact is MoveFact => fact.kind === 'TRIP_START' || fact.kind === 'TRIP_END';

/** Body of POST /drivers/me/sync. */
export const SyncBody = v.object({
  /** The phone’s clock when it sends. The service corrects times that were recorded by a wrong clock. */
  sentAt: Instant,
  /** What the phone recorded: 1 to 100 items, in any order. Each item is checked alone. */
  items: v.pipe(
    v.array(v.unknown(), said({ en: 'Send a list.', es: 'Envíe una lista.' })),
    v.minLength(1, said({ en: 'Send at least 1.', es: 'Envíe al menos 1.' })),
    v.maxLength(100, said({ en: 'Send at most 100.', es: 'Envíe como máximo 100.' })),
  ),
});
export type SyncBody = v.InferOutput<typeof SyncBody>;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A skew within this is the network's delay and the error of a right clock. */
const TOLERATED_SKEW_MS = 2 * MINUTE_MS;
const OLDEST_ID_MS = 8 * DAY_MS;
const NEWEST_ID_MS = DAY_MS;
const OLDEST_FACT_MS = 7 * DAY_MS;

/** The clocks of one call. */
export interface Clocks {
  readonly receivedAt: Date;
  /** How far the phone's clock is behind, in milliseconds. */
  readonly skewMs: number;
}

export const clocksOf = (receivedAt: Date, sentAt: string): Clocks => ({
  receivedAt,
  skewMs: receivedAt.getTime() - Date.parse(sentAt),
});

/** The corrected time of recording in milliseconds. It is never later than the arrival. */
export function correctedTime(recordedAt: string, { receivedAt, skewMs }: Clocks): number {
  const recorded = Date.parse(recordedAt);
  const corrected = Math.abs(skewMs) <= TOLERATED_SKEW_MS ? recorded : recorded + skewMs;
  return Math.min(corrected, receivedAt.getTime());
}

/** True when the time in the identifier is too far from the arrival to be the one of its recording. */
export function isIdOutOfTime(id: string, { receivedAt }: Clocks): boolean {
  const age = receivedAt.getTime() - instantOfUuid(id).getTime();
  return age > OLDEST_ID_MS || age < -NEWEST_ID_MS;
}

export const isTooOld = (at: number, { receivedAt }: Clocks): boolean => receivedAt.getTime() - at > OLDEST_FACT_MS;

export const ITEM_RESULTS = ['APPLIED', 'DUPLICATE', 'WAITING', 'REFUSED'] as const;
export const ITEM_ERRORS = [
  'VALIDATION_FAILED',
  'UNKNOWN_KIND',
  'NOT_FOUND',
  'NOT_YOUR_TRIP',
  'TRIP_NOT_STARTED',
  'TRIP_NOT_READY',
  'PROOF_MISSING',
  'TRIP_CANCELLED',
  'TRIP_ENDED',
  'STOP_UNKNOWN',
  'TOO_MANY_PROOFS',
  'ID_REUSED',
  'TOO_OLD',
  'SEND_AGAIN',
] as const;
export type ItemError = (typeof ITEM_ERRORS)[number];

export const KindName = Line(100, 1);
