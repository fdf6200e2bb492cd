import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnEventSourceMapping, type IFunction } from 'aws-cdk-lib/aws-lambda';
import type { TriggerSource } from '../shared/operation/define-trigger';
import type { DataStack } from './data-stack';

/** What setting a function off by a source takes: rights of its own, and the wire between the two. */
export interface TriggerWiring {
  readonly statements: (data: DataStack) => readonly PolicyStatement[];
  readonly wire: (target: IFunction, data: DataStack) => void;
}

export const TRIGGER_SOURCES: Readonly<Record<TriggerSource, TriggerWiring>> = {
  /** The pool itself names the function by its address; here it is only allowed to call it. */
  driversPoolPreTokenGeneration: {
    statements: () => [],
    wire: (target, { identity }) =>
      target.addPermission('DriversPool', {
        principal: new ServicePrincipal('cognito-idp.amazonaws.com'),
        sourceArn: identity.driversPool.userPoolArn,
      }),
  },
  /** A message that failed comes back alone: the function answers which did. */
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
};
