import type { Deps } from '../platform/runtime/capability';
import { clock } from './clock';
import type { DeliveryMessage } from './delivery';
import { readTargets, recordNoSuccess, recordSuccess, type Target } from './delivery-rows';
import { DELIVERY_RULES, type DeliveryRules } from './delivery-rules';
import type { EndpointRecord } from './endpoint';
import { disableEndpoint, noteHealth, takeProbe } from './endpoint-health';
import type { Outcome, OutRequest } from './outcome';
import { isGivenUp, MOST_ATTEMPTS, pauseAfter, RESTS_AFTER_MS } from './retries';
import { sendRequests, signRequest } from './send-requests';

export const DISPATCH_USES = {
  clock,
  readTargets,
  signRequest: signRequest(),
  sendRequests,
  recordSuccess: recordSuccess(),
  recordNoSuccess: recordNoSuccess(),
  noteHealth,
  takeProbe,
  disableEndpoint,
};
type DispatchDeps = Deps<typeof DISPATCH_USES>;

interface Attempt {
  readonly message: DeliveryMessage;
  readonly target: Target;
  readonly endpoint: EndpointRecord;
}

/** The results of one batch, for the log line. */
interface Dispatched {
  sent: number;
  delivered: number;
  failed: number;
  dropped: number;
}

/**
 * Makes the attempts of one batch. Endpoints and rows are read immediately before: a deleted endpoint gets nothing, a disabled one makes the
 * row SKIPPED, and a message whose attempt was made already is dropped. A failure of this function leaves the messages on the queue.
 */
export async function dispatch(
  deps: DispatchDeps,
  messages: readonly DeliveryMessage[],
  rules: DeliveryRules = DELIVERY_RULES,
): Promise<Dispatched> {
  const done: Dispatched = { sent: 0, delivered: 0, failed: 0, dropped: 0 };
  const { attempts, requests } = await prepared(deps, messages, rules);
  done.dropped = messages.length - attempts.length;
  if (attempts.length === 0) return done;
  const outcomes = await deps.sendRequests(requests);
  done.sent = attempts.length;
  for (const [index, attempt] of attempts.entries()) {
    const outcome = outcomes[index];
    if (outcome === undefined) continue;
    if (await settle(deps, attempt, outcome)) done.delivered += 1;
    else done.failed += 1;
  }
  return done;
}

/** The attempts to send now, with their signed requests. They are read again when more than five seconds have passed since. */
async function prepared(
  deps: DispatchDeps,
  messages: readonly DeliveryMessage[],
  rules: DeliveryRules,
): Promise<{ readonly attempts: readonly Attempt[]; readonly requests: readonly OutRequest[] }> {
  for (;;) {
    const readAt = deps.clock.now().getTime();
    const targets = await deps.readTargets(messages);
    const attempts: Attempt[] = [];
    for (const [index, message] of messages.entries()) {
      const target = targets[index];
      const endpoint = target?.endpoint;
      if (target === undefined || endpoint === undefined || !rules.isCurrent(target.row, message)) continue;
      if (endpoint.status === 'DISABLED')
        await deps.recordNoSuccess(message, target, { state: 'SKIPPED', outcome: {} });
      else if (await mayBeMade(deps, endpoint, message)) attempts.push({ message, target, endpoint });
      else await fail(deps, { message, target, endpoint }, { milliseconds: 0, failure: 'RESTING' });
    }
    // The first signature of a function waits for the key of the secrets.
    const requests = await Promise.all(attempts.map(({ endpoint, message }) => deps.signRequest(endpoint, message)));
    if (deps.clock.now().getTime() - readAt <= rules.sendWithinMs) return { attempts, requests };
  }
}

/** A resting endpoint is tried once a minute. The last attempt of an event is always made. */
async function mayBeMade(deps: DispatchDeps, endpoint: EndpointRecord, { attempt, isTest }: DeliveryMessage) {
  const { failingSince } = endpoint;
  const now = deps.clock.now().getTime();
  const isResting = failingSince !== undefined && now - Date.parse(failingSince) >= RESTS_AFTER_MS;
  return !isResting || isTest === true || attempt >= MOST_ATTEMPTS || deps.takeProbe(endpoint);
}

/** Writes the result of an attempt. Returns whether the event was delivered. */
async function settle(deps: DispatchDeps, attempt: Attempt, outcome: Outcome): Promise<boolean> {
  const { message, target, endpoint } = attempt;
  if (outcome.failure !== undefined) {
    await fail(deps, attempt, outcome);
    return false;
  }
  await deps.recordSuccess(message, target, outcome);
  await deps.noteHealth(endpoint, true);
  return true;
}

async function fail(deps: DispatchDeps, { message, target, endpoint }: Attempt, outcome: Outcome): Promise<void> {
  const now = deps.clock.now().getTime();
  const pause = message.isTest ? undefined : pauseAfter(message.attempt, deps.clock.random(), outcome.retryAfterMs);
  const dueAt = pause === undefined ? undefined : new Date(now + pause).toISOString();
  const state = dueAt === undefined ? 'FAILED' : 'PENDING';
  const isWritten = await deps.recordNoSuccess(message, target, { state, outcome, dueAt });
  if (outcome.statusCode === 410) return deps.disableEndpoint(endpoint, 'GONE');
  if (!isWritten) return;
  const { failingSince } = endpoint;
  if (isGivenUp(message.attempt, failingSince === undefined ? undefined : Date.parse(failingSince), now))
    return deps.disableEndpoint(endpoint, 'FAILING');
  await deps.noteHealth(endpoint, false);
}
