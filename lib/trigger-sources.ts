import type { UserPool } from 'aws-cdk-lib/aws-cognito';
import { CfnRule, type CfnRuleProps } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnEventInvokeConfig, CfnEventSourceMapping, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
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
interface TriggerWiring {
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

interface QueueReader {
  /** Names the event source in the template and must not change. */
  readonly id: string;
  readonly queueOf: (data: DataStack) => IQueue;
  readonly batchSize: number;
  readonly mostAtOnce: (stage: StageProps) => number;
}

/** The function reads the queue. Only failed messages return to it: the function's answer names them. */
function readQueue({ id, queueOf, batchSize, mostAtOnce }: QueueReader): TriggerWiring {
  return {
    statements: (data) => [
      new PolicyStatement({
        actions: ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'],
        resources: [queueOf(data).queueArn],
      }),
    ],
    wire: (target, stage) => {
      new CfnEventSourceMapping(target, id, {
        eventSourceArn: queueOf(stage.data).queueArn,
        functionName: target.functionName,
        batchSize,
        // Without this number the queue's reader would count refused calls as tries of its messages.
        scalingConfig: { maximumConcurrency: mostAtOnce(stage) },
        functionResponseTypes: ['ReportBatchItemFailures'],
      });
    },
  };
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
  mailQueue: {
    atOnce: MAIL_READERS,
    ...readQueue({
      id: 'MailQueue',
      queueOf: ({ mail }) => mail.queue,
      batchSize: MAIL_BATCH,
      mostAtOnce: () => MAIL_READERS,
    }),
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
  deliveryQueue: readQueue({
    id: 'DeliveryQueue',
    queueOf: ({ deliveries }) => deliveries.queue,
    batchSize: MOST_REQUESTS,
    mostAtOnce: ({ settings }) => settings.webhookConcurrency,
  }),
  /** One import a call: each takes the time of its run. */
  importQueue: readQueue({
    id: 'ImportQueue',
    queueOf: ({ imports }) => imports.queue,
    batchSize: 1,
    mostAtOnce: () => MOST_IMPORTS_AT_ONCE,
  }),
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
