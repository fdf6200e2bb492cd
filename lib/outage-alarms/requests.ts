import { Duration } from 'aws-cdk-lib';
import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { TABLE } from '../../shared/platform/table/table-definition';
import { type AlarmProps, mathOf, percentOf, sumOf, sumOfAll } from '../alarms';
import { always, HOUR, numbered, ONCE, QUARTER, SUSTAINED, type Watched } from './watched';

/** The alarms that watch the requests. */
export const requestAlarms = (watched: Watched): AlarmProps[] => [
  ...failureAlarms(watched),
  ...objectiveAlarms(watched),
  ...limitAlarms(watched),
];

const atGateway = (apiId: string, name: string) => sumOf('AWS/ApiGateway', name, { ApiId: apiId });

function failureAlarms({ metrics, apiId }: Watched): AlarmProps[] {
  const { requests, faults, busy, crashes, canarySuccesses } = metrics;
  const gateway = { errors: atGateway(apiId, '5xx'), calls: atGateway(apiId, 'Count') };
  return [
    {
      name: 'unreachable',
      says: 'The gateway answers 5xx to one call in twenty.',
      metric: percentOf({ part: 'errors', whole: 'calls', metrics: gateway, least: 3 }),
      limit: { from: 5 },
      periods: SUSTAINED,
      severity: 'down',
    },
    {
      name: 'crashes',
      says: 'Functions time out, run out of memory or throw.',
      metric: crashes.with({ period: QUARTER }),
      limit: { from: 3 },
      periods: always(2),
      severity: 'down',
    },
    {
      name: 'faults',
      says: 'One request in a hundred ends in a fault of ours.',
      metric: percentOf({ part: 'faults', whole: 'requests', metrics: { faults, requests }, least: 2 }),
      limit: { from: 1 },
      periods: SUSTAINED,
      severity: 'page',
    },
    {
      name: 'busy',
      says: 'One request in twenty is answered 503, because a service behind ours is at its limit or does not answer.',
      metric: percentOf({ part: 'busy', whole: 'requests', metrics: { busy, requests }, least: 3 }),
      limit: { from: 5 },
      periods: SUSTAINED,
      severity: 'down',
    },
    {
      name: 'canary',
      says: 'The canary has not signed in and read its trip for fifteen minutes.',
      metric: mathOf('successes', { successes: canarySuccesses }),
      limit: { below: 1 },
      periods: always(3),
      missing: TreatMissingData.BREACHING,
      severity: 'down',
    },
    {
      name: 'slow',
      says: 'One call in twenty takes three seconds or longer.',
      metric: atGateway(apiId, 'IntegrationLatency').with({ statistic: 'p95' }),
      limit: { from: 3_000 },
      periods: always(3),
      severity: 'page',
    },
  ];
}

/**
 * The objective: in 30 days 99.9 % of the calls get no 5xx of ours. At 1.44 % the hour uses fourteen times its part. The
 * provider's 502 are not ours. When there are few calls, those of the canary are the whole.
 */
function objectiveAlarms({ metrics, apiId }: Watched): AlarmProps[] {
  const ours = {
    part: 'errors - provider',
    whole: 'calls',
    metrics: {
      errors: atGateway(apiId, '5xx'),
      provider: metrics.providerErrors,
      calls: atGateway(apiId, 'Count'),
    },
  };
  return [
    {
      name: 'slo-burn-fast',
      says: 'More than 1.44 % of the calls of an hour got a 5xx of ours.',
      metric: percentOf({ ...ours, least: 10, period: HOUR }),
      limit: { from: 1.44 },
      periods: ONCE,
      severity: 'page',
    },
    {
      name: 'slo-burn-slow',
      says: 'More than 0.3 % of the calls of six hours got a 5xx of ours.',
      metric: percentOf({ ...ours, least: 20, period: Duration.hours(6) }),
      limit: { from: 0.3 },
      periods: ONCE,
      severity: 'ticket',
    },
  ];
}

function limitAlarms({ data: { storage, identity }, metrics }: Watched): AlarmProps[] {
  const { tableName: TableName } = storage.table;
  const places = [{ TableName }, ...TABLE.indexes.map(({ name }) => ({ TableName, GlobalSecondaryIndexName: name }))];
  const clients = [
    { UserPool: identity.staffPool.userPoolId, UserPoolClient: identity.staffClient.userPoolClientId },
    { UserPool: identity.driversPool.userPoolId, UserPoolClient: identity.driversClient.userPoolClientId },
  ];
  const each = (namespace: string, name: string, dimensions: readonly Record<string, string>[]) =>
    dimensions.map((one) => sumOf(namespace, name, one));
  return [
    {
      name: 'throttles',
      says: 'AWS refuses calls: functions over their concurrency, or the table or an index over its rate.',
      metric: sumOfAll({
        functions: sumOf('AWS/Lambda', 'Throttles'),
        ...numbered('reads', each('AWS/DynamoDB', 'ReadThrottleEvents', places)),
        ...numbered('writes', each('AWS/DynamoDB', 'WriteThrottleEvents', places)),
      }),
      limit: { from: 10 },
      periods: SUSTAINED,
      severity: 'page',
    },
    {
      name: 'sign-in-throttled',
      says: 'Cognito refuses sign-ins or renewals, because they are too many a second.',
      metric: sumOfAll({
        ...numbered('signIns', each('AWS/Cognito', 'SignInThrottles', clients)),
        ...numbered('renewals', each('AWS/Cognito', 'TokenRefreshThrottles', clients)),
      }),
      limit: { from: 5 },
      periods: SUSTAINED,
      severity: 'page',
    },
    {
      name: 'provider',
      says: 'The stamping provider fails.',
      metric: metrics.providerErrors.with({ period: QUARTER }),
      limit: { from: 3 },
      periods: always(2),
      severity: 'ticket',
    },
  ];
}
