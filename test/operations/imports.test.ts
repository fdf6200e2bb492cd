import { operation as listAudit } from '../../functions/audit/list-audit';
import { operation as listBoxes } from '../../functions/boxes/list-boxes';
import { operation as listClients } from '../../functions/clients/list-clients';
import { operation as listDrivers } from '../../functions/drivers/list-drivers';
import { operation as createImport } from '../../functions/imports/create-import';
import { operation as getImport } from '../../functions/imports/get-import';
import { operation as listImports } from '../../functions/imports/list-imports';
import { operation as listRoutePoints } from '../../functions/route-points/list-route-points';
import { operation as listTrips } from '../../functions/trips/list-trips';
import { operation as listVehicles } from '../../functions/vehicles/list-vehicles';
import { refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { exported } from '../support/exported';
import { imported, importOffices, resultOf, runDue, start, uploadCsv } from '../support/import-desk';
import { type Office, openOffice, recordsOf } from '../support/office';
import { upload } from '../support/storage';
import { ask } from '../support/uploads';

const { world, open } = importOffices();

const CLIENTS = 'externalId,name,paymentTerms\r\nC-1,Xenón,30\r\nC-2,Aceros,15\r\n';
const clientsOf = async (office: Office) => recordsOf(await office.send(listClients), 'clients');
const startCsv = async (office: Office, text: string | Uint8Array<ArrayBuffer>, kind = 'clients') =>
  start(office, { kind, key: (await uploadCsv(office, text)).key, dryRun: false });

describe('integrations 5: an import', () => {
  it('only checks the file by default, and writes nothing but its job', async () => {
    const office = await open();
    const { key } = await uploadCsv(office, CLIENTS);
    const { status, body } = await start(office, { kind: 'clients', key });
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ dryRun: true, status: 'QUEUED', rows: 2, done: 0 }),
    ]);
    await runDue(office.testContext);
    const { body: done, rows } = await resultOf(office, String(body.id));
    expect(done).toMatchObject({
      status: 'DONE',
      done: 2,
      created: 0,
      updated: 0,
      wouldCreate: 2,
      unchanged: 0,
      failed: 0,
    });
    expect(rows.map(({ row, externalId, result }) => [row, externalId, result])).toEqual([
      ['2', 'C-1', 'WOULD_CREATE'],
      ['3', 'C-2', 'WOULD_CREATE'],
    ]);
    expect(await clientsOf(office)).toEqual([]);
  });

  it('creates, changes and leaves records by externalId, each with its audit entry', async () => {
    const office = await open();
    const first = await imported(office, 'clients', CLIENTS);
    expect(first.body).toMatchObject({ status: 'DONE', created: 2, updated: 0, unchanged: 0, failed: 0, errors: [] });
    const second = await imported(office, 'clients', 'name,externalId\nXenón,C-1\nAceros del Norte,C-2\nNuevo,C-3\n');
    expect(second.body).toMatchObject({ created: 1, updated: 1, unchanged: 1, failed: 0 });
    const names = (await clientsOf(office)).map(({ externalId, name, paymentTerms }) => [
      externalId,
      name,
      paymentTerms,
    ]);
    expect(names.sort()).toEqual([
      ['C-1', 'Xenón', 30],
      ['C-2', 'Aceros del Norte', 15],
      ['C-3', 'Nuevo', undefined],
    ]);
    const ids = new Map((await clientsOf(office)).map(({ externalId, id }) => [externalId, id]));
    expect(second.rows.map(({ id }) => id)).toEqual(['C-1', 'C-2', 'C-3'].map((one) => ids.get(one)));
    const entries = recordsOf(await office.send(listAudit, { query: { entityType: 'CLIENT' } }), 'entries');
    expect(entries.map(({ action, actorId }) => [action, actorId]).sort()).toEqual([
      ['CREATE', office.id],
      ['CREATE', office.id],
      ['CREATE', office.id],
      ['UPDATE', office.id],
    ]);
    const finished = recordsOf(await office.send(listAudit, { query: { entityType: 'IMPORT' } }), 'entries');
    expect(finished.map(({ changes }) => changes)).toEqual([
      { previousStatus: 'RUNNING', newStatus: 'DONE' },
      { previousStatus: 'RUNNING', newStatus: 'DONE' },
    ]);
  });

  it('refuses a row alone: its errors name row, key and field in both languages', async () => {
    const office = await open();
    const text =
      'externalId,name,creditLimit\nC-1,,\n,Sin clave,1\nC-3,"Mal\0o",1\nC-4,Bien,5\nC-4,Otra vez,5\nC-6,Uno,mil\nC-7,larga,5,6\n';
    const { body, rows } = await imported(office, 'clients', text);
    expect(body).toMatchObject({ rows: 7, done: 7, created: 1, failed: 6 });
    expect(body.errors).toEqual([
      { row: 2, externalId: 'C-1', errors: [{ field: 'name', message: expect.stringContaining('required') }] },
      { row: 3, errors: [{ field: 'externalId', message: expect.any(String) }] },
      { row: 4, errors: [{ message: expect.stringContaining('NUL') }] },
      { row: 6, externalId: 'C-4', errors: [{ field: 'externalId', message: expect.stringContaining('Row 5') }] },
      { row: 7, externalId: 'C-6', errors: [{ field: 'creditLimit', message: expect.any(String) }] },
      { row: 8, errors: [{ message: expect.stringContaining('4 cells') }] },
    ]);
    expect(rows[0]?.errores).toMatch(/^name: Este campo es obligatorio/);
  });

  it('reads the quote that stays open as the fault of its row', async () => {
    const office = await open();
    const { body } = await imported(office, 'clients', 'externalId,name\nC-1,Uno\nC-2,"Dos\nC-3,Tres\n');
    expect(body).toMatchObject({ rows: 2, created: 1, failed: 1, errors: [expect.objectContaining({ row: 3 })] });
  });

  it.each([
    ['an unknown column', 'externalId,nombre\nC-1,Uno\n'],
    ['a column twice', 'externalId,name,name\nC-1,Uno,Dos\n'],
    ['no externalId', 'name\nUno\n'],
    ['no rows', 'externalId,name\n'],
    ['no header', '\n\n'],
    ['more than 5,000 rows', `externalId,name\n${'C,x\n'.repeat(5001)}`],
    ['Latin-1', Uint8Array.from(Buffer.from('externalId,name\nC-1,Ca\xf1\xf3n\n', 'latin1'))],
  ])('refuses a file with %s', async (_, text) => {
    const office = await open();
    const answer = await startCsv(office, text);
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', 'key'));
    if (typeof text !== 'string') expect(answer.body.message).toContain('CSV UTF-8');
    expect((await startCsv(office, CLIENTS)).status).toBe(201);
  });

  it.each([
    ['without any text', ' , \r\n\r\n', /no header row/, /no tiene fila de encabezado/],
    ['with rows alone', 'C-1,Uno\r\nC-2,Dos\r\n', /no column C-1/, /no existe la columna C-1/],
    ['with a wrong name', 'externalId,nombre\r\nC-1,Uno\r\n', /no column nombre/, /no existe la columna nombre/],
    ['with a name twice', 'externalId,name, name \r\nC-1,Uno,Dos\r\n', /name occurs twice/, /name aparece dos veces/],
    ['without the key', 'name\r\nUno\r\n', /no column externalId/, /no tiene la columna externalId/],
    ['with an empty name', 'externalId,,name\r\nC-1,x,Uno\r\n', /column 2 has no name/, /columna 2 no tiene nombre/],
    ['with a quote that stays open', 'externalId,"name\r\nC-1,Uno\r\n', /no header row/, /no tiene fila/],
    [
      'in UTF-16',
      Uint8Array.from(Buffer.from('\ufeffexternalId,name\nC-1,Uno\n', 'utf16le')),
      /CSV UTF-8/,
      /CSV UTF-8/,
    ],
    [
      'in UTF-16 without a mark',
      Uint8Array.from(Buffer.from('externalId,name\nC-1,Uno\n', 'utf16le')),
      /CSV UTF-8/,
      /CSV UTF-8/,
    ],
  ])('integrations 7: a CSV %s as its header row is refused, and the message says why', async (_, file, en, es) => {
    const office = await open();
    const { key } = await uploadCsv(office, file);
    const send = (language: string) =>
      office.send(createImport, { body: { kind: 'clients', key }, headers: { 'accept-language': language } });
    const english = await send('en');
    expect(refusal(english)).toEqual(refused('VALIDATION_FAILED', 'key'));
    expect(english.body.message).toMatch(en);
    expect((await send('es')).body.message).toMatch(es);
    expect((await office.send(listImports)).body.count).toBe(0);
  });

  it('refuses an unknown kind, and a dryRun that is no boolean', async () => {
    const office = await open();
    const { key } = await uploadCsv(office, CLIENTS);
    expect(refusal(await start(office, { kind: 'invoices', key }))).toEqual(refused('VALIDATION_FAILED', 'kind'));
    const text = { kind: 'clients', key, dryRun: 'false' };
    expect(refusal(await start(office, text))).toEqual(refused('VALIDATION_FAILED', 'dryRun'));
  });

  it('reads semicolons and the byte order mark of Excel', async () => {
    const office = await open();
    const { body } = await imported(office, 'clients', '\ufeffexternalId;name;notes\r\nC-1;"A;B, C";x\r\n');
    expect(body).toMatchObject({ created: 1, failed: 0 });
    expect((await clientsOf(office)).map(({ name }) => name)).toEqual(['A;B, C']);
  });

  it('integrations 5: reads the small numbers of a spreadsheet and of an old export, and no number that lost its digits', async () => {
    const office = await open();
    const header = 'externalId,name,address,lat,lng';
    const rows = ['P-1,Uno,x,1E-07,-2.5e-7', 'P-2,Dos,x,0.0000001,1', 'P-3,Tres,x,2.5E+01,1'];
    const { body } = await imported(office, 'route-points', [header, ...rows, ''].join('\n'));
    expect(body).toMatchObject({ created: 2, failed: 1 });
    const message = expect.stringContaining('shortened this number');
    expect(body.errors).toEqual([{ row: 4, externalId: 'P-3', errors: [{ field: 'lat', message }] }]);
    const points = recordsOf(await office.send(listRoutePoints), 'routePoints');
    expect(points.map(({ lat, lng }) => [lat, lng])).toEqual([
      [1e-7, 1],
      [1e-7, -2.5e-7],
    ]);
    const table = await exported(office, listRoutePoints);
    expect(table).toContain('0.0000001,-0.00000025');
  });

  it('integrations 5: says why a cell is not the number or text that its spreadsheet shows', async () => {
    const office = await open();
    const rows = [
      'C-1,Uno,"1,200",',
      'C-2,Dos,$ 1200.00,',
      'C-3,Tres,12%,',
      'C-4,Cuatro,mil,',
      'C-5,Cinco,1,#¡REF!',
      '#N/D,Seis,1,',
      'C-7,Siete,1,#8',
      'C-8,Ocho,1200,',
    ];
    const { body } = await imported(office, 'clients', ['externalId,name,creditLimit,phone', ...rows, ''].join('\n'));
    const [form, formula] = [expect.stringContaining('decimal point'), expect.stringContaining('formula')];
    const at = (row: number, field: string, message: unknown) => ({ row, errors: [{ field, message }] });
    expect(body).toMatchObject({ created: 2, failed: 6 });
    expect(body.errors).toEqual([
      { externalId: 'C-1', ...at(2, 'creditLimit', form) },
      { externalId: 'C-2', ...at(3, 'creditLimit', form) },
      { externalId: 'C-3', ...at(4, 'creditLimit', form) },
      { externalId: 'C-4', ...at(5, 'creditLimit', expect.stringContaining('whole number')) },
      { externalId: 'C-5', ...at(6, 'phone', formula) },
      at(7, 'externalId', formula),
    ]);
  });

  it('integrations 5: reads the text that another program writes as a formula, so that a spreadsheet keeps its zeros', async () => {
    const office = await open();
    const file = 'externalId,name,phone\r\n="0042",Aceros,"=""0081"""\r\nC-2,\'="x",\r\n';
    expect((await imported(office, 'clients', file)).body).toMatchObject({ created: 2 });
    const clients = (await clientsOf(office)).map(({ externalId, name, phone }) => [externalId, name, phone]);
    expect(clients.sort()).toEqual([
      ['0042', 'Aceros', '0081'],
      ['C-2', '="x"', undefined],
    ]);
    expect((await imported(office, 'clients', await exported(office, listClients))).body).toMatchObject({
      unchanged: 2,
    });
  });

  it.each([
    ['the day first', ['31/12/2027', '04/03/2027', '5-6-2027'], ['2027-12-31', '2027-03-04', '2027-06-05']],
    ['the month first', ['12/31/2027', '04/03/2027', '2027-06-05'], ['2027-12-31', '2027-04-03', '2027-06-05']],
    ['no known order', ['12/11/2027', '04/03/2027', '2027-06-05'], [null, null, '2027-06-05']],
    ['both orders', ['31/12/2027', '12/31/2027', '2027-06-05'], [null, null, '2027-06-05']],
    ['a day that does not exist', ['31/12/2027', '31/02/2027', '30.11.2027'], ['2027-12-31', null, '2027-11-30']],
  ])('integrations 5: reads the days that a spreadsheet writes with %s', async (_, days, stored) => {
    const office = await open();
    const rows = days.map((day, index) => `D-${index},Inés,${index === 1 ? '' : day},${index === 1 ? day : ''}`);
    const file = ['externalId,name,licenseExpiry,medicalExpiry', ...rows, ''].join('\n');
    for (const dryRun of [true, false]) {
      const { body } = await imported(office, 'drivers', file, dryRun);
      expect(body.failed).toBe(stored.filter((day) => day === null).length);
    }
    const drivers = recordsOf(await office.send(listDrivers), 'drivers');
    const found = new Map(drivers.map((one) => [one.externalId, one.licenseExpiry ?? one.medicalExpiry]));
    expect(days.map((__, index) => found.get(`D-${index}`) ?? null)).toEqual(stored);
  });

  it('integrations 5: reads the booleans of a spreadsheet in Spanish', async () => {
    const office = await open();
    const rows = [
      'T-1,2026-04-01T06:00:00Z,VERDADERO',
      'T-2,2026-04-01T06:00:00Z,Falso',
      'T-3,2026-04-01T06:00:00Z,quizá',
    ];
    const { body } = await imported(office, 'trips', ['externalId,startDate,ownGoods', ...rows, ''].join('\n'));
    expect(body).toMatchObject({ created: 2, errors: [{ row: 4, errors: [{ field: 'ownGoods' }] }] });
    const trips = recordsOf(await office.send(listTrips), 'trips');
    expect(new Map(trips.map(({ externalId, ownGoods }) => [externalId, ownGoods]))).toEqual(
      new Map([
        ['T-1', true],
        ['T-2', false],
      ]),
    );
  });

  it('reads keys without the invisible characters beside them, and refuses one within a key', async () => {
    const office = await open();
    const file = 'externalId,name\n\u200eC-1\u200b,Uno\n\u202aC-2\u202c\u00a0,Dos\nC\u00ad-3,Tres\n';
    expect((await imported(office, 'clients', file)).body).toMatchObject({ created: 2, failed: 1 });
    expect((await clientsOf(office)).map(({ externalId }) => externalId).sort()).toEqual(['C-1', 'C-2']);
    const trips = 'externalId,startDate,clientExternalId\nT-1,2026-04-01T06:00:00Z,\u200bC-2\u00ad\n';
    expect((await imported(office, 'trips', trips)).body).toMatchObject({ created: 1 });
  });

  it('reads days with the year first, and with the midnight that a spreadsheet shows behind them', async () => {
    const office = await open();
    const days = [
      '2027/12/31',
      '2027-6-5',
      '31/12/2027 0:00',
      '05/06/2027 12:00:00 a. m.',
      '2027-12-31 00:00:00',
      '2027-12-31 06:30',
    ];
    const rows = days.map((day, index) => `D-${index},Inés,${day}\n`).join('');
    const { body } = await imported(office, 'drivers', `externalId,name,licenseExpiry\n${rows}`);
    expect(body).toMatchObject({ created: 5, failed: 1 });
    const drivers = recordsOf(await office.send(listDrivers), 'drivers');
    const found = drivers.map(({ externalId, licenseExpiry }) => [externalId, licenseExpiry]).sort();
    expect(found.map(([, day]) => day)).toEqual(['2027-12-31', '2027-06-05', '2027-12-31', '2027-06-05', '2027-12-31']);
  });

  it('takes 1E-05 as the number of a box, and refuses 1.50E-05, which a spreadsheet may have made of a longer one', async () => {
    const office = await open();
    const file = 'externalId,economicNumber,dailyRate\nB-1,1E-05,850\nB-2,1.50E-05,850\nB-3,1E+12,850\n';
    const { body } = await imported(office, 'boxes', file);
    expect(body).toMatchObject({ created: 1, failed: 2 });
    expect(recordsOf(await office.send(listBoxes), 'boxes').map(({ economicNumber }) => economicNumber)).toEqual([
      '1E-05',
    ]);
  });

  it('takes the apostrophe away that an export puts before a formula, and no other one', async () => {
    const office = await open();
    await imported(office, 'clients', `externalId,name,notes\nC-1,'=1+1,'hola\n`);
    expect((await clientsOf(office)).map(({ name, notes }) => [name, notes])).toEqual([['=1+1', `'hola`]]);
  });

  it('takes only an own grant: not that of a colleague, another team or an earlier hour', async () => {
    const office = await open();
    const { key } = await uploadCsv(office, CLIENTS);
    const forbidden = refused('FORBIDDEN', 'key');
    expect(refusal(await start(await office.hire('ADMIN'), { kind: 'clients', key }))).toEqual(forbidden);
    expect(refusal(await start(await openOffice(world), { kind: 'clients', key }))).toEqual(forbidden);
    expect(refusal(await start(office, { kind: 'clients', key: 'imports/ajeno.csv' }))).toEqual(forbidden);
    office.testContext.pass(61 * 60_000);
    expect(refusal(await start(office, { kind: 'clients', key }))).toEqual(forbidden);
  });

  it('reads the copy: a later upload to the same address changes nothing, and the key can be sent again', async () => {
    const office = await open();
    const { key, again } = await uploadCsv(office, CLIENTS);
    const { body } = await start(office, { kind: 'clients', key, dryRun: false });
    expect((await again('externalId,name\nX-1,Ajeno\n')).status).toBe(200);
    await runDue(office.testContext);
    expect((await resultOf(office, String(body.id))).body).toMatchObject({ status: 'DONE', created: 2 });
    expect((await clientsOf(office)).map(({ externalId }) => externalId).sort()).toEqual(['C-1', 'C-2']);
    expect((await start(office, { kind: 'clients', key })).status).toBe(201);
  });

  it('is one of its team at a time, and ten an hour', async () => {
    const office = await open();
    const { key } = await uploadCsv(office, CLIENTS);
    const both = await Promise.all([1, 2].map(() => start(office, { kind: 'clients', key })));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(both.map(({ body }) => body.error)).toContain('IMPORT_RUNNING');
    expect(refusal(await start(office, { kind: 'clients', key }))).toEqual(refused('IMPORT_RUNNING'));
    await runDue(office.testContext);
    for (let number = 3; number <= 10; number += 1) {
      expect((await start(office, { kind: 'clients', key })).status).toBe(201);
      await runDue(office.testContext);
    }
    const answer = await start(office, { kind: 'clients', key });
    expect([answer.status, Number(answer.headers['Retry-After'])]).toEqual([429, expect.any(Number)]);
  });

  it('answers a repeated Idempotency-Key with the first import', async () => {
    const office = await open();
    const { key } = await uploadCsv(office, CLIENTS);
    const request = { body: { kind: 'clients', key }, headers: { 'idempotency-key': 'una-vez' } };
    const [one, two] = [await office.send(createImport, request), await office.send(createImport, request)];
    expect([two.status, two.body.id]).toEqual([201, one.body.id]);
    expect(recordsOf(await office.send(listImports), 'imports')).toHaveLength(1);
  });

  it('is for administrators, and of its team alone', async () => {
    const office = await open();
    const { body } = await startCsv(office, CLIENTS);
    const path = { importId: String(body.id) };
    const member = await office.hire('MEMBER');
    for (const answer of [
      await member.send(getImport, { path }),
      await member.send(listImports),
      await start(member, { kind: 'clients', key: 'k' }),
    ])
      expect(refusal(answer)).toEqual(refused('FORBIDDEN'));
    expect((await (await open()).send(getImport, { path })).status).toBe(404);
    expect(recordsOf(await office.send(listImports), 'imports').map(({ id }) => id)).toEqual([path.importId]);
  });

  it('integrations 5: two teams upload files of the same name, each below its own team', async () => {
    const asked = { folder: 'imports', fileName: 'clientes.csv', contentType: 'text/csv' };
    for (const office of [await open(), await open()]) {
      const { status, body } = await ask(office, asked);
      expect([status, body.key]).toEqual([200, `imports/${office.teamId}/clientes.csv`]);
    }
  });

  it('uploads are private, and CSV', async () => {
    const office = await open();
    const asked = { folder: 'imports', fileName: 'a.csv', contentType: 'text/csv' };
    expect(refusal(await ask(office, { ...asked, bucket: 'assets' }))).toEqual(refused('VALIDATION_FAILED', 'bucket'));
    const { status, body } = await ask(office, { ...asked, contentType: 'text/plain' });
    expect([status, body.field]).toEqual([400, 'contentType']);
    const granted = await ask(office, { ...asked, bucket: 'documents' });
    expect(granted.body.publicUrl).toBe('');
    expect(refusal(await start(office, { kind: 'clients', key: granted.body.key }))).toEqual(
      refused('VALIDATION_FAILED', 'key'),
    );
    await upload(granted.body.uploadUrl, '%PDF-1.7\nexternalId', 'text/csv');
    expect(refusal(await start(office, { kind: 'clients', key: granted.body.key }))).toEqual(
      refused('VALIDATION_FAILED', 'key'),
    );
  });
});

describe('integrations 5: the rows of an import', () => {
  it('name other records by their keys, and fail for a key or an id that the team does not have', async () => {
    const office = await open();
    await imported(office, 'clients', CLIENTS);
    const text = [
      'externalId,startDate,endDate,clientExternalId,clientId',
      'T-1,2026-04-01T06:00:00-06:00,,C-1,',
      'T-2,2026-04-01T06:00:00-06:00,,C-9,',
      'T-3,2026-04-02T06:00:00-06:00,2026-04-01T06:00:00-06:00,C-1,',
    ];
    const columns = await startCsv(office, `${text.join('\n')}\n`, 'trips');
    expect(refusal(columns)).toEqual(refused('VALIDATION_FAILED', 'key'));
    const file = `${text.map((line) => line.replace(/,[^,]*$/, '')).join('\n')}\n`;
    for (const dryRun of [true, false]) {
      const { body } = await imported(office, 'trips', file, dryRun);
      expect(body).toMatchObject(dryRun ? { wouldCreate: 1, failed: 2 } : { created: 1, failed: 2 });
      expect(body.errors).toMatchObject([
        { row: 3, externalId: 'T-2', errors: [{ field: 'clientExternalId' }] },
        { row: 4, externalId: 'T-3', errors: [{ field: 'endDate' }] },
      ]);
    }
    const byId = `externalId,startDate,clientId\nT-5,2026-04-01T06:00:00-06:00,${someId()}\n`;
    for (const dryRun of [true, false])
      expect((await imported(office, 'trips', byId, dryRun)).body).toMatchObject({
        failed: 1,
        errors: [{ row: 2, errors: [{ field: 'clientId' }] }],
      });
  });

  it.each([
    ['vehicles', 'plate', 'AB-123', 'ab 123'],
    ['boxes', 'economicNumber', 'CS-1', 'cs-1'],
  ])('of %s cannot take a %s that is in use, and a dry run says so', async (kind, field, one, same) => {
    const office = await open();
    const rate = kind === 'boxes' ? ',dailyRate' : '';
    const cell = kind === 'boxes' ? ',10' : '';
    const file = (...rows: string[]) => `externalId,${field}${rate}\n${rows.map((row) => `${row}${cell}\n`).join('')}`;
    const both = file(`A,${one}`, `B,${same}`);
    const twice = { failed: 1, errors: [{ row: 3, errors: [{ field }] }] };
    expect((await imported(office, kind, both, true)).body).toMatchObject({ ...twice, wouldCreate: 1 });
    expect((await imported(office, kind, both)).body).toMatchObject({ ...twice, created: 1 });
    const used = { failed: 1, errors: [{ row: 2, errors: [{ field }] }] };
    expect((await imported(office, kind, file(`C,${same}`), true)).body).toMatchObject(used);
    expect((await imported(office, kind, file(`C,${same}`))).body).toMatchObject(used);
    expect((await imported(office, kind, file(`A,${same}`), true)).body).toMatchObject({ failed: 0 });
  });

  it.each([
    ['an earlier row gives away', ['A,P-9,', 'B,P-1,'], []],
    [
      'a row gives away before many others',
      ['A,P-9,', ...Array.from({ length: 30 }, (_, n) => `N${n},N-${n},`), 'D,P-1,'],
      [],
    ],
    ['a later row gives away', ['B,P-1,', 'A,P-9,'], [2]],
    ['two rows exchange', ['A,P-2,', 'B,P-1,'], [2, 3]],
    ['a refused row would give away', ['A,P-9,x', 'D,P-1,'], [2, 3]],
    ['an empty cell keeps', ['A,,2020', 'D,P-1,'], [3]],
    ['its own row writes differently', ['A,p 1,2020', 'D,P-1,'], [3]],
  ])('of vehicles refuse the same rows as their dry run when one has the plate that %s', async (_, rows, failed) => {
    const office = await open();
    await imported(office, 'vehicles', 'externalId,plate\nA,P-1\nB,P-2\n');
    const file = `externalId,plate,year\n${rows.join('\n')}\n`;
    for (const dryRun of [true, false]) {
      const { body } = await imported(office, 'vehicles', file, dryRun);
      const refusedRows = Array.isArray(body.errors) ? body.errors.map(({ row }) => row) : [];
      expect({ dryRun, refusedRows }).toEqual({ dryRun, refusedRows: failed });
    }
  });

  it('keep what an empty cell does not name, also within an address', async () => {
    const office = await open();
    await imported(office, 'clients', 'externalId,name,phone,address.street,address.city\nC-1,Uno,81,Juárez,Apodaca\n');
    const { body } = await imported(office, 'clients', 'externalId,phone,address.street\nC-1,,Hidalgo\n');
    expect(body).toMatchObject({ updated: 1 });
    const [client] = await clientsOf(office);
    expect(client).toMatchObject({ phone: '81', address: { street: 'Hidalgo', city: 'Apodaca' } });
  });

  it('get back the zero of a postcode that a spreadsheet dropped, except of another country', async () => {
    const office = await open();
    const header = 'externalId,name,zipCode,address.zipCode,address.country\n';
    const rows = ['A,Uno,1000,6700,', 'B,Dos,64000, 1219 ,México', 'C,Tres,,8001,Suiza', 'D,Cuatro,100,12345,'];
    const file = `${header}${rows.join('\n')}\n`;
    expect((await imported(office, 'clients', file)).body).toMatchObject({ created: 4 });
    const found = new Map((await clientsOf(office)).map((one) => [one.externalId, one]));
    expect(['A', 'B', 'C', 'D'].map((key) => found.get(key))).toMatchObject([
      { zipCode: '01000', address: { zipCode: '06700' } },
      { zipCode: '64000', address: { zipCode: '01219' } },
      { address: { zipCode: '8001' } },
      { zipCode: '100', address: { zipCode: '12345' } },
    ]);
    expect((await imported(office, 'clients', file)).body).toMatchObject({ unchanged: 4 });
  });

  it('keep the country of an address that they do not name, and the postcode of that country', async () => {
    const office = await open();
    await imported(
      office,
      'clients',
      'externalId,name,address.city,address.country\nA,Acme,Laredo,USA\nB,Uno,Apodaca,\n',
    );
    const again = await imported(office, 'clients', 'externalId,address.city,address.country\nA,Laredo,\nB,Apodaca,\n');
    expect(again.body).toMatchObject({ unchanged: 2 });
    const { body } = await imported(office, 'clients', 'externalId,address.zipCode\nA,7804\nB,6700\n');
    expect(body).toMatchObject({ updated: 2 });
    const found = new Map((await clientsOf(office)).map((one) => [one.externalId, one.address]));
    expect(found.get('A')).toEqual({ city: 'Laredo', country: 'USA', zipCode: '7804' });
    expect(found.get('B')).toEqual({ city: 'Apodaca', country: 'Mexico', zipCode: '06700' });
  });

  it('of points of routes get back the zero of their postcode', async () => {
    const office = await open();
    await imported(
      office,
      'route-points',
      'externalId,name,address,lat,lng,postalCode\nP,Bodega,CDMX,19.4,-99.1,6000\n',
    );
    const points = recordsOf(await office.send(listRoutePoints), 'routePoints');
    expect(points).toMatchObject([{ postalCode: '06000' }]);
  });

  it('are refused where a spreadsheet shortened a number, before anything is lost', async () => {
    const office = await open();
    await imported(office, 'clients', 'externalId,name,phone\nC,Peña,528112345678\n');
    const refused = await imported(office, 'clients', 'externalId,name,phone\nC,Peña,5.28112E+11\nD,Dos,81\n');
    expect(refused.body).toMatchObject({ failed: 1, created: 1 });
    expect(await clientsOf(office)).toContainEqual(expect.objectContaining({ externalId: 'C', phone: '528112345678' }));
  });

  it('of vehicles are those of the single operation: unique plate and search words', async () => {
    const office = await open();
    await imported(office, 'vehicles', 'externalId,plate,brand\nV-1,AB-123,Kenworth\n');
    const found = await office.send(listVehicles, { query: { q: 'kenworth' } });
    expect(recordsOf(found, 'vehicles').map(({ plate }) => plate)).toEqual(['AB-123']);
  });
});
