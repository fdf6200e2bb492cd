import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { FUNCTION_TIMEOUT_SECONDS } from './operation-function';
import type { Settings } from './settings';
import { removalPolicy } from './storage';

/** As AWS recommends for Lambda: with less, a slow batch would be delivered twice. */
const PAUSE_SECONDS = 6 * FUNCTION_TIMEOUT_SECONDS;
const TRIES = 5;

/**
 * The queue of webhook deliveries, and the dead-letter queue of messages and stream records that failed for good. Nothing has to be done with
 * those by hand: the reconciler makes their rows.
 */
export class Deliveries extends Construct {
  readonly queue: Queue;
  readonly lost: Queue;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const kept = {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: !settings.emulator,
      retentionPeriod: Duration.days(14),
      removalPolicy: removalPolicy(settings),
    };
    this.lost = new Queue(this, 'Lost', kept);
    this.queue = new Queue(this, 'Queue', {
      ...kept,
      visibilityTimeout: Duration.seconds(PAUSE_SECONDS),
      deadLetterQueue: { queue: this.lost, maxReceiveCount: TRIES },
    });
  }
}
