import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { FUNCTION_TIMEOUT_SECONDS } from './operation-function';
import type { Settings } from './settings';

const TRIES = 5;

/** The mail queue, and the dead-letter queue for mails that failed five times. */
export class Mail extends Construct {
  readonly queue: Queue;
  readonly undelivered: Queue;

  constructor(scope: Construct, id: string, { emulator }: Settings) {
    super(scope, id);
    const kept = {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: !emulator,
      retentionPeriod: Duration.days(14),
    };
    this.undelivered = new Queue(this, 'Undelivered', kept);
    this.queue = new Queue(this, 'Queue', {
      ...kept,
      // Six times the consumer's timeout, as AWS recommends for Lambda: with less, a slow batch would be delivered
      // twice.
      visibilityTimeout: Duration.seconds(6 * FUNCTION_TIMEOUT_SECONDS),
      deadLetterQueue: { queue: this.undelivered, maxReceiveCount: TRIES },
    });
  }
}
