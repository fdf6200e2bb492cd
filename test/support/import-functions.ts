import type { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { trigger as runImports } from '../../functions/triggers/run-imports';
import { trigger as sweepImports } from '../../functions/triggers/sweep-imports';
import { makeTriggerHandler } from '../../shared/operation/define-trigger';
import { sqsClient } from '../../shared/platform/queue/send-messages';
import type { Runtime } from '../../shared/platform/runtime/context';
import { lambdaContext } from './http-event';
import type { Office } from './office';

export interface QueuedMessage {
  readonly body: string;
  readonly group: string | undefined;
}

/** The functions of imports with a queue that only collects. */
interface ImportFunctions {
  /** Runs the schedule. Returns what it sent to the queue for this team. */
  readonly sweep: () => Promise<readonly QueuedMessage[]>;
  /** Takes the team's messages from the queue. */
  readonly take: () => readonly QueuedMessage[];
  /** One run on each message. `remaining` is the time of the function that is left at any moment. */
  readonly run: (messages: readonly QueuedMessage[], runtime?: Partial<Runtime>, remaining?: number) => Promise<void>;
  /** The queue answers or refuses from now on. */
  readonly answers: (does: boolean) => void;
}

export function importFunctions({
  testContext: { runtime },
  teamId,
}: Pick<Office, 'testContext' | 'teamId'>): ImportFunctions {
  let queued: QueuedMessage[] = [];
  let isUp = true;
  runtime.clients.set(sqsClient, {
    send: async ({ input: { Entries = [] } }: SendMessageBatchCommand) => {
      if (!isUp) throw new Error('The queue does not answer.');
      queued.push(...Entries.map(({ MessageBody = '', MessageGroupId: group }) => ({ body: MessageBody, group })));
      return {};
    },
  });
  const take = () => {
    const taken = queued.filter(({ group }) => group === teamId);
    queued = [];
    return taken;
  };
  return {
    sweep: async () => {
      await makeTriggerHandler(sweepImports, runtime)({}, lambdaContext());
      return take();
    },
    take,
    run: async (messages, given = {}, remaining = 55_000) => {
      const handle = makeTriggerHandler(runImports, { ...runtime, ...given });
      const context = { ...lambdaContext(), getRemainingTimeInMillis: () => remaining };
      for (const { body } of messages)
        expect(await handle({ Records: [{ body }] }, context)).toEqual({ batchItemFailures: [] });
    },
    answers: (does) => {
      isUp = does;
    },
  };
}
