import { operation as listAudit } from '../../functions/audit/list-audit';
import { operation as listClients } from '../../functions/clients/list-clients';
import { operation as getImport } from '../../functions/imports/get-import';
import { operation as removeMember } from '../../functions/teams/remove-member';
import { IMPORTS_DUE, importKey } from '../../shared/imports/import';
import { listDueImports } from '../../shared/imports/jobs';
import { CHUNK } from '../../shared/imports/run-import';
import { getItem } from '../../shared/platform/table/read';
import { accounts } from '../support/accounts';
import { resultOf, start, uploadCsv } from '../support/import-desk';
import { importFunctions } from '../support/import-functions';
import { type Office, openOffice, pagesOf, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { objectStorage } from '../support/storage';
import { insertIndexed } from '../support/unreadable';

const table = quickTable();
const world = accounts(table);
const storage = objectStorage();

const LEASE_MS = 2 * 60_000;
/** Too little for another chunk. */
const SHORT_MS = 19_000;

async function open() {
  const office = await openOffice(world);
  storage.follow(office.testContext.now);
  return { office, functions: importFunctions(office) };
}

const fileOf = (rows: number): string =>
  `externalId,name\n${Array.from({ length: rows }, (_, number) => `C-${number},Cliente ${number}\n`).join('')}`;

async function begin(office: Office, file: string): Promise<string> {
  const { status, body } = await start(office, {
    kind: 'clients',
    key: (await uploadCsv(office, file)).key,
    dryRun: false,
  });
  expect(status).toBe(201);
  return String(body.id);
}

const placeOf = ({ teamId }: Office, importId: string) => ({
  body: JSON.stringify({ teamId, importId }),
  group: teamId,
});
const jobOf = ({ testContext, teamId }: Office, importId: string) =>
  getItem(testContext.context, importKey(teamId, importId));
const keysOf = async (office: Office) =>
  (await pagesOf(office, listClients, 'clients')).flat().map(({ externalId }) => String(externalId));

describe('integrations 5: the runs of an import', () => {
  it('are 25 rows a checkpoint, and one run does all chunks that it has time for', async () => {
    const { office, functions } = await open();
    const importId = await begin(office, fileOf(2 * CHUNK + 3));
    const { testContext } = office;
    const before = testContext.calls.length;
    await functions.run([placeOf(office, importId)]);
    // The claim, and one checkpoint for each chunk.
    const updates = testContext
      .actions()
      .slice(before)
      .filter((action) => action === 'UpdateItem');
    expect(updates).toHaveLength(4);
    const { body, rows } = await resultOf(office, importId);
    expect(body).toMatchObject({ status: 'DONE', rows: 53, done: 53, created: 53 });
    expect(rows.map(({ row }) => Number(row))).toEqual(Array.from({ length: 53 }, (_, number) => number + 2));
    expect(functions.take()).toEqual([]);
  });

  it('follow each other by messages when the time of one is used up', async () => {
    const { office, functions } = await open();
    const importId = await begin(office, fileOf(2 * CHUNK + 3));
    const place = placeOf(office, importId);
    const seen: unknown[] = [];
    let messages: readonly (typeof place)[] = [place];
    while (messages.length > 0) {
      await functions.run(messages, {}, SHORT_MS);
      const { status, done, created } = (await resultOf(office, importId)).body;
      seen.push([status, done, created]);
      messages = functions.take().map(({ body }) => ({ ...place, body }));
    }
    expect(seen).toEqual([
      ['RUNNING', 25, 25],
      ['RUNNING', 50, 50],
      ['DONE', 53, 53],
    ]);
    expect(new Set(await keysOf(office)).size).toBe(53);
    expect((await resultOf(office, importId)).rows).toHaveLength(53);
  });

  it('go on by the schedule when the queue does not answer', async () => {
    const { office, functions } = await open();
    const importId = await begin(office, fileOf(CHUNK + 1));
    functions.answers(false);
    await functions.run([placeOf(office, importId)], {}, SHORT_MS);
    expect((await resultOf(office, importId)).body).toMatchObject({ status: 'RUNNING', done: 25 });
    await expect(functions.sweep()).rejects.toThrow('does not answer');
    functions.answers(true);
    await functions.run(await functions.sweep());
    expect((await resultOf(office, importId)).body).toMatchObject({ status: 'DONE', done: 26, created: 26 });
  });

  it('of two messages for one import are one', async () => {
    const { office, functions } = await open();
    const importId = await begin(office, fileOf(3));
    const place = placeOf(office, importId);
    await Promise.all([functions.run([place]), functions.run([place]), functions.run([place])]);
    expect((await resultOf(office, importId)).body).toMatchObject({ status: 'DONE', created: 3, unchanged: 0 });
    await functions.run([place]);
    expect(await keysOf(office)).toHaveLength(3);
    const entries = recordsOf(await office.send(listAudit, { query: { entityType: 'IMPORT' } }), 'entries');
    expect(entries).toHaveLength(1);
  });

  it('go on after the member who started it has left: its rows name that member in the audit', async () => {
    const { office, functions } = await open();
    const admin = await office.hire('ADMIN');
    const { key } = await uploadCsv(admin, fileOf(CHUNK + 1));
    const importId = String((await start(admin, { kind: 'clients', key, dryRun: false })).body.id);
    await functions.run([placeOf(office, importId)], {}, SHORT_MS);
    expect((await office.send(removeMember, { path: { userId: admin.id } })).status).toBe(200);
    await functions.run(functions.take());
    expect((await resultOf(office, importId)).body).toMatchObject({ status: 'DONE', created: 26, failed: 0 });
    expect((await admin.send(getImport, { path: { importId } })).status).toBe(403);
    expect((await start(admin, { kind: 'clients', key })).status).toBe(403);
    const entries = recordsOf(
      await office.send(listAudit, { query: { entityType: 'CLIENT', limit: '100' } }),
      'entries',
    );
    expect(entries.map(({ actorId }) => actorId)).toEqual(Array.from({ length: 26 }, () => admin.id));
  });

  it('leave other imports alone when one of them fails', async () => {
    const { office, functions } = await open();
    const other = await openOffice(world);
    const [lost, good] = [await begin(office, fileOf(1)), await begin(other, fileOf(1))];
    await functions.run([placeOf(office, lost)], { outbound: failingRows(office) });
    await functions.run([{ body: JSON.stringify({ teamId: other.teamId, importId: good }), group: other.teamId }]);
    expect((await resultOf(office, lost)).body).toMatchObject({ status: 'RUNNING', done: 0 });
    expect((await resultOf(other, good)).body).toMatchObject({ status: 'DONE', created: 1 });
  });
});

describe('integrations 5: the schedule of imports', () => {
  it('queues what waits at once, and what was interrupted after its lease, in the group of its team', async () => {
    const { office, functions } = await open();
    const importId = await begin(office, fileOf(2));
    const place = placeOf(office, importId);
    expect(await functions.sweep()).toEqual([place]);
    await functions.run([place], { outbound: failingRows(office) });
    expect(await functions.sweep()).toEqual([]);
    // Another message for it comes while a run may still be at work.
    await functions.run([place]);
    expect(await jobOf(office, importId)).toMatchObject({ status: 'RUNNING', claims: 1, done: 0 });
    office.testContext.pass(LEASE_MS - 1);
    expect(await functions.sweep()).toEqual([]);
    office.testContext.pass(1);
    expect(await functions.sweep()).toEqual([place]);
    await functions.run([place]);
    expect((await resultOf(office, importId)).body).toMatchObject({ status: 'DONE', created: 2 });
    office.testContext.pass(LEASE_MS);
    expect(await functions.sweep()).toEqual([]);
  });

  it('gives an import up after ten runs without a checkpoint: it is FAILED, and the next one may begin', async () => {
    const { office, functions } = await open();
    const importId = await begin(office, fileOf(CHUNK + 1));
    const place = placeOf(office, importId);
    // A checkpoint begins the count anew.
    for (let run = 1; run <= 3; run += 1) {
      await functions.run([place], { outbound: failingRows(office) });
      office.testContext.pass(LEASE_MS);
    }
    await functions.run([place], {}, SHORT_MS);
    expect(await jobOf(office, importId)).toMatchObject({ status: 'RUNNING', claims: 0, done: 25 });
    for (let run = 1; run <= 10; run += 1) {
      await functions.run([place], { outbound: failingRows(office) });
      expect((await resultOf(office, importId)).body).toMatchObject({ status: 'RUNNING', done: 25 });
      office.testContext.pass(LEASE_MS);
    }
    const { key } = await uploadCsv(office, fileOf(1));
    expect((await start(office, { kind: 'clients', key })).body.error).toBe('IMPORT_RUNNING');
    await functions.run(await functions.sweep());
    const { body } = await resultOf(office, importId);
    expect(body).toMatchObject({ status: 'FAILED', done: 25, created: 25, finishedAt: expect.any(String) });
    expect(body).not.toHaveProperty('resultUrl');
    expect(await keysOf(office)).toHaveLength(25);
    const [entry] = recordsOf(await office.send(listAudit, { query: { entityType: 'IMPORT' } }), 'entries');
    expect(entry?.changes).toEqual({ previousStatus: 'RUNNING', newStatus: 'FAILED' });
    office.testContext.pass(LEASE_MS);
    await functions.run([place]);
    expect([await functions.sweep(), (await resultOf(office, importId)).body.status]).toEqual([[], 'FAILED']);
    const next = await begin(office, fileOf(CHUNK + 1));
    await functions.run([placeOf(office, next)]);
    expect((await resultOf(office, next)).body).toMatchObject({ status: 'DONE', created: 1, unchanged: 25 });
  });
});

/** The service cannot read the records of a chunk. */
function failingRows({ testContext }: Office): Office['testContext']['runtime']['outbound'] {
  return (call, send) => {
    if (call.action === 'BatchGetItem') throw new Error('The table does not answer.');
    return testContext.runtime.outbound(call, send);
  };
}

test('integrations 5: a position of the due imports that cannot be read is counted, and the imports after it are queued', async () => {
  const { office } = await open();
  const importId = await begin(office, fileOf(1));
  const { testContext, teamId } = office;
  await insertIndexed(testContext, { gsi2pk: IMPORTS_DUE, gsi2sk: '2020-01-01#unreadable' });
  const failures: unknown[] = [];
  const places = await testContext.use(listDueImports)((failure) => failures.push(failure));
  expect(places).toContainEqual({ teamId, importId });
  expect(failures).toHaveLength(1);
});
