import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { retriedQueue } from './retried-queue';
import type { Settings } from './settings';

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
    const { queue, deadLetters } = retriedQueue(this, settings, { deadLetters: 'Lost', tries: TRIES });
    this.queue = queue;
    this.lost = deadLetters;
  }
}
