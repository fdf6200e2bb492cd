import { operation as listDrivers } from '../../functions/drivers/list-drivers';
import { operation as createImport } from '../../functions/imports/create-import';
import { operation as listImports } from '../../functions/imports/list-imports';
import { refusal, refused } from '../support/accounts';
import { imported, importOffices, start, uploadCsv } from '../support/import-desk';
import { type Office, recordsOf } from '../support/office';

const { open } = importOffices();

const MOST_BYTES = 5 * 1024 * 1024;

/** A file of this size. The column `id` is of an export and skipped, so that its cells may have any length. */
function fileOf(bytes: number): string {
  const start = 'externalId,name,id\nC-1,Uno,';
  return `${start}${'x'.repeat(bytes - start.length - 1)}\n`;
}

const startCsv = async (office: Office, file: string, kind = 'clients') =>
  start(office, { kind, key: (await uploadCsv(office, file)).key, dryRun: false });

describe('integrations 5: the limits of an import', () => {
  it('are 5 MB: a file of this size is read, and one byte more is refused', async () => {
    const office = await open();
    const { body } = await imported(office, 'clients', fileOf(MOST_BYTES));
    expect(body).toMatchObject({ status: 'DONE', created: 1, failed: 0 });
    const answer = await startCsv(office, fileOf(MOST_BYTES + 1));
    expect([refusal(answer), answer.body.message]).toEqual([
      refused('VALIDATION_FAILED', 'key'),
      expect.stringContaining('5 MB'),
    ]);
    expect(recordsOf(await office.send(listImports), 'imports')).toHaveLength(1);
  });

  it('hold for a file that is small but has thousands of columns', async () => {
    const office = await open();
    const columns = Array.from({ length: 50_000 }, (_, number) => `a${number}`);
    expect(refusal(await startCsv(office, `${columns.join(',')}\nx\n`))).toEqual(refused('VALIDATION_FAILED', 'key'));
    expect(recordsOf(await office.send(listImports), 'imports')).toEqual([]);
  });

  it('hold for lists within a cell: a deep or long one is the fault of its row', async () => {
    const office = await open();
    const long = Array.from({ length: 5_000 }, () => 'x'.repeat(90));
    const lists = ['['.repeat(20_000) + ']'.repeat(20_000), JSON.stringify(long), '["x"]'];
    const rows = lists.map((list, index) => `D-${index},Uno,"${list.replaceAll('"', '""')}"\n`);
    const file = `externalId,name,certifications\n${rows.join('')}`;
    const { body } = await imported(office, 'drivers', file);
    expect(body).toMatchObject({ created: 1, failed: 2, errors: [{ row: 2 }, { row: 3 }] });
    const drivers = recordsOf(await office.send(listDrivers), 'drivers');
    expect(drivers.map(({ certifications }) => certifications)).toEqual([['x']]);
  });

  it('are one import at a time, also of ten requests at once with one upload', async () => {
    const office = await open();
    const { key } = await uploadCsv(office, 'externalId,name\nC-1,Uno\n');
    const answers = await Promise.all(Array.from({ length: 10 }, () => start(office, { kind: 'clients', key })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    expect(recordsOf(await office.send(listImports), 'imports')).toHaveLength(1);
  });

  it('answer ten requests at once with one Idempotency-Key with one import', async () => {
    const office = await open();
    const { key } = await uploadCsv(office, 'externalId,name\nC-1,Uno\n');
    const request = { body: { kind: 'clients', key }, headers: { 'idempotency-key': 'una-vez' } };
    const answers = await Promise.all(Array.from({ length: 10 }, () => office.send(createImport, request)));
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
    expect(new Set(made).size).toBe(1);
    const later = await office.send(createImport, request);
    expect([later.status, later.body.id]).toEqual([201, made[0]]);
    expect(recordsOf(await office.send(listImports), 'imports')).toHaveLength(1);
  });

  // The last one: its 5,000 rows wait in the queue, and the run of another test would take them.
  it('are 5,000 rows beside the header', async () => {
    const office = await open();
    const answer = await startCsv(office, `externalId,name\n${'C,x\n'.repeat(5000)}\n\n`);
    expect([answer.status, answer.body.rows]).toEqual([201, 5000]);
  });
});
