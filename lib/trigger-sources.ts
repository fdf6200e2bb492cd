import type { UserPool } from 'aws-cdk-lib/aws-cognito';
import { CfnRule, type CfnRuleProps } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnEventInvokeConfig, CfnEventSourceMapping, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { EVENT_PREFIX } from '../shared/audit/audit-event';
import { MAXIMUM_FILE_BYTES, WAITING_PREFIX } from '../shared/files/file';
import { MAIL_BATCH, MAIL_READERS } from '../shared/mail/mail-rate';
import type { Trigger, TriggerSource } from '../shared/operation/define-trigger';
import { MOST_REQUESTS } from '../shared/webhook-endpoints/outcome';
import type { DataStack } from './data-stack';
import type { FleetProps } from './fleet-props';
import type { Identity } from './identity';
import { keepWarm } from './keep-warm';

/** A stage's parts, with the resources that its triggers connect to. */
export type StageProps = FleetProps & { readonly data: DataStack };

/** The permissions and the event source of a trigger. */
export interface TriggerWiring {
  /** The most calls at once in production. Without a number the source is not limited. */
  readonly atOnce?: number;
  readonly statements: (data: DataStack) => readonly PolicyStatement[];
  readonly wire: (target: LambdaFunction, stage: StageProps, trigger: Trigger) => void;
}

/** The function sends events that it failed to handle to the dead-letter queue. */
const toMissed: TriggerWiring['statements'] = ({ schedules }) => [
  new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [schedules.missed.queueArn] }),
];

/** Lets a rule of EventBridge call the function. `id` names the rule in the template and must not change. */
function callByRule(
  target: LambdaFunction,
  { schedules }: DataStack,
  id: string,
  when: Pick<CfnRuleProps, 'scheduleExpression' | 'eventPattern'>,
): void {
  const deadLetterConfig = { arn: schedules.missed.queueArn };
  const rule = new CfnRule(target, id, {
    ...when,
    state: 'ENABLED',
    targets: [{ id: 'Function', arn: target.functionArn, deadLetterConfig }],
  });
  target.addPermission(`${id}Call`, {
    principal: new ServicePrincipal('events.amazonaws.com'),
    sourceArn: rule.attrArn,
  });
  new CfnEventInvokeConfig(target, 'Retries', {
    functionName: target.functionName,
    qualifier: '$LATEST',
    maximumRetryAttempts: 2,
    destinationConfig: { onFailure: { destination: schedules.missed.queueArn } },
  });
}
/** The pool's settings name the function. Here it only gets the permission to invoke it. */
function preTokenGeneration(id: string, poolOf: (identity: Identity) => UserPool): TriggerWiring {
  return {
    statements: () => [],
    wire: (target, { data: { identity } }) =>
      target.addPermission(id, {
        principal: new ServicePrincipal('cognito-idp.amazonaws.com'),
        sourceArn: poolOf(identity).userPoolArn,
      }),
  };
}

/** Imports of many teams at once must not use up the table's limit of units. */
const MOST_IMPORTS_AT_ONCE = 5;

export const TRIGGER_SOURCES: Readonly<Record<TriggerSource, TriggerWiring>> = {
  driversPoolPreTokenGeneration: preTokenGeneration('DriversPool', ({ driversPool }) => driversPool),
  staffPoolPreTokenGeneration: preTokenGeneration('StaffPool', ({ staffPool }) => staffPool),
  /** Only failed messages return to the queue: the function's answer names them. */
  mailQueue: {
    atOnce: MAIL_READERS,
    statements: ({ mail }) => [
      new PolicyStatement({
        actions: ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'],
        resources: [mail.queue.queueArn],
      }),
    ],
    wire: (target, { data: { mail } }) => {
      new CfnEventSourceMapping(target, 'MailQueue', {
        eventSourceArn: mail.queue.queueArn,
        functionName: target.functionName,
        batchSize: MAIL_BATCH,
        // Without this number the queue's reader would count refused calls as tries of its messages.
        scalingConfig: { maximumConcurrency: MAIL_READERS },
        functionResponseTypes: ['ReportBatchItemFailures'],
      });
    },
  },
  /**
   * Records of audit entries alone: the filter looks at the key, so that a ping never calls the function. A record that fails for an hour goes to
   * the dead-letter queue, so that it does not hold up all teams of its shard.
   */
  tableStream: {
    statements: ({ storage, deliveries }) =>
      storage.table.tableStreamArn === undefined
        ? []
        : [
            new PolicyStatement({
              actions: [
                'dynamodb:DescribeStream',
                'dynamodb:GetRecords',
                'dynamodb:GetShardIterator',
                'dynamodb:ListStreams',
              ],
              resources: [storage.table.tableStreamArn],
            }),
            new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [deliveries.lost.queueArn] }),
          ],
    wire: (target, { data: { storage, deliveries } }) => {
      if (storage.table.tableStreamArn === undefined) return;
      new CfnEventSourceMapping(target, 'TableStream', {
        eventSourceArn: storage.table.tableStreamArn,
        functionName: target.functionName,
        startingPosition: 'TRIM_HORIZON',
        batchSize: 100,
        maximumBatchingWindowInSeconds: 1,
        bisectBatchOnFunctionError: true,
        functionResponseTypes: ['ReportBatchItemFailures'],
        maximumRecordAgeInSeconds: 3600,
        destinationConfig: { onFailure: { destination: deliveries.lost.queueArn } },
        filterCriteria: {
          filters: [{ pattern: JSON.stringify({ dynamodb: { Keys: { sk: { S: [{ prefix: EVENT_PREFIX }] } } } }) }],
        },
      });
    },
  },
  /** A batch that fails returns to the queue: the function's answer names its messages. */
  deliveryQueue: {
    statements: ({ deliveries }) => [
      new PolicyStatement({
        actions: ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'],
        resources: [deliveries.queue.queueArn],
      }),
    ],
    wire: (target, { data: { deliveries }, settings }) => {
      new CfnEventSourceMapping(target, 'DeliveryQueue', {
        eventSourceArn: deliveries.queue.queueArn,
        functionName: target.functionName,
        batchSize: MOST_REQUESTS,
        scalingConfig: { maximumConcurrency: settings.webhookConcurrency },
        functionResponseTypes: ['ReportBatchItemFailures'],
      });
    },
  },
  /** One import a call: each takes the time of its run. */
  importQueue: {
    statements: ({ imports }) => [
      new PolicyStatement({
        actions: ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'],
        resources: [imports.queue.queueArn],
      }),
    ],
    wire: (target, { data: { imports } }) => {
      new CfnEventSourceMapping(target, 'ImportQueue', {
        eventSourceArn: imports.queue.queueArn,
        functionName: target.functionName,
        batchSize: 1,
        scalingConfig: { maximumConcurrency: MOST_IMPORTS_AT_ONCE },
        functionResponseTypes: ['ReportBatchItemFailures'],
      });
    },
  },
  /** The role of the caller names the function. Nothing else may call it. */
  outRequests: { statements: () => [], wire: () => {} },
  /** Events that could not be delivered, or that failed three times, go to the dead-letter queue. */
  schedule: {
    atOnce: 1,
    statements: toMissed,
    wire: (target, { data }, { id, rate }) => {
      if (rate === undefined) throw new Error(`The schedule ${id} has no rate. Declare how often it runs.`);
      callByRule(target, data, 'Schedule', { scheduleExpression: rate });
    },
  },
  /** A call that failed is not repeated, because the next one follows. */
  hours: { atOnce: 1, statements: () => [], wire: keepWarm },
  /** The rule selects by size, so that ordinary uploads call no function. */
  oversizedUpload: {
    statements: toMissed,
    wire: (target, { data }) =>
      callByRule(target, data, 'Oversized', {
        eventPattern: {
          source: ['aws.s3'],
          'detail-type': ['Object Created'],
          detail: {
            bucket: { name: [data.storage.documents.bucketName] },
            object: { key: [{ prefix: WAITING_PREFIX }], size: [{ numeric: ['>', MAXIMUM_FILE_BYTES] }] },
          },
        },
      }),
  },
};
