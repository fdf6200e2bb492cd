import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnEventInvokeConfig, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Hours, Trigger } from '../shared/operation/define-trigger';
import { operationName } from './areas';
import type { FleetProps } from './fleet-props';
import { invokePolicies } from './invoke-role';
import { functionArn } from './names';

/**
 * Lets a schedule call the function with the names of all operations' functions, and the function call these. Managed
 * policies hold 450 names; a role's inline policies would hold about 120.
 */
export function keepWarm(target: LambdaFunction, { settings, operations }: FleetProps, { id, hours }: Trigger): void {
  if (hours === undefined) throw new Error(`The trigger ${id} has no hours. Declare when it runs.`);
  const functions = Object.entries(operations).map(([file, operation]) => operationName(settings, file, operation));
  for (const policy of invokePolicies(
    target,
    functions.map((name) => functionArn(target, name)),
  )) {
    target.role?.addManagedPolicy(policy);
  }
  new CfnEventInvokeConfig(target, 'Retries', {
    functionName: target.functionName,
    qualifier: '$LATEST',
    maximumRetryAttempts: 0,
    maximumEventAgeInSeconds: 60,
  });
  new CfnSchedule(target, 'Hours', {
    scheduleExpression: cronOf(hours),
    scheduleExpressionTimezone: hours.zone,
    flexibleTimeWindow: { mode: 'OFF' },
    // The emulator keeps a process for each called function, and a small machine cannot hold all of them.
    state: settings.emulator ? 'DISABLED' : 'ENABLED',
    target: {
      arn: target.functionArn,
      roleArn: callerOf(target).roleArn,
      input: JSON.stringify({ functions }),
      retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 },
    },
  });
}

/** The last call is before the hour `to`. Source: EventBridge Scheduler user guide, "Cron-based schedules". */
const cronOf = ({ everyMinutes, from, to, days }: Hours): string =>
  `cron(0/${everyMinutes} ${from}-${to - 1} ? * ${days} *)`;

/** The role with which the schedule calls the function. The condition keeps schedules of other accounts from using it. */
const callerOf = (target: LambdaFunction): Role =>
  new Role(target, 'Caller', {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': target.stack.account } },
    }),
    inlinePolicies: {
      exact: new PolicyDocument({
        statements: [new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [target.functionArn] })],
      }),
    },
  });
