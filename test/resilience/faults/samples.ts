import { OPERATIONS, TRIGGERS } from '../../../functions/catalog';
import { DEMO, DEMO_PASSWORD } from '../../../local/seed/demo';
import { tokensOf } from '../../../scenarios/expect';
import { accountsJourney } from '../../../scenarios/journeys/accounts';
import { fleetJourney } from '../../../scenarios/journeys/fleet';
import { invoicesJourney } from '../../../scenarios/journeys/invoices';
import { organizationJourney } from '../../../scenarios/journeys/organization';
import { journey } from '../../../scenarios/journeys/skeleton';
import { readsOf } from '../../../scenarios/operations';
import type { OutboundCall } from '../../../shared/platform/runtime/context';
import { expectStatus, listAt, type Send, sender, textAt } from '../../journeys/http';
import { signIn } from '../../journeys/sign-in';
import { walkDemo } from '../../journeys/walk-demo';
import type { Bench } from './bench';
import type { State } from './state';

/** A successful call of a function, and the state before it. */
export interface Sample {
  readonly file: string;
  readonly event: unknown;
  readonly at: number;
  readonly before: State;
}

/** The largest number of samples of one function. A function has one sample for each different set of writes. */
export const MOST_OF_ONE = 3;

const isReading = ({ action }: OutboundCall): boolean =>
  /^(Get|BatchGet|Query|Head|List|Retrieve|Describe|Download)/.test(action);

/**
 * Successful samples of every function, recorded from the journeys. A new operation must appear in a journey, and is then tried here too.
 */
export async function recordSamples(bench: Bench): Promise<Sample[]> {
  const ways = new Map<string, Map<string, Sample>>();
  const states: Sample[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work, work);
    turn = mine.catch(() => {});
    return mine;
  };
  const record = async <T>(file: string, event: unknown, call: () => Promise<T>): Promise<T> => {
    const before = await bench.keeper.state();
    // A copy, because the handler changes the event's body.
    const sample = { file, event: structuredClone(event), at: Date.now(), before };
    bench.takeCalls();
    const answer = await call();
    const way = JSON.stringify(
      bench
        .takeCalls()
        .filter((one) => !isReading(one))
        .map(({ resource, action }) => [resource, action]),
    );
    const known = ways.get(file) ?? new Map<string, Sample>();
    if (endedWell(answer) && known.size < MOST_OF_ONE && !known.has(way)) {
      ways.set(file, known.set(way, sample));
      states.push(sample);
    }
    return answer;
  };
  // These triggers run inside a sign-in, which holds the turn.
  const isInside = (file: string) => TRIGGERS[file]?.source.endsWith('PreTokenGeneration');
  bench.watch(({ id, event }, run) => {
    const file = fileOf(id);
    return isInside(file) ? run() : inTurn(() => record(file, event, run));
  });
  await tellJourneys(bench.cloud.url);
  await bench.quiet();
  // From now on mails are delivered at once, webhooks are dropped (they may be lost), and schedules run only when a trial calls them.
  bench.watch(async ({ id }, run) => {
    const { source } = TRIGGERS[fileOf(id)] ?? {};
    if (source === undefined || source === 'schedule') throw new Error('It is lost.');
    return run();
  });
  const files = [...Object.keys(OPERATIONS), ...Object.keys(TRIGGERS)];
  return [...files.flatMap((file) => [...(ways.get(file)?.values() ?? [])]), ...scheduled(states)];
}

const fileOf = (id: string): string =>
  [...Object.entries(OPERATIONS), ...Object.entries(TRIGGERS)].find(([, declared]) => declared.id === id)?.[0] ?? id;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Samples that call each schedule when it has work: 30 minutes after stamping work was opened, and on several later days for expiry alerts. */
function scheduled(states: readonly Sample[]): Sample[] {
  const open = states.filter(({ before }) =>
    [...before.items.keys()].some((name) => /^STAMPING_WORK#.*\nWORK#/.test(name)),
  );
  const moments = [
    ...open.map((state) => ({ ...state, at: state.at + 30 * MINUTE_MS })),
    ...states
      .slice(-1)
      .flatMap((state) => [0, 1, 2, 5, 8, 23].map((days) => ({ ...state, at: state.at + days * DAY_MS }))),
  ];
  return Object.entries(TRIGGERS).flatMap(([file, { source }]) =>
    source === 'schedule' ? moments.map(({ before, at }) => ({ file, event: {}, at, before })) : [],
  );
}

function endedWell(answer: unknown): boolean {
  const { statusCode } = Object(answer);
  return statusCode === undefined || (statusCode >= 200 && statusCode < 400);
}

async function tellJourneys(url: string): Promise<void> {
  const send = sender(url);
  const now = () => Date.now();
  const codeFor = async (email: string): Promise<string> =>
    textAt(await expectStatus(200, send(`GET /_local/outbox?to=${encodeURIComponent(email)}`)), 'messages.0.code');
  const [{ username = '' }] = DEMO.drivers;
  await fleetJourney(url, { codeFor, checksUploads: true });
  await accountsJourney(url, { now, codeFor, driver: { username, password: DEMO_PASSWORD } });
  await organizationJourney(url);
  await invoicesJourney(url, {
    loseNextAnswer: () =>
      expectStatus(
        200,
        send('POST /_local/stamping/faults', { body: { fault: 'LOSE_ANSWER', actions: ['CreateInvoice'] } }),
      ),
  });
  await tellWhatIsLeft(url);
  await journey(url, { now });
  await walkThrough(url);
}

/** Calls the operations that no journey calls. The documentation's examples come from the same walk, so it calls every operation. */
async function walkThrough(url: string): Promise<void> {
  const { owner, ground, walked } = await walkDemo(url);
  const { teamId } = owner;
  const { driverId, vehicleId, tripId, clientId: clients, routeId: routes } = ground;
  const reads = readsOf({
    baseUrl: url,
    records: { ...walked, teamId, driverId, vehicleId, tripId, clients, routes, invoices: walked.invoiceId },
    tokens: { staff: tokensOf(owner.fleet).accessToken, drivers: tokensOf(ground.app).accessToken },
    queryOf: () => ({}),
  });
  for (const { request } of reads) await (await fetch(request)).arrayBuffer();
}

/**
 * Requests that no journey makes, for the demo team: a box with a reservation, a deleted invoice, and an invoice that a webhook settles.
 */
async function tellWhatIsLeft(url: string): Promise<void> {
  const send = sender(url);
  const token = await signIn(send, 'owner@demo.mx');
  const teamId = DEMO.team.id;
  const get = (path: string) => expectStatus(200, send(`GET ${path}`, { token }));
  const firstOf = async (path: string, plural: string) => textAt(listAt(await get(path), plural)[0], 'id');
  for (const [place, plural] of [
    ['boxes', 'boxes'],
    ['box-reservations', 'reservations'],
  ] as const) {
    await get(`/teams/${teamId}/${place}/${await firstOf(`/teams/${teamId}/${place}`, plural)}`);
  }
  const clientId = await firstOf(`/clients?teamId=${teamId}`, 'clients');
  const items = [{ description: 'Flete', quantity: 1, price: 100 }];
  const made = await expectStatus(201, send('POST /invoices', { token, body: { teamId, clientId, items } }));
  const invoice = textAt(made, 'id');
  await get(`/invoices/${invoice}?teamId=${teamId}`);
  await expectStatus(200, send(`DELETE /invoices/${invoice}?teamId=${teamId}`, { token }));
  await settleByWebhook(send, token, teamId);
}

const PATIENCE_MS = 10_000;

async function settleByWebhook(send: Send, token: string, teamId: string): Promise<void> {
  const drafts = listAt(await expectStatus(200, send(`GET /invoices?teamId=${teamId}`, { token })), 'invoices');
  for (const draft of drafts) {
    const post = (what: string) => send(`POST /invoices/${textAt(draft, 'id')}/${what}`, { token, body: { teamId } });
    if ((await post('validate')).body.ready !== true) continue;
    await expectStatus(200, send('POST /_local/stamping/faults', { body: { fault: 'PENDING', seconds: 0 } }));
    const { status } = await expectStatus(202, post('stamp'));
    const until = Date.now() + PATIENCE_MS;
    for (let now = status; now !== 'VALID'; ) {
      if (Date.now() > until) throw new Error('No webhook settled the invoice.');
      await new Promise((resolve) => setTimeout(resolve, 50));
      now = (await expectStatus(200, send(`GET /invoices/${textAt(draft, 'id')}?teamId=${teamId}`, { token }))).status;
    }
    return;
  }
  throw new Error('No invoice of the demo is ready to be stamped.');
}
