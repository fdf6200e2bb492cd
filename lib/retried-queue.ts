import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { FUNCTION_TIMEOUT_SECONDS } from './operation-function';
import type { Settings } from './settings';
import { removalPolicy } from './storage';

/** As AWS recommends for Lambda: with less, a slow batch would be delivered twice. */
const PAUSE_SECONDS = 6 * FUNCTION_TIMEOUT_SECONDS;

interface Retries {
  /** The construct id of the dead-letter queue. */
  readonly deadLetters: string;
  /** The times that a message is delivered before it goes to the dead-letter queue. */
  readonly tries: number;
}

/** A queue whose messages a function consumes, and its dead-letter queue. Both keep messages for 14 days. */
export function retriedQueue(scope: Construct, settings: Settings, { deadLetters: id, tries }: Retries) {
  const kept = {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: !settings.emulator,
    retentionPeriod: Duration.days(14),
    removalPolicy: removalPolicy(settings),
  };
  const deadLetters = new Queue(scope, id, kept);
  const queue = new Queue(scope, 'Queue', {
    ...kept,
    visibilityTimeout: Duration.seconds(PAUSE_SECONDS),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: tries },
  });
  return { queue, deadLetters };
}
