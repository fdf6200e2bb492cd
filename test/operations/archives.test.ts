import { inflateRawSync } from 'node:zlib';
import { operation as createArchive } from '../../functions/archives/create-archive';
import { operation as getArchive } from '../../functions/archives/get-archive';
import { operation as listAudit } from '../../functions/audit/list-audit';
import { operation as configureOrganization } from '../../functions/invoices/configure-organization';
import { fileKeyOf } from '../../shared/stamping/archives/archive';
import type { TestAnswer } from '../support/http-event';
import { type Office, openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { LEGAL } from '../support/seals';
import { stampingOffices } from '../support/stamping-office';
import { objectStorage } from '../support/storage';
import { until } from '../support/until';

const table = quickTable();
const { bench, world, befall, open, openWithInvoice, insertReady, stamp } = stampingOffices(table);
const storage = objectStorage();

const MONTH = '2026-03';
const BODY = { month: MONTH };
const FINISHED_MS = 2_000;
const MINUTE_MS = 60_001;
const DAY_MS = 86_400_000;

const ask = ({ send }: Pick<Office, 'send'>, body: object = BODY, key?: string) =>
  send(createArchive, { body, ...(key && { headers: { 'idempotency-key': key } }) });
const read = ({ send }: Pick<Office, 'send'>, id: unknown) => send(getArchive, { path: { archiveId: String(id) } });

const pass = ({ testContext }: Office, milliseconds: number): void => {
  testContext.pass(milliseconds);
  bench.pass(milliseconds);
};
const requests = () => [...bench.served().standIn.state.zipRequests.entries()].map(([, one]) => one);
/** The requests at the provider that the work makes. */
async function requestsOf(work: () => Promise<unknown>): Promise<number> {
  const before = requests().length;
  await work();
  return requests().length - before;
}

async function finished(office: Office, body: object = BODY) {
  const { id } = (await ask(office, body)).body;
  pass(office, FINISHED_MS);
  storage.follow(office.testContext.now);
  return read(office, id);
}

/** The names and contents of a zip's files, by its directory. test/journeys/month.test.ts reads one with another program. */
async function unzipped({ body }: TestAnswer): Promise<Record<string, string>> {
  const answer = await fetch(String(body.url));
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const zip = Buffer.from(await answer.arrayBuffer());
  const end = zip.length - END_SIZE;
  const files: Record<string, string> = {};
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const name = zip.toString('latin1', at + 46, at + 46 + zip.readUInt16LE(at + 28));
    const file = zip.readUInt32LE(at + 42);
    const begin = file + 30 + zip.readUInt16LE(file + 26) + zip.readUInt16LE(file + 28);
    files[name] = inflateRawSync(zip.subarray(begin, begin + zip.readUInt32LE(at + 20))).toString('latin1');
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30);
  }
  return files;
}
const END_SIZE = 22;

describe('tax 6.6: the files of a month', () => {
  test('are a zip with XML and PDF of each stamped document, copied once into our bucket', async () => {
    const { office, id } = await openWithInvoice();
    const uuids = [];
    for (const invoice of [id, await insertReady(office)]) uuids.push((await stamp(office, invoice)).body.uuid);
    const asked = await ask(office);
    expect(asked).toMatchObject({ status: 202, body: { id: expect.any(String), status: 'CREATED' } });
    pass(office, 600);
    expect(await read(office, asked.body.id)).toMatchObject({ status: 200, body: { status: 'PROCESSING' } });
    pass(office, FINISHED_MS);
    storage.follow(office.testContext.now);
    const answer = await read(office, asked.body.id);
    expect(answer).toMatchObject({ status: 200, body: { id: asked.body.id, status: 'FINISHED' } });
    expect(String(answer.body.url)).toContain(fileKeyOf({ teamId: office.teamId, id: String(asked.body.id) }));
    expect(new URL(String(answer.body.url)).searchParams.get('X-Amz-Expires')).toBe('900');
    const files = await unzipped(answer);
    expect(Object.keys(files).sort()).toEqual(uuids.flatMap((uuid) => [`${uuid}.pdf`, `${uuid}.xml`]).sort());
    for (const uuid of uuids) {
      expect(files[`${uuid}.xml`]).toContain(`UUID="${uuid}"`);
      expect(files[`${uuid}.pdf`]).toMatch(/^%PDF-[\s\S]*%%EOF\n$/);
    }
    befall({ fault: 'HTML', actions: ['RetrieveZipRequest', 'DownloadZipRequest'] });
    expect((await read(office, asked.body.id)).body).toMatchObject({ status: 'FINISHED' });
  });

  test('are those of the types that are asked for, in any order', async () => {
    const { office, id } = await openWithInvoice();
    await stamp(office, id);
    expect(await unzipped(await finished(office, { ...BODY, types: ['T', 'E'] }))).toEqual({});
    expect(Object.keys(await unzipped(await finished(office, { ...BODY, types: ['P', 'I'] })))).toHaveLength(2);
    expect(requests().at(-1)).toMatchObject({ year: 2026, month: 3, types: ['I', 'P'] });
  });

  test.each([
    ['month', {}],
    ['month', { month: '2026-13' }],
    ['month', { month: '2026-3' }],
    ['month', { month: '2026-04' }],
    ['types', { ...BODY, types: [] }],
    ['types', { ...BODY, types: ['I', 'I'] }],
    ['types[0]', { ...BODY, types: ['N'] }],
    ['format', { ...BODY, format: 'pdf' }],
  ])('are refused by %s for %j', async (field, body) => {
    const office = await open();
    const made = await requestsOf(async () =>
      expect(await ask(office, body)).toMatchObject({ status: 400, body: { error: 'VALIDATION_FAILED', field } }),
    );
    expect(made).toBe(0);
  });

  test('of the present month are asked for by the local month of the team', async () => {
    const office = await openOffice(world, { team: { timeZone: 'Pacific/Kiritimati' } });
    expect((await office.send(configureOrganization, { body: LEGAL })).status).toBe(200);
    const { testContext } = office;
    const now = testContext.now().getTime();
    pass(office, Date.parse('2026-03-31T11:00:00Z') - now);
    const answers = [await ask(office, { month: '2026-04' }), await ask(office, { month: '2026-05' })];
    expect(answers.map(({ status }) => status)).toEqual([202, 400]);
  });

  test('need an organization, as a stamp does, and an administrator', async () => {
    const office = await openOffice(world);
    const refused = { status: 400, body: { field: 'teamId', message: expect.stringContaining('no organization') } };
    expect(await ask(office)).toMatchObject(refused);
    const member = await office.hire('MEMBER');
    const ready = await open();
    const { id } = (await ask(ready)).body;
    const answers = [await ask(member), await read(await ready.hire('MEMBER'), id), await read(office, id)];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 404]);
  });

  test('that several ask for at once are one request at the provider and one archive', async () => {
    const office = await open();
    const answers: TestAnswer[] = [];
    const made = await requestsOf(async () => {
      answers.push(...(await Promise.all([ask(office), ask(office), ask(office, BODY, 'key-1'), ask(office)])));
      answers.push(await ask(office, { ...BODY, types: ['T', 'P', 'E', 'I'] }));
    });
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(made).toBe(1);
    const entries = recordsOf(await office.send(listAudit, { query: { entityType: 'DOCUMENT_ARCHIVE' } }), 'entries');
    expect(entries).toMatchObject([{ action: 'CREATE', changes: { month: MONTH, types: ['I', 'E', 'T', 'P'] } }]);
  });

  test('are asked for again after they ended; a repeated Idempotency-Key gets the first archive', async () => {
    const office = await open();
    const first = await ask(office, BODY, 'key-1');
    pass(office, FINISHED_MS);
    storage.follow(office.testContext.now);
    await read(office, first.body.id);
    const [again, repeated] = [await ask(office), await ask(office, BODY, 'key-1')];
    expect(again.body.id).not.toBe(first.body.id);
    expect(repeated.body).toMatchObject({ id: first.body.id, status: 'FINISHED' });
  });

  test('that the provider refuses are 502 and FAILED, and can be asked for again', async () => {
    const office = await open();
    befall({ fault: 'REFUSE', actions: ['CreateZipRequest'] });
    expect(await ask(office, BODY, 'key-1')).toMatchObject({ status: 502 });
    const failed = await ask(office, BODY, 'key-1');
    expect(failed.body).toMatchObject({ status: 'FAILED', errorMessage: expect.any(String) });
    expect(await read(office, failed.body.id)).toMatchObject({ status: 200, body: failed.body });
    expect((await ask(office)).body).toMatchObject({
      status: 'CREATED',
      id: expect.not.stringMatching(String(failed.body.id)),
    });
  });

  test.each(['HTML', 'LOSE_ANSWER'] as const)(
    'whose request meets %s are 502; the next POST or GET asks again, for the same archive',
    async (fault) => {
      const office = await open();
      befall({ fault, actions: ['CreateZipRequest'] });
      expect(await ask(office, BODY, 'key-1')).toMatchObject({ status: 502, body: { error: 'PROVIDER_ERROR' } });
      const { id, status } = (await ask(office, BODY, 'key-1')).body;
      expect(status).toBe('CREATED');
      pass(office, FINISHED_MS);
      storage.follow(office.testContext.now);
      expect((await read(office, id)).body.status).toBe('FINISHED');
    },
  );

  test('whose first request was killed are asked for a minute later, by GET too', async () => {
    const office = await open();
    befall({ fault: 'TIME_OUT_BEFORE', actions: ['CreateZipRequest'] });
    void ask(office).catch(() => undefined);
    await until(() => bench.served().standIn.faults.waiting().length === 0);
    const waiting = await ask(office);
    expect(waiting.body.status).toBe('CREATED');
    expect(await requestsOf(() => read(office, waiting.body.id))).toBe(0);
    pass(office, MINUTE_MS);
    expect(await requestsOf(() => read(office, waiting.body.id))).toBe(1);
    expect(await requestsOf(() => ask(office))).toBe(0);
  });

  test('desk 4.1: that the provider cannot build are FAILED, and say so in the language of the reader', async () => {
    const office = await open();
    befall({ fault: 'PENDING', actions: ['CreateZipRequest'], seconds: 1, outcome: 'failed' });
    const { body } = await finished(office);
    expect(body).toMatchObject({ status: 'FAILED', errorMessage: expect.stringMatching(/could not build/) });
    const spanish = await office.send(getArchive, {
      path: { archiveId: String(body.id) },
      headers: { 'accept-language': 'es-MX' },
    });
    expect(spanish.body.errorMessage).toMatch(/no pudo generar el archivo/);
  });

  test('that the provider has forgotten are FAILED', async () => {
    const office = await open();
    const { id } = (await ask(office)).body;
    for (const [key] of [...bench.served().standIn.state.zipRequests.entries()])
      bench.served().standIn.state.zipRequests.delete(key);
    expect((await read(office, id)).body.status).toBe('FAILED');
  });

  test.each(['RetrieveZipRequest', 'DownloadZipRequest'])(
    'that meet a page of a proxy at %s are 502 and stay as they were',
    async (action) => {
      const office = await open();
      const { id } = (await ask(office)).body;
      pass(office, FINISHED_MS);
      storage.follow(office.testContext.now);
      befall({ fault: 'HTML', actions: [action], times: 10 });
      expect(await read(office, id)).toMatchObject({ status: 502, body: { error: 'PROVIDER_ERROR' } });
      bench.served().standIn.faults.clear();
      expect((await read(office, id)).body.status).toBe('FINISHED');
    },
  );

  test('are copied by one of several calls; the others answer PROCESSING', async () => {
    const office = await open();
    const { id } = (await ask(office)).body;
    pass(office, FINISHED_MS);
    storage.follow(office.testContext.now);
    const answers = await Promise.all([read(office, id), read(office, id), read(office, id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ body }) => body.status).sort()).toEqual(['FINISHED', 'PROCESSING', 'PROCESSING']);
  });

  test('are gone after 30 days', async () => {
    const office = await open();
    const { id } = (await finished(office)).body;
    pass(office, 29 * DAY_MS);
    expect((await read(office, id)).status).toBe(200);
    pass(office, DAY_MS);
    expect((await read(office, id)).status).toBe(404);
  });
});
