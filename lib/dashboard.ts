import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  LogQueryWidget,
  type Metric,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { highestOf, percentOf, sumOf } from './alarms';
import type { LogMetrics } from './log-metrics';
import { functionsLogName, prefixOf } from './names';
import type { Settings } from './settings';

export interface DashboardProps {
  readonly settings: Settings;
  readonly alarms: readonly Alarm[];
  readonly metrics: LogMetrics;
  readonly apiId: string;
  readonly tableName: string;
}

const WHOLE = 24;
const HALF = 12;

/** One page with health, traffic, latency, cost and the last faults with their request ids. */
export function addDashboard(scope: Construct, { settings, alarms, metrics, apiId, tableName }: DashboardProps): void {
  const api = (name: string, statistic: string): Metric =>
    sumOf('AWS/ApiGateway', name, { ApiId: apiId }).with({ statistic });
  const table = (name: string): Metric => sumOf('AWS/DynamoDB', name, { TableName: tableName });
  new Dashboard(scope, 'Dashboard', {
    dashboardName: prefixOf(settings),
    widgets: [
      [new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: WHOLE, height: 3 })],
      [
        graph('Requests', [metrics.requests, metrics.busy, metrics.providerErrors, metrics.faults]),
        graph('Faults of ours, percent', [percentOf(metrics.faults, metrics.requests)]),
      ],
      [
        graph('Latency at the gateway, ms', [api('Latency', 'p50'), api('Latency', 'p99')]),
        graph('Functions', [
          sumOf('AWS/Lambda', 'Throttles'),
          highestOf('AWS/Lambda', 'ConcurrentExecutions', {}),
          metrics.coldStarts,
        ]),
      ],
      [
        graph('Table, request units', [table('ConsumedReadCapacityUnits'), table('ConsumedWriteCapacityUnits')]),
        graph('Stamping and schedules', [metrics.stuck, metrics.failed]),
      ],
      [
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
        }),
      ],
    ],
  });
}

const graph = (title: string, left: readonly IMetric[]): GraphWidget =>
  new GraphWidget({ title, left: [...left], width: HALF, height: 6 });
