import * as v from 'valibot';
import { jsonAnswer, type Wire } from './wire';

/** The fields that this file reads from the log line of a request (shared/operation/request-log.ts). */
const RequestLine = v.object({
  level: v.string(),
  operation: v.string(),
  function_request_id: v.string(),
  status: v.number(),
  duration_ms: v.number(),
  calls: v.number(),
  rru: v.number(),
  wru: v.number(),
});

/** The line that is logged for a fault of the service, besides the request line. */
const FaultLine = v.object({
  level: v.literal('ERROR'),
  function_request_id: v.string(),
  chain: v.array(v.object({ name: v.string(), message: v.string(), stack: v.optional(v.array(v.string()), []) })),
});

/** The cost of one request: outbound calls, and the table's request units. */
interface Call {
  readonly requestId: string;
  readonly operation: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly calls: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

interface Total {
  requests: number;
  faults: number;
  milliseconds: number;
  calls: number;
  readUnits: number;
  writeUnits: number;
}

const CALLS_KEPT = 1_000;

/** Replaces CloudWatch: reads the log lines of functions, keeps the cost of each request, and prints faults. */
interface LogReader {
  readonly take: (line: string) => void;
  /** `GET /_local/usage`: the last calls, newest first, and the totals of each operation since the start. */
  readonly usage: Wire;
}

export function readLogs(options: {
  show: boolean;
  warn: (line: string) => void;
  print: (line: string) => void;
}): LogReader {
  const since = new Date().toISOString();
  const recent: Call[] = [];
  const totals = new Map<string, Total>();
  const keep = (call: Call): void => {
    recent.push(call);
    if (recent.length > CALLS_KEPT) recent.shift();
    totals.set(call.operation, added(totals.get(call.operation), call));
  };
  return {
    take: (line) => {
      if (options.show) options.print(line);
      const parsed = parseLine(line);
      const request = v.safeParse(RequestLine, parsed);
      if (request.success) keep(callOf(request.output));
      const fault = v.safeParse(FaultLine, parsed);
      if (fault.success) options.warn(faultText(fault.output));
    },
    usage: () => jsonAnswer(200, { since, operations: Object.fromEntries(totals), calls: recent.toReversed() }),
  };
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const callOf = (line: v.InferOutput<typeof RequestLine>): Call => ({
  requestId: line.function_request_id,
  operation: line.operation,
  status: line.status,
  milliseconds: line.duration_ms,
  calls: line.calls,
  readUnits: line.rru,
  writeUnits: line.wru,
});

function added(before: Total | undefined, call: Call): Total {
  const total = before ?? { requests: 0, faults: 0, milliseconds: 0, calls: 0, readUnits: 0, writeUnits: 0 };
  return {
    requests: total.requests + 1,
    faults: total.faults + (call.status >= 500 ? 1 : 0),
    milliseconds: total.milliseconds + call.milliseconds,
    calls: total.calls + call.calls,
    readUnits: total.readUnits + call.readUnits,
    writeUnits: total.writeUnits + call.writeUnits,
  };
}

/** The error with its causes, the first line of its stack, and the request id. */
function faultText({ chain, function_request_id }: v.InferOutput<typeof FaultLine>): string {
  const causes = chain.map(({ name, message }) => `${name}: ${message}`).join(' ← ');
  const place = chain[0]?.stack[0]?.trim() ?? '';
  return `${causes} ${place} (request ${function_request_id})`.replace(/\s+/g, ' ');
}
