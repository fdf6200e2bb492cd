import { Effect, PolicyStatement, ServicePrincipal, StarPrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Trigger } from '../shared/operation/define-trigger';
import { type AlarmProps, addAlarm, highestOf, percentOf, sumOf, sumOfAll } from './alarms';
import { addDashboard } from './dashboard';
import type { DataStack } from './data-stack';
import { takenByTheEmulator } from './emulator';
import { type LogMetrics, makeLogMetrics } from './log-metrics';
import { functionName, prefixOf } from './names';
import { securityAlarmsOf } from './security-alarms';
import type { Settings } from './settings';

export interface ObservabilityProps {
  readonly settings: Settings;
  readonly data: DataStack;
  readonly triggers: Readonly<Record<string, Trigger>>;
  readonly apiId: string;
}

/** The alarms and the dashboard. */
export class Observability extends Construct {
  constructor(scope: Construct, id: string, props: ObservabilityProps) {
    super(scope, id);
    const { settings, data, apiId } = props;
    const topic = settings.alarmMail === undefined ? undefined : makeTopic(this, settings, settings.alarmMail);
    const metrics = makeLogMetrics(this, settings);
    const alarms = alarmsOf(metrics, props)
      .filter(({ metric }) => !settings.emulator || takenByTheEmulator(metric))
      .map((alarm) => addAlarm(this, settings, topic, alarm));
    addDashboard(this, { settings, alarms, metrics, apiId, tableName: data.storage.table.tableName });
  }
}

/**
 * A custom topic policy replaces the default one, which lets the account's alarms publish. So the policy names them.
 */
function makeTopic(scope: Construct, settings: Settings, alarmMail: string): ITopic {
  const topic = new Topic(scope, 'Alarms', { topicName: `${prefixOf(settings)}-alarms` });
  topic.addSubscription(new EmailSubscription(alarmMail));
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': topic.stack.account } },
    }),
  );
  topic.addToResourcePolicy(
    new PolicyStatement({
      effect: Effect.DENY,
      principals: [new StarPrincipal()],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { Bool: { 'aws:SecureTransport': 'false' } },
    }),
  );
  return topic;
}

function alarmsOf(metrics: LogMetrics, { settings, data, triggers }: ObservabilityProps): AlarmProps[] {
  const TableName = data.storage.table.tableName;
  const waitingIn = (QueueName: string) => highestOf('AWS/SQS', 'ApproximateNumberOfMessagesVisible', { QueueName });
  const schedules = Object.values(triggers).filter(({ source }) => source === 'schedule');
  const errorsOf = schedules.map(({ id }, index) => [
    `schedule${index}`,
    sumOf('AWS/Lambda', 'Errors', { FunctionName: functionName(settings, id) }),
  ]);
  return [
    {
      name: 'faults',
      says: 'One request in a hundred ends in a fault of ours.',
      metric: percentOf(metrics.faults, metrics.requests),
      from: 1,
      periods: { bad: 2, of: 3 },
    },
    {
      name: 'throttles',
      says: 'AWS refuses calls: functions over their concurrency, or the table over its rate.',
      metric: sumOfAll({
        functions: sumOf('AWS/Lambda', 'Throttles'),
        reads: sumOf('AWS/DynamoDB', 'ReadThrottleEvents', { TableName }),
        writes: sumOf('AWS/DynamoDB', 'WriteThrottleEvents', { TableName }),
      }),
      from: 10,
      periods: { bad: 2, of: 3 },
    },
    {
      name: 'invoices-stuck',
      says: 'Invoices have been PENDING for longer than two hours.',
      metric: metrics.stuck,
      from: 1,
    },
    {
      name: 'schedules-failing',
      says: 'A schedule fails, or leaves work undone again and again.',
      metric: sumOfAll({ left: metrics.failed, ...Object.fromEntries(errorsOf) }),
      from: 1,
      periods: { bad: 3, of: 6 },
    },
    {
      name: 'schedules-missed',
      says: 'A call of a schedule came to nothing three times.',
      metric: waitingIn(data.schedules.missed.queueName),
      from: 1,
    },
    {
      name: 'mails-undelivered',
      says: 'A mail was refused five times.',
      metric: waitingIn(data.mail.undelivered.queueName),
      from: 1,
    },
    {
      name: 'mails-late',
      says: 'A mail has waited for fifteen minutes.',
      metric: highestOf('AWS/SQS', 'ApproximateAgeOfOldestMessage', { QueueName: data.mail.queue.queueName }),
      from: 15 * 60,
    },
    ...securityAlarmsOf(metrics),
  ];
}
