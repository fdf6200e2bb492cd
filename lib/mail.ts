import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { FUNCTION_TIMEOUT_SECONDS } from './operation-function';
import type { Settings } from './settings';

const TRIES = 5;

/** The queue that mails are delivered from, and where those end that were refused five times. */
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
      // Six times the consumer's timeout, as Lambda asks of a queue that it reads: sooner, a slow batch would be delivered twice.
      visibilityTimeout: Duration.seconds(6 * FUNCTION_TIMEOUT_SECONDS),
      deadLetterQueue: { queue: this.undelivered, maxReceiveCount: TRIES },
    });
  }
}
