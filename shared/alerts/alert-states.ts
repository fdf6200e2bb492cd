import type { Effect, Transition } from '../platform/table/state-machine';
import type { AlertRecord, AlertStatus } from './alert';

type AlertEffect = Effect<AlertRecord, unknown>;

const markSystem: AlertEffect = { says: '`resolvedBy` is SYSTEM', set: () => ({ resolvedBy: 'SYSTEM' }) };

const forgetSystem: AlertEffect = { says: '`resolvedBy` is removed', set: () => ({ resolvedBy: undefined }) };

/** The state machine of an alert. A RESOLVED alert becomes OPEN before it can become ACKNOWLEDGED (docs/decisions/0017). */
export const ALERT_TRANSITIONS: readonly Transition<AlertStatus, AlertRecord, unknown>[] = [
  { from: ['OPEN'], to: 'ACKNOWLEDGED', by: 'MEMBER', effects: [] },
  { from: ['OPEN', 'ACKNOWLEDGED'], to: 'RESOLVED', by: 'MEMBER', effects: [] },
  { from: ['ACKNOWLEDGED', 'RESOLVED'], to: 'OPEN', by: 'MEMBER', effects: [forgetSystem] },
];

/** The move of an alert without a member. */
export const ALERT_RESOLUTION: Transition<AlertStatus, AlertRecord, unknown> = {
  from: ['OPEN', 'ACKNOWLEDGED'],
  to: 'RESOLVED',
  by: 'the end of its cause',
  effects: [markSystem],
};

const onlyBySystem: AlertEffect = {
  says: 'only of an alert that no member resolved',
  condition: () => ({ equals: { resolvedBy: 'SYSTEM' } }),
};

/** The cause of a resolved alert is back, on the same occasion. */
export const ALERT_RETURN: Transition<AlertStatus, AlertRecord, unknown> = {
  from: ['RESOLVED'],
  to: 'OPEN',
  by: 'the return of its cause',
  effects: [onlyBySystem, forgetSystem],
};
