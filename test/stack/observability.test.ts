import { TRIGGERS } from '../../functions/catalog';
import { watchedSchedules } from '../../lib/watched-schedules';
import { ROLLBACK_ALARMS } from '../../scripts/deploy/arguments';
import type { SecurityEvent } from '../../shared/identity/security-events';
import { faultLine, requestLine, triggerLine } from '../../shared/operation/request-log';
import { TABLE } from '../../shared/platform/table/table-definition';
import { matcherOf } from '../alarms-model/filter-pattern';
import { PRODUCTION } from '../support/production';
import { synthesize } from './synthesis';
import type { Attributes } from './template';

/** These tests do not depend on operations, and synthesis without them is faster. */
const { api, data } = synthesize(PRODUCTION, { operations: {} });
const meter = { calls: 1, readUnits: 1, writeUnits: 0 };

const request = (status: number, error?: string, event?: SecurityEvent, notes = {}) =>
  requestLine({
    operation: 'startTrip',
    notes,
    security: { event, user: undefined, network: undefined, account: undefined },
    requestId: 'r',
    teamId: undefined,
    status,
    error,
    milliseconds: 12,
    coldStart: false,
    meter,
  });
const run = (figures: Record<string, number>, trigger = 't') =>
  triggerLine({ trigger, requestId: 'r', isFailed: false, milliseconds: 12, meter, figures });

/** Lambda's own line at the end of a run, with LogFormat JSON. */
const report = (status: string) =>
  JSON.stringify({ time: '2026-11-20T10:00:00.000Z', type: 'platform.report', record: { requestId: 'r', status } });

const filters = api.resources('AWS::Logs::MetricFilter').map(({ properties }) => properties);
const countersOf = (line: string) =>
  filters.filter(({ FilterPattern }) => matcherOf(String(FilterPattern))(line)).map((filter) => nameIn(filter));
const nameIn = ({ MetricTransformations }: Attributes) => Object(MetricTransformations)[0].MetricName;

test.each([
  ['a success', request(200), ['Requests']],
  ['a refusal', request(409, 'TRIP_TRANSITION'), ['Requests']],
  ['a fault of ours', request(500, 'INTERNAL'), ['Requests', 'Faults']],
  ['the provider’s failure', request(502, 'PROVIDER_ERROR'), ['Requests', 'ProviderErrors']],
  ['a busy service', request(503, 'UNAVAILABLE'), ['Requests', 'Busy']],
  ['the second line of a fault', faultLine('r', new Error('no')), []],
  ['a sign-in', request(200, undefined, 'SIGN_IN'), ['Requests']],
  ['a failed sign-in', request(401, 'INVALID_CREDENTIALS', 'SIGN_IN_FAILED'), ['Requests', 'SignInFailures', 'Denied']],
  ['a wrong code', request(400, 'INVALID_CODE', 'MFA_FAILED'), ['Requests', 'SignInFailures']],
  ['a recovery', request(200, undefined, 'RECOVERY'), ['Requests', 'Recoveries']],
  ['a refused right', request(403, 'FORBIDDEN', 'DENIED'), ['Requests', 'Denied']],
  ['too many requests', request(429, 'TOO_MANY_REQUESTS'), ['Requests', 'Limited']],
  [
    'a team without stamps',
    request(429, 'TOO_MANY_REQUESTS', undefined, { limit: 'STAMPS' }),
    ['Requests', 'Limited', 'StampLimits'],
  ],
  [
    'a team that has used 80 % of its stamps',
    request(200, undefined, undefined, { nearly: 'STAMPS' }),
    ['Requests', 'StampsNearlySpent'],
  ],
  [
    'an event that could not be read',
    run({ queued: 1, failed: 0, unreadable: 1 }, 'fanOutEvents'),
    ['EventsUnreadable'],
  ],
  ['production 5.4: a mail that SES refused for good', run({ sent: 4, refused: 1 }, 'sendMail'), ['MailsRefused']],
  [
    'a refused claim',
    faultLine('r', new Error('no', { cause: new Error('ORGANIZATION_CLAIM_REFUSED: o belongs to t.') })),
    ['ClaimsRefused'],
  ],
  ['a run with nothing to tell', run({ checked: 4, failed: 0, stuck: 0 }), []],
  [
    'production 3.1: a recovery that left work',
    run({ failed: 2 }, 'recoverStamping'),
    ['RecoveryRuns', 'RecoveryFailed'],
  ],
  [
    'production 3.1: a recovery with open work',
    run({ open: 3, oldestMinutes: 31 }, 'recoverStamping'),
    ['RecoveryRuns', 'Open', 'OldestMinutes'],
  ],
  [
    'production 3.1: an hourly run that left work',
    run({ failed: 1 }, 'raiseExpiringPapers'),
    ['RaiseExpiringPapersRuns', 'HourlyFailed'],
  ],
  ['production 3.1: the other hourly run', run({ failed: 0 }, 'deleteDueErasures'), ['DeleteDueErasuresRuns']],
  ['production 3.1: a canary that succeeded', run({ ok: 1 }, 'canary'), ['CanarySuccesses']],
  ['production 3.1: a canary that failed', run({ ok: 0 }, 'canary'), []],
  ['production 3.1: a report of a time-out', report('timeout'), ['Crashes']],
  ['production 3.1: a report of a success', report('success'), []],
  ['a run that found stuck invoices', run({ stuck: 1 }), ['Stuck']],
])('%s counts as it should', (_, line, counters) => {
  expect(countersOf(line).sort()).toEqual([...counters].sort());
});

test('a figure counts by its value', () => {
  const values = filters.map(({ MetricTransformations }) => Object(MetricTransformations)[0]);
  expect(values.find(({ MetricName }) => MetricName === 'Stuck')?.MetricValue).toBe('$.figures.stuck');
  expect(values.find(({ MetricName }) => MetricName === 'Faults')?.MetricValue).toBe('1');
});

const alarms = api.resources('AWS::CloudWatch::Alarm').map(({ properties }) => properties);

const [pageTopic, ticketTopic] = ['page', 'ticket'].map(
  (name) => `<${api.resource('AWS::SNS::Topic', 'TopicName', `fleet-prod-${name}`).id}>`,
);
const nameOf = (alarm: Attributes) => String(alarm.AlarmName).replace('fleet-prod-', '');
const down = ['unreachable', 'crashes', 'busy', 'canary'];
const pages = [
  ...['faults', 'slow', 'slo-burn-fast', 'throttles', 'sign-in-throttled', 'invoices-stuck', 'stamping-backlog'],
  ...['recovery-failing', 'recovery-silent'],
];
const silences = ['canary', 'recovery-silent', 'hourly-silent', 'backups-silent'];

test('production 3.1: the alarms are twenty, besides nine on attacks, and one each on silent backups, late events and repeated work', () => {
  const names = alarms.map(nameOf);
  expect(names).toHaveLength(32);
  expect(names).toEqual(expect.arrayContaining([...down, ...pages, ...silences]));
});

test('each schedule that runs at least each hour is watched, also one of each minute', () => {
  const { canary, recovery, hourly } = watchedSchedules(TRIGGERS);
  const schedules = Object.values(TRIGGERS).filter(({ source }) => source === 'schedule');
  expect(hourly).toEqual(
    expect.arrayContaining(['sweepDeliveries', 'sweepImports', 'watchTrips', 'deleteDueErasures']),
  );
  const others = schedules.map(({ id }) => id).filter((id) => ![canary, recovery, ...hourly].includes(id));
  expect(others).toEqual(['exportAccounts']);
  const metrics = alarms
    .filter((one) => /^hourly-/.test(nameOf(one)))
    .map(({ Metrics }) => [Metrics].flat().length - 1);
  // CloudWatch takes at most ten metrics in the calculation of an alarm.
  expect(metrics.sort()).toEqual([hourly.length, hourly.length + 1]);
  expect(Math.max(...metrics)).toBeLessThanOrEqual(10);
});

test('messages that are repeated without a person do not hide a lost mail: they have an alarm of their own', () => {
  const queuesOf = (name: string) => JSON.stringify(alarms.find((one) => nameOf(one) === name)?.Metrics);
  expect(queuesOf('dead-letters')).not.toMatch(/DeliveriesLost|ImportsLost/);
  expect(queuesOf('dead-letters')).toMatch(/SchedulesMissed.*MailUndelivered/);
  expect(queuesOf('repeated-work-lost')).toMatch(/DeliveriesLost.*ImportsLost.*EventsUnreadable/);
});

test.each(alarms)(
  'production 3.1: $AlarmName says what to do, informs its topic, and is quiet without data',
  (alarm) => {
    const name = nameOf(alarm);
    const topic = pages.includes(name) ? pageTopic : ticketTopic;
    expect(alarm.AlarmActions).toEqual(down.includes(name) ? undefined : [topic]);
    expect(alarm.OKActions).toEqual(alarm.AlarmActions);
    expect(alarm.TreatMissingData).toBe(silences.includes(name) ? 'breaching' : 'notBreaching');
    expect(alarm.ComparisonOperator).toBe(
      silences.includes(name) ? 'LessThanThreshold' : 'GreaterThanOrEqualToThreshold',
    );
    expect(alarm.AlarmDescription).toContain(`"${name}"`);
  },
);

test('production 3.5: one outage is one message: only the composite alarm pages for four of them', () => {
  const [composite, ...others] = api.resources('AWS::CloudWatch::CompositeAlarm').map(({ properties }) => properties);
  expect(others).toEqual([]);
  expect(composite).toMatchObject({ AlarmName: 'fleet-prod-down', AlarmActions: [pageTopic], OKActions: [pageTopic] });
  const arns = api
    .resources('AWS::CloudWatch::Alarm')
    .filter(({ properties }) => down.includes(nameOf(properties)))
    .map(({ id }) => `ALARM("<${id}.Arn>")`);
  expect(
    String(composite?.AlarmRule)
      .replace(/^\(|\)$/g, '')
      .split(' OR ')
      .sort(),
  ).toEqual(arns.sort());
});

test('production 4.1: the alarms that roll an update back exist, and none of them is a composite one', () => {
  const names = api.resources('AWS::CloudWatch::Alarm').map(({ properties }) => properties.AlarmName);
  for (const name of ROLLBACK_ALARMS) expect(names).toContain(`fleet-prod-${name}`);
  expect(ROLLBACK_ALARMS.length).toBeLessThanOrEqual(5);
});

test.each([
  ['slo-burn-fast', 1.44, 10, 60],
  ['slo-burn-slow', 0.3, 20, 360],
])(
  'production 3.6: %s counts the 5xx of ours, without the provider’s: %d %%, %d or more, in %d minutes',
  (name, limit, least, minutes) => {
    const alarm = alarms.find((one) => nameOf(one) === name);
    expect(alarm).toMatchObject({ Threshold: limit, EvaluationPeriods: 1, DatapointsToAlarm: 1 });
    const queries = [alarm?.Metrics].flat().map(Object);
    const ours = '(FILL(errors, 0) - FILL(provider, 0))';
    expect(queries.find(({ Expression }) => Expression)?.Expression).toBe(
      `IF(${ours} >= ${least}, 100 * ${ours} / (FILL(calls, 0)), 0)`,
    );
    const stats = queries.flatMap(({ Id, MetricStat }) => (MetricStat ? [[Id, MetricStat]] : []));
    for (const [, { Period, Stat }] of stats) expect([Period, Stat]).toEqual([60 * minutes, 'Sum']);
    const names = stats.map(([id, { Metric }]) => [id, Metric.Namespace, Metric.MetricName]);
    expect(names.sort()).toEqual([
      ['calls', 'AWS/ApiGateway', 'Count'],
      ['errors', 'AWS/ApiGateway', '5xx'],
      ['provider', 'fleet-prod', 'ProviderErrors'],
    ]);
  },
);

test('production 3.4: every calculation fills the periods in which a metric is missing', () => {
  const expressions = alarms.flatMap(({ Metrics }) =>
    Array.isArray(Metrics) ? Metrics.flatMap((one) => Object(one).Expression ?? []) : [],
  );
  expect(expressions.length).toBeGreaterThan(10);
  for (const expression of expressions) expect(expression.replace(/FILL\(\w+, 0\)/g, '')).not.toMatch(/[a-z]/);
});

test('production 3.1: throttles of the table and of each index are counted', () => {
  const throttles = JSON.stringify(alarms.find((alarm) => nameOf(alarm) === 'throttles'));
  for (const { name } of TABLE.indexes)
    expect(throttles.split(`"GlobalSecondaryIndexName","Value":"${name}"`)).toHaveLength(3);
});

test('every queue where something failed ends up has an alarm', () => {
  const failed = data.resources('AWS::SQS::Queue').filter(({ properties }) => !('RedrivePolicy' in properties));
  expect(failed.length).toBeGreaterThan(1);
  for (const { id } of failed) expect(JSON.stringify(alarms)).toContain(id);
});

test('production 3.5: each topic has its recipients; without them, alarms only change colour', () => {
  const subscriptions = api.resources('AWS::SNS::Subscription').map(({ properties }) => properties);
  expect(subscriptions.map(({ TopicArn, Protocol, Endpoint }) => [TopicArn, Protocol, Endpoint])).toEqual([
    [pageTopic, 'email', 'guardia@fleet.example'],
    [pageTopic, 'https', 'https://telefono.example/clave'],
    [ticketTopic, 'email', 'guardia@fleet.example'],
    [ticketTopic, 'email', 'flota@fleet.example'],
  ]);
  const dev = synthesize({}, { operations: {} }).api;
  expect(dev.resources('AWS::SNS::Topic')).toEqual([]);
  const ofDev = dev.resources('AWS::CloudWatch::Alarm').map(({ properties }) => properties.AlarmName);
  const names = alarms.map(nameOf).filter((name) => name !== 'backups-silent');
  expect(ofDev).toEqual(names.map((name) => `fleet-dev-${name}`));
});

test('production 7.2: a backup plan that starts no copy raises an alarm, where there is a plan', () => {
  const alarm = alarms.find((one) => nameOf(one) === 'backups-silent');
  expect(alarm).toMatchObject({ Threshold: 2, EvaluationPeriods: 2, DatapointsToAlarm: 2 });
  const [vault] = data.resources('AWS::Backup::BackupVault');
  const [selection] = data.resources('AWS::Backup::BackupSelection');
  expect(Object(selection?.properties.BackupSelection).Resources).toHaveLength(2);
  const queries = [alarm?.Metrics].flat().map(Object);
  expect(queries.find(({ MetricStat }) => MetricStat)?.MetricStat).toEqual({
    Metric: {
      Namespace: 'AWS/Backup',
      MetricName: 'NumberOfBackupJobsCompleted',
      Dimensions: [{ Name: 'BackupVaultName', Value: vault?.properties.BackupVaultName }],
    },
    Period: 86_400,
    Stat: 'Sum',
  });
  const without = synthesize({ ...PRODUCTION, backups: 'false' }, { operations: {} }).api;
  expect(without.resources('AWS::CloudWatch::Alarm').map(({ properties }) => nameOf(properties))).not.toContain(
    'backups-silent',
  );
});

test('production 3.5: the dashboard shows every alarm, three percentiles, cold starts, backlog and money', () => {
  const [dashboard] = api.resources('AWS::CloudWatch::Dashboard');
  const body = String(dashboard?.properties.DashboardBody);
  for (const { id } of [
    ...api.resources('AWS::CloudWatch::Alarm'),
    ...api.resources('AWS::CloudWatch::CompositeAlarm'),
  ])
    expect(body).toContain(`<${id}.Arn>`);
  for (const shown of ['p50', 'p95', 'p99', 'ColdStarts', 'OldestMinutes', 'Open', 'EstimatedCharges'])
    expect(body).toContain(`"${shown}"`);
});

test('the access log holds neither address nor agent nor token', () => {
  const [stage] = api.resources('AWS::ApiGatewayV2::Stage');
  const { Format } = Object(stage?.properties.AccessLogSettings);
  expect(String(Format)).not.toMatch(/sourceIp|userAgent|authorizer|identity/i);
  const line = String(Format).replace('$context.error.messageString', '""');
  expect(JSON.parse(line)).toMatchObject({ route: '$context.routeKey', status: '$context.status' });
});

test('a domain of its own is mapped to the stage, and says where the name must point', () => {
  const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/one';
  const named = { ...PRODUCTION, domainName: 'api.transportes.mx', certificateArn };
  const { data: root, api: own } = synthesize(named, { operations: {} });
  const [domain] = own.resources('AWS::ApiGatewayV2::DomainName');
  expect(domain?.properties).toMatchObject({
    DomainName: 'api.transportes.mx',
    DomainNameConfigurations: [{ CertificateArn: certificateArn, SecurityPolicy: 'TLS_1_2' }],
  });
  expect(own.resources('AWS::ApiGatewayV2::ApiMapping')).toHaveLength(1);
  expect(root.outputs).toEqual(expect.arrayContaining(['ApiUrl', 'DomainTarget']));
});

test('integrations 2: an alarm fires when the oldest record of the stream has waited for ten minutes', () => {
  const alarms = api
    .resources('AWS::CloudWatch::Alarm')
    .map(({ properties }) => properties)
    .filter((alarm) => JSON.stringify(alarm).includes('IteratorAge'));
  expect(alarms).toHaveLength(1);
  expect(alarms[0]).toMatchObject({
    ComparisonOperator: 'GreaterThanOrEqualToThreshold',
    Threshold: 10 * 60_000,
    EvaluationPeriods: 1,
    AlarmActions: [expect.any(String)],
  });
  expect(JSON.stringify(alarms[0])).toContain('fanOutEvents');
});
