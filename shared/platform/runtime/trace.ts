import type { Context as LambdaContext } from 'aws-lambda';
import type { Environment } from './env';

/** Newer runtimes of Lambda pass the tracing header of a call in its context, because calls may run at once. */
export type TracedContext = LambdaContext & { readonly xRayTraceId?: string };

/** A trace of X-Ray: version 1, the second of its start, and 96 random bits. Source: X-Ray developer guide, "Tracing header". */
export const TRACE = /^1-[0-9a-f]{8}-[0-9a-f]{24}$/;

const ROOT = /(?:^|;)\s*Root=(1-[0-9a-f]{8}-[0-9a-f]{24})(?:;|$)/;

/** The trace that Lambda made for this call, or took over from the caller. Lambda sets it for each call, also while X-Ray is off. */
export const traceOf = (context: TracedContext, environment: Environment): string | undefined =>
  ROOT.exec(context.xRayTraceId ?? environment._X_AMZN_TRACE_ID ?? '')?.[1];

/** The version, the trace, the parent and the flags. A later version than 00 may have more parts. */
const PARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}/;

/**
 * The four parts of a caller's `traceparent` header, if it is well-formed. Other texts are not logged, because a caller could write anything
 * into the log. Source: W3C Trace Context, "Traceparent header".
 */
export function traceparentOf(header: string | undefined): string | undefined {
  const text = header?.trim() ?? '';
  const [known] = PARENT.exec(text) ?? [];
  if (known === undefined || known === text) return known;
  return !known.startsWith('00') && text[known.length] === '-' ? known : undefined;
}

/** The `traceparent` of a request that a traced call sends. X-Ray's trace has the same 128 bits. */
export const traceparentIn = (trace: string, parent: string): string =>
  `00-${trace.slice('1-'.length).replace('-', '')}-${parent}-00`;
