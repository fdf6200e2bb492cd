import * as v from 'valibot';

/** What an invoice keeps of its stamping; the attempt itself, with its content, lies beside it as a work item (`stamping.ts`). */
export const StampingState = v.object({
  /** Of the attempt. It stands in the idempotency key, and changes only after a definite refusal. */
  number: v.number(),
  /** The lock that was taken last: every write of an outcome is fenced by it. */
  attemptId: v.string(),
  /** A document of this attempt may be there, or still come to be, although none was seen. */
  isOpen: v.boolean(),
  /** With the live key or the test key: the two see different documents, so an open attempt stays with its own. */
  livemode: v.boolean(),
  /** Carta Porte's own identifier (IdCCP): made once for the invoice, kept by every attempt. */
  idCcp: v.optional(v.string()),
});
export type StampingState = v.InferOutput<typeof StampingState>;
