import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createFleet } from '../../client/src/index';
import { OPERATIONS } from '../../functions/catalog';
import { LOCAL_CREDENTIALS, LOCAL_REGION, startEngine } from '../../local/engine';
import type { Api } from '../../scenarios/api';
import { succeed } from '../../scenarios/expect';
import { signedIn } from '../../scenarios/people';
import { localServer } from '../../scenarios/server';
import type { Desk } from '../../scenarios/steps/desk';
import { createTeam } from '../../scenarios/steps/teams';
import { ADDRESS } from '../../scenarios/walk/ground';
import { startServer } from '../../test/local/support/server';
import { someId } from '../../test/support/engine-runtime';
import type { Costs } from '../results';
import { forgetQuotas, growTeam } from './lay';
import { Recorder } from './recorder';
import { type Measured, measureWalk, OWNER } from './walk';

/** Records of other teams. A query without its team's key would show their cost. */
const OTHER_TEAMS = 3;
const OTHERS_RECORDS = 200;
const CLIENTS = 10;

/**
 * Walks through every operation over HTTP on a team with so many invoices and what goes with them, for each of the sizes, and tells what each
 * call consumed at the table by the engine's own ConsumedCapacity.
 */
export async function measureUnits(sizes: readonly number[]): Promise<Record<string, Costs>> {
  return withServer(async ({ url, logged, client }) => {
    const recorder = new Recorder(logged);
    const { mailedCode, fault } = localServer(url);
    const api: Api = {
      client: () => createFleet({ baseUrl: url, fetch: recorder.send }),
      named: recorder.named,
      mailedCode,
    };
    await layOthers(client);
    const owner = await newTeam(api);
    const stored = { teamId: owner.teamId, clientIds: Array.from({ length: CLIENTS }, someId) };
    const costs: Record<string, Costs> = {};
    let before = 0;
    for (const size of sizes) {
      await growTeam(client, stored, { from: before, to: size });
      await forgetQuotas(client, owner.teamId);
      const measured: Measured = { api, url, fault, send: recorder.send, owner, size };
      await measureWalk(measured, stored.clientIds[0] ?? '');
      costs[size] = await recorder.costs();
      before = size;
    }
    return costs;
  });
}

/** The ids of the operations without a measurement. */
export function operationsWithout(costs: Costs): string[] {
  const seen = new Set(Object.keys(costs).map((name) => name.split(',')[0]));
  return Object.values(OPERATIONS)
    .map(({ id }) => id)
    .filter((id) => !seen.has(id));
}

async function newTeam(api: Api): Promise<Desk> {
  const fleet = await api.named('without app', () => signedIn(api.client(), OWNER));
  const { team } = await succeed(createTeam(fleet, { name: 'Fletes a medida', address: ADDRESS }));
  return { fleet, teamId: team.teamId };
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

export const clientAt = (endpoint: string): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS }), {
    marshallOptions: { removeUndefinedValues: true },
  });
