import { UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { Webhook } from 'standardwebhooks';
import * as v from 'valibot';
import { operation as createClient } from '../../functions/clients/create-client';
import { operation as deleteClient } from '../../functions/clients/delete-client';
import { operation as updateClient } from '../../functions/clients/update-client';
import { operation as listEvents } from '../../functions/events/list-events';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as pingLocation } from '../../functions/trips/ping-location';
import { operation as updateTripStatus } from '../../functions/trips/update-trip-status';
import { operation as createWebhookEndpoint } from '../../functions/webhook-endpoints/create-webhook-endpoint';
import { StreamRecord } from '../../shared/platform/table/stream';
import { synthesize } from '../stack/synthesis';
import { accounts } from '../support/accounts';
import { clientAt, engineTable } from '../support/engine';
import { ENVIRONMENT, someId } from '../support/engine-runtime';
import { type Office, openOffice, recordsOf } from '../support/office';
import { DATA_KEY } from '../support/stamping-sdk';
import { insertDriver, insertVehicle } from '../support/store-fleet';
import { Deliveries } from '../webhook-endpoints/deliveries';
import { awsEngine, type DynamoDbLocal } from './server';
import { streamRecords } from './streams';

const TableName = ENVIRONMENT.TABLE_NAME;
let engine: DynamoDbLocal | undefined;

beforeAll(async () => {
  engine = await awsEngine();
  process.env.LOCAL_DYNAMODB_ENDPOINT = engine.endpoint;
});

const table = engineTable();
const world = accounts(table);
const vault = mockClient(SecretsManagerClient);

beforeEach(() => {
  vault.on(GetSecretValueCommand).resolves({ SecretString: DATA_KEY, VersionId: 'version-1' });
});

afterEach(() => jest.restoreAllMocks());

afterAll(async () => {
  delete process.env.LOCAL_DYNAMODB_ENDPOINT;
  await engine?.stop();
});

const Pattern = v.object({
  dynamodb: v.object({ Keys: v.object({ sk: v.object({ S: v.tuple([v.object({ prefix: v.string() })]) }) }) }),
});

/** The stream of the synthesized table, and the beginning of the sort keys that its mapping passes on. */
function synthesizedStream() {
  const { data, functions } = synthesize({}, { operations: {} });
  const [stored] = data.resources('AWS::DynamoDB::Table');
  const mapping = functions
    .resources('AWS::Lambda::EventSourceMapping')
    .find(({ properties }) => String(properties.EventSourceArn).endsWith('.StreamArn>'));
  const { StreamViewType } = v.parse(
    v.object({ StreamViewType: v.literal('NEW_IMAGE') }),
    stored?.properties.StreamSpecification,
  );
  const { Filters } = v.parse(
    v.object({ Filters: v.tuple([v.object({ Pattern: v.string() })]) }),
    mapping?.properties.FilterCriteria,
  );
  const { prefix } = v.parse(Pattern, JSON.parse(Filters[0].Pattern)).dynamodb.Keys.sk.S[0];
  return { StreamViewType, prefix };
}

/** Turns on the stream that the stack declares. Returns what reads it: the records that the stack's filter passes, and how many it holds back. */
async function openStream() {
  const { StreamViewType, prefix } = synthesizedStream();
  const endpoint = table.endpoint();
  const client = clientAt(endpoint);
  const { TableDescription } = await client.send(
    new UpdateTableCommand({ TableName, StreamSpecification: { StreamEnabled: true, StreamViewType } }),
  );
  client.destroy();
  const arn = String(TableDescription?.LatestStreamArn);
  return async () => {
    const all = await streamRecords({ endpoint, ...table.credentials() }, arn);
    const records = all.map((one) => v.parse(StreamRecord, one));
    const passed = records.filter(({ dynamodb }) => dynamodb.Keys.sk.S.startsWith(prefix));
    return { passed, others: records.length - passed.length };
  };
}

/** Registers an endpoint for all events. Returns its secret. */
async function listening(office: Office): Promise<string> {
  const body = { url: 'https://hooks.empresa.mx/fleet', types: ['*'] };
  return String((await office.send(createWebhookEndpoint, { body })).body.secret);
}

/** What the team pulls once its last event may be listed. */
async function pulled(office: Office): Promise<Record<string, unknown>[]> {
  office.testContext.pass(120_000);
  return recordsOf(await office.send(listEvents, { query: { limit: '50' } }), 'events');
}

/** A trip with its start, three pings and its end: three events. */
async function driveTrip({ teamId, testContext, send, cab }: Office): Promise<void> {
  const account = { sub: someId(), username: 'operador.1', appAccessStatus: 'ACTIVE', everActive: true } as const;
  const driver = await insertDriver(testContext, { ...account, teamId });
  const { id: vehicleId } = await insertVehicle(testContext, { teamId });
  const plan = { driverId: driver.id, vehicleId, startDate: testContext.now().toISOString() };
  const path = { tripId: String((await send(createTrip, { body: plan })).body.id) };
  const move = async (status: string) =>
    expect((await send(updateTripStatus, { path, body: { status } })).status).toBe(200);
  await move('EN_PROCESO');
  const phone = await cab(driver);
  for (let ping = 0; ping < 3; ping += 1) {
    testContext.pass(60_000);
    const body = { lat: 25.67, lng: -100.31, speed: 40, heading: 90 };
    expect((await phone.send(pingLocation, { path, body })).status).toBe(200);
  }
  await move('COMPLETADO');
}

const OF_OFFICE = [
  ...['client.created', 'client.updated', 'client.updated', 'client.deleted'],
  ...['trip.created', 'trip.started', 'trip.completed'],
];
const OF_OTHER = ['client.created'];

test('integrations 1: what operations change on DynamoDB Local comes out of its own stream, and the team’s endpoint gets each of its events once', async () => {
  const readStream = await openStream();
  const [office, other] = [await openOffice(world), await openOffice(world)];
  const { teamId, testContext } = office;
  const secrets = { [teamId]: await listening(office), [other.teamId]: await listening(other) };

  const { id } = (await office.send(createClient, { body: { name: 'Aceros del Golfo' } })).body;
  const path = { id: String(id) };
  const edits = ['Aceros del Norte', 'Aceros del Sur'].map((name) =>
    office.send(updateClient, { path, body: { name } }),
  );
  for (const answer of await Promise.all(edits)) expect(answer).toMatchObject({ status: 200 });
  expect((await office.send(createClient, { body: { name: '' } })).status).toBe(400);
  expect((await office.send(deleteClient, { path })).status).toBe(200);
  await driveTrip(office);
  await other.send(createClient, { body: { name: 'Panadería del Sur' } });

  const { passed, others } = await readStream();
  expect(others).toBeGreaterThan(passed.length);
  const deliveries = new Deliveries(testContext);
  // A stream hands its records on again when their function did not end.
  for (let time = 1; time <= 2; time += 1) {
    expect(await deliveries.fanOut(passed)).toEqual({
      failed: [],
      queued: OF_OFFICE.length + OF_OTHER.length,
      unreadable: 0,
    });
    await deliveries.dispatch();
  }
  expect(deliveries.failures).toEqual([]);

  // The library compares the time of a signature with the clock.
  jest.spyOn(Date, 'now').mockReturnValue(testContext.now().getTime());
  for (const team of [office, other]) {
    const library = new Webhook(secrets[team.teamId] ?? '');
    const own = deliveries.sent.filter(({ body }) => JSON.parse(body).data.teamId === team.teamId);
    const told = own.map(({ body, headers }) => library.verify(body, headers));
    const events = await pulled(team);
    expect(events.map(({ type }) => type)).toEqual(team === office ? OF_OFFICE : OF_OTHER);
    expect(sorted(told)).toEqual(sorted(events));
    expect(own.map(({ headers }) => headers['webhook-id']).sort()).toEqual(events.map((one) => String(one.id)).sort());
  }
});

const sorted = (events: readonly unknown[]): string[] => events.map((one) => JSON.stringify(one)).sort();
