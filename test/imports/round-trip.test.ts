import { accounts } from '../support/accounts';
import { exported } from '../support/exported';
import { EXTERNAL_KINDS, type ExternalKind } from '../support/external-kinds';
import { imported } from '../support/import-desk';
import { type Office, openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { runs } from '../support/runs';
import { seeded } from '../support/seeded';
import { objectStorage } from '../support/storage';

const table = quickTable();
const world = accounts(table);
const storage = objectStorage();

const ODD = { notes: '=1+1 "dos";\n-tres, ñandú' };

/** Values that a file could change: formulas, quotes, line breaks, decimals, objects and lists. */
const RICH: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  client: [
    {
      ...{
        name: '+Aceros "Norte"',
        phone: '+52 81',
        email: 'Pagos@Aceros.MX',
        creditLimit: 0,
        paymentTerms: 30,
        ...ODD,
      },
      address: { street: '=Juárez', city: 'Apodaca', state: 'Nuevo León', zipCode: '06600' },
    },
    { name: '@Minúscula', rfc: 'XIA190128J61', zipCode: '06600', status: 'INACTIVO' },
  ],
  driver: [
    {
      ...{ name: 'Ramón', phone: '8187765501', licenseExpiry: '2027-12-31', birthDate: '1979-03-14', salary: 12000.5 },
      certifications: ['A, "B"', '=C'],
      address: { street: 'Hidalgo 1', city: 'Apodaca' },
      allergies: '-Penicilina\nPolen',
    },
    { name: 'Sin datos' },
  ],
  vehicle: [
    { plate: '-AB 1', year: 2022, pesoBrutoVehicular: 35.25, mileage: 0, ownership: 'PROPIO', ...ODD },
    { plate: '007', imageUrl: 'https://fotos.mx/a?b=1;c', insuranceExpiry: '2027-12-31T00:00:00.000Z' },
  ],
  box: [
    { economicNumber: '0042', dailyRate: 850.5, length: 53, type: '@Caja', ...ODD },
    { economicNumber: '=9', dailyRate: 0 },
  ],
  'route point': [
    { name: 'Patio', address: '-Calle 1', lat: -25.123456, lng: -100.2, radiusM: 200, postalCode: '06600' },
    { name: 'Otro', address: 'x', lat: 0, lng: 0 },
  ],
  trip: [
    {
      ...{ startDate: '2026-03-04T06:00:00-06:00', endDate: '2026-03-05T06:00:00-06:00', cargoWeight: 27400.25 },
      ...{ revenue: 48500.1, cost: 0, ownGoods: false, specialInstructions: '=A\nB' },
    },
    { startDate: '2026-03-04T06:00:00-06:00', ownGoods: true },
  ],
};
const IMPORTED = Object.entries(RICH);
const kindOf = (plural: string): string => (plural === 'routePoints' ? 'route-points' : plural);

async function fill(office: Office, { create, body }: ExternalKind, rows: readonly Record<string, unknown>[]) {
  for (const [index, row] of rows.entries()) {
    const fields = { ...(await body(office)), ...row, externalId: `=E-${index}` };
    const { status, body: answer } = await office.send(create, { body: fields });
    expect([status, answer.message]).toEqual([201, undefined]);
  }
}

/** The items of the team but imports, and what only a run of them writes. */
async function itemsOf({ teamId }: Office): Promise<unknown[]> {
  const items = await table.everything();
  return items.filter(
    ({ pk, sk }) => String(pk).includes(teamId) && !/IMPORT|OBJECT#imports|UPLOAD|QUOTA/.test(`${pk}#${sk}`),
  );
}

const { randomInt } = seeded();
const PIECES = [
  ...[
    "'",
    "''",
    '"',
    '""',
    '=',
    '+',
    '-',
    '@',
    '#N/A',
    '#n/a',
    '#¡REF!',
    '#¿NOMBRE?',
    '#NAME?',
    '5E+11',
    '1,5E-07',
    '1E-05',
    '="0042"',
  ],
  ...[
    ';',
    ',',
    '\\t',
    'sep=;',
    '\u00a0',
    '\u00ad',
    '\u200b',
    '\u200f',
    '\ufeff',
    '“',
    '”',
    '’',
    '…',
    '–',
    '½',
    '＝',
    'ñ',
    'n\u0303',
    'İ',
    'ﬁ',
  ],
  ...[
    'VERDADERO',
    'true',
    '0045',
    '1,200',
    '$5',
    '10%',
    '31/12/2027',
    '{"a":1}',
    '[]',
    'null',
    'undefined',
    '__proto__',
    '🚛',
    ' ',
    'a',
    '1',
  ],
];
const randomText = (): string =>
  Array.from({ length: randomInt(1, 5) }, () => PIECES[randomInt(PIECES.length)] ?? '').join('');

describe('integrations 8: an export that is imported again', () => {
  it('changes no text, whatever letters and signs it has', async () => {
    const [office, other] = [await openOffice(world), await openOffice(world)];
    storage.follow(other.testContext.now);
    const { client } = EXTERNAL_KINDS;
    if (client === undefined) throw new Error('There is no kind client.');
    const texts = [...PIECES, ...Array.from({ length: runs(200, 2_000) }, randomText)];
    const sent = texts.map((text) => ({ name: text, notes: `${text}\n${randomText()}`, address: { street: text } }));
    let made = 0;
    for (const body of sent) {
      const { status } = await office.send(client.create, { body: { ...body, externalId: `E-${made}` } });
      if (status === 201) made += 1;
    }
    expect(made).toBeGreaterThan(texts.length * 0.8);
    const file = await exported(office, client.list);
    const { body } = await imported(office, 'clients', file);
    expect([body.errors, body.unchanged]).toEqual([[], made]);
    const there = await imported(other, 'clients', file);
    expect([there.body.errors, there.body.created]).toEqual([[], made]);
    const again = await imported(other, 'clients', file);
    expect([again.body.errors, again.body.unchanged]).toEqual([[], made]);
  });

  it.each(IMPORTED)('changes nothing of a %s', async (name, rows) => {
    const kind = EXTERNAL_KINDS[name];
    if (kind === undefined) throw new Error(`There is no kind ${name}.`);
    const office = await openOffice(world);
    storage.follow(office.testContext.now);
    await fill(office, kind, rows);
    const before = await itemsOf(office);
    for (const dryRun of [true, false]) {
      const { body } = await imported(office, kindOf(kind.plural), await exported(office, kind.list), dryRun);
      expect([body.status, body.errors, body.unchanged]).toEqual(['DONE', [], rows.length]);
      expect(await itemsOf(office)).toEqual(before);
    }
  });

  it.each(IMPORTED)('makes the same %s in another team', async (name, rows) => {
    const kind = EXTERNAL_KINDS[name];
    if (kind === undefined) throw new Error(`There is no kind ${name}.`);
    const [here, there] = [await openOffice(world), await openOffice(world)];
    storage.follow(there.testContext.now);
    await fill(here, kind, rows);
    const file = await exported(here, kind.list);
    const { body } = await imported(there, kindOf(kind.plural), file);
    expect([body.status, body.errors, body.created]).toEqual(['DONE', [], rows.length]);
    const shown = async (office: Office) =>
      recordsOf(await office.send(kind.list), kind.plural)
        .map(({ id, teamId, createdAt, status, version, ...fields }) => fields)
        .sort((one, other) => String(one.externalId).localeCompare(String(other.externalId)));
    expect(await shown(there)).toEqual(await shown(here));
  });
});
