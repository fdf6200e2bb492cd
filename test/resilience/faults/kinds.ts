import type { OutboundCall } from '../../../shared/platform/runtime/context';
import { StampingTimeout } from '../../../shared/stamping/provider/failures';
import { conflict, connectionReset, named } from '../../support/faults';
import type { BadAnswer } from './bad-answers';

/** The means by which a fault acts on its execution. */
export interface Hands {
  /** Ends the execution: none of its later calls leaves it. */
  readonly kill: () => Promise<never>;
  /** Lets time pass. */
  readonly pass: (milliseconds: number) => void;
  /** Milliseconds until the function's timeout. */
  readonly remaining: () => number;
  /** Gives the call a bad answer, in the provider's format or in another one. */
  readonly answerBadly: <T>(answer: BadAnswer, send: () => Promise<T>) => Promise<T>;
}

export interface Kind {
  readonly name: string;
  readonly befalls: (call: OutboundCall) => boolean;
  /** The fault also applies to every later call of the same action. */
  readonly isLasting?: true;
  /** A service of AWS never answers. */
  readonly isSilent?: true;
  /** A later request may succeed. The answer must say so, and must not be a fault of the service. */
  readonly passes?: true;
  /** The function's own retry succeeds, so the caller does not notice the fault. */
  readonly isOvercome?: true;
  readonly befall: <T>(call: OutboundCall, send: () => Promise<T>, hands: Hands) => Promise<T>;
}

export const isProvider = ({ resource }: OutboundCall): boolean => resource === 'stampingProvider';
const isAws = (call: OutboundCall): boolean => !isProvider(call);
const always = (): boolean => true;
const never = (): Promise<never> => new Promise(() => {});

/** Transactions can conflict, and so can single writes with a transaction. */
const mayConflict = ({ action }: OutboundCall): boolean => action === 'TransactWriteItems' || isSingleWrite(action);
const isSingleWrite = (action: string): boolean => action === 'UpdateItem' || action === 'DeleteItem';

const unreachable = (call: OutboundCall): Error =>
  isProvider(call) ? new TypeError('fetch failed', { cause: connectionReset() }) : connectionReset();

/** The errors by which each service reports an internal fault and throttling. Source: the API reference of each. */
const WORDS: readonly { readonly of: RegExp; readonly internal: string; readonly throttled: string }[] = [
  { of: /^(table|gsi\d)$/, internal: 'InternalServerError', throttled: 'ProvisionedThroughputExceededException' },
  { of: /Pool$|^userToken$/, internal: 'InternalErrorException', throttled: 'TooManyRequestsException' },
  { of: /^mailIdentity$/, internal: 'InternalServiceErrorException', throttled: 'TooManyRequestsException' },
  { of: /^mailQueue$/, internal: 'InternalFailure', throttled: 'ThrottlingException' },
  { of: /Bucket$|Objects$/, internal: 'InternalError', throttled: 'SlowDown' },
  { of: /./, internal: 'InternalServiceError', throttled: 'ThrottlingException' },
];
const wordsOf = ({ resource }: OutboundCall) =>
  WORDS.find(({ of }) => of.test(resource)) ?? { internal: '', throttled: '' };
const serviceError = (name: string, status: number): Error =>
  Object.assign(named(name), { $metadata: { httpStatusCode: status }, $fault: status < 500 ? 'client' : 'server' });

const throttle: Kind['befall'] = (call, send, { answerBadly }) => {
  if (isProvider(call)) return answerBadly('429', send);
  throw serviceError(wordsOf(call).throttled, 400);
};
const collide: Kind['befall'] = ({ action }) => {
  throw isSingleWrite(action) ? serviceError('TransactionConflictException', 400) : conflict();
};

/** The provider's timeout, which is shorter than the function's. */
const PROVIDER_MS = 20_000;
/** The least time that is left when a call is given up. */
const GIVEN_UP_MS = 500;

/** Every fault of a call: on the way out, at the service, or on the way back. */
export const KINDS: readonly Kind[] = [
  {
    name: 'never sent',
    befalls: always,
    passes: true,
    befall: (call) => {
      throw unreachable(call);
    },
  },
  {
    name: 'done, the answer lost',
    befalls: always,
    passes: true,
    befall: async (call, send) => {
      await send();
      throw unreachable(call);
    },
  },
  {
    // The SDK repeats an unanswered request, except a request to the provider.
    name: 'sent twice',
    befalls: (call) => isAws(call) && call.once !== true,
    befall: async (_, send) => {
      await send().catch(() => {});
      return send();
    },
  },
  {
    name: 'internal error',
    befalls: always,
    befall: (call, send, { answerBadly }) => {
      if (isProvider(call)) return answerBadly('500', send);
      throw serviceError(wordsOf(call).internal, 500);
    },
  },
  { name: 'throttled', befalls: always, passes: true, befall: throttle },
  { name: 'throttled without end', befalls: always, isLasting: true, passes: true, befall: throttle },
  { name: 'transaction conflict', befalls: mayConflict, isOvercome: true, befall: collide },
  { name: 'transaction conflict without end', befalls: mayConflict, isLasting: true, passes: true, befall: collide },
  {
    name: 'timed out before it was done',
    befalls: always,
    isSilent: true,
    passes: true,
    befall: async (call, _, { pass, remaining }) => {
      if (!isProvider(call)) {
        pass(remaining() - GIVEN_UP_MS);
        return never();
      }
      pass(PROVIDER_MS);
      throw new StampingTimeout('The stamping provider did not answer.');
    },
  },
  {
    name: 'timed out after it was done',
    befalls: always,
    isSilent: true,
    passes: true,
    befall: async (call, send, { pass, remaining }) => {
      if (!isProvider(call)) {
        pass(remaining() - GIVEN_UP_MS);
        return send().then(never, never);
      }
      await send();
      pass(PROVIDER_MS);
      throw new StampingTimeout('The stamping provider did not answer.');
    },
  },
  { name: 'killed before', befalls: always, befall: (_, __, { kill }) => kill() },
  {
    name: 'killed after',
    befalls: always,
    befall: async (_, send, { kill }) => {
      await send().catch(() => {});
      return kill();
    },
  },
  { name: 'a page of HTML', befalls: isProvider, befall: (_, send, { answerBadly }) => answerBadly('html', send) },
  { name: 'done, the JSON cut', befalls: isProvider, befall: (_, send, { answerBadly }) => answerBadly('cut', send) },
];
