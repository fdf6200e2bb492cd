import * as v from 'valibot';
import { Instant, Uuid, Whole } from '../platform/values/fields';

/** A part of the trip that a former driver drove. The present driver has none. */
export const Leg = v.object({
  driverId: Uuid,
  until: Instant,
  /** The document that the driver carried when the leg ended. */
  invoiceId: v.optional(Uuid),
  /** The number in the keys of the leg’s positions. Absent in a leg of an earlier release, which has no track. */
  number: v.optional(Whole),
});
export type Leg = v.InferOutput<typeof Leg>;
