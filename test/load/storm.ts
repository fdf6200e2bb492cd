import assert from 'node:assert/strict';
import type { Checks } from '../deploy/progress';
import { ADDRESS } from '../journeys/fleet/scene';
import { expectStatus, sender, textAt } from '../journeys/http';
import { signIn } from '../journeys/sign-in';
import type { ServerProcess } from '../local/support/server';
import { Chance } from './chance';
import { Latencies, median, thirds } from './figures';
import { engineOf, outsideConnections, residentMegabytes } from './processes';
import { Worker } from './worker';

const REQUESTS = 5_000;
const CONCURRENCY = 50;
const REQUESTS_A_SAMPLE = 50;

/** How much more resident memory the last third of the requests may show than the second: a leak of 20 kB a request would show more. */
const SETTLED_MEGABYTES = 32;

/** Many at once on one team: no failure, nothing outside this machine, and memory that settles. */
export async function storm(checks: Checks, server: ServerProcess, dataDir: string, seed: number): Promise<void> {
  const send = sender(await server.url());
  const office = await signIn(send, 'owner@demo.mx');
  const body = { name: 'Flota bajo carga', address: ADDRESS };
  const team = textAt(await expectStatus(201, send('POST /teams', { token: office, body })), 'team.teamId');
  const lanes = Array.from({ length: CONCURRENCY }, (_, lane) => lane);
  const workers = await Promise.all(
    lanes.map((lane) => Worker.begin({ send, office, team, lane, chance: new Chance(seed + lane) })),
  );

  const measured = await runAll(workers, server.child.pid ?? 0, engineOf(dataDir) ?? 0);
  console.log(measured.latencies.lines().join('\n'));
  const perSecond = (REQUESTS / measured.seconds).toFixed(0);
  console.log(`      ${REQUESTS} requests in ${measured.seconds.toFixed(1)} s: ${perSecond} a second`);
  await checks.check(`${REQUESTS} mixed requests at concurrency ${CONCURRENCY} leave no failure`, async () => {
    assert.deepEqual(measured.failures, []);
    assert.equal(server.output().stderr, '');
  });
  await checks.check('nothing leaves this machine', async () => assert.deepEqual(measured.outside, []));
  await checks.check(`memory is settled: the last third within ${SETTLED_MEGABYTES} MB of the second`, async () => {
    const [first, second, last] = thirds(measured.server).map(median);
    console.log(
      `      server ${show(first)}, ${show(second)}, ${show(last)} MB; engine ${show(median(measured.engine))} MB`,
    );
    assert.ok((last ?? 0) - (second ?? 0) <= SETTLED_MEGABYTES);
  });
}

const show = (megabytes: number | undefined): string => (megabytes ?? 0).toFixed(0);

async function runAll(workers: readonly Worker[], server: number, engine: number) {
  const latencies = new Latencies();
  const failures: string[] = [];
  const memory = { server: [] as number[], engine: [] as number[], outside: [] as string[] };
  const startedAt = performance.now();
  let begun = 0;
  const run = async (worker: Worker): Promise<void> => {
    while (begun < REQUESTS && failures.length < 10) {
      begun += 1;
      if (begun % REQUESTS_A_SAMPLE === 0) {
        memory.server.push(residentMegabytes(server));
        memory.engine.push(residentMegabytes(engine));
        memory.outside.push(...outsideConnections(server), ...outsideConnections(engine));
      }
      const sentAt = performance.now();
      try {
        latencies.add(await worker.work(), performance.now() - sentAt);
      } catch (failure) {
        failures.push(String(failure));
      }
    }
  };
  await Promise.all(workers.map(run));
  return { latencies, failures, ...memory, seconds: (performance.now() - startedAt) / 1000 };
}
