import { expectStatus, somebodyAt } from '../../scenarios/expect';
import { ADDRESS } from '../../scenarios/journeys/fleet/scene';
import { signedIn } from '../../scenarios/people';
import { createTeam } from '../../scenarios/steps/teams';
import { Chance } from './chance';
import { Latencies } from './figures';
import { Worker } from './worker';

interface WorkersOptions {
  readonly concurrency: number;
  readonly seed: number;
}

export interface Measured {
  readonly latencies: Latencies;
  /** The messages of wrong answers. After ten of them the workers send nothing more. */
  readonly failures: readonly string[];
  readonly seconds: number;
}

/** Creates a new team and its workers. The seeded owner has no second factor, so the password is enough. */
export async function beginWorkers(baseUrl: string, { concurrency, seed }: WorkersOptions): Promise<Worker[]> {
  const fleet = await signedIn(somebodyAt(baseUrl), 'owner@demo.mx');
  const { team } = await expectStatus(201, createTeam(fleet, { name: 'Flota bajo carga', address: ADDRESS }));
  const desk = { fleet, teamId: team.teamId };
  const lanes = Array.from({ length: concurrency }, (_, lane) => lane);
  return Promise.all(lanes.map((lane) => Worker.begin({ baseUrl, desk, lane, chance: new Chance(seed + lane) })));
}

/** Runs all workers in parallel until they have sent `requests` requests. Calls `begun` with the number of each request before it is sent. */
export async function mixedRequests(
  workers: readonly Worker[],
  requests: number,
  begun: (count: number) => void = () => {},
): Promise<Measured> {
  const latencies = new Latencies();
  const failures: string[] = [];
  const startedAt = performance.now();
  let count = 0;
  const run = async (worker: Worker): Promise<void> => {
    while (count < requests && failures.length < MOST_FAILURES) {
      count += 1;
      begun(count);
      const sentAt = performance.now();
      try {
        latencies.add(await worker.work(), performance.now() - sentAt);
      } catch (failure) {
        failures.push(String(failure));
      }
    }
  };
  await Promise.all(workers.map(run));
  return { latencies, failures, seconds: (performance.now() - startedAt) / 1000 };
}

const MOST_FAILURES = 10;

/** Prints the latencies and the requests per second. */
export function showMeasured({ latencies, seconds }: Measured, requests: number): void {
  console.log(latencies.lines().join('\n'));
  console.log(`      ${requests} requests in ${seconds.toFixed(1)} s: ${(requests / seconds).toFixed(0)} a second`);
}
