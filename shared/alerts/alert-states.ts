import type { Transition } from '../platform/table/state-machine';
import type { Alert, AlertStatus } from './alert';

/** The state machine of an alert. A RESOLVED alert becomes OPEN before it can become ACKNOWLEDGED (docs/decisions/0017). */
export const ALERT_TRANSITIONS: readonly Transition<AlertStatus, Alert, unknown>[] = [
  { from: ['OPEN'], to: 'ACKNOWLEDGED', by: 'MEMBER', effects: [] },
  { from: ['OPEN', 'ACKNOWLEDGED'], to: 'RESOLVED', by: 'MEMBER', effects: [] },
  { from: ['ACKNOWLEDGED', 'RESOLVED'], to: 'OPEN', by: 'MEMBER', effects: [] },
];
