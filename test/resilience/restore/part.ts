import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCloud } from '../../../local/cloud';
import { DEMO } from '../../../local/seed/demo';
import { expectStatus, type Send, sender, textAt } from '../../journeys/http';
import { signIn } from '../../journeys/sign-in';
import { Chance } from '../../load/chance';
import { Fleet } from '../invariants/fleet';
import type { FallingServer } from '../invariants/server';
import { brokenPromises } from '../invariants/table';
import type { Findings, HardPart, Settings } from '../part';
import { differences } from './compare';
import { type Marshalled, plain, readExport, writeExport } from './export';
import { readAll } from './readings';
import { itemsIn, restoreInto } from './table';
import { acceptedTamperings } from './tamper';

const FORMS = { short: { writes: 60, drops: 20 }, long: { writes: 4_000, drops: 60 } };
const ACTS_OF_A_FLEET = 240;
const OWNER = DEMO.members[0].email;

/** A table is exported as DynamoDB exports one, restored into a new one, compared, checked, and used. */
export const part: HardPart = {
  id: 'restore',
  title: 'Restore drill: from an export of the table to a service that runs on it',
  async run(settings): Promise<Findings> {
    const folder = mkdtempSync(join(tmpdir(), 'fleet-restore-'));
    const [before, after, exported] = [join(folder, 'before'), join(folder, 'after'), join(folder, 'export')];
    try {
      const first = await serve(before, async (send, token) => ({
        writes: await fill(send, token, settings),
        answers: await readAll(send, token),
      }));
      const items = await itemsIn(before);
      settings.progress(`${items.length} items to export`);
      writeExport(exported, items);
      copyWhatIsNoTable(before, after);
      await restoreInto(after, readExport(exported));
      const restored = await itemsIn(after);
      settings.progress(`${restored.length} items restored`);
      const second = await serve(after, async (send, token) => ({
        answers: await readAll(send, token),
        writes: await write(send, token),
      }));
      const used = await itemsIn(after);
      return findings({ first, items, restored, second, used, accepted: acceptedTamperings(exported) }, settings);
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

/** Starts the service on a data folder, and lets its owner use it. */
async function serve<T>(dataDir: string, use: (send: Send, token: string) => Promise<T>): Promise<T> {
  const cloud = await startCloud({ dataDir, seed: true });
  try {
    const send = sender(cloud.url);
    return await use(send, await signIn(send, OWNER));
  } finally {
    await cloud.stop();
  }
}

/** Teams that are used by several at once, as under load. */
async function fill(send: Send, token: string, { form, seed, until }: Settings): Promise<number> {
  const { email } = DEMO.members[1] ?? { email: '' };
  const tokens = new Map([
    [OWNER, token],
    [email, await signIn(send, email)],
  ]);
  const server: Pick<FallingServer, 'ask'> = {
    ask: (route, who, call = {}) => send(route, { ...call, token: tokens.get(who) }),
  };
  const chance = new Chance(seed);
  let writes = 0;
  while (writes < FORMS[form].writes && Date.now() < until) {
    const acknowledged = (): void => {
      writes += 1;
    };
    const fleet = await Fleet.open({ server, chance, acknowledged });
    for (let acts = 0; acts < ACTS_OF_A_FLEET && writes < FORMS[form].writes; acts += 1) await fleet.act();
  }
  return writes;
}

/** The stand-ins' own data: a restore touches neither accounts nor objects. */
function copyWhatIsNoTable(before: string, after: string): void {
  mkdirSync(after);
  for (const name of readdirSync(before).filter((one) => !/^(?:table\.db|engine\.json|server\.json)/.test(one)))
    cpSync(join(before, name), join(after, name), { recursive: true });
}

/** A day's work on the restored table; answers how many writes that were. */
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
  await made(`POST /teams/${teamId}/payments`, { tripId, amount: 40 });
  return 7;
}

interface Drilled {
  readonly first: { readonly writes: number; readonly answers: readonly string[] };
  readonly items: readonly Marshalled[];
  readonly restored: readonly Marshalled[];
  readonly second: { readonly writes: number; readonly answers: readonly string[] };
  /** What lies in the restored table once it was used. */
  readonly used: readonly Marshalled[];
  readonly accepted: { readonly times: number; readonly wrong: readonly string[] };
}

function findings({ first, items, restored, second, used, accepted }: Drilled, settings: Settings): Findings {
  const unlike = differences(items, restored);
  const broken = [...brokenPromises(restored.map(plain)), ...brokenPromises(used.map(plain))];
  const others = second.answers.filter((text, index) => text !== first.answers[index]);
  const dropped = drop(restored, settings);
  const failures = [
    ...unlike.slice(0, 10).map((sentence) => `After the restore ${sentence}`),
    ...broken.slice(0, 10),
    ...others.slice(0, 3).map((text) => `Answered otherwise after the restore: ${text.slice(0, 300)}`),
    ...(first.answers.length === second.answers.length ? [] : ['Another number of answers after the restore.']),
    ...dropped.unnoticed.map((what) => `Nobody notices that ${what} was not restored.`),
    ...(dropped.byPromises > 0 ? [] : ['The promises alone notice no item that is missing.']),
    ...accepted.wrong.map((what) => `An export is taken for whole although ${what}.`),
  ];
  const rows = [
    { tried: 'writes by which the table was filled, beside the demo', times: first.writes, held: 'acknowledged' },
    {
      tried: 'items exported as DynamoDB exports them, restored into a new table, and compared',
      times: restored.length,
      held: unlike.length === 0 ? 'the same, item for item' : `${unlike.length} differences`,
    },
    {
      tried: 'items looked through by the checker of the load, after the restore and after use',
      times: restored.length + used.length,
      held: broken.length === 0 ? 'no promise broken' : `${broken.length} promises broken`,
    },
    {
      tried: 'lists, records and reports asked of the service on the restored table',
      times: second.answers.length,
      held: `${second.answers.length - others.length} answered as before, value for value; ${second.writes} writes done then`,
    },
    {
      tried: 'restores in which one item is missing',
      times: dropped.times,
      held: `${dropped.times - dropped.unnoticed.length} noticed by the comparison, ${dropped.byPromises} by the promises alone`,
    },
    {
      tried: 'exports that were cut, changed or lost a file on their way',
      times: accepted.times,
      held: `${accepted.times - accepted.wrong.length} refused`,
    },
  ];
  return { rows, failures, passed: rows.reduce((sum, { times }) => sum + times, 0) - failures.length };
}

/** Leaves out one item after the other, which chance draws. */
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
