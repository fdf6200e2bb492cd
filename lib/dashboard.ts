import { Duration } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Color,
  Dashboard,
  GraphWidget,
  type GraphWidgetProps,
  type IAlarm,
  type IMetric,
  type IWidget,
  LogQueryWidget,
  type Metric,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { highestOf, percentOf, sumOf } from './alarms';
import type { LogMetrics } from './log-metrics';
import { functionsLogName, prefixOf } from './names';
import type { Settings } from './settings';

interface DashboardProps {
  readonly settings: Settings;
  readonly alarms: readonly IAlarm[];
  readonly metrics: LogMetrics;
  readonly apiId: string;
  readonly tableName: string;
}

const WHOLE = 24;
const HALF = 12;

/** One page with alarms, traffic, latency, the objective, backlog, money and the last faults with their request ids. */
export function addDashboard(scope: Construct, props: DashboardProps): void {
  const { settings, alarms, metrics } = props;
  new Dashboard(scope, 'Dashboard', {
    dashboardName: prefixOf(settings),
    widgets: [
      [new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: WHOLE, height: 5 })],
      ...requestWidgets(props),
      [
        graph('Work that waits for the provider', [
          metrics.open,
          metrics.stuck,
          metrics.recoveryFailed,
          metrics.hourlyFailed,
        ]),
        graph('Oldest work that waits for the provider, minutes', [metrics.oldestMinutes]),
      ],
      moneyWidgets(props),
      [lastFaults(settings)],
    ],
  });
}

function requestWidgets({ metrics, apiId }: DashboardProps): IWidget[][] {
  const { requests, faults, busy, providerErrors, coldStarts } = metrics;
  const api = (name: string, statistic = 'Sum'): Metric =>
    sumOf('AWS/ApiGateway', name, { ApiId: apiId }).with({ statistic });
  const share = (part: IMetric, whole: IMetric) =>
    percentOf({ part: 'part', whole: 'whole', metrics: { part, whole }, least: 1 });
  const ours = percentOf({
    part: 'errors - provider',
    whole: 'calls',
    metrics: { errors: api('5xx'), provider: providerErrors, calls: api('Count') },
    least: 1,
    period: Duration.days(1),
  });
  return [
    [
      graph('Requests', [requests, busy, providerErrors, faults]),
      graph('5xx of ours, percent of a day’s calls', [ours], {
        leftAnnotations: [{ value: 0.1, label: 'objective of 30 days', color: Color.RED }],
      }),
    ],
    [
      graph('Latency at the gateway, ms', [api('Latency', 'p50'), api('Latency', 'p95'), api('Latency', 'p99')], {
        leftAnnotations: [{ value: 1_000, label: 'objective of p95', color: Color.RED }],
      }),
      graph('Cold starts, percent of the requests', [share(coldStarts, requests)]),
    ],
  ];
}

/** AWS writes the charges of the whole account a few times a day, in us-east-1 only, when billing alerts are on. */
const CHARGES = highestOf('AWS/Billing', 'EstimatedCharges', { Currency: 'USD' }).with({
  period: Duration.hours(6),
  region: 'us-east-1',
});

function moneyWidgets({ tableName }: DashboardProps): IWidget[] {
  const table = (name: string): Metric => sumOf('AWS/DynamoDB', name, { TableName: tableName });
  return [
    graph('Charges of the account this month, US dollars', [CHARGES]),
    graph('Table, request units', [table('ConsumedReadCapacityUnits'), table('ConsumedWriteCapacityUnits')], {
      right: [sumOf('AWS/Lambda', 'Throttles'), highestOf('AWS/Lambda', 'ConcurrentExecutions')],
    }),
  ];
}

const lastFaults = (settings: Settings): IWidget =>
  new LogQueryWidget({
    title: 'Last faults',
    logGroupNames: [functionsLogName(settings)],
    queryLines: [
      'fields @timestamp, function_request_id, chain.0.name, chain.0.message, chain.0.stack.0',
      'filter message = "fault"',
      'sort @timestamp desc',
      'limit 50',
    ],
    width: WHOLE,
    height: 8,
  });

const graph = (title: string, left: readonly IMetric[], more: GraphWidgetProps = {}): GraphWidget =>
  new GraphWidget({ title, left: [...left], width: HALF, height: 6, ...more });
