import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { OPERATIONS } from '../../functions/catalog';
import { LOCAL_CREDENTIALS, LOCAL_REGION, startEngine } from '../../local/engine';
import { textAt } from '../../test/journeys/http';
import { ADDRESS } from '../../test/journeys/sign-in';
import { startServer } from '../../test/local/support/server';
import { someId } from '../../test/support/engine-runtime';
import type { Costs } from '../results';
import { growTeam } from './lay';
import { Recorder } from './recorder';
import { accountsTour } from './tour/accounts';
import { booksTour } from './tour/books';
import { fleetTour } from './tour/fleet';
import { invoicesTour, organizationTour } from './tour/invoices';
import { type Party, signedIn } from './tour/party';
import { tripsTour } from './tour/trips';

/** Records of other teams. A query without its team's key would show their cost. */
const OTHER_TEAMS = 3;
const OTHERS_RECORDS = 200;
const CLIENTS = 10;

/**
 * Calls every operation over HTTP on a team of each size, and returns the consumption of each call from the engine's
 * ConsumedCapacity.
 */
export async function measureUnits(sizes: readonly number[]): Promise<Record<string, Costs>> {
  return withServer(async ({ url, logged, client }) => {
    const recorder = new Recorder(url, logged);
    const owner = await signedIn(recorder, 'owner@demo.mx');
    const colleague = await signedIn(recorder, 'member@demo.mx');
    await layOthers(client);
    const team = await newTeam(recorder, owner);
    const stored = { teamId: team, clientIds: Array.from({ length: CLIENTS }, someId) };
    const costs: Record<string, Costs> = {};
    let before = 0;
    for (const size of sizes) {
      await growTeam(client, stored, { from: before, to: size });
      const party: Party = { recorder, owner, colleague, team, mark: `${size}`, client: stored.clientIds[0] ?? '' };
      if (before === 0) await organizationTour(party);
      costs[size] = await tour(party);
      before = size;
    }
    return costs;
  });
}

/** Calls all operations once. `operationsWithout` reports those that are missing here. */
async function tour(party: Party): Promise<Costs> {
  const { recorder, mark } = party;
  await accountsTour(recorder, mark);
  const fleet = await fleetTour(party);
  const trip = await tripsTour(party, fleet);
  await booksTour(party, fleet, trip);
  await invoicesTour(party, fleet);
  return recorder.costs();
}

/** The ids of the operations without a measurement. */
export function operationsWithout(costs: Costs): string[] {
  const seen = new Set(Object.keys(costs).map((name) => name.split(',')[0]));
  return Object.values(OPERATIONS)
    .map(({ id }) => id)
    .filter((id) => !seen.has(id));
}

async function newTeam(recorder: Recorder, token: string): Promise<string> {
  const body = { name: 'Fletes a medida', address: ADDRESS };
  return textAt(await recorder.send('POST /teams', { token, body }), 'team.teamId');
}

async function layOthers(client: DynamoDBDocumentClient): Promise<void> {
  for (let number = 0; number < OTHER_TEAMS; number += 1) {
    const clientIds = Array.from({ length: CLIENTS }, someId);
    await growTeam(client, { teamId: someId(), clientIds }, { from: 0, to: OTHERS_RECORDS });
  }
}

interface Server {
  readonly url: string;
  readonly logged: () => string;
  readonly client: DynamoDBDocumentClient;
}

/** `npm start` with an engine in memory: writing 100,000 records to a file is not needed. */
async function withServer<T>(work: (server: Server) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fleet-bench-'));
  const engine = await startEngine();
  const client = clientAt(engine.endpoint);
  const environment = { LOCAL_DYNAMODB_ENDPOINT: engine.endpoint };
  const server = startServer(['--port', '0', '--data', dataDir, '--verbose'], { environment });
  try {
    return await work({ url: await server.url(), logged: () => server.output().stdout, client });
  } finally {
    await server.interrupt();
    client.destroy();
    await engine.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

const clientAt = (endpoint: string): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS }), {
    marshallOptions: { removeUndefinedValues: true },
  });
