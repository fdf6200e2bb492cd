import * as v from 'valibot';
import { Instant, Lines, Uuid, Whole } from '../platform/values/fields';
import { STOP_REQUIREMENTS, type StopRequirement } from '../routes/route';
import { ETA_SOURCES } from './eta';
import { inOrder, missingOf } from './proof';
import {
  PlannedStop,
  STOP_STATUSES,
  StopCorrection,
  type StopRegisters,
  type StopStatus,
  type StoredStop,
} from './stop';

/** What a stop's status follows from. */
interface StopFacts {
  readonly registers: Partial<StopRegisters>;
  /** The requirements of the stop that no report meets. */
  readonly missing: readonly StopRequirement[];
  /** ENFORCE: a departure counts only when nothing is missing. */
  readonly proof: 'NONE' | 'WARN' | 'ENFORCE';
}

interface StopState {
  readonly says: string;
  /** The status when the condition of this row holds. */
  readonly status: (facts: StopFacts) => StopStatus | undefined;
}

/** The status of a stop is that of the first row whose condition holds. It is never stored, so that the order of the reports has no effect. */
const STOP_STATES: readonly StopState[] = [
  { says: 'The office corrected the stop.', status: ({ registers }) => registers.correction?.status },
  {
    says: 'Departed, and nothing is missing or proof is not ENFORCE.',
    status: ({ registers, missing, proof }) =>
      registers.departed && (proof !== 'ENFORCE' || missing.length === 0) ? 'SALIO' : undefined,
  },
  {
    says: 'Arrived, departed, or a position was within the radius.',
    status: ({ registers: { arrived, departed, inside } }) => (arrived || departed || inside ? 'LLEGO' : undefined),
  },
  { says: 'Skipped.', status: ({ registers }) => registers.skipped && 'OMITIDA' },
];

/** The status of a stop by {@link STOP_STATES}. PENDIENTE when no row holds. */
export function statusOfStop(facts: StopFacts): StopStatus {
  for (const row of STOP_STATES) {
    const status = row.status(facts);
    if (status !== undefined) return status;
  }
  return 'PENDIENTE';
}

/** A stop in answers: the plan, what was reported, and the status that follows. */
export const TripStop = v.object({
  ...PlannedStop.entries,
  /** How far the stop is, by the first condition that holds: corrected, departed, arrived or inside, skipped. */
  status: v.picklist(STOP_STATUSES),
  /** What the driver has still to show. Only with the status LLEGO. */
  missing: v.optional(v.array(v.picklist(STOP_REQUIREMENTS))),
  /** The first arrival that the phone reported. */
  arrived: v.optional(
    v.object({
      at: Instant,
      /** How the phone learned it. */
      source: v.picklist(['DRIVER', 'GEOFENCE']),
    }),
  ),
  /** The last departure that the phone reported. */
  departed: v.optional(
    v.object({
      at: Instant,
      /** Whether the work was done. */
      outcome: v.picklist(['DELIVERED', 'FAILED']),
      /** Why it failed. Absent when it did not. */
      reason: v.optional(Lines(500)),
    }),
  ),
  /** The driver skipped the stop. */
  skipped: v.optional(
    v.object({
      at: Instant,
      /** Why the driver skipped it. Absent after the erasure of the driver. */
      reason: v.optional(Lines(500)),
    }),
  ),
  /** The proofs of delivery that the phone reported, in the order of recording. */
  proofs: v.optional(v.array(Uuid)),
  /** When the first position within the radius was recorded. Absent without one. */
  insideAt: v.optional(Instant),
  /** When the last position within the radius was recorded, once a later one is outside. It meets no requirement. */
  leftAt: v.optional(Instant),
  /** When the truck will probably be there. Only when the stops of a trip under way are read, with a position, for a stop ahead. */
  eta: v.optional(Instant),
  /** How `eta` was computed. */
  by: v.optional(v.picklist(ETA_SOURCES)),
  /** The decision of the office. Absent without one. */
  correction: v.optional(StopCorrection),
});
export type TripStop = v.InferOutput<typeof TripStop>;

export const TripStops = v.object({
  /** The stops of the trip in their order. */
  stops: v.array(TripStop),
  /** Raised by each change of the stops by the office. 0: the trip never had stops. */
  stopsRevision: Whole,
  /** The proofs of delivery of the trip as a whole, in the order of recording. */
  proofs: v.optional(v.array(Uuid)),
});
export type TripStops = v.InferOutput<typeof TripStops>;

/** Joins a planned stop with its registers, by the policy of the team. */
export function tripStop(
  proof: StopFacts['proof'],
  { ownKmh: _, isMoved: __, ...planned }: StoredStop,
  registers: Partial<StopRegisters> = {},
): TripStop {
  const { arrived, departed, skipped, inside, left, proofs, correction } = registers;
  const missing = missingOf(planned.requires, proofs);
  const status = statusOfStop({ registers, missing, proof });
  const reported = { arrived, departed, skipped, insideAt: inside?.at, leftAt: left?.at, ...proofsIn(registers) };
  return { ...planned, status, ...(status === 'LLEGO' && { missing }), ...reported, correction };
}

/** The identifiers of the reported proofs. Absent without one. */
const proofsIn = ({ proofs }: Partial<StopRegisters> = {}) => proofs && { proofs: inOrder(proofs).map(({ id }) => id) };

/** The stops of a trip with their registers, in their order. */
export function tripStops(
  tripId: string,
  proof: StopFacts['proof'],
  stops: readonly StoredStop[],
  registers: readonly StopRegisters[],
  stopsRevision: number,
): TripStops {
  const byStop = new Map(registers.map((one) => [one.stopId, one]));
  return {
    stops: [...stops]
      .sort((one, other) => one.order - other.order)
      .map((planned) => tripStop(proof, planned, byStop.get(planned.id))),
    stopsRevision,
    ...proofsIn(byStop.get(tripId)),
  };
}
