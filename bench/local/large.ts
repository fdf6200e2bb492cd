import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createTable, LOCAL_CREDENTIALS, LOCAL_REGION, startEngine } from '../../local/engine';
import { residentMegabytes } from '../../test/load/processes';
import { startServer } from '../../test/local/support/server';
import { someId } from '../../test/support/engine-runtime';
import { type Local, spreadOf } from '../results';
import { growTeam } from '../units/lay';

const INVOICES = 20_000;
const ROUNDS = 5;
const BYTES_OF_MEGABYTE = 1_000_000;
const TABLE = 'fleet-local';

/** Measures starts of the local server on the data of a team with 20,000 invoices and what goes with them (any-os.md). */
export async function measureLarge(): Promise<NonNullable<Local['large']>> {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-bench-'));
  try {
    await fill(folder);
    const rounds: { seconds: number; megabytes: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await startOn(folder));
    return {
      invoices: INVOICES,
      fileMegabytes: Math.round(
        readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / BYTES_OF_MEGABYTE,
      ),
      seconds: spreadOf(rounds.map(({ seconds }) => seconds)),
      megabytes: spreadOf(rounds.map(({ megabytes }) => megabytes)),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Writes the table of the team as the server would. */
async function fill(folder: string): Promise<void> {
  const engine = await startEngine({ dataDir: folder });
  try {
    await createTable(engine.endpoint, TABLE);
    const client = engine.attach(
      DynamoDBDocumentClient.from(new DynamoDBClient({ region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS })),
      TABLE,
    );
    await growTeam(client, { teamId: someId(), clientIds: [someId()] }, { from: 0, to: INVOICES });
  } finally {
    await engine.stop();
  }
}

/** The seconds from the command to the first 200, and the memory that the server has by then. */
async function startOn(folder: string): Promise<{ readonly seconds: number; readonly megabytes: number }> {
  const startedAt = performance.now();
  const server = startServer(['--port', '0', '--data', folder, '--no-seed']);
  try {
    const { status } = await fetch(`${await server.url()}/health`);
    if (status !== 200) throw new Error(`The local server answered ${status}.`);
    const seconds = (performance.now() - startedAt) / 1000;
    return { seconds, megabytes: residentMegabytes(server.child.pid ?? 0) };
  } finally {
    await server.interrupt();
  }
}
