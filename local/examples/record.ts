import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS } from '../../functions/catalog';
import { ERRORS, type ErrorCode } from '../../shared/platform/errors';
import type { OutboundCall } from '../../shared/platform/runtime/context';
import { type Cloud, startCloud } from '../cloud';
import { projectRoot } from '../root';
import { fixedRuntime } from './clock';
import { booksLeg, filesLeg, invoicesLeg, openStampLeg } from './legs/books';
import { fleetLeg, teamsLeg, tripsLeg } from './legs/office';
import { newcomerLeg, patienceLeg, signInLeg } from './legs/sign-in';
import { renumbered } from './marks';
import { type Examples, Recorder, textIn } from './recorder';

const FILE = join(projectRoot(), 'docs', 'examples.json');

/** Have no example: the answer of one is the document itself, and the other is called by the stamping provider, which alone can sign. */
const WITHOUT: readonly string[] = ['getOpenapi', 'stamping'];

/**
 * Calls every operation of a local cloud whose clock stands still, and writes what was sent and answered to docs/examples.json, which the
 * document shows. `--check` compares instead, and says what is missing.
 */
async function main(): Promise<void> {
  const examples = await record();
  const text = renumbered(`${JSON.stringify(sorted(examples), undefined, 2)}\n`);
  const missing = missingIn(examples).map((one) => `${one} has no example: add a call to local/examples/legs.`);
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

/** What happens at the choke point of all outbound calls before the next write of the table, or in place of the next call. */
const next: { meanwhile?: (() => Promise<unknown>) | undefined; fails?: Error | undefined } = {};

async function outbound<T>({ action }: OutboundCall, send: () => Promise<T>): Promise<T> {
  const { meanwhile, fails } = next;
  next.fails = undefined;
  if (fails) throw fails;
  if (meanwhile && action === 'TransactWriteItems') {
    next.meanwhile = undefined;
    await meanwhile();
  }
  return send();
}

async function record(): Promise<Examples> {
  const cloud = await startCloud({ seed: true, runtime: { ...fixedRuntime(), outbound }, warn: () => {} });
  try {
    const recorder = new Recorder(cloud.url);
    await signInLeg(recorder);
    await readsLeg(recorder);
    const newcomer = await newcomerLeg(recorder, mailedCodeAt(cloud));
    await teamsLeg(recorder, newcomer);
    await fleetLeg(recorder);
    await tripsLeg(recorder);
    await booksLeg(recorder);
    await invoicesLeg(recorder);
    await filesLeg(recorder);
    await patienceLeg(recorder);
    await faultsLeg(recorder);
    await openStampLeg(recorder, faultAt(cloud));
    return recorder.examples;
  } finally {
    await cloud.stop();
  }
}

/** Whatever can be read with nothing but the demo's first records. */
async function readsLeg(recorder: Recorder): Promise<void> {
  for (const { id, route } of Object.values(OPERATIONS))
    if (route.startsWith('GET ') && !WITHOUT.includes(id)) await recorder.attempt(id);
}

/** Two at once, a fault of ours, and a service that is at its limit. */
async function faultsLeg(recorder: Recorder): Promise<void> {
  next.meanwhile = () => recorder.call('rotateJoinCode');
  await recorder.refused('CONFLICT', 'rotateJoinCode');
  next.fails = new Error('broken');
  await recorder.refused('INTERNAL', 'listTeams');
  next.fails = Object.assign(new Error('busy'), { name: 'ThrottlingException' });
  await recorder.refused('UNAVAILABLE', 'listTeams');
}

const mailedCodeAt =
  ({ url }: Cloud) =>
  async (email: string): Promise<string> => {
    const answer = await fetch(`${url}/_local/outbox?to=${encodeURIComponent(email)}`);
    return textIn({ outbox: await answer.json() }, 'outbox.messages.0.code');
  };

const faultAt =
  ({ url }: Cloud) =>
  async (fault: string): Promise<void> => {
    await fetch(`${url}/_local/stamping/faults`, { method: 'POST', body: JSON.stringify({ fault, times: 1 }) });
  };

const byName = <Value>(record: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));

const sorted = ({ operations, errors }: Examples) => ({
  operations: byName(operations),
  errors: byName({ ...errors }),
});

function missingIn({ operations, errors }: Examples): string[] {
  const ids = Object.values(OPERATIONS).map(({ id }) => id);
  const codes = Object.keys(ERRORS) as ErrorCode[];
  return [
    ...ids.filter((id) => !(id in operations) && !WITHOUT.includes(id)),
    ...codes.filter((code) => !(code in errors)),
  ];
}

main().catch((failure: unknown) => {
  console.error(failure);
  process.exitCode = 1;
});
