import * as v from 'valibot';

/**
 * The state of stamping on the invoice. The attempt and its content are in a separate work item
 * (`stamping/work-items.ts`).
 */
export const StampingState = v.object({
  /** The number of the attempt. It is part of the idempotency key and increases only after the attempt was closed. */
  number: v.number(),
  /** The id of the last lock. Each write of an outcome requires it. */
  attemptId: v.string(),
  /** Whether a document of this attempt may exist or still appear, although no search has found one. */
  isOpen: v.boolean(),
  /**
   * Whether the attempt uses the live key or the test key. Each key sees only its own documents, so an open attempt
   * keeps its mode.
   */
  livemode: v.boolean(),
  /** The Carta Porte's identifier (IdCCP): created once for the invoice and kept by all attempts. */
  idCcp: v.optional(v.string()),
});
export type StampingState = v.InferOutput<typeof StampingState>;
