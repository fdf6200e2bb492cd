import * as v from 'valibot';

/** A time during which an endpoint listens to a type of events. `*` is one type. Milliseconds since 1970. */
export const Span = v.object({ type: v.string(), from: v.number(), until: v.optional(v.number()) });
export type Span = v.InferOutput<typeof Span>;

/** An identifier is made before its commit: the entry of an old identifier may commit in the span. */
export const BEFORE_SPAN_MS = 90_000;
/** The clock that made the identifier may be ahead of the clock that closed the span. */
const AFTER_SPAN_MS = 5_000;

const CLOSED_KEPT_MS = 40 * 24 * 60 * 60 * 1000;
export const ALL_TYPES = '*';

/** The tolerances of {@link wants}, which the proof changes. */
export const WANTS_TOLERANCES = { before: BEFORE_SPAN_MS, after: AFTER_SPAN_MS };

interface Listening {
  readonly spans: readonly Span[];
}

/**
 * True when the endpoint listened to the type as the event was made. `idTime` is the instant in the event's identifier. Fan-out, reconciler and
 * redelivery use this function.
 */
export const wants = (
  { spans }: Listening,
  type: string,
  idTime: number,
  { before, after } = WANTS_TOLERANCES,
): boolean =>
  spans.some(
    (span) =>
      (span.type === ALL_TYPES || span.type === type) &&
      span.from - before <= idTime &&
      (span.until === undefined || idTime <= span.until + after),
  );

/** The spans of an endpoint that listens to these types from now on. Without types it listens to nothing. */
export function spansFor(spans: readonly Span[], types: readonly string[], now: number): Span[] {
  const kept = spans.filter(({ until }) => until === undefined || until > now - CLOSED_KEPT_MS);
  const closed = kept.map((span) =>
    span.until === undefined && !types.includes(span.type) ? { ...span, until: now } : span,
  );
  const open = new Set(closed.flatMap(({ type, until }) => (until === undefined ? [type] : [])));
  return [...closed, ...types.filter((type) => !open.has(type)).map((type) => ({ type, from: now }))];
}
