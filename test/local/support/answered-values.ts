/**
 * The examples with a value that differs at each call. secret: a code, a token or a session. made: the identifier of an event or of a session, or a
 * recent instant. person: the recording registered the person. outage: the stamping provider does not answer.
 * filled-examples.slow.ts puts the value in, and sends them too.
 */
export const ANSWERED_VALUES = {
  redeliverWebhookEvent: 'made',
  redeliverWebhookEvents: 'made',
  endSession: 'made',
  confirmEmail: 'secret',
  confirmMfa: 'secret',
  confirmRegistration: 'secret',
  logout: 'secret',
  refresh: 'secret',
  refreshDriver: 'secret',
  removeMfa: 'secret',
  resetPassword: 'secret',
  respondToMfa: 'secret',
  setDriverPassword: 'secret',
  recoverMfa: 'person',
  'stampInvoice, pending': 'outage',
} as const;

export type Reason = (typeof ANSWERED_VALUES)[keyof typeof ANSWERED_VALUES];

/** Why an example cannot be sent as it stands. Undefined: it can. */
export const reasonFor = (key: string): Reason | undefined =>
  Object.entries(ANSWERED_VALUES).find(([name]) => name === key)?.[1];
