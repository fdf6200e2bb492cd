import type { SecurityEvent } from '../../shared/identity/security-events';
import { faultLine, requestLine, triggerLine } from '../../shared/operation/request-log';
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
const run = (figures: Record<string, number>) =>
  triggerLine({ trigger: 't', requestId: 'r', isFailed: false, milliseconds: 12, meter, figures });

/** Evaluates the few filter patterns in use. Source: CloudWatch Logs user guide, "Filter pattern syntax for metric filters". */
function counts(pattern: string, line: string): boolean {
  if (pattern.startsWith('"')) return line.includes(JSON.parse(pattern));
  const parts = pattern.slice(2, -2).split(' || ');
  if (parts.length > 1) return parts.some((part) => counts(`{ ${part} }`, line));
  const [, path = '', operator = '', wanted = ''] = /^\{ \$\.([\w.]+) (=|>|IS) (\S+) \}$/.exec(pattern) ?? [];
  const value = path.split('.').reduce<unknown>((from, name) => Object(from)[name], JSON.parse(line));
  if (operator === '>') return Number(value) > Number(wanted);
  if (operator === 'IS') return value === (wanted === 'TRUE');
  return wanted === '*' ? value !== undefined : value === JSON.parse(wanted);
}

const filters = api.resources('AWS::Logs::MetricFilter').map(({ properties }) => properties);
const countersOf = (line: string) =>
  filters.filter(({ FilterPattern }) => counts(String(FilterPattern), line)).map((filter) => nameIn(filter));
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
    'a refused claim',
    faultLine('r', new Error('no', { cause: new Error('ORGANIZATION_CLAIM_REFUSED: o belongs to t.') })),
    ['ClaimsRefused'],
  ],
  ['a run with nothing to tell', run({ checked: 4, failed: 0, stuck: 0 }), []],
  ['a run that left work', run({ checked: 4, failed: 2 }), ['Failed']],
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

test.each(alarms)('$AlarmName says what to do, mails, and is quiet while nobody calls', (alarm) => {
  const [topic] = api.resources('AWS::SNS::Topic');
  expect(alarm).toMatchObject({
    TreatMissingData: 'notBreaching',
    ComparisonOperator: 'GreaterThanOrEqualToThreshold',
    AlarmActions: [`<${topic?.id}>`],
    OKActions: [`<${topic?.id}>`],
  });
  expect(alarm.AlarmDescription).toContain(`"${String(alarm.AlarmName).replace('fleet-prod-', '')}"`);
});

test('every queue where something failed ends up has an alarm', () => {
  const failed = data.resources('AWS::SQS::Queue').filter(({ properties }) => !('RedrivePolicy' in properties));
  expect(failed.length).toBeGreaterThan(1);
  for (const { id } of failed) expect(JSON.stringify(alarms)).toContain(id);
});

test('who is alarmed stands in the context; without, alarms only change colour', () => {
  const subscriptions = api.resources('AWS::SNS::Subscription').map(({ properties }) => properties);
  expect(subscriptions).toEqual([expect.objectContaining({ Protocol: 'email', Endpoint: PRODUCTION.alarmMail })]);
  const dev = synthesize({}, { operations: {} }).api;
  expect(dev.resources('AWS::SNS::Topic')).toEqual([]);
  expect(dev.resources('AWS::CloudWatch::Alarm')).toHaveLength(alarms.length);
});

test('the access log holds neither address nor agent nor token', () => {
  const [stage] = api.resources('AWS::ApiGatewayV2::Stage');
  const { Format } = Object(stage?.properties.AccessLogSettings);
  expect(String(Format)).not.toMatch(/sourceIp|userAgent|authorizer|identity/i);
  expect(JSON.parse(String(Format))).toMatchObject({ route: '$context.routeKey', status: '$context.status' });
});

test('a domain of its own is mapped to the stage, and says where the name must point', () => {
  const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/one';
  const own = synthesize({ ...PRODUCTION, domainName: 'api.transportes.mx', certificateArn }, { operations: {} }).api;
  const [domain] = own.resources('AWS::ApiGatewayV2::DomainName');
  expect(domain?.properties).toMatchObject({
    DomainName: 'api.transportes.mx',
    DomainNameConfigurations: [{ CertificateArn: certificateArn, SecurityPolicy: 'TLS_1_2' }],
  });
  expect(own.resources('AWS::ApiGatewayV2::ApiMapping')).toHaveLength(1);
  expect(own.outputs).toEqual(expect.arrayContaining(['ApiUrl', 'DomainTarget']));
});
