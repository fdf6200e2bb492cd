import { OPERATIONS } from '../../functions/catalog';
import { operationObject } from '../../scripts/openapi-operation';
import type { Deprecation } from '../../shared/operation/define';
import { exchange, makeWorld, type World } from '../every-operation/world';
import { TEAM_ID } from '../support/user-pools';
import { echoToy, renameToy } from './sample-operations';

const OLD: Deprecation = { since: '2026-11-25', sunset: '2027-06-01', instead: 'PATCH /teams/{teamId}/toys/{toyId}' };
const DAY_MS = 86_400_000;
const toyId = '01890a5d-ac96-774b-bcce-b302099a8057';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});

describe('integrations 4: a deprecated operation', () => {
  test('integrations 4: says since when, until when and what replaces it, by RFC 9745 and RFC 8594', async () => {
    const { answer } = await exchange({ ...echoToy, deprecated: OLD }, world, { body: { name: 'a' } });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ deprecation: '@1795564800', sunset: 'Tue, 01 Jun 2027 00:00:00 GMT' });
  });

  test('integrations 4: says it also when it refuses, with the identifiers of the request in the link', async () => {
    const { answer } = await exchange({ ...renameToy, deprecated: OLD }, world, { path: { teamId: TEAM_ID, toyId } });
    expect(answer.status).toBe(401);
    expect(answer.headers.link).toBe(`</teams/${TEAM_ID}/toys/${toyId}>; rel="successor-version"`);
  });

  test('integrations 4: is deprecated in the document, and no other one is', () => {
    const documented = (deprecated: Deprecation | undefined) =>
      operationObject(
        'vehicles/list-vehicles',
        { ...echoToy, ...(deprecated && { deprecated }) },
        {},
        { operations: {} },
      );
    expect([documented(OLD).deprecated, documented(undefined).deprecated]).toEqual([true, undefined]);
  });

  test('integrations 4: an operation without a deprecation says nothing of it', async () => {
    const { answer } = await exchange(echoToy, world, { body: {} });
    const { deprecation, sunset, link } = answer.headers;
    expect([deprecation, sunset, link]).toEqual([undefined, undefined, undefined]);
  });

  test('integrations 4: every operation is removed 180 days after its deprecation at the earliest', () => {
    const isEarly = ({ since, sunset }: Deprecation) =>
      sunset !== undefined && Date.parse(sunset) - Date.parse(since) < 180 * DAY_MS;
    const early = Object.values(OPERATIONS).filter(({ deprecated }) => deprecated && isEarly(deprecated));
    expect(early.map(({ id }) => id)).toEqual([]);
    expect([OLD, { since: '2026-11-25', sunset: '2027-05-23' }].map(isEarly)).toEqual([false, true]);
  });
});
