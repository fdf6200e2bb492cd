import * as v from 'valibot';
import { accountDigest, networkDigest } from '../identity/log-digests';
import type { Person, SecurityEvent } from '../identity/security-events';
import type { Meter, RequestScope, Runtime } from '../platform/runtime/context';
import { STACK_FRAMES } from '../platform/runtime/live';
import { OpenCalls } from '../platform/runtime/open-calls';
import { type TracedContext, traceOf, traceparentOf } from '../platform/runtime/trace';

/**
 * The log line of a request. Uses Powertools' field names where they exist. Contains identifiers only, no personal
 * data.
 */
export interface RequestLine {
  readonly operation: string;
  readonly requestId: string;
  readonly trace?: string | undefined;
  /** The caller's own trace. */
  readonly traceparent?: string | undefined;
  readonly teamId: string | undefined;
  readonly status: number;
  readonly error: string | undefined;
  readonly security?: SecurityFields;
  /** Identifiers that the operation noted. */
  readonly notes?: Readonly<Record<string, string>>;
  readonly milliseconds: number;
  readonly coldStart: boolean;
  /** Only of a function's first call: the milliseconds since its process started. */
  readonly initMilliseconds?: number | undefined;
  readonly meter: Meter;
}

/** The person and the origin of a request. Addresses appear as digests only. */
interface SecurityFields {
  readonly event: SecurityEvent | undefined;
  /** The subject of a user, or the identifier of a driver. */
  readonly user: string | undefined;
  readonly network: string | undefined;
  readonly account: string | undefined;
}

export function requestLine(line: RequestLine): string {
  return JSON.stringify({
    level: line.status >= 500 ? 'ERROR' : 'INFO',
    operation: line.operation,
    function_request_id: line.requestId,
    trace: line.trace,
    traceparent: line.traceparent,
    team: line.teamId,
    ...line.security,
    ...line.notes,
    status: line.status,
    error: line.error,
    duration_ms: line.milliseconds,
    cold_start: line.coldStart,
    init_ms: line.initMilliseconds,
    calls: line.meter.calls,
    rru: line.meter.readUnits,
    wru: line.meter.writeUnits,
  });
}

/** Collects the fields of a request's log line. */
export interface RequestLog {
  readonly requestId: string;
  readonly scope: RequestScope;
  readonly noteCaller: (caller: object | undefined) => void;
  readonly noteError: (code: string) => void;
  readonly noteAddress: (address: string) => void;
  readonly notePerson: (person: Person | undefined) => void;
  /** The account that the caller names, and the event of the request. */
  readonly noteAccount: (account: string) => void;
  readonly noteEvent: (event: SecurityEvent) => void;
  /** The proven person of the request, and the digest of the network. */
  readonly origin: () => { readonly person: Person | undefined; readonly network: string | undefined };
  /** Adds identifiers to the line. */
  readonly note: (identifiers: Readonly<Record<string, string>>) => void;
  readonly finish: (status: number) => void;
}

export function openRequestLog(
  operation: string,
  runtime: Runtime,
  context: TracedContext,
  coldStart: boolean,
  traceparentHeader?: string,
): RequestLog {
  const startedAt = runtime.now().getTime();
  const requestId = context.awsRequestId;
  const trace = traceOf(context, runtime.environment);
  const traceparent = traceparentOf(traceparentHeader);
  const initMilliseconds = coldStart ? runtime.uptime() : undefined;
  const meter: Meter = { calls: 0, readUnits: 0, writeUnits: 0 };
  let teamId: string | undefined;
  let error: string | undefined;
  let notes: Readonly<Record<string, string>> = {};
  let event: SecurityEvent | undefined;
  let person: Person | undefined;
  let network: string | undefined;
  let account: string | undefined;
  const note: RequestLog['note'] = (identifiers) => {
    notes = { ...notes, ...identifiers };
  };
  return {
    requestId,
    scope: {
      requestId,
      trace,
      remaining: () => context.getRemainingTimeInMillis(),
      meter,
      open: new OpenCalls(),
      note,
    },
    noteCaller: (caller) => {
      if (caller && 'teamId' in caller) teamId = String(caller.teamId);
      person = personOf(caller) ?? person;
    },
    noteAddress: (address) => {
      network = networkDigest(runtime.environment, address);
    },
    notePerson: (proven) => {
      person = proven ?? person;
    },
    noteAccount: (named) => {
      account = accountDigest(runtime.environment, named);
    },
    noteEvent: (noted) => {
      event = noted;
    },
    origin: () => ({ person, network }),
    noteError: (code) => {
      error = code;
    },
    note,
    finish: (status) => {
      const milliseconds = runtime.now().getTime() - startedAt;
      const security = { event: event ?? eventOf(status), user: person?.id, network, account };
      const traces = { trace, traceparent };
      const duration = { milliseconds, coldStart, initMilliseconds };
      runtime.log(
        requestLine({ operation, requestId, ...traces, teamId, status, error, security, notes, ...duration, meter }),
      );
    },
  };
}

const CallerPerson = v.object({ pool: v.picklist(['staff', 'drivers']), id: v.string() });

const personOf = (caller: object | undefined): Person | undefined =>
  v.is(CallerPerson, caller) ? { pool: caller.pool, id: caller.id } : undefined;

/** A refused request without an event of its operation. */
const eventOf = (status: number): SecurityEvent | undefined =>
  status === 401 || status === 403 ? 'DENIED' : undefined;

/** The log line of a run without an HTTP request. */
interface TriggerLine {
  readonly trigger: string;
  readonly requestId: string;
  readonly trace?: string | undefined;
  /** The traces of the requests whose work the run continued. */
  readonly origins?: readonly string[] | undefined;
  readonly isFailed: boolean;
  readonly milliseconds: number;
  readonly initMilliseconds?: number | undefined;
  readonly meter: Meter;
  /** The counters that a schedule returns. */
  readonly figures: Readonly<Record<string, number>> | undefined;
}

export function triggerLine(line: TriggerLine): string {
  return JSON.stringify({
    level: line.isFailed ? 'ERROR' : 'INFO',
    trigger: line.trigger,
    function_request_id: line.requestId,
    trace: line.trace,
    origins: line.origins,
    duration_ms: line.milliseconds,
    init_ms: line.initMilliseconds,
    calls: line.meter.calls,
    rru: line.meter.readUnits,
    wru: line.meter.writeUnits,
    figures: line.figures,
  });
}

/** A second log line for faults of the service: error and place, without values that a schema's message would quote. */
export function faultLine(requestId: string, failure: unknown, trace?: string): string {
  const chain = causesOf(failure).map((error) => ({
    name: error.name,
    message: messageWithoutValues(error),
    stack: framesOf(error),
  }));
  return JSON.stringify({ level: 'ERROR', message: 'fault', function_request_id: requestId, trace, chain });
}

function causesOf(failure: unknown): Error[] {
  const causes: Error[] = [];
  for (let error = failure; error instanceof Error && causes.length < 5; error = error.cause) causes.push(error);
  return causes.length > 0 ? causes : [new Error(`The code threw a ${typeof failure} instead of an Error.`)];
}

const messageWithoutValues = (error: Error): string =>
  v.isValiError(error)
    ? error.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.type}`).join(', ')
    : withoutQuoted(error.message);

const QUOTE = { opens: "Value '", closes: "' at '" };

/**
 * AWS quotes a value that violates a constraint, even a password: "Value '…' at 'field' failed to satisfy constraint".
 */
function withoutQuoted(message: string): string {
  const from = message.indexOf(QUOTE.opens) + QUOTE.opens.length;
  const to = message.lastIndexOf(QUOTE.closes);
  return from >= QUOTE.opens.length && to >= from ? `${message.slice(0, from)}…${message.slice(to)}` : message;
}

/** The stack repeats the message, which may contain lines that look like frames. */
const framesOf = ({ stack, message }: Error): string[] =>
  stack
    ?.replace(message, '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, STACK_FRAMES) ?? [];
