import * as v from 'valibot';
import { type Outcome, type OutRequest, OutRequests } from '../../shared/webhook-endpoints/outcome';
import { retryAfterIn } from '../../shared/webhook-endpoints/retries';
import type { MakeStandIn } from '../stand-in';
import { jsonAnswer, type WireAnswer, type WireRequest } from '../wire';

const FUNCTION = 'fleet-local-sendOut';
const INVOCATION = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;
const WHOLE_MS = 10_000;
const MOST_SHOWN = 100;
const HERE = new Set(['127.0.0.1', 'localhost']);

/** A request that was made, for `GET /_local/webhooks`. */
interface Shown extends OutRequest, Outcome {
  readonly at: string;
}

/**
 * AWS Lambda with one function: `sendOut` of this machine. It posts to programs on this machine alone, without TLS, and refuses every other
 * address: the guard of the deployed `sendOut` is not part of it and is not switched off by it.
 */
export const localSendOut: MakeStandIn = ({ now }) => {
  const shown: Shown[] = [];
  const send = async (request: OutRequest): Promise<Outcome> => {
    const outcome = await post(request, now);
    shown.unshift({ at: now().toISOString(), ...request, ...outcome });
    shown.length = Math.min(shown.length, MOST_SHOWN);
    return outcome;
  };
  const answer = async ({ path, body }: WireRequest): Promise<WireAnswer> => {
    if (INVOCATION.exec(path)?.[1] !== FUNCTION) return jsonAnswer(404, { Message: `Function not found: ${path}` });
    const { requests } = v.parse(OutRequests, JSON.parse(body.toString('utf8')));
    return jsonAnswer(200, { outcomes: await Promise.all(requests.map(send)) });
  };
  return {
    answer,
    environment: (endpoint) => ({ AWS_ENDPOINT_URL_LAMBDA: endpoint, SEND_OUT_FUNCTION: FUNCTION }),
    localRoutes: { 'GET /_local/webhooks': () => jsonAnswer(200, { requests: shown }) },
  };
};

async function post({ url, headers, body }: OutRequest, now: () => Date): Promise<Outcome> {
  const began = performance.now();
  const milliseconds = () => Math.round(performance.now() - began);
  if (!HERE.has(new URL(url).hostname)) return { milliseconds: 0, failure: 'ADDRESS' };
  try {
    const signal = AbortSignal.timeout(WHOLE_MS);
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await answer.body?.cancel();
    const { status: statusCode } = answer;
    if (answer.ok) return { statusCode, milliseconds: milliseconds() };
    const isRedirect = statusCode >= 300 && statusCode < 400;
    const retryAfterMs = retryAfterIn(answer.headers.get('retry-after') ?? undefined, now().getTime());
    return { statusCode, milliseconds: milliseconds(), failure: isRedirect ? 'REDIRECT' : 'STATUS', retryAfterMs };
  } catch (failure) {
    const isLate = failure instanceof Error && failure.name === 'TimeoutError';
    return { milliseconds: milliseconds(), failure: isLate ? 'TIMEOUT' : 'CONNECTION' };
  }
}
