import assert from 'node:assert/strict';
import { expectStatus, somebodyAt } from '../../scenarios/expect';
import { ADDRESS } from '../../scenarios/journeys/fleet/scene';
import { signedIn } from '../../scenarios/people';
import type { Desk } from '../../scenarios/steps/desk';
import { createTeam } from '../../scenarios/steps/teams';
import type { Checks } from '../deploy/progress';
import { type ServerProcess, startServer } from '../local/support/server';
import { Chance } from './chance';
import { withTable } from './table';
import { halves } from './whole';
import { Writer } from './writer';

const KILLS = 10;
const WRITERS = 8;

/** One start of the server on the data folder of the run, and the team that the writers change. */
interface Round {
  readonly server: ServerProcess;
  readonly baseUrl: string;
  readonly desk: Desk;
}

/** Kills the server repeatedly during writes. Afterwards every acknowledged write must be stored, and no transaction may be stored in part. */
export async function kills(checks: Checks, dataDir: string, seed: number): Promise<void> {
  const chance = new Chance(seed);
  const writers: Writer[] = [];
  let round = await start(dataDir);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const killed = await writeUntilKilled(round, kill, chance);
    writers.push(...killed.writers);
    const title = `kill ${kill}, after ${killed.acknowledged} acknowledged writes`;
    await checks.check(`${title}: nothing is half-written`, () => assertWhole(dataDir, round.desk.teamId));
    round = await start(dataDir, round.desk.teamId);
    await checks.check(`${title}: every acknowledged write is there`, async () => {
      for (const writer of killed.writers) await writer.assertThere(round.baseUrl, round.desk);
    });
  }
  await checks.check('after all kills everything that was ever acknowledged is there', async () => {
    for (const writer of writers) await writer.assertThere(round.baseUrl, round.desk);
  });
  await round.server.interrupt();
}

async function start(dataDir: string, known?: string): Promise<Round> {
  const server = startServer(['--port', '0', '--data', dataDir]);
  const baseUrl = await server.url();
  const fleet = await signedIn(somebodyAt(baseUrl), 'owner@demo.mx');
  if (known !== undefined) return { server, baseUrl, desk: { fleet, teamId: known } };
  const { team } = await expectStatus(201, createTeam(fleet, { name: 'Flota que se cae', address: ADDRESS }));
  return { server, baseUrl, desk: { fleet, teamId: team.teamId } };
}

/** Runs several writers at once, and kills the server at a random write. Throws if an answer before the kill was wrong. */
async function writeUntilKilled({ server, baseUrl, desk }: Round, kill: number, chance: Chance) {
  const last = 40 + chance.below(120);
  let count = 0;
  const acknowledged = (): void => {
    count += 1;
    if (count === last) server.child.kill('SIGKILL');
  };
  const writers = Array.from({ length: WRITERS }, (_, lane) => {
    const name = `K${kill}-${lane}`;
    return new Writer({ baseUrl, desk, name, chance: new Chance(chance.below(2 ** 31)), acknowledged });
  });
  const ends = await Promise.allSettled(writers.map((writer) => writer.write()));
  for (const end of ends)
    if (end.status === 'rejected' && end.reason instanceof assert.AssertionError) throw end.reason;
  assert.equal(await server.ended, 'SIGKILL');
  return { writers, acknowledged: count };
}

async function assertWhole(dataDir: string, team: string): Promise<void> {
  const { trips, found } = await withTable(dataDir, (context) => halves(context, team));
  assert.deepEqual(found, []);
  assert.ok(trips > 0);
}
