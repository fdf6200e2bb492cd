import { CfnRule } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnEventInvokeConfig, CfnEventSourceMapping, type IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Trigger, TriggerSource } from '../shared/operation/define-trigger';
import type { DataStack } from './data-stack';

/** The permissions and the event source of a trigger. */
export interface TriggerWiring {
  readonly statements: (data: DataStack) => readonly PolicyStatement[];
  readonly wire: (target: IFunction, data: DataStack, trigger: Trigger) => void;
}

export const TRIGGER_SOURCES: Readonly<Record<TriggerSource, TriggerWiring>> = {
  /** The pool's settings name the function. Here it only gets the permission to invoke it. */
  driversPoolPreTokenGeneration: {
    statements: () => [],
    wire: (target, { identity }) =>
      target.addPermission('DriversPool', {
        principal: new ServicePrincipal('cognito-idp.amazonaws.com'),
        sourceArn: identity.driversPool.userPoolArn,
      }),
  },
  /** Only failed messages return to the queue: the function's answer names them. */
  mailQueue: {
    statements: ({ mail }) => [
      new PolicyStatement({
        actions: ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'],
        resources: [mail.queue.queueArn],
      }),
    ],
    wire: (target, { mail }) => {
      new CfnEventSourceMapping(target, 'MailQueue', {
        eventSourceArn: mail.queue.queueArn,
        functionName: target.functionName,
        batchSize: 10,
        functionResponseTypes: ['ReportBatchItemFailures'],
      });
    },
  },
  /** Events that could not be delivered, or that failed three times, go to the dead-letter queue. */
  schedule: {
    statements: ({ schedules }) => [
      new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [schedules.missed.queueArn] }),
    ],
    wire: (target, { schedules }, { id, rate }) => {
      if (rate === undefined) throw new Error(`The schedule ${id} has no rate. Declare how often it runs.`);
      const deadLetterConfig = { arn: schedules.missed.queueArn };
      const rule = new CfnRule(target, 'Schedule', {
        scheduleExpression: rate,
        state: 'ENABLED',
        targets: [{ id: 'Function', arn: target.functionArn, deadLetterConfig }],
      });
      target.addPermission('ScheduleCall', {
        principal: new ServicePrincipal('events.amazonaws.com'),
        sourceArn: rule.attrArn,
      });
      new CfnEventInvokeConfig(target, 'Retries', {
        functionName: target.functionName,
        qualifier: '$LATEST',
        maximumRetryAttempts: 2,
        destinationConfig: { onFailure: { destination: schedules.missed.queueArn } },
      });
    },
  },
};
