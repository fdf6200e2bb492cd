import * as v from 'valibot';
import { type Cloud, startCloud } from '../../local/cloud';
import { DEMO, DEMO_PASSWORD } from '../../local/seed/demo';
import { expectStatus, type Send, sender, textAt } from '../journeys/http';

const Summary = v.object({
  requestId: v.string(),
  operation: v.string(),
  route: v.optional(v.string()),
  caller: v.optional(v.string()),
  status: v.number(),
  error: v.optional(v.string()),
  at: v.string(),
  milliseconds: v.number(),
  tableCalls: v.number(),
  readUnits: v.number(),
  writeUnits: v.number(),
  dollarsPerMillion: v.number(),
});
const List = v.object({ sequence: v.number(), calls: v.optional(v.array(v.strictObject(Summary.entries)), []) });

let cloud: Cloud;
let send: Send;
let driver: string;
const trip = DEMO.trips[0].id;

beforeAll(async () => {
  cloud = await startCloud({ seed: true, warn: () => undefined });
  send = sender(cloud.url);
  const body = { username: DEMO.drivers[0].username, password: DEMO_PASSWORD };
  driver = textAt(await expectStatus(200, send('POST /auth/drivers/login', { body })), 'tokens.accessToken');
});
afterAll(() => cloud.stop());

const list = async (query = '') => v.parse(List, (await send(`GET /_local/calls${query}`)).body);
const detailOf = async (requestId: string | null) => expectStatus(200, send(`GET /_local/calls/${requestId}`));

test('a call is found by its request id, with its request, its answer, its steps and the items it wrote', async () => {
  const { headers } = await send(`POST /trips/${trip}/start`, { token: driver, body: { lat: 25.7, lng: -100.2 } });
  const requestId = headers.get('x-request-id');
  const { calls } = await list();
  // A background function may have run since, so the call is not always the first.
  expect(calls.find((one) => one.requestId === requestId)).toMatchObject({
    operation: 'startTrip',
    caller: 'demo.driver',
    status: 200,
  });
  const detail = await detailOf(requestId);
  expect(detail).toMatchObject({
    route: 'POST /trips/{tripId}/start',
    request: { method: 'POST', path: `/trips/${trip}/start`, body: { lat: 25.7, lng: -100.2 } },
    answer: { body: { tripId: trip, newStatus: 'EN_PROCESO' } },
  });
  expect(detail.steps).toContainEqual(expect.objectContaining({ resource: 'table', action: 'TransactWriteItems' }));
  expect(detail.items).toContainEqual(
    expect.objectContaining({
      action: 'Update',
      key: { pk: `TEAM#${DEMO.team.id}`, sk: `TRIP#${trip}` },
      set: expect.objectContaining({ status: 'EN_PROCESO' }),
    }),
  );
  expect(detail.items).toContainEqual(
    expect.objectContaining({ action: 'Put', item: expect.objectContaining({ lat: 25.7, lng: -100.2 }) }),
  );
});

test('units are those that the function itself counted, and their price follows from them', async () => {
  await expectStatus(200, send(`POST /trips/${trip}/location-ping`, { token: driver, body: { lat: 25, lng: -100 } }));
  const ping = (await list()).calls.find((one) => one.operation === 'pingLocation');
  expect(ping).toMatchObject({ tableCalls: 1, readUnits: 0, writeUnits: 1 });
  expect(ping?.dollarsPerMillion).toBeCloseTo(1 + 0.2 + 0.625);
  const { calls: counted } = await expectStatus(200, send('GET /_local/usage'));
  const Counted = v.array(v.object({ requestId: v.string(), readUnits: v.number(), writeUnits: v.number() }));
  const recorded = new Map((await list()).calls.map((call) => [call.requestId, call]));
  for (const { requestId, readUnits, writeUnits } of v.parse(Counted, counted)) {
    expect(recorded.get(requestId)).toMatchObject({ readUnits, writeUnits });
  }
});

test('secrets are in no list and in no detail', async () => {
  const body = { email: DEMO.members[0].email, password: DEMO_PASSWORD };
  const { headers, body: signedIn } = await send('POST /auth/login', { body });
  const token = textAt(signedIn, 'tokens.accessToken');
  const login = await detailOf(headers.get('x-request-id'));
  expect(login).toMatchObject({ request: { body: { email: body.email, password: '••••••' } } });
  const { headers: ofSecret } = await send('POST /users/me/mfa/setup', { token, body: { password: DEMO_PASSWORD } });
  const setup = await detailOf(ofSecret.get('x-request-id'));
  expect(setup).toMatchObject({ caller: body.email, answer: { body: { secret: '••••••', otpauthUri: '••••••' } } });
  const broken = await send('POST /auth/login', { body: `{"password":"${DEMO_PASSWORD}",` });
  const team = await send(`GET /teams/${DEMO.team.id}`, { token });
  const joinCode = textAt(team.body, 'team.joinCode');
  const told = await Promise.all([broken, team].map(({ headers: of }) => detailOf(of.get('x-request-id'))));
  for (const secret of [DEMO_PASSWORD, token, joinCode]) {
    expect(JSON.stringify([login, setup, ...told])).not.toContain(secret);
  }
});

test('a refusal has its code, and a call without a token has no caller', async () => {
  const { headers } = await send(`POST /trips/${trip}/start`, { token: driver });
  const requestId = headers.get('x-request-id');
  await send('GET /nowhere');
  const { calls } = await list();
  const refused = calls.findIndex((one) => one.requestId === requestId);
  expect(calls[refused]).toMatchObject({ status: 409, error: 'TRIP_TRANSITION' });
  const newest = calls.findIndex((one) => one.operation === 'unknownRoute');
  expect(newest).toBeLessThan(refused);
  const unknown = calls[newest];
  expect(unknown).toMatchObject({ status: 404 });
  expect(unknown).not.toHaveProperty('caller');
});

test('a schedule that runs is among the calls, and says what it did', async () => {
  const { figures } = await expectStatus(200, send('POST /_local/schedules/recoverStamping'));
  expect(figures).toEqual({ worked: 0, failed: 0, stuck: 0, open: 0, oldestMinutes: 0 });
  const run = (await list()).calls.find((one) => one.operation === 'recoverStamping');
  expect(run).toMatchObject({ status: 200 });
  expect(run).not.toHaveProperty('route');
});

test('the last 200 are kept, and a list that did not change is not sent again', async () => {
  const first = await send('GET /health');
  for (let number = 0; number < 200; number += 1) await send('GET /health');
  const { sequence, calls } = await list();
  expect(calls).toHaveLength(200);
  const gone = `GET /_local/calls/${first.headers.get('x-request-id')}`;
  expect((await send(gone)).status).toBe(404);
  expect((await send(`GET /_local/calls?since=${sequence}`)).body).toEqual({ sequence });
  await send('GET /health');
  expect((await list(`?since=${sequence}`)).calls).toHaveLength(200);
});

test('desk 5.4: the list is sent compressed', async () => {
  for (let number = 0; number < 50; number += 1) await send('GET /health');
  const bytesIn = async (coding: string): Promise<number> => {
    const answer = await fetch(`${cloud.url}/_local/calls`, { headers: { 'accept-encoding': coding } });
    expect(await answer.json()).toMatchObject({ calls: expect.any(Array) });
    return Number(answer.headers.get('content-length'));
  };
  const [plain, gzip] = [await bytesIn('identity'), await bytesIn('gzip')];
  expect(plain).toBeGreaterThan(10_000);
  expect(gzip).toBeLessThan(plain / 4);
});
