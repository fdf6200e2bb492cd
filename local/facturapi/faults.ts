import * as v from 'valibot';
import type { StampingAction } from '../../shared/platform/runtime/permissions';
import { jsonAnswer, type Wire, type WireAnswer, type WireRequest } from '../wire';
import { ApiError, errorAnswer } from './errors';

/**
 * The faults that can be switched on for the next requests.
 * - REFUSE: 400 with a code of the SAT; the request is not done.
 * - RATE_LIMIT: 429; the request is not done.
 * - HTML: a proxy's page, 502; the request is not done.
 * - TIME_OUT_BEFORE, TIME_OUT_AFTER: no answer, before or after the request was done.
 * - CUT: the connection breaks before the request is done. LOSE_ANSWER: it breaks after the request was done.
 * - PENDING: 202; settled after `seconds` with `outcome`: `valid` (default) or `failed`. For a cancellation: `accepted`, `rejected`,
 *   `expired`.
 */
export const FAULTS = [
  'REFUSE',
  'RATE_LIMIT',
  'HTML',
  'TIME_OUT_BEFORE',
  'TIME_OUT_AFTER',
  'CUT',
  'LOSE_ANSWER',
  'PENDING',
] as const;

/** The provider retries a pending stamp by itself after ten minutes. */
const SETTLED_AFTER_SECONDS = 600;

const Fault = v.object({
  fault: v.picklist(FAULTS),
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
  /** The requests that the fault applies to. Absent: the requests that stamp. */
  actions: v.optional(v.array(v.string()), ['CreateInvoice', 'StampDraftInvoice']),
  seconds: v.optional(v.pipe(v.number(), v.minValue(0)), SETTLED_AFTER_SECONDS),
  outcome: v.optional(v.picklist(['valid', 'failed', 'accepted', 'rejected', 'expired'])),
  code: v.optional(v.string(), 'CFDI40147'),
});
export type Fault = v.InferOutput<typeof Fault>;

export interface Faults {
  /** Adds a fault from the body of the local route. */
  readonly add: (fault: v.InferInput<typeof Fault>) => void;
  /** Takes the fault for this request and counts it as used; undefined when no fault applies. */
  readonly take: (action: StampingAction) => Fault | undefined;
  /** The faults that no request has used up. */
  readonly waiting: () => readonly Fault[];
  readonly clear: () => void;
  readonly localRoutes: Readonly<Record<string, Wire>>;
}

export function makeFaults(): Faults {
  let waiting: Fault[] = [];
  const add = (fault: v.InferInput<typeof Fault>): void => {
    waiting.push(v.parse(Fault, fault));
  };
  const clear = (): void => {
    waiting = [];
  };
  return {
    add,
    waiting: () => waiting,
    clear,
    take: (action) => {
      const fault = waiting.find(({ actions }) => actions.includes(action));
      waiting = waiting.flatMap((one) =>
        one === fault ? (one.times > 1 ? [{ ...one, times: one.times - 1 }] : []) : [one],
      );
      return fault;
    },
    localRoutes: {
      'GET /_local/stamping/faults': () => jsonAnswer(200, { faults: waiting }),
      'DELETE /_local/stamping/faults': () => {
        clear();
        return jsonAnswer(200, { faults: waiting });
      },
      'POST /_local/stamping/faults': ({ body }: WireRequest) => {
        const parsed = v.safeParse(Fault, JSON.parse(body.toString('utf8') || '{}'));
        if (!parsed.success) return jsonAnswer(400, { error: parsed.issues[0].message, faults: FAULTS });
        add(parsed.output);
        return jsonAnswer(200, { faults: waiting });
      },
    },
  };
}

const never = (): Promise<never> => new Promise(() => undefined);
const CUT: WireAnswer = { status: 0, body: '', cut: true };
const PAGE = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';

/** Answers a request according to its fault. The request itself handles PENDING. */
export async function answerWith(
  fault: Fault | undefined,
  act: () => WireAnswer | Promise<WireAnswer>,
): Promise<WireAnswer> {
  switch (fault?.fault) {
    case undefined:
    case 'PENDING':
      return act();
    case 'REFUSE':
      return errorAnswer(refusal(fault.code));
    case 'RATE_LIMIT':
      return errorAnswer(new ApiError(429, 'rate_limit_exceeded', 'Too many requests.'), { 'retry-after': '1' });
    case 'HTML':
      return { status: 502, headers: { 'content-type': 'text/html' }, body: PAGE };
    case 'CUT':
      return CUT;
    case 'LOSE_ANSWER':
      await act();
      return CUT;
    case 'TIME_OUT_BEFORE':
      return never();
    case 'TIME_OUT_AFTER':
      await act();
      return never();
  }
}

const refusal = (code: string): ApiError =>
  new ApiError(400, 'sat_error', 'The document was refused.', [
    { code, message: 'El campo no cumple con la regla del SAT.', source: 'sat' },
  ]);
