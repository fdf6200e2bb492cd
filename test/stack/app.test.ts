import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS, TRIGGERS } from '../../functions/catalog';
import { readSettings } from '../../lib/settings';
import { PRODUCTION } from '../support/production';
import { operationsUpTo } from './many-operations';
import { type Fleet, synthesize } from './synthesis';

const dev = synthesize();
const stacks = ({ data, access, work, api }: Fleet) => [data, access, work, api];

describe('with 105 operations, and the longest name of a stage', () => {
  const large = synthesize({ stage: 'abcdefghijkl' }, { operations: operationsUpTo(105) });

  test('each stack stays well below CloudFormation’s 500 resources and megabyte of text', () => {
    const perFunction = 2;
    const pools = 2 + 3;
    const ruled = Object.values(TRIGGERS).filter(({ source }) => source === 'schedule' || source === 'oversizedUpload');
    // The schedule, its role, the setting of retries, and three policies with the functions' names.
    const keeping = 3 + Math.ceil(105 / 45);
    // The mappings of the mail queue, of the delivery queue, of the queue of imports and of the stream.
    const own = 4 + 4 + 2 * (Object.keys(TRIGGERS).length + 1) + 1 + pools + 3 * ruled.length + keeping;
    // The second stack reads the keys of both pools itself.
    expect(large.access.size + large.work.size).toBe(105 * perFunction + own + 2);
    // Four of them count the runs of the reconciler, of the watch over trips and of both sweeps.
    const filters = 29;
    const alarms = 31;
    const composites = 1;
    expect(large.api.size).toBe(105 * 2 + 2 + 3 + 3 + 2 + filters + alarms + composites);
    expect(large.data.size).toBe(dev.data.size);
    for (const stack of stacks(large)) {
      expect(stack.size).toBeLessThan(350);
      expect(stack.text.length).toBeLessThan(500_000);
    }
  });

  test('the stage is in all that is named, so that stages live side by side', () => {
    for (const stack of stacks(large)) expect(stack.text).not.toContain('fleet-dev');
  });

  test('names fit where they go', () => {
    const names = [
      ...large.functions.resources('AWS::Lambda::Function').map(({ properties }) => properties.FunctionName),
      ...large.functions.resources('AWS::IAM::Role').flatMap(({ properties }) => properties.RoleName ?? []),
    ];
    for (const name of names) expect(String(name).length).toBeLessThanOrEqual(64);
  });

  test('the gateway’s role holds: policies of at most 6,144 characters, ten at most', () => {
    const policies = large.api.resources('AWS::IAM::ManagedPolicy');
    expect(policies.length).toBeLessThanOrEqual(10);
    for (const { properties } of policies) expect(JSON.stringify(properties.PolicyDocument).length).toBeLessThan(6144);
  });
});

describe('in any stack, no statement', () => {
  const allowing = stacks(dev)
    .flatMap((stack) => stack.statements())
    .filter(({ effect }) => effect === 'Allow');

  test('allows by a wildcard, of actions or of resources, but for the objects of a bucket and the streams of a log', () => {
    expect(allowing.length).toBeGreaterThan(Object.keys(OPERATIONS).length);
    const named = (resource: string) =>
      resource.replace(
        /^(<Storage(?:Assets|Documents)\w+\.Arn>)\/\*$|^(arn:aws:logs:\S+:(?:<\w+>|\/fleet-dev\/functions)):\*$/,
        '$1$2',
      );
    for (const { actions, resources } of allowing)
      expect([...actions, ...resources.map(named)].join(' ')).not.toContain('*');
  });

  test('allows to read through a whole table', () => {
    expect(allowing.flatMap(({ actions }) => actions)).not.toContain('dynamodb:Scan');
  });
});

test('two syntheses of one tree are equal', () => {
  const again = synthesize();
  expect(stacks(again).map(({ text }) => text)).toEqual(stacks(dev).map(({ text }) => text));
});

test('every operation and trigger has an id of its own: functions are named by it', () => {
  const ids = [...Object.values(OPERATIONS), ...Object.values(TRIGGERS)].map(({ id }) => id.toLowerCase());
  expect(new Set(ids).size).toBe(ids.length);
});

test('the infrastructure names no operation', () => {
  const folder = join(__dirname, '..', '..', 'lib');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const source = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  for (const [file, { id }] of Object.entries(OPERATIONS)) {
    expect(source).not.toMatch(new RegExp(`\\b${id}\\b['"\`]|['"\`]${file}`));
  }
});

describe('a setting that is not valid ends the synthesis, and is named', () => {
  test.each([
    ['stage', 'Prod!'],
    ['allowedOrigins', '*'],
    ['allowedOrigins', 'https://app.example/'],
    ['cookieSameSite', 'none'],
    ['mailSender', 'nobody'],
    ['logDays', '8'],
    ['requestsPerSecond', '0'],
    ['emulator', 'yes'],
    ['alarmMail', 'nobody'],
    ['alarmMail', 'guardia@fleet.example,'],
    ['pageMail', 'http://telefono.example'],
    ['domainName', 'https://api.transportes.mx'],
    ['certificateArn', 'api'],
    ['pointInTimeRecovery', 'yes'],
    ['assetsDomainName', 'fotos'],
    ['assetsCertificateArn', 'arn:aws:acm:us-east-2:123456789012:certificate/one'],
    ['defaultDomains', 'maybe'],
    ['edge', 'yes'],
    ['originSecret', '0'],
    ['monthlyBudget', '0'],
  ])('%s=%s', (name, value) => {
    expect(() => readSettings((asked) => (asked === name ? value : undefined))).toThrow(`"${name}`);
  });
});

describe('settings that do not go together end the synthesis, and say what to set', () => {
  const given = (context: Readonly<Record<string, string>>) => readSettings((name) => context[name]);
  const { allowedOrigins: _, ...withoutOrigins } = PRODUCTION;
  const { mailSender: __, ...withoutSender } = PRODUCTION;
  const { alarmMail: ___, ...withoutAlarm } = PRODUCTION;
  const { pageMail: _______, ...withoutPage } = PRODUCTION;
  const { monthlyBudget: ____, ...withoutBudget } = PRODUCTION;
  const { defaultDomains: _____, ...withoutConsent } = PRODUCTION;
  const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/one';
  const api = { domainName: 'api.transportes.mx', certificateArn };
  const assets = { assetsDomainName: 'fotos.transportes.mx', assetsCertificateArn: certificateArn };
  const elsewhere = certificateArn.replace('us-east-1', 'us-east-2');

  test.each([
    ['prod without origins', withoutOrigins, '-c allowedOrigins=https://'],
    ['prod without a sender', withoutSender, '-c mailSender='],
    ['prod without who is alarmed', withoutAlarm, '-c alarmMail='],
    ['production 3.5: prod without a person on call', withoutPage, '-c pageMail='],
    [
      'production 3.5: prod with one recipient alone',
      { ...PRODUCTION, pageMail: 'guardia@fleet.example,guardia@fleet.example' },
      'two recipients in "pageMail"',
    ],
    [
      'doors 23, tax M3: prod with test certificates',
      { ...PRODUCTION, testSeals: 'true' },
      'refuses test certificates',
    ],
    ['prod with a plain origin', { ...PRODUCTION, allowedOrigins: 'http://localhost:5173' }, 'must be https://'],
    [
      'prod with a plain provider',
      { ...PRODUCTION, stampingProvider: 'http://facturapi.example/v2' },
      'must be https://',
    ],
    ['a name without a certificate', { domainName: 'api.transportes.mx' }, '-c certificateArn='],
    ['a certificate without a name', { certificateArn }, '-c domainName='],
    ['cookies of one site without a name', { cookieSameSite: 'Lax' }, '-c domainName='],
    ['doors 6: prod without a budget', withoutBudget, '-c monthlyBudget='],
    ['doors 26: prod without names of its own (production 9.3)', withoutConsent, '-c defaultDomains=yes'],
    [
      'doors 26: prod without a name of the assets (production 9.3)',
      { ...withoutConsent, ...api },
      '-c assetsDomainName=',
    ],
    ['doors 26: prod without a name of the API (production 9.3)', { ...withoutConsent, ...assets }, '-c domainName='],
    [
      'doors 26: prod that refuses the names of AWS (production 9.3)',
      { ...PRODUCTION, defaultDomains: 'no' },
      '-c defaultDomains=yes',
    ],
    [
      'a name of the assets without a certificate',
      { assetsDomainName: 'fotos.transportes.mx' },
      '-c assetsCertificateArn=',
    ],
    ['doors 31: an edge without a name', { edge: 'true' }, '-c domainName='],
    ['doors 31: an edge outside us-east-1', { ...api, certificateArn: elsewhere, edge: 'true' }, 'us-east-1'],
  ])('%s', (_name, context, sentence) => {
    expect(() => given(context)).toThrow(sentence);
  });

  test('and what does go together is taken', () => {
    const context = { ...PRODUCTION, domainName: 'api.transportes.mx', certificateArn, cookieSameSite: 'Lax' };
    expect(given(context)).toMatchObject({ stage: 'prod', keepData: true, cookieSameSite: 'Lax' });
    expect(given({})).toMatchObject({ stage: 'dev', keepData: false });
    expect(given({ ...withoutConsent, ...api, ...assets, edge: 'true' })).toMatchObject({
      edge: true,
      originSecret: 1,
    });
  });
});
