import { Duration } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { explained } from './explained';
import type { Settings } from './settings';
import { removalPolicy } from './storage';

/**
 * The dead-letter queue for schedule events that failed, and for backups that failed. An alarm watches it, so that a missed run
 * is noticed.
 */
export class Schedules extends Construct {
  readonly missed: Queue;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.missed = new Queue(this, 'Missed', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: !settings.emulator,
      retentionPeriod: Duration.days(14),
      removalPolicy: removalPolicy(settings),
    });
    this.missed.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('events.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [this.missed.queueArn],
        conditions: { StringEquals: { 'aws:SourceAccount': this.missed.stack.account } },
      }),
    );
    explained(this.missed, {
      'AwsSolutions-SQS3': 'It is the dead-letter queue: of the rules, the asynchronous calls and the backups.',
    });
  }
}
