import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { retriedQueue } from './retried-queue';
import type { Settings } from './settings';

const TRIES = 5;

/** The queue of imports that have work to do, and its dead-letter queue. A lost message needs no work by hand: the schedule queues its import again. */
export class Imports extends Construct {
  readonly queue: Queue;
  readonly lost: Queue;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const { queue, deadLetters } = retriedQueue(this, settings, { deadLetters: 'Lost', tries: TRIES });
    this.queue = queue;
    this.lost = deadLetters;
  }
}
