import { operation as listClients } from '../../functions/clients/list-clients';
import { refusal, refused } from '../support/accounts';
import { imported, importOffices, start, uploadCsv } from '../support/import-desk';
import { recordsOf } from '../support/office';

const { open } = importOffices();

describe('integrations 5: the file of an attacker', () => {
  it('keeps a formula as the text that it is, and guards it in the result and in the export', async () => {
    const office = await open();
    const formula = '=HYPERLINK("https://evil.example","x")';
    const file = `externalId,name\r\n=1+1,"${formula.replaceAll('"', '""')}"\r\n@SUM,-2+3\r\n+1,\r\n`;
    const { body, rows } = await imported(office, 'clients', file);
    expect(body).toMatchObject({ created: 2, failed: 1 });
    const clients = recordsOf(await office.send(listClients), 'clients');
    expect(clients.map(({ externalId, name }) => [externalId, name])).toEqual(
      expect.arrayContaining([
        ['=1+1', formula],
        ['@SUM', '-2+3'],
      ]),
    );
    const texts = rows.flatMap((row) => Object.values(row)).filter((cell) => /^[=+\-@]/.test(String(cell)));
    expect(texts).toEqual([]);
    const table = await office.send(listClients, { headers: { accept: 'text/csv' } });
    expect(String(table.body.table)).toContain(`"'=HYPERLINK`);
    expect(String(table.body.table)).not.toMatch(/(?:^|,|\n)"?[=+@]/);
  });

  it.each(['__proto__', 'constructor', 'toString', '__proto__.polluted', 'address.__proto__', 'teamId', 'createdBy'])(
    'has no column %s: it is refused, or left out as a field of an export',
    async (name) => {
      const office = await open();
      const { key } = await uploadCsv(office, `externalId,name,${name}\nC-1,Uno,x\n`);
      const answer = await start(office, { kind: 'clients', key, dryRun: false });
      expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
      if (answer.status !== 201) expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', 'key'));
    },
  );

  it.each([
    ['a cell of a megabyte', `externalId,name\nC-1,${'x'.repeat(1024 * 1024)}\nC-2,Dos\n`],
    ['a cell of quotes', `externalId,name\nC-1,"${'""'.repeat(50_000)}"\nC-2,Dos\n`],
    ['a NUL', 'externalId,name\nC-1,U\0no\nC-2,Dos\n'],
    ['a blank of no width within the key', 'externalId,name\nC\u200b-1,Uno\nC-2,Dos\n'],
    ['a key of another alphabet', 'externalId,name\nС-1,Uno\nC-2,Dos\n'],
  ])('with %s fails in that row alone, by its number', async (_, file) => {
    const office = await open();
    const { body } = await imported(office, 'clients', file);
    expect(body).toMatchObject({ rows: 2, created: 1, failed: 1, errors: [expect.objectContaining({ row: 2 })] });
    expect(JSON.stringify(body).length).toBeLessThan(2_000);
  });

  it('of ten megabytes is refused before it is read', async () => {
    const office = await open();
    const { key } = await uploadCsv(office, Buffer.alloc(10 * 1024 * 1024, 'externalId,name\n'));
    const answer = await start(office, { kind: 'clients', key });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', 'key'));
    expect(answer.body.message).toMatch(/5 MB/);
  });

  it('with a header of a megabyte is refused by a message of a few words', async () => {
    const office = await open();
    const { key } = await uploadCsv(office, `externalId,${'x'.repeat(1024 * 1024)}\nC-1,Uno\n`);
    const { status, body } = await start(office, { kind: 'clients', key });
    expect(status).toBe(400);
    expect(String(body.message).length).toBeLessThan(300);
  });
});
