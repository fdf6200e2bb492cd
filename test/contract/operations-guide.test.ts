import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TRIGGERS } from '../../functions/catalog';
import { SETTING_NAMES } from '../../lib/settings';
import { watchedSchedules } from '../../lib/watched-schedules';
import { eventKey } from '../../shared/audit/audit-event';
import { invoiceCartaPorteKey, invoiceItemsKey, invoiceKey } from '../../shared/invoices/invoice-record';
import { paymentKey } from '../../shared/payments/payment';
import { TIME_TO_LIVE } from '../../shared/platform/table/keys';
import { createTableInput } from '../../shared/platform/table/table-definition';
import { tripKey } from '../../shared/trips/trip';
import { synthesize } from '../stack/synthesis';
import { PRODUCTION } from '../support/production';
import { isThere, namedFiles } from './named-tests';

const ROOT = join(__dirname, '..', '..');
const guide = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8');
/** The guide names only triggers, and synthesis without operations is faster. */
const { data, functions, api } = synthesize(PRODUCTION, { operations: {} });

test('every setting has its row', () => {
  for (const name of SETTING_NAMES) expect(guide).toMatch(new RegExp(`^\\| [^|]*\`${name}\``, 'm'));
});

/** The sections of alarms, by the alarm's name. */
const sections = new Map(
  guide
    .split(/^(?=##)/m)
    .flatMap((section) =>
      [...section.matchAll(/^### "([\w-]+)"$/gm)].map(([, name]) => [`fleet-prod-${name}`, section]),
    ),
);

test('production 3.1: every alarm has its section, and every section its alarm', () => {
  const alarms = [...api.resources('AWS::CloudWatch::Alarm'), ...api.resources('AWS::CloudWatch::CompositeAlarm')];
  const names = alarms.map(({ properties }) => String(properties.AlarmName));
  expect(names.length).toBeGreaterThan(26);
  expect([...sections.keys()].sort()).toEqual(names.sort());
});

test.each([...sections])(
  'production 3.1: the section of %s says symptom, cause, command, and when it is over',
  (_, text) => {
    expect(text).toMatch(/^Symptom: /m);
    expect(text).toMatch(/Cause: |Cause of /);
    expect(text).toMatch(/^```sh\n(aws |curl |QUERY=|for )/m);
    expect(text.replace(/\s+/g, ' ')).toContain('It is over ');
  },
);

test.each([
  ['docs/operations.md', guide],
  ['docs/unproven.md', readFileSync(join(ROOT, 'docs', 'unproven.md'), 'utf8')],
])('every output that a command of %s asks for is there', (_, text) => {
  const asked = [...text.matchAll(/(?:\$\(|`)output ([^|)`]+)/g)].map(([, name = '']) => name.trim());
  expect(asked.length).toBeGreaterThan(5);
  const written = [...data.outputs, 'DomainTarget', 'AssetsDomainTarget'];
  expect(asked.filter((name) => !written.includes(name))).toEqual([]);
});

test('the sections of the hourly alarms name each hourly schedule', () => {
  const { hourly } = watchedSchedules(TRIGGERS);
  expect(hourly.length).toBeGreaterThan(1);
  for (const name of ['hourly-failing', 'hourly-silent'])
    for (const id of hourly) expect(sections.get(`fleet-prod-${name}`)).toContain(id);
});

test('the sections of all alarms are together, so that a person who searches for one does not leave them', () => {
  const headings = [...guide.matchAll(/^##+ (.*)$/gm)].map(([, heading = '']) => heading);
  const at = headings.flatMap((heading, index) => (heading.startsWith('"') ? [index] : []));
  expect(headings[(at[0] ?? 0) - 1]).toBe('Read the alarms');
  expect((at.at(-1) ?? 0) - (at[0] ?? 0)).toBe(at.length - 1);
});

test('every function that a command calls is there', () => {
  const names = functions.resources('AWS::Lambda::Function').map(({ properties }) => String(properties.FunctionName));
  for (const [, id] of guide.matchAll(/--function-name "fleet-\$STAGE-(\w+)"/g))
    expect(names).toContain(`fleet-prod-${id}`);
});

test('every file that it names is there', () => {
  const named = namedFiles(guide);
  expect(named).toContain('test/resilience/restore/check-export.ts');
  expect(named.filter((path) => !isThere(path))).toEqual([]);
});

test('the table’s shape is what an import takes: its parameters know no others', () => {
  const known = ['AttributeDefinitions', 'BillingMode', 'GlobalSecondaryIndexes', 'KeySchema', 'TableName'];
  expect(Object.keys(createTableInput('restored')).sort()).toEqual(known);
});

test('production 7.7: invoices, payments, trips and the audit have no time-to-live, so no rule deletes them', () => {
  const event = { id: 'an-id', entityType: 'TRIP', entityId: 'a-trip' } as const;
  const payment = { id: 'an-id', paidAt: '2026-11-20T06:00:00.000Z' };
  const kept = [
    eventKey('a-team', event),
    invoiceKey('a-team', 'an-id'),
    invoiceItemsKey('a-team', 'an-id'),
    invoiceCartaPorteKey('a-team', 'an-id'),
    paymentKey('a-team', payment),
    tripKey('a-team', 'an-id'),
  ];
  for (const { schema } of kept) {
    const fields = Object.keys('entries' in schema ? schema.entries : {});
    expect(fields.length).toBeGreaterThan(0);
    expect(fields).not.toContain(TIME_TO_LIVE);
  }
});
