import * as v from 'valibot';

/** Why an attempt was no success. INTERNAL, RESTING and GONE name no answer of the endpoint to the POST of this attempt. */
export const FAILURES = [
  'STATUS',
  'REDIRECT',
  'TIMEOUT',
  'DNS',
  'ADDRESS',
  'TLS',
  'CONNECTION',
  'TOO_LONG',
  'RESTING',
  'INTERNAL',
] as const;
export type Failure = (typeof FAILURES)[number];

/** One request that `sendOut` makes. The headers contain the signatures; no secret reaches it. */
export const OutRequest = v.object({
  url: v.string(),
  headers: v.record(v.string(), v.string()),
  body: v.string(),
});
export type OutRequest = v.InferOutput<typeof OutRequest>;

/** The result of a request. Nothing else of the response is kept: it would let callers read other people's networks. */
export const Outcome = v.object({
  statusCode: v.optional(v.number()),
  milliseconds: v.number(),
  failure: v.optional(v.picklist(FAILURES)),
  /** The pause that the endpoint asked for. */
  retryAfterMs: v.optional(v.number()),
});
export type Outcome = v.InferOutput<typeof Outcome>;

export const MOST_REQUESTS = 10;
export const OutRequests = v.object({
  requests: v.pipe(v.array(OutRequest), v.maxLength(MOST_REQUESTS)),
});
export const Outcomes = v.object({ outcomes: v.array(Outcome) });
