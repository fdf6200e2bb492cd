import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { awsClient } from '../runtime/aws-client';
import { capability } from '../runtime/capability';

export const lambdaClient = (): LambdaClient => awsClient('functions', (settings) => new LambdaClient(settings));

/** The calls in one batch: the client keeps that many connections open. */
const AT_ONCE = 10;

/**
 * Calls functions by name with one event, without waiting for their answers. Returns the failures. The role gets the
 * right from the trigger's source, which knows the names.
 */
export const callFunctions = capability(
  { functions: ['InvokeFunction'] },
  (context) =>
    async (names: readonly string[], event: object): Promise<unknown[]> => {
      const Payload = JSON.stringify(event);
      const failures: unknown[] = [];
      for (let first = 0; first < names.length; first += AT_ONCE) {
        const calls = names.slice(first, first + AT_ONCE).map((FunctionName) => {
          const command = new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload });
          return context.call({ resource: 'functions', action: 'InvokeFunction' }, (signal) =>
            context.client(lambdaClient).send(command, { abortSignal: signal }),
          );
        });
        const ended = await Promise.allSettled(calls);
        failures.push(...ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])));
      }
      return failures;
    },
);
