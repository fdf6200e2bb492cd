import { randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import { EVENT_PREFIX } from '../../shared/audit/audit-event';
import type { CloudServices } from '../stand-in';
import type { Change } from '../table/store';

/** A stream waits for more records for a second at most. Here a tenth of it: a developer waits for the result. */
const WINDOW_MS = 100;
const MOST_RECORDS = 100;
const RETRY_MS = 1_000;
const MOST_TRIES = 5;

interface Batch {
  readonly Records: readonly object[];
  readonly tries: number;
}

/**
 * DynamoDB Streams of the table in this process: passes the inserted audit entries to the function that is declared for the stream. Entries of a
 * process that ends before are found by the reconciler, as at AWS.
 */
export function tableStream({ runTrigger }: Pick<CloudServices, 'runTrigger'>) {
  const waiting: object[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;

  const flush = (): void => {
    timer = undefined;
    while (waiting.length > 0) enqueue({ Records: waiting.splice(0, MOST_RECORDS), tries: 1 });
  };
  const enqueue = (batch: Batch): void => {
    running = running.then(() => pass(batch));
  };
  const pass = async ({ Records, tries }: Batch): Promise<void> => {
    if (isStopped) return;
    try {
      await runTrigger('tableStream', { Records });
    } catch {
      // The function logged its failure.
      if (tries < MOST_TRIES) setTimeout(() => enqueue({ Records, tries: tries + 1 }), RETRY_MS).unref();
    }
  };
  return {
    take: (changes: readonly Change[]): void => {
      const records = changes.flatMap((change) => recordOf(change) ?? []);
      if (isStopped || records.length === 0) return;
      waiting.push(...records);
      timer ??= setTimeout(flush, WINDOW_MS).unref();
    },
    /** Passes what waits at once, and settles when it was passed: a clock that is moved does not wait for the window. */
    settle: async (): Promise<void> => {
      clearTimeout(timer);
      flush();
      await running;
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** The record of an inserted entry. The filter of the stack passes no other item. */
function recordOf({ pk, sk, before, after }: Change): object | undefined {
  if (before !== undefined || after === undefined || !sk.startsWith(EVENT_PREFIX)) return undefined;
  return {
    eventID: randomUUID(),
    eventName: 'INSERT',
    eventSource: 'aws:dynamodb',
    dynamodb: {
      SequenceNumber: randomUUID(),
      StreamViewType: 'NEW_IMAGE',
      Keys: { pk: { S: pk }, sk: { S: sk } },
      NewImage: marshall(after.item(), { removeUndefinedValues: true }),
    },
  };
}
