import type { OutboundCall } from '../../../shared/platform/runtime/context';
import { badAnswers } from '../faults/bad-answers';
import { type Hands, KINDS } from '../faults/kinds';

/** A fault of a call. It receives the whole request that was sent. */
export interface Fault {
  readonly name: string;
  readonly befalls: (call: OutboundCall) => boolean;
  readonly befall: <T>(call: OutboundCall, send: () => Promise<T>, sent: string) => Promise<T>;
}

/** Only faults without waiting and killing are used here: the others leave nothing that could contain a secret. */
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

/** A service whose error quotes its input, as AWS does for a violated constraint. */
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
