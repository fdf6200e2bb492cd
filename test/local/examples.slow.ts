import { OPERATIONS } from '../../functions/catalog';
import { type Cloud, startCloud } from '../../local/cloud';
import { DEMO, DEMO_PASSWORD } from '../../local/seed/demo';
import { TOUR } from '../../scenarios/record/tour';
import { type Example, recordedExamples } from '../../scripts/examples';
import { poolAuthOf } from '../../shared/identity/caller';
import type { Operation } from '../../shared/operation/define';
import { pathParameters } from '../../shared/operation/validate';
import { NOT_SENT, type Reason } from './support/not-sent';

/** desk.md 6.2: an example can be sent unchanged to a server that `npm start` has just seeded. */

const BY_ID = new Map(Object.values(OPERATIONS).map((operation) => [operation.id, operation]));
/** Reads first, then a short story and the tour in their own order, then what makes records, changes and deletes them. */
const ORDER = ['GET', 'STORY', 'POST', 'PUT', 'PATCH', 'DELETE'];
const IN_TOUR = TOUR.map(({ id }) => id);
/** Calls whose examples show what an earlier one of them wrote. */
const STORY = ['startTrip', 'pingLocation', 'getTripLocation', 'getOwnTrip', 'updateOwnUser', 'getOwnUser'];
const { operations: recorded } = recordedExamples();

interface Sent {
  readonly key: string;
  readonly operation: Operation;
  readonly example: Example;
}

const methodOf = ({ operation }: Sent): number => ORDER.indexOf(operation.route.split(' ')[0] ?? '');
const placeOf = (sent: Sent): number => {
  const told = [...STORY, ...IN_TOUR].indexOf(sent.key);
  return told < 0 ? methodOf(sent) : ORDER.indexOf('STORY') + told / 1_000;
};

const all: readonly Sent[] = Object.entries(recorded)
  .flatMap(([key, example]) => {
    const operation = BY_ID.get(key.split(', ')[0] ?? '');
    return operation ? [{ key, operation, example }] : [];
  })
  .sort((one, other) => placeOf(one) - placeOf(other));

/** An identifier that the recording made: it is no record of the demo. */
const MADE = /019cafde-6280-|69a5a780/;
const MARKED = /<[a-z .]+>|"123456"|JOINCODE23|dGhlIC5jZXIgZmlsZQ|dGhlIC5rZXkgZmlsZQ/;

function reasonOf({ example }: Sent): Reason | undefined {
  const sent = JSON.stringify([example.parameters, example.body]);
  if (MADE.test(sent)) return 'made';
  return MARKED.test(sent) ? 'secret' : undefined;
}

let cloud: Cloud;
const tokens: Record<string, string> = {};

async function signIn(path: string, body: object): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${cloud.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return Object(await answer.json()).tokens.accessToken;
}

beforeAll(async () => {
  cloud = await startCloud({ seed: true, warn: () => {} });
  const [{ email }] = DEMO.members;
  const [{ username }] = DEMO.drivers;
  tokens.staff = await signIn('/auth/login', { email, password: DEMO_PASSWORD });
  tokens.drivers = await signIn('/auth/drivers/login', { username, password: DEMO_PASSWORD });
}, 60_000);
afterAll(() => cloud.stop());

function requestOf({ operation, example }: Sent): Request {
  const [method = '', template = ''] = operation.route.split(' ');
  const inPath = pathParameters(operation.route);
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(example.parameters[name] ?? ''));
  const query = new URLSearchParams(Object.entries(example.parameters).filter(([name]) => !inPath.includes(name)));
  const pool = poolAuthOf(operation.auth)?.pool;
  return new Request(`${cloud.url}${path}${query.size > 0 ? `?${query}` : ''}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(pool && { authorization: `Bearer ${tokens[pool]}` }),
      ...(example.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(example.body !== undefined && { body: JSON.stringify(example.body) }),
  });
}

/** `total` is only in a first page that has the whole list, and the demo has fewer records than the recording. */
const fieldsOf = (answer: unknown): string[] =>
  Object.keys(Object(answer))
    .filter((name) => name !== 'total')
    .sort();

test('desk 6.2: every example outside the list can be sent as it stands, and its answer has the shown fields', async () => {
  const failed: Record<string, string> = {};
  for (const one of all.filter(({ key }) => !(key in NOT_SENT))) {
    const response = await fetch(requestOf(one));
    const text = await response.text();
    const fields = fieldsOf(text === '' ? undefined : JSON.parse(text));
    const shown = fieldsOf(one.example.answer);
    if (response.status !== one.example.status) failed[one.key] = `${response.status} ${text.slice(0, 120)}`;
    else if (response.status < 300 && fields.join() !== shown.join()) failed[one.key] = `${fields} for ${shown}`;
  }
  expect(failed).toEqual({});
}, 60_000);

test('desk 6.2: the list has no example that does not exist, and each reason is true', () => {
  const keys = all.map(({ key }) => key);
  expect(Object.keys(NOT_SENT).filter((key) => !keys.includes(key))).toEqual([]);
  const said = all.filter(({ key }) => NOT_SENT[key] === 'made' || NOT_SENT[key] === 'secret');
  expect(said.filter((one) => NOT_SENT[one.key] !== reasonOf(one)).map(({ key }) => key)).toEqual([]);
});
