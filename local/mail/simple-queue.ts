import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import { action, awsJson, ServiceError } from '../aws-json';
import { openJournal } from '../journal';
import type { CloudServices, MakeStandIn } from '../stand-in';
import { outboxRoute } from './outbox';

interface QueuedMessage {
  readonly messageId: string;
  readonly body: string;
  readonly sentAt: number;
  readonly receiveCount: number;
  /** Set on a message that failed too often. It stays in the queue so that a developer can inspect it. */
  readonly dead?: true;
}

/** The number of attempts before a message counts as failed, from the queue's redrive policy. */
const MAXIMUM_RECEIVES = 5;
/** A queue passes at most ten messages to a function at once. */
const BATCH = 10;
const FIRST_RETRY_MS = 1_000;

/** A queue of the service, and the function that reads it. */
interface QueueOf {
  readonly name: 'mail' | 'delivery' | 'import';
  readonly source: 'mailQueue' | 'deliveryQueue' | 'importQueue';
  /** The warning when a message is given up. */
  readonly givenUp: (messageId: string) => string;
}

const FAILED = `failed ${MAXIMUM_RECEIVES} times and is not tried again`;
const MAILS: QueueOf = {
  name: 'mail',
  source: 'mailQueue',
  givenUp: (id) => `A mail ${FAILED}: fix the error above and repeat the request (message ${id})`,
};
const DELIVERIES: QueueOf = {
  name: 'delivery',
  source: 'deliveryQueue',
  givenUp: (id) => `A delivery ${FAILED}: fix the error above, the reconciler makes it due again (message ${id})`,
};
const IMPORTS: QueueOf = {
  name: 'import',
  source: 'importQueue',
  givenUp: (id) =>
    `A message of an import ${FAILED}: fix the error above, the schedule continues the import (message ${id})`,
};
const pathOf = ({ name }: QueueOf): string => `/000000000000/${name}`;

const BatchAnswer = v.optional(
  v.object({ batchItemFailures: v.optional(v.array(v.object({ itemIdentifier: v.string() })), []) }),
  {},
);

/** Amazon SQS with the queues of mails, of deliveries and of imports. Each keeps a message until the function that reads it has processed it. */
export const simpleQueue: MakeStandIn = (services) => {
  const mails = openQueue(services, MAILS);
  const deliveries = openQueue(services, DELIVERIES);
  const imports = openQueue(services, IMPORTS);
  const queues = new Map([
    [pathOf(MAILS), mails],
    [pathOf(DELIVERIES), deliveries],
    [pathOf(IMPORTS), imports],
  ]);
  return {
    answer: awsJson(actionsOf(queues), '1.0'),
    environment: (endpoint) => ({
      AWS_ENDPOINT_URL_SQS: endpoint,
      MAIL_QUEUE_URL: `${endpoint}${pathOf(MAILS)}`,
      DELIVERY_QUEUE_URL: `${endpoint}${pathOf(DELIVERIES)}`,
      IMPORT_QUEUE_URL: `${endpoint}${pathOf(IMPORTS)}`,
    }),
    localRoutes: { 'GET /_local/outbox': outboxRoute(services.outbox, mails.delivered) },
    start: () => {
      for (const queue of queues.values()) queue.start();
    },
    settle: async () => {
      await Promise.all([...queues.values()].map((queue) => queue.delivered()));
    },
    stop: async () => {
      await Promise.all([...queues.values()].map((queue) => queue.stop()));
    },
  };
};

interface Queue {
  /** Returns the new messages' ids, in the order of the bodies. */
  readonly send: (bodies: readonly string[]) => string[];
  readonly start: () => void;
  /** Settles when every queued message was passed to the function once. */
  readonly delivered: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

function openQueue(services: CloudServices, of: QueueOf): Queue {
  const journal = openJournal<QueuedMessage>(join(services.dataDir, `${of.name}-queue.jsonl`));
  const timers = new Set<NodeJS.Timeout>();
  let started = false;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();

  /** Deliveries run one after the other, because the queue has one reader. */
  const enqueue = (ids: readonly string[]): void => {
    if (started && !stopped && ids.length > 0) running = running.then(() => (stopped ? undefined : deliver(ids)));
  };
  const deliver = async (ids: readonly string[]): Promise<void> => {
    const messages = ids.flatMap((id) => journal.get(id) ?? []);
    const failed = await hand(services, of, messages);
    for (const message of messages) {
      if (failed.has(message.messageId)) retry({ ...message, receiveCount: message.receiveCount + 1 });
      else journal.delete(message.messageId);
    }
  };
  const retry = (message: QueuedMessage): void => {
    if (message.receiveCount >= MAXIMUM_RECEIVES) {
      journal.set(message.messageId, { ...message, dead: true });
      services.warn(of.givenUp(message.messageId));
      return;
    }
    journal.set(message.messageId, message);
    const again = (): void => {
      timers.delete(timer);
      enqueue([message.messageId]);
    };
    const timer = setTimeout(again, FIRST_RETRY_MS * 2 ** (message.receiveCount - 1));
    timers.add(timer);
  };
  return {
    send: (bodies) => {
      const sentAt = services.now().getTime();
      const messages = bodies.map((body) => ({ messageId: randomUUID(), body, sentAt, receiveCount: 0 }));
      for (const message of messages) journal.set(message.messageId, message);
      const ids = messages.map(({ messageId }) => messageId);
      enqueue(ids);
      return ids;
    },
    start: () => {
      started = true;
      const waiting = [...journal.entries()].filter(([, { dead }]) => !dead).map(([id]) => id);
      for (let at = 0; at < waiting.length; at += BATCH) enqueue(waiting.slice(at, at + BATCH));
    },
    delivered: () => running,
    stop: async () => {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      await running;
      journal.close();
    },
  };
}

/** Passes messages to the function. Returns the ids of those that it did not process: all of them when the function itself failed. */
async function hand(
  services: CloudServices,
  of: QueueOf,
  messages: readonly QueuedMessage[],
): Promise<ReadonlySet<string>> {
  try {
    const answer = v.parse(
      BatchAnswer,
      await services.runTrigger(of.source, { Records: messages.map((message) => recordOf(of, message)) }),
    );
    return new Set(answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  } catch {
    return new Set(messages.map(({ messageId }) => messageId));
  }
}

/** A message in the form that a function receives. Source: Lambda developer guide, "Using Lambda with Amazon SQS". */
const recordOf = ({ name }: QueueOf, { messageId, body, sentAt, receiveCount }: QueuedMessage) => ({
  messageId,
  receiptHandle: `${messageId}-${receiveCount}`,
  body,
  attributes: {
    ApproximateReceiveCount: String(receiveCount + 1),
    SentTimestamp: String(sentAt),
    SenderId: '000000000000',
    ApproximateFirstReceiveTimestamp: String(sentAt),
  },
  messageAttributes: {},
  md5OfBody: md5(body),
  eventSource: 'aws:sqs',
  eventSourceARN: `arn:aws:sqs:us-east-1:000000000000:${name}`,
  awsRegion: 'us-east-1',
});

const QueueUrl = v.pipe(v.string(), v.url());
const MessageBody = v.pipe(v.string(), v.minLength(1), v.maxBytes(1_048_576));
const MessageGroupId = v.optional(v.string());

function actionsOf(queues: ReadonlyMap<string, Queue>) {
  const queueAt = (url: string): Queue => {
    const queue = queues.get(new URL(url).pathname);
    if (queue === undefined)
      throw new ServiceError('com.amazonaws.sqs#QueueDoesNotExist', 'The specified queue does not exist.');
    return queue;
  };
  return {
    SendMessage: action(v.object({ QueueUrl, MessageBody }), (sent) => ({
      MessageId: queueAt(sent.QueueUrl).send([sent.MessageBody])[0],
      MD5OfMessageBody: md5(sent.MessageBody),
    })),
    SendMessageBatch: action(
      v.object({ QueueUrl, Entries: v.array(v.object({ Id: v.string(), MessageBody, MessageGroupId })) }),
      (sent) => {
        const { Entries } = sent;
        if (Entries.length === 0) throw batchError('EmptyBatchRequest', 'There should be at least one entry.');
        if (Entries.length > BATCH)
          throw batchError('TooManyEntriesInBatchRequest', 'Maximum number of entries is 10.');
        if (new Set(Entries.map(({ Id }) => Id)).size < Entries.length)
          throw batchError('BatchEntryIdsNotDistinct', 'Two or more batch entries have the same Id.');
        const ids = queueAt(sent.QueueUrl).send(Entries.map(({ MessageBody: body }) => body));
        const Successful = Entries.map(({ Id, MessageBody: body }, index) => {
          return { Id, MessageId: ids[index], MD5OfMessageBody: md5(body) };
        });
        return { Successful };
      },
    ),
  };
}

const batchError = (name: string, message: string) => new ServiceError(`com.amazonaws.sqs#${name}`, message);

/** The SDK compares this digest with its own and refuses the answer when they differ. */
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
