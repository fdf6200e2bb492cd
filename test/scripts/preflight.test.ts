import { readSettings } from '../../lib/settings';
import { preflight } from '../../scripts/preflight/checks';

const settings = readSettings((name) => ({ mailSender: 'avisos@transportes.mx' })[name]);
const TOPIC = 'arn:aws:sns:us-east-1:123456789012:fleet-dev-ticket';
const confirmed = { TopicArn: TOPIC, SubscriptionArn: `${TOPIC}:1`, Endpoint: 'ana@transportes.mx' };

/** The answers of the AWS CLI in an account that is ready. */
const READY: Readonly<Record<string, unknown>> = {
  'lambda get-account-settings': { AccountLimit: { ConcurrentExecutions: 1000 } },
  'sesv2 get-account': { ProductionAccessEnabled: true },
  'sesv2 get-email-identity': { VerifiedForSendingStatus: true },
  'service-quotas get-service-quota': { Quota: { Value: 120 } },
  'iam get-account-summary': { SummaryMap: { Roles: 40, RolesQuota: 1000 } },
  'sns list-subscriptions': { Subscriptions: [confirmed] },
};

const findings = (answers: Readonly<Record<string, unknown>> = {}) =>
  preflight(async (args) => {
    const command = args.slice(0, 2).join(' ');
    const answer = { ...READY, ...answers }[command];
    if (answer instanceof Error) throw answer;
    return answer;
  }, settings);

test('production 4.7: an account that is ready has nothing to request', async () => {
  const lines = await findings();
  expect(lines).toHaveLength(6);
  for (const line of lines) expect(line).toMatch(/^ready {4}/);
});

/** Cognito mails its codes from another region where SES of the stage's own region cannot. */
test.each([
  ['sesv2 get-account', { ProductionAccessEnabled: false }, 'in us-east-2, from where codes come'],
  ['sesv2 get-email-identity', {}, 'transportes.mx is not verified in us-east-2'],
])('production 5.5: %s is asked in the region of the codes too', async (command, answer, says) => {
  const elsewhere = { ...settings, mailRegion: 'us-east-2' };
  const ask = async (args: readonly string[]) =>
    args.includes('us-east-2') && args.join(' ').startsWith(command) ? answer : READY[args.slice(0, 2).join(' ')];
  const lines = await preflight(ask, elsewhere);
  expect(lines.find((line) => line.startsWith('request'))).toContain(says);
  expect((await preflight(async (args) => READY[args.slice(0, 2).join(' ')], elsewhere)).join()).not.toContain(
    'request',
  );
});

const pending = { ...confirmed, SubscriptionArn: 'PendingConfirmation', Endpoint: 'luis@transportes.mx' };

test.each<[string, string, unknown, string[]]>([
  [
    'a new account’s concurrency',
    'lambda get-account-settings',
    { AccountLimit: { ConcurrentExecutions: 10 } },
    ['10 executions at once', '--quota-code L-B99A9384 --desired-value 1000'],
  ],
  [
    'the mail sandbox (production 5.5)',
    'sesv2 get-account',
    { ProductionAccessEnabled: false },
    ['verified addresses', 'mail sandbox'],
  ],
  ['an identity that waits', 'sesv2 get-email-identity', {}, ['transportes.mx is not verified', 'step 1']],
  [
    'a low quota of sign-ins',
    'service-quotas get-service-quota',
    { Quota: { Value: 60 } },
    ['60 sign-ins', '--desired-value 120'],
  ],
  [
    'too few roles left',
    'iam get-account-summary',
    { SummaryMap: { Roles: 751, RolesQuota: 1000 } },
    ['249 of 1000', '--desired-value 2000'],
  ],
  ['no recipient', 'sns list-subscriptions', { Subscriptions: [] }, ['no recipient of alarms yet', '"alarmMail"']],
  [
    'a recipient who has not confirmed',
    'sns list-subscriptions',
    { Subscriptions: [confirmed, pending] },
    ['1 of 2 recipients', 'luis@transportes.mx'],
  ],
  [
    'a refused question',
    'iam get-account-summary',
    new Error('AccessDenied'),
    ['not checked: AccessDenied', 'correct'],
  ],
])('production 4.7: %s is reported with what to request', async (_, command, answer, [says = '', request = '']) => {
  const lines = await findings({ [command]: answer });
  const found = lines.findIndex((line) => line.startsWith('request'));
  expect(lines[found]).toContain(says);
  expect(lines[found + 1]).toContain(request);
  expect(lines).toHaveLength(7);
});
