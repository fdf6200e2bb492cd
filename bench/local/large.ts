import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTable, startEngine } from '../../local/engine';
import { someId } from '../../test/support/engine-runtime';
import { type Local, spreadOf } from '../results';
import { growTeam, TABLE } from '../units/lay';
import { clientAt } from '../units/measure';
import { startOn } from './start-on';

const INVOICES = 20_000;
const ROUNDS = 5;
const BYTES_OF_MEGABYTE = 1_000_000;

/** Measures starts of the local server on the data of a team with 20,000 invoices and what goes with them (any-os.md). */
export async function measureLarge(): Promise<NonNullable<Local['large']>> {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-bench-'));
  try {
    await fill(folder);
    const rounds: { milliseconds: number; megabytes: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await startOn(folder, '--no-seed'));
    return {
      invoices: INVOICES,
      fileMegabytes: Math.round(
        readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / BYTES_OF_MEGABYTE,
      ),
      seconds: spreadOf(rounds.map(({ milliseconds }) => milliseconds / 1000)),
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
    const client = engine.attach(clientAt(engine.endpoint), TABLE);
    await growTeam(client, { teamId: someId(), clientIds: [someId()] }, { from: 0, to: INVOICES });
  } finally {
    await engine.stop();
  }
}
