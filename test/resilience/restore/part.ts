import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCloud } from '../../../local/cloud';
import { DEMO } from '../../../local/seed/demo';
import { expectStatus, type Send, sender, textAt } from '../../journeys/http';
import { signIn } from '../../journeys/sign-in';
import { Chance } from '../../load/chance';
import { isBroken } from '../attack/breaks';
import { Fleet } from '../invariants/fleet';
import { Owners, registerAt } from '../invariants/owners';
import type { FallingServer } from '../invariants/server';
import { brokenPromises } from '../invariants/table';
import type { Findings, HardPart, Settings } from '../part';
import { differences } from './compare';
import { type Marshalled, plain, readExport, writeExport } from './export';
import { readNoted, readUnnoted } from './readings';
import { itemsIn, restoreInto } from './table';
import { acceptedTamperings } from './tamper';

const FORMS = { short: { writes: 60, drops: 20 }, long: { writes: 4_000, drops: 60 } };
const ACTS_OF_A_FLEET = 240;
const OWNER = DEMO.members[0].email;

/** Exports a table as DynamoDB does, restores it into a new table, compares and checks both, and uses the new one. */
export const part: HardPart = {
  id: 'restore',
  title: 'production 7.4: restore drill, from an export of the table to a service that runs on it',
  async run(settings): Promise<Findings> {
    const folder = mkdtempSync(join(tmpdir(), 'fleet-restore-'));
    const [before, after, exported] = [join(folder, 'before'), join(folder, 'after'), join(folder, 'export')];
    try {
      const first = await serve(before, async (send, token, url) => ({
        writes: await fill(url, send, token, settings),
        // The noted reads come first: the unnoted ones of both services then find the same audit.
        noted: await readNoted(send, token),
        answers: await readUnnoted(send, token),
      }));
      const items = await itemsIn(before);
      settings.progress(`${items.length} items to export`);
      writeExport(exported, items);
      copyWhatIsNoTable(before, after);
      const isLossy = isBroken('an import loses every hundredth item');
      await restoreInto(
        after,
        readExport(exported).filter((_, nth) => !isLossy || nth % 100 !== 0),
      );
      const restored = await itemsIn(after);
      settings.progress(`${restored.length} items restored`);
      const second = await serve(after, async (send, token) => ({
        answers: await readUnnoted(send, token),
        noted: await readNoted(send, token),
        writes: await write(send, token),
      }));
      const used = await itemsIn(after);
      return findings({ first, items, restored, second, used, accepted: acceptedTamperings(exported) }, settings);
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

/** Starts the service on a data folder and runs `use` as its owner. */
async function serve<T>(dataDir: string, use: (send: Send, token: string, url: string) => Promise<T>): Promise<T> {
  const cloud = await startCloud({ dataDir, seed: true });
  try {
    const send = sender(cloud.url);
    return await use(send, await signIn(send, OWNER), cloud.url);
  } finally {
    await cloud.stop();
  }
}

/** Fills teams with the requests of several concurrent clients, as under load. */
async function fill(url: string, send: Send, token: string, { form, seed, until }: Settings): Promise<number> {
  const { email } = DEMO.members[1] ?? { email: '' };
  const tokens = new Map([
    [OWNER, token],
    [email, await signIn(send, email)],
  ]);
  const server: Pick<FallingServer, 'ask'> = {
    ask: (route, who, call = {}) => send(route, { ...call, token: tokens.get(who) }),
  };
  const chance = new Chance(seed);
  const owners = new Owners(OWNER, (email, address) => registerAt(url, email, address));
  let writes = 0;
  while (writes < FORMS[form].writes && Date.now() < until) {
    const acknowledged = (): void => {
      writes += 1;
    };
    const owner = await owners.next();
    if (!tokens.has(owner)) tokens.set(owner, await signIn(send, owner));
    const fleet = await Fleet.open({ server, owner, chance, acknowledged });
    for (let acts = 0; acts < ACTS_OF_A_FLEET && writes < FORMS[form].writes; acts += 1) await fleet.act();
  }
  return writes;
}

/** Copies the stand-ins' data: a restore of the table touches neither accounts nor objects. */
function copyWhatIsNoTable(before: string, after: string): void {
  mkdirSync(after);
  for (const name of readdirSync(before).filter((one) => !/^(?:table\.db|engine\.json|server\.json)/.test(one)))
    cpSync(join(before, name), join(after, name), { recursive: true });
}

/** A day's work on the restored table. Returns the number of writes. */
async function write(send: Send, token: string): Promise<number> {
  const teamId = DEMO.team.id;
  const made = (route: string, body: object) => expectStatus(201, send(route, { token, body }));
  const clientId = textAt(await made('POST /clients', { teamId, name: 'Cliente de después' }), 'id');
  const { driver } = await made(`POST /teams/${teamId}/drivers`, { name: 'Chofer de después' });
  const vehicleId = textAt(await made(`POST /teams/${teamId}/vehicles`, { plate: 'DES-1' }), 'id');
  const body = { clientId, driverId: textAt(driver, 'id'), vehicleId, startDate: '2026-03-02T12:00:00Z', revenue: 100 };
  const tripId = textAt(await made(`POST /teams/${teamId}/trips`, body), 'id');
  for (const status of ['EN_PROCESO', 'COMPLETADO'])
    await expectStatus(200, send(`PUT /teams/${teamId}/trips/${tripId}/status`, { token, body: { status } }));
  await made(`POST /teams/${teamId}/payments`, { tripId, amount: 40, method: 'EFECTIVO' });
  return 7;
}

/** The answers of a service, and the number of writes in it. */
interface Served {
  readonly writes: number;
  readonly answers: readonly string[];
  /** The answers of reads that write an audit entry. */
  readonly noted: readonly string[];
}

interface Drilled {
  readonly first: Served;
  readonly items: readonly Marshalled[];
  readonly restored: readonly Marshalled[];
  readonly second: Served;
  /** The items of the restored table after its use. */
  readonly used: readonly Marshalled[];
  readonly accepted: { readonly times: number; readonly wrong: readonly string[] };
}

function findings({ first, items, restored, second, used, accepted }: Drilled, settings: Settings): Findings {
  const unlike = differences(items, restored);
  const broken = [...brokenPromises(restored.map(plain)), ...brokenPromises(used.map(plain))];
  const all = ({ answers, noted }: Served): string[] => [...answers, ...noted];
  const [expected, read] = [all(first), all(second)];
  const others = read.filter((text, index) => text !== expected[index]);
  const dropped = drop(restored, settings);
  const failures = [
    ...unlike.slice(0, 10).map((sentence) => `After the restore ${sentence}`),
    ...broken.slice(0, 10),
    ...others.slice(0, 3).map((text) => `A different answer after the restore: ${text.slice(0, 300)}`),
    ...(expected.length === read.length ? [] : ['The number of answers differs after the restore.']),
    ...dropped.unnoticed.map((what) => `No check notices that ${what} was not restored.`),
    ...(dropped.byPromises > 0 ? [] : ['The consistency check alone notices no missing item.']),
    ...accepted.wrong.map((what) => `An export is accepted although ${what}.`),
  ];
  const rows = [
    { tried: 'writes that filled the table, in addition to the demo', times: first.writes, held: 'acknowledged' },
    {
      tried: 'items exported as DynamoDB exports them, restored into a new table, and compared',
      times: restored.length,
      held: unlike.length === 0 ? 'the same, item for item' : `${unlike.length} differences`,
    },
    {
      tried: 'items checked for consistency, after the restore and after use',
      times: restored.length + used.length,
      held: broken.length === 0 ? 'no promise broken' : `${broken.length} promises broken`,
    },
    {
      tried: 'lists, records and reports of the service on the restored table',
      times: read.length,
      held: `${read.length - others.length} equal to the answers before, value for value; ${second.writes} writes done then`,
    },
    {
      tried: 'restores in which one item is missing',
      times: dropped.times,
      held: `${dropped.times - dropped.unnoticed.length} noticed by the comparison, ${dropped.byPromises} by the consistency check alone`,
    },
    {
      tried: 'exports that were cut off, changed, or lost a file',
      times: accepted.times,
      held: `${accepted.times - accepted.wrong.length} refused`,
    },
  ];
  return { rows, failures, passed: rows.reduce((sum, { times }) => sum + times, 0) - failures.length };
}

/** Removes random items one by one. */
function drop(restored: readonly Marshalled[], { form, seed }: Settings) {
  const chance = new Chance(seed);
  const times = Math.min(FORMS[form].drops, restored.length);
  const found = { times, byPromises: 0, unnoticed: [] as string[] };
  for (let nth = 0; nth < times; nth += 1) {
    const at = chance.below(restored.length);
    const left = restored.filter((_, index) => index !== at);
    if (brokenPromises(left.map(plain)).length > 0) found.byPromises += 1;
    if (differences(restored, left).length !== 1) found.unnoticed.push(`item ${at}`);
  }
  return found;
}
