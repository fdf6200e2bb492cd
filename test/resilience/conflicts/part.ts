import { operation as createClient } from '../../../functions/clients/create-client';
import { operation as createCollection } from '../../../functions/collections/create-collection';
import { operation as createInvoice } from '../../../functions/invoices/create-invoice';
import { operation as createPayment } from '../../../functions/payments/create-payment';
import { operation as createTrip } from '../../../functions/trips/create-trip';
import type { Operation } from '../../../shared/operation/define';
import { makeHandler } from '../../../shared/operation/lambda';
import { longestCallMs } from '../../../shared/platform/runtime/aws-client';
import type { Runtime } from '../../../shared/platform/runtime/context';
import { uuidVersion7 } from '../../../shared/platform/runtime/uuid';
import { tableClient } from '../../../shared/platform/table/client';
import { Chance } from '../../load/chance';
import { takeTimers, VirtualTime } from '../../proof/virtual-time';
import { makeTestContext, START } from '../../support/engine-runtime';
import { environmentOf } from '../../support/environment';
import { send, type TestAnswer } from '../../support/http-event';
import { MemoryTable } from '../../support/memory-table';
import makePoolKeys from '../../support/pool-keys';
import { insertClient, insertMembership, insertTeam, insertTrips, insertUser } from '../../support/store-fleet';
import { testPools } from '../../support/user-pools';
import { isBroken } from '../attack/breaks';
import { type HardPart, isInFocus, type Row, type Settings } from '../part';
import { ConflictingTable } from './table';

const AT_ONCE = 50;
const ROUNDS = { short: 6, long: 100 };
/** The share of creations that may be answered with a request to try again. */
const MOST_UNAVAILABLE = 0.001;
const TIME_MS = 28_000;
const STARTS = '2026-03-02T12:00:00.000Z';

interface Creation {
  readonly what: string;
  readonly operation: Operation;
  /** The item that all of these creations change, if any. */
  readonly shared: string | undefined;
  readonly request: (team: Team) => { readonly path?: Record<string, string>; readonly body: object };
}

const CREATIONS: readonly Creation[] = [
  {
    what: 'clients',
    shared: undefined,
    operation: createClient,
    request: ({ teamId }) => ({ body: { teamId, name: 'Cliente de muchos' } }),
  },
  {
    what: 'trips of one client',
    shared: 'two counters of invoices',
    operation: createTrip,
    request: ({ teamId, clientId }) => ({ path: { teamId }, body: { clientId, startDate: STARTS, revenue: 100 } }),
  },
  {
    what: 'invoices to one client',
    shared: 'two counters of invoices',
    operation: createInvoice,
    request: ({ teamId, clientId }) => ({
      body: { teamId, clientId, items: [{ description: 'Flete', quantity: 1, price: 100 }] },
    }),
  },
  {
    what: 'payments of one trip',
    shared: 'the trip and its balance',
    operation: createPayment,
    request: ({ teamId, tripId }) => ({
      path: { teamId },
      body: { tripId, amount: 0.01, paidAt: STARTS, method: 'EFECTIVO' },
    }),
  },
  {
    what: 'collections of one client',
    shared: 'the mark of deletions',
    operation: createCollection,
    request: ({ teamId, clientId }) => ({
      path: { teamId },
      body: { clientId, amount: 1, paidAt: STARTS, method: 'EFECTIVO' },
    }),
  },
];

interface Team {
  readonly teamId: string;
  readonly clientId: string;
  readonly tripId: string;
}

/**
 * Fifty concurrent creations in one team, while transactions conflict as they do at DynamoDB. Time is virtual, so the figures come from
 * DynamoDB's latencies and not from this machine.
 */
export const part: HardPart = {
  id: 'conflicts',
  title: 'Fifty creations at once in one team',
  run: async (settings) => {
    await makePoolKeys();
    const rows: Row[] = [];
    const failures: string[] = [];
    let passed = 0;
    for (const creation of CREATIONS.filter(({ what }) => isInFocus(what, settings.focus))) {
      const { answers, conflicts, slowest } = await tryRounds(creation, settings);
      const total = sum([...answers]);
      const unavailable = answers.get('503 UNAVAILABLE') ?? 0;
      const others = [...answers].filter(([said]) => said !== '201' && said !== '503 UNAVAILABLE');
      rows.push({
        tried: `${AT_ONCE} at once: ${creation.what}, which share ${creation.shared ?? 'nothing'}`,
        times: total,
        held: `${unavailable} gave up with 503 (${((100 * unavailable) / total).toFixed(3)} %), ${sum(others)} false refusals; ${conflicts} conflicts were tried again, the slowest answer took ${(slowest / 1000).toFixed(1)} s`,
      });
      failures.push(
        ...others.map(([said, times]) => `seed ${settings.seed}: ${times} of ${creation.what} were answered ${said}.`),
      );
      if (unavailable > total * MOST_UNAVAILABLE)
        failures.push(`seed ${settings.seed}: ${unavailable} of ${total} ${creation.what} gave up with 503.`);
      if (creation.shared === undefined && conflicts > 0)
        failures.push(`seed ${settings.seed}: ${creation.what} share nothing, and ${conflicts} of them conflicted.`);
      passed += answers.get('201') ?? 0;
      settings.progress(`${creation.what}: ${total} creations`);
    }
    return { rows, failures, passed };
  },
};

const sum = (answers: readonly (readonly [string, number])[]): number =>
  answers.reduce((total, [, times]) => total + times, 0);

async function tryRounds({ operation, request }: Creation, { form, seed, until }: Settings) {
  const chance = new Chance(seed);
  const time = new VirtualTime(START);
  const memory = new MemoryTable(() => time.now());
  const between = ({ least, most }: { least: number; most: number }) => least + chance.below(most - least + 1);
  const reason = isBroken('a conflict is answered as a failed condition')
    ? 'ConditionalCheckFailed'
    : 'TransactionConflict';
  const table = new ConflictingTable(memory, time, between, reason);
  const { team, token, environment } = await openTeam(memory);
  const runtime: Runtime = {
    environment,
    now: () => new Date(time.now()),
    newId: () => uuidVersion7(time.now(), bytes(chance, 10)),
    randomBytes: (size) => bytes(chance, size),
    sleep: (milliseconds) => time.sleep(milliseconds),
    uptime: () => 0,
    outbound: (_, act) => act(),
    longestCallMs,
    log: () => {},
    clients: new Map([[tableClient, table]]),
  };
  const handler = makeHandler(operation, runtime);
  const answers = new Map<string, number>();
  let slowest = 0;
  const one = async (key: string): Promise<void> => {
    const end = time.now() + TIME_MS;
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key };
    const answer: TestAnswer = await send(
      (event, context) => handler(event, { ...context, getRemainingTimeInMillis: () => end - time.now() }),
      operation.route,
      { ...request(team), headers },
    );
    const said = answer.status === 201 ? '201' : `${answer.status} ${answer.body.error}`;
    answers.set(said, (answers.get(said) ?? 0) + 1);
    slowest = Math.max(slowest, time.now() - end + TIME_MS);
  };
  const giveBack = takeTimers(() => time);
  try {
    for (let round = 0; round < ROUNDS[form] && Date.now() < until; round += 1) {
      const all = Promise.all(Array.from({ length: AT_ONCE }, (_, nth) => one(`round-${round}-${nth}`)));
      await time.runUntil(time.now() + 2 * TIME_MS);
      await all;
    }
  } finally {
    giveBack();
  }
  return { answers, conflicts: table.conflicts, slowest };
}

const bytes = (chance: Chance, size: number): Uint8Array => Uint8Array.from({ length: size }, () => chance.below(256));

async function openTeam(memory: MemoryTable) {
  const pools = await testPools();
  const testContext = makeTestContext({ clients: new Map([[tableClient, memory]]) });
  const user = await insertUser(testContext);
  const { teamId } = await insertTeam(testContext, { ownerId: user.id });
  await insertMembership(testContext, { teamId, userId: user.id, email: user.email, role: 'OWNER' });
  const client = await insertClient(testContext, { teamId });
  const [trip] = await insertTrips(testContext, [{ teamId, revenue: 9_000_000 }]);
  return {
    team: { teamId, clientId: client.id, tripId: trip?.id ?? '' },
    token: await pools.staff.accessToken({ sub: user.id }),
    environment: environmentOf(pools),
  };
}
