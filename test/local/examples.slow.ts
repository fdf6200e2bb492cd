import { type Cloud, startCloud } from '../../local/cloud';
import { DEMO, DEMO_PASSWORD } from '../../local/seed/demo';
import { TOUR } from '../../scenarios/record/tour';
import { poolAuthOf } from '../../shared/identity/caller';
import { ANSWERED_VALUES, type Reason, reasonFor } from './support/answered-values';
import { fieldsOf, requestOf, type Shown, shownExamples } from './support/example-requests';

/** desk.md 6.2: an example can be sent unchanged to a server that `npm start` has just seeded. */

/** Reads first, then a short story and the tour in their own order, then what makes records, changes and deletes them. */
const ORDER = ['GET', 'STORY', 'POST', 'PUT', 'PATCH', 'DELETE'];
const keyOf = (id: string, name?: string): string => (name === undefined ? id : `${id}, ${name}`);
const IN_TOUR = TOUR.map(({ id, name }) => keyOf(id, name));
/** Calls whose examples show what an earlier one of them wrote. */
const STORY = ['startTrip', 'pingLocation', 'getTripLocation', 'getOwnTrip', 'updateOwnUser', 'getOwnUser'];

const methodOf = ({ operation }: Shown): number => ORDER.indexOf(operation.route.split(' ')[0] ?? '');
const placeOf = (shown: Shown): number => {
  const told = [...STORY, ...IN_TOUR].indexOf(shown.key);
  return told < 0 ? methodOf(shown) : ORDER.indexOf('STORY') + told / 1_000;
};

const all: readonly Shown[] = shownExamples().sort((one, other) => placeOf(one) - placeOf(other));

/** An identifier that the recording made: it is no record of the demo. */
const MADE = /019cafde-6280-|69a5a780/;
const MARKED = /<[a-z .]+>|"123456"|JOINCODE23/;

function reasonOf({ example }: Shown): Reason | undefined {
  const sent = JSON.stringify([example.parameters, example.body]);
  if (MADE.test(sent)) return 'made';
  return MARKED.test(sent) ? 'secret' : undefined;
}

let cloud: Cloud;
/** The access tokens by the address or user name of a person of the demo. */
const tokens = new Map<string, string>();

async function tokenOf(person: string | undefined): Promise<string | undefined> {
  if (person === undefined) return undefined;
  const path = person.includes('@') ? '/auth/login' : '/auth/drivers/login';
  const name = person.includes('@') ? { email: person } : { username: person };
  const known = tokens.get(person) ?? (await signIn(path, { ...name, password: DEMO_PASSWORD }));
  tokens.set(person, known);
  return known;
}

async function signIn(path: string, body: object): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${cloud.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return Object(await answer.json()).tokens.accessToken;
}

/** The person who sends an example, as the tour says. Other examples are those of the owner and of the demo's driver. */
function senderOf({ key, operation }: Shown): string | undefined {
  const told = TOUR.find(({ id, name }) => keyOf(id, name) === key)?.as;
  const pool = poolAuthOf(operation.auth)?.pool;
  return pool && (told ?? (pool === 'staff' ? DEMO.members[0].email : DEMO.drivers[0].username));
}

beforeAll(async () => {
  cloud = await startCloud({ seed: true, warn: () => {} });
  // The provider has then built the archive of the demo, whose example shows it finished.
  const body = JSON.stringify({ advance: 'PT2S' });
  expect((await fetch(`${cloud.url}/_local/clock`, { method: 'POST', body })).status).toBe(200);
});
afterAll(() => cloud.stop());

test('desk 6.2: every example without a value of the call can be sent as it stands, and its answer has the shown fields', async () => {
  const failed: Record<string, string> = {};
  for (const one of all.filter(({ key }) => reasonFor(key) === undefined)) {
    const response = await fetch(requestOf(cloud.url, one, await tokenOf(senderOf(one))));
    const text = await response.text();
    const fields = fieldsOf(text === '' ? undefined : JSON.parse(text));
    const shown = fieldsOf(one.example.answer);
    if (response.status !== one.example.status) failed[one.key] = `${response.status} ${text.slice(0, 120)}`;
    else if (response.status < 300 && fields.join() !== shown.join()) failed[one.key] = `${fields} for ${shown}`;
  }
  expect(failed).toEqual({});
});

test('desk 6.2: the list has no example that does not exist, and each reason is true', () => {
  const keys = all.map(({ key }) => key);
  expect(Object.keys(ANSWERED_VALUES).filter((key) => !keys.includes(key))).toEqual([]);
  const said = all.filter(({ key }) => ['made', 'secret'].includes(reasonFor(key) ?? ''));
  expect(said.filter((one) => reasonFor(one.key) !== reasonOf(one)).map(({ key }) => key)).toEqual([]);
});
