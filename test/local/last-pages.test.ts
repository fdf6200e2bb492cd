import { OPERATIONS } from '../../functions/catalog';
import { startCloud } from '../../local/cloud';
import { DEMO, DEMO_PASSWORD } from '../../local/seed/demo';
import { poolAuthOf, teamPlaceOf } from '../../shared/identity/caller';
import type { Operation } from '../../shared/operation/define';
import { pathParameters } from '../../shared/operation/validate';
import { expectStatus, listAt, type Send, sender, textAt } from '../journeys/http';
import { temporaryFolder } from './support/folder';

/** Every list with pages, of the team of the seed, in pages of one record. */

const fieldsOf = (body: object): string[] => Object.keys(Object('entries' in body ? body.entries : {}));
const pluralOf = ({ output }: Operation): string => fieldsOf(output.body)[0] ?? '';

const LISTS = Object.values<Operation>(OPERATIONS).filter(
  ({ route, auth, output }) =>
    route.startsWith('GET ') &&
    poolAuthOf(auth)?.pool === 'staff' &&
    pathParameters(route).every((name) => name === 'teamId') &&
    // A report has its cursor beside what it counts.
    fieldsOf(output.body).slice(1).join() === 'count,nextCursor,total',
);
const FEWEST_LISTS = 18;

const addressOf = ({ route, auth }: Operation): string => {
  const address = route.replace('{teamId}', DEMO.team.id);
  return teamPlaceOf(auth) === 'query.teamId' ? `${address}?teamId=${DEMO.team.id}` : address;
};

/** The number of records of each page of one. */
async function pagesOf(send: Send, token: string, operation: Operation, plural: string): Promise<number[]> {
  const address = addressOf(operation);
  const join = address.includes('?') ? '&' : '?';
  const pages: number[] = [];
  for (let cursor: unknown = ''; typeof cursor === 'string'; ) {
    const more = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const body = await expectStatus(200, send(`${address}${join}limit=1${more}`, { token }));
    pages.push(listAt(body, plural).length);
    cursor = body.nextCursor;
  }
  return pages;
}

const folder = temporaryFolder();

test('desk 3.3: the last page of every list has no cursor, and no page behind it is empty', async () => {
  const cloud = await startCloud({ dataDir: `${folder}/pages`, seed: true });
  const send = sender(cloud.url);
  const body = { email: DEMO.members[0].email, password: DEMO_PASSWORD };
  const token = textAt(await expectStatus(200, send('POST /auth/login', { body })), 'tokens.accessToken');
  const longer: string[] = [];
  for (const operation of LISTS) {
    const plural = pluralOf(operation);
    const pages = await pagesOf(send, token, operation, plural);
    expect([operation.id, pages]).toEqual([operation.id, pages.length === 1 ? pages : pages.map(() => 1)]);
    if (pages.length > 1) longer.push(operation.id);
  }
  expect(LISTS.length).toBeGreaterThanOrEqual(FEWEST_LISTS);
  expect(longer.length).toBeGreaterThan(10);
  await cloud.stop();
});
