import type { OutboundCall } from '../../../shared/platform/runtime/context';
import { badAnswers } from '../faults/bad-answers';
import { type Hands, KINDS } from '../faults/kinds';

/** What befalls a call, given all that was sent with the request. */
export interface Fault {
  readonly name: string;
  readonly befalls: (call: OutboundCall) => boolean;
  readonly befall: <T>(call: OutboundCall, send: () => Promise<T>, sent: string) => Promise<T>;
}

/** Nobody waits here, and nobody is killed: those leave nothing behind that could tell a secret. */
const HANDS: Hands = {
  kill: () => new Promise(() => {}),
  pass: () => {},
  remaining: () => 28_000,
  answerBadly: badAnswers(),
};
const TELLING = [
  'never sent',
  'done, the answer lost',
  'internal error',
  'throttled',
  'a page of HTML',
  'done, the JSON cut',
];

/** A service that quotes what it was sent, as AWS does of what does not satisfy a constraint. */
export const QUOTING: Fault = {
  name: 'a refusal that quotes',
  befalls: ({ resource }) => resource !== 'stampingProvider',
  befall: async (_, __, sent) => {
    const message = `1 validation error detected: Value '${sent}' at 'userAttributes' failed to satisfy constraint: Member must have length less than or equal to 7`;
    throw Object.assign(new Error(message), { name: 'ValidationException', $metadata: { httpStatusCode: 400 } });
  },
};

export const FAULTS: readonly Fault[] = [
  ...KINDS.filter(({ name }) => TELLING.includes(name)).map(({ name, befalls, befall }) => ({
    name,
    befalls,
    befall: <T>(call: OutboundCall, send: () => Promise<T>) => befall(call, send, HANDS),
  })),
  QUOTING,
];
