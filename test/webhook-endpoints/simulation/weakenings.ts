import { SETTLED_AFTER_MS } from '../../../shared/events/list-events';
import type { DeliveryMessage } from '../../../shared/webhook-endpoints/delivery';
import { failureGuard, successGuard } from '../../../shared/webhook-endpoints/delivery-rows';
import { DELIVERY_RULES, type DeliveryRules } from '../../../shared/webhook-endpoints/delivery-rules';
import { ROTATION_RULES } from '../../../shared/webhook-endpoints/edit-endpoints';
import { bodyOf } from '../../../shared/webhook-endpoints/event-body';
import { entryIn } from '../../../shared/webhook-endpoints/fan-out';
import { SWEEP_RULES, type SweepRules } from '../../../shared/webhook-endpoints/sweep';
import { wants } from '../../../shared/webhook-endpoints/wants';

/** The rules of the deliveries and of a consumer. A weakening replaces one of them. */
export interface Rules {
  readonly delivery: DeliveryRules;
  readonly sweep: SweepRules;
  readonly rotation: typeof ROTATION_RULES;
  readonly entry: typeof entryIn;
  readonly failureGuard: typeof failureGuard;
  readonly successGuard: typeof successGuard;
  /** The body of an attempt. `now` is its instant, `versionOf` a record's version at the commit of the event. */
  readonly body: (message: DeliveryMessage, now: number, versionAt: (eventId: string) => number) => string;
  readonly isReconciled: boolean;
  readonly watermarkFirst: boolean;
  readonly rowsAreMessages: boolean;
  readonly staleEndpoints: boolean;
  readonly endpointsAreRead: boolean;
  readonly affects: boolean;
  readonly isThin: boolean;
  readonly keepsHighest: boolean;
  /** The age at which the pull lists an event. */
  readonly pullSettledAfterMs: number;
}

export const RULES: Rules = {
  delivery: DELIVERY_RULES,
  sweep: SWEEP_RULES,
  rotation: ROTATION_RULES,
  entry: entryIn,
  failureGuard,
  successGuard,
  body: (message) => bodyOf(message),
  isReconciled: true,
  watermarkFirst: false,
  rowsAreMessages: false,
  staleEndpoints: false,
  endpointsAreRead: true,
  affects: true,
  isThin: true,
  keepsHighest: true,
  pullSettledAfterMs: SETTLED_AFTER_MS,
};

const tolerance = (before: number, after: number): Partial<DeliveryRules> => ({
  isWanted: (endpoint, type, idTime) => wants(endpoint, type, idTime, { before, after }),
});

const delivery = (changed: Partial<DeliveryRules>): Partial<Rules> => ({
  delivery: { ...DELIVERY_RULES, ...changed },
});
const sweep = (changed: Partial<SweepRules>): Partial<Rules> => ({ sweep: { ...SWEEP_RULES, ...changed } });

const withoutAffects = (body: string): string => {
  const event = JSON.parse(body);
  return JSON.stringify({ ...event, data: { ...event.data, affects: undefined } });
};

export interface Weakening {
  readonly name: string;
  readonly rules: Partial<Rules>;
}

const AGES = 1_000 * 24 * 60 * 60 * 1_000;

/** Each leaves out one rule. A seed must notice each. */
export const WEAKENINGS: readonly Weakening[] = [
  { name: 'the reconciler itself', rules: { isReconciled: false } },
  { name: 'the distance of an hour of the reconciler', rules: delivery({ reconcileAfterMs: 0 }) },
  { name: 'the watermark after its rows', rules: { watermarkFirst: true } },
  { name: 'rows instead of messages', rules: { rowsAreMessages: true } },
  { name: 'strong reads of endpoints in the fan-out', rules: { staleEndpoints: true } },
  { name: 'the 90 s of wants', rules: delivery(tolerance(0, 5_000)) },
  { name: 'the 5 s of wants', rules: delivery(tolerance(90_000, 0)) },
  {
    name: 'the team from the key',
    rules: {
      entry: (item) => {
        const found = entryIn(item);
        const teamId = found?.event.changes?.teamId;
        return found && typeof teamId === 'string' ? { ...found, teamId } : found;
      },
    },
  },
  { name: 'reading the endpoint before each attempt', rules: { endpointsAreRead: false } },
  {
    name: 'the attempt in the message',
    rules: delivery({
      isCurrent: (row, { generation }) =>
        row === undefined || (row.state === 'PENDING' && row.generation === generation),
    }),
  },
  { name: 'the guard of failures', rules: { failureGuard: () => ({}) } },
  {
    name: 'the generation',
    rules: {
      successGuard: () => ({}),
      ...delivery({
        isCurrent: (row, { attempt }) =>
          row === undefined ? attempt === 1 : row.state === 'PENDING' && row.attempts === attempt - 1,
      }),
    },
  },
  { name: 'the end of the lease', rules: sweep({ leaseMs: AGES }) },
  { name: 'the condition of the claim', rules: sweep({ isCompared: false }) },
  { name: 'the count of claims', rules: sweep({ mostClaims: Number.POSITIVE_INFINITY }) },
  {
    name: 'both secrets',
    rules: delivery({ secretsOf: (endpoint, now) => DELIVERY_RULES.secretsOf(endpoint, now).slice(0, 1) }),
  },
  { name: 'no second rotation in an overlap', rules: { rotation: { isRefused: () => false } } },
  {
    name: 'the body from the entry alone',
    rules: { body: (message, now) => JSON.stringify({ ...JSON.parse(bodyOf(message)), sentAt: now }) },
  },
  { name: 'affects', rules: { affects: false, body: (message) => withoutAffects(bodyOf(message)) } },
  {
    name: 'thin events',
    rules: {
      isThin: false,
      body: (message, _now, versionAt) =>
        JSON.stringify({ ...JSON.parse(bodyOf(message)), record: versionAt(message.event.id) }),
    },
  },
  { name: 'the highest version', rules: { keepsHighest: false } },
  { name: 'the 90 s of the pull', rules: { pullSettledAfterMs: 28_000 } },
];
