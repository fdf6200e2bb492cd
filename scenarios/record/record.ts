import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFleet, ERROR_CODES, type Fleet } from '../../client/src/index';
import { OPERATIONS } from '../../functions/catalog';
import { type Cloud, startCloud } from '../../local/cloud';
import { projectRoot } from '../../local/root';
import { DEMO } from '../../local/seed/demo';
import { fixedId } from '../../local/seed/identifiers';
import { queryOf } from '../../scripts/openapi-operation';
import { AppError } from '../../shared/platform/errors';
import type { Api } from '../api';
import { expectRefused, present, succeed, tokensOf } from '../expect';
import { readsOf } from '../operations';
import { enrol, PASSWORD, signedIn } from '../people';
import { localServer } from '../server';
import { recoverMfa, signIn, signInDriver } from '../steps/accounts';
import { allocate, collect, voidCollection } from '../steps/books';
import { deleteInvoice, refreshInvoice, stamp } from '../steps/invoices';
import { changePolicies, createTeam, rotateJoinCode } from '../steps/teams';
import { ADDRESS, type Ground } from '../walk/ground';
import { walk } from '../walk/walk';
import { fixedRuntime, goOn } from './clock';
import { makeEarlierAccount } from './earlier-account';
import { renumbered } from './marks';
import { meantFaults } from './meant';
import { type Examples, Recorder } from './recorder';
import { TOUR } from './tour';

const FILE = join(projectRoot(), 'docs', 'examples.json');

/** Have no example: the answer of one is the document itself, and the other is called by the stamping provider, which alone can sign. */
const WITHOUT: readonly string[] = ['getOpenapi', 'stamping'];

/**
 * Walks through every operation of a local cloud whose clock stands still, and writes what was sent and answered to docs/examples.json, which
 * the document shows. `--check` compares instead, and names what is missing.
 */
async function main(): Promise<void> {
  const examples = await record();
  const text = renumbered(`${JSON.stringify(sorted(examples), undefined, 2)}\n`);
  const missing = missingIn(examples).map((one) => `${one} has no example: call it in scenarios/walk.`);
  if (process.argv.includes('--check')) {
    if (readFileSync(FILE, 'utf8') !== text)
      missing.push('docs/examples.json is not what the service answers now. Run "npm run docs" and commit it.');
    process.exitCode = missing.length === 0 ? 0 : 1;
  } else {
    writeFileSync(FILE, text);
    console.log(`docs/examples.json: ${text.length} characters`);
  }
  for (const one of missing) console.error(one);
}

const { around, outbound, prepare } = meantFaults();

/** The named calls that are further examples in the document. The other ones differ from the usual call only for the bench. */
const FURTHER: readonly string[] = ['of own goods'];

async function record(): Promise<Examples> {
  const cloud = await startCloud({ seed: true, runtime: { ...fixedRuntime(), outbound }, around, warn: () => {} });
  try {
    const recorder = new Recorder(cloud.url);
    const api: Api = {
      client: () => createFleet({ baseUrl: cloud.url, fetch: recorder.send }),
      mailedCode: localServer(cloud.url).mailedCode,
      named: (name, calls) => (FURTHER.includes(name) ? recorder.named(name, calls) : calls()),
    };
    const ground = await demoGround(api);
    await recordReads(recorder, cloud, ground);
    await recordTour(recorder, api, cloud, ground);
    await walk(api, ground, OWNER.email);
    await recordFaults(recorder, cloud, ground);
    await recordOpenStamp(api, cloud);
    await recordWaiting(api);
    return recorder.examples;
  } finally {
    await cloud.stop();
  }
}

async function recordWaiting(api: Api): Promise<void> {
  const account = { email: 'rosa.luna@fletes.example', password: 'Ruta-57-al-Norte' };
  await makeEarlierAccount(account.email, account.password);
  await expectRefused('401 ACCOUNT_NOT_CONFIRMED', signIn(api.client(), account));
}

const [OWNER] = DEMO.members;
/** The people that send an example without `as`. The introduction of the document names them. */
const USUAL: readonly string[] = [OWNER.email, ...DEMO.drivers.slice(0, 1).map(({ username = '' }) => username)];

/** The demo's first record of each kind, by the parameter that names it; `{id}` by the folder of the operation. */
const FIRST: Readonly<Record<string, string>> = {
  teamId: DEMO.team.id,
  driverId: fixedId('driver', 1),
  vehicleId: fixedId('vehicle', 1),
  tripId: fixedId('trip', 1),
  boxId: fixedId('box', 1),
  reservationId: fixedId('reservation', 2),
  clients: fixedId('client', 1),
  routes: fixedId('route', 1),
  invoices: fixedId('invoice', 1),
};

async function demoGround(api: Api): Promise<Ground> {
  const owner = { fleet: await signedIn(api.client(), OWNER.email), teamId: DEMO.team.id };
  const app = api.client();
  const [{ username = '' }] = DEMO.drivers;
  await succeed(signInDriver(app, { username, password: PASSWORD }));
  return {
    owner,
    app,
    driverId: fixedId('driver', 1),
    vehicleId: fixedId('vehicle', 1),
    clientId: fixedId('client', 1),
    routeId: fixedId('route', 1),
    routePointIds: [fixedId('routePoint', 1), fixedId('routePoint', 2)],
    tripId: fixedId('trip', 1),
    mark: '',
  };
}

/** All that can be read with nothing but the demo's first records. Two records of a list are enough. */
async function recordReads(recorder: Recorder, { url }: Cloud, { owner, app }: Ground): Promise<void> {
  const tokens = { staff: tokensOf(owner.fleet).accessToken, drivers: tokensOf(app).accessToken };
  const reads = readsOf({
    baseUrl: url,
    records: FIRST,
    tokens,
    queryOf: (operation) => ('limit' in queryOf(operation) ? { limit: '2' } : {}),
  });
  for (const { id, request } of reads) if (!WITHOUT.includes(id)) await recorder.attempt(request);
}

/** What can be sent unchanged to a server that was just seeded. */
async function recordTour(recorder: Recorder, api: Api, { url }: Cloud, { owner }: Ground): Promise<void> {
  const people = new Map<string, Fleet>([[OWNER.email, owner.fleet]]);
  for (const { id, parameters, body, name = '', as = OWNER.email } of TOUR) {
    const fleet = people.get(as) ?? (await signedInAs(api, as));
    people.set(as, fleet);
    const headers = {
      authorization: `Bearer ${tokensOf(fleet).accessToken}`,
      'content-type': 'application/json',
    };
    const operation = present(BY_ID.get(id), id);
    const [method = '', template = ''] = operation.route.split(' ');
    const all = { teamId: DEMO.team.id, ...parameters };
    const isInPath = (name: string) => template.includes(`{${name}}`);
    const isSent = (name: string) => name !== 'teamId' || 'teamId' in queryOf(operation);
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => Reflect.get(all, name));
    const query = new URLSearchParams(Object.entries(all).filter(([name]) => !isInPath(name) && isSent(name)));
    const init = { method, headers, redirect: 'manual', ...(body && { body: JSON.stringify(body) }) } as const;
    const request = new Request(`${url}${path}${query.size > 0 ? `?${query}` : ''}`, init);
    await recorder.prefer(request, name, USUAL.includes(as) ? undefined : as);
  }
}

/** Signs a member in by the address, or a driver by the user name. */
async function signedInAs(api: Api, name: string): Promise<Fleet> {
  if (name.includes('@')) return signedIn(api.client(), name);
  const app = api.client();
  await succeed(signInDriver(app, { username: name, password: PASSWORD }));
  return app;
}

const BY_ID = new Map(Object.values(OPERATIONS).map((operation) => [operation.id, operation]));

/** A key that is used again, two requests at once, a fault of ours, and a service that is at its limit. */
async function recordFaults(recorder: Recorder, { url }: Cloud, ground: Ground): Promise<void> {
  const { owner } = ground;
  const named = (name: string) => createTeam(owner.fleet, { name, address: ADDRESS }, 'example-of-a-key');
  await succeed(named('Fletes de una vez'));
  await expectRefused('409 IDEMPOTENCY_KEY_REUSED', named('Otra'));
  prepare({ operation: 'rotateJoinCode', meanwhile: () => succeed(rotateJoinCode(owner)) });
  await expectRefused('409 CONFLICT', rotateJoinCode(owner));
  // Only a receipt of payment that is being stamped, or was stamped, leads to these refusals.
  const { clientId } = ground;
  const { id } = await succeed(collect(owner, { clientId, amount: 10, method: 'EFECTIVO' }));
  prepare({ operation: 'voidCollection', fails: new AppError('PAYMENT_HAS_RECEIPT') });
  await expectRefused('409 PAYMENT_HAS_RECEIPT', voidCollection(owner, id));
  prepare({ operation: 'replaceAllocations', fails: new AppError('DOCUMENT_PENDING') });
  await expectRefused('409 DOCUMENT_PENDING', allocate(owner, id, { allocations: [] }));
  await succeed(voidCollection(owner, id));
  // Sent once, without the client: the client would send it again.
  const headers = { authorization: `Bearer ${tokensOf(owner.fleet).accessToken}` };
  for (const [name, status] of [
    ['Error', 500],
    ['ThrottlingException', 503],
  ] as const) {
    prepare({ operation: 'listTeams', fails: Object.assign(new Error('broken'), { name }) });
    const answer = await recorder.send(new Request(`${url}/teams`, { headers }));
    if (answer.status !== status) throw new Error(`The fault ${name} answered ${answer.status} and not ${status}.`);
  }
}

/** A stamp that never reached the provider: given up after an hour and two looks, and not yet to be deleted. */
async function recordOpenStamp(api: Api, { url }: Cloud): Promise<void> {
  const id = fixedId('invoice', 1);
  await localServer(url).fault({ fault: 'CUT', times: 1 });
  const signIn = async () => ({ fleet: await signedIn(api.client(), OWNER.email), teamId: DEMO.team.id });
  await succeed(stamp(await signIn(), id));
  for (const minutes of [65, 25]) {
    goOn(minutes * 60_000);
    await succeed(refreshInvoice(await signIn(), id));
  }
  await expectRefused('409 INVOICE_STAMP_OPEN', deleteInvoice(await signIn(), id));
  const desk = await signIn();
  await succeed(changePolicies(desk, { recentSignIn: 'MINUTES_10' }));
  goOn(11 * 60_000);
  await expectRefused('403 SIGN_IN_AGAIN', stamp(desk, id));
  const strict = await signIn();
  await succeed(changePolicies(strict, { recovery: 'MAILED_CODE', recentSignIn: 'OFF' }));
  await enrol(strict.fleet, PASSWORD);
  const account = { email: OWNER.email, password: PASSWORD };
  await expectRefused('401 RECOVERY_CODE_SENT', recoverMfa(api.client(), account));
}

const byName = <Value>(record: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));

const sorted = ({ operations, errors }: Examples) => ({ operations: byName(operations), errors: byName(errors) });

function missingIn({ operations, errors }: Examples): string[] {
  const ids = Object.values(OPERATIONS).map(({ id }) => id);
  return [
    ...ids.filter((id) => !(id in operations) && !WITHOUT.includes(id)),
    ...Object.keys(ERROR_CODES).filter((code) => !(code in errors)),
  ];
}

main().catch((failure: unknown) => {
  console.error(failure);
  process.exitCode = 1;
});
