import type { ExpiryEdit } from '../expiry/expiry-writes';
import type { Effect } from '../platform/table/state-machine';

/** The writes to the expiring documents, prepared by the store: they may need the time zone of the team. */
export interface WithExpiries {
  readonly expiries: ExpiryEdit;
}

type ExpiryEffect = Effect<object, WithExpiries>;

const condition: ExpiryEffect['condition'] = (_, { expiries }) => expiries.condition;
const steps: ExpiryEffect['steps'] = (_, { expiries }) => [...expiries.steps];

/** A retired driver or vehicle needs no warnings. */
export const removeExpiries: ExpiryEffect = {
  says: 'the expiring documents leave the list, if their dates are the ones that were read',
  condition,
  steps,
};

export const restoreExpiries: ExpiryEffect = {
  says: 'the expiring documents return to the list, if their dates are the ones that were read',
  condition,
  steps,
};
