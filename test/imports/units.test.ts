import { accounts } from '../support/accounts';
import { EXTERNAL_KINDS } from '../support/external-kinds';
import { start, uploadCsv } from '../support/import-desk';
import { importFunctions } from '../support/import-functions';
import { type Office, openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { objectStorage } from '../support/storage';
import { insertRoute } from '../support/store-fleet';

const world = accounts(quickTable());
const storage = objectStorage();

type Body = Readonly<Record<string, string | number>>;

/** A body of each kind that can be created, by a number that makes it unique. */
const BODIES: Readonly<Record<string, readonly [string, (number: number) => Body]>> = {
  clients: ['client', (number) => ({ name: `Xenón ${number}` })],
  drivers: ['driver', (number) => ({ name: `Xenón ${number}` })],
  vehicles: ['vehicle', (number) => ({ plate: `AB-${number}` })],
  boxes: ['box', (number) => ({ economicNumber: `CS-${number}`, dailyRate: 850 })],
  'route-points': [
    'route point',
    (number) => ({ name: `Patio ${number}`, address: 'Apodaca', lat: 25.7, lng: -100.2 }),
  ],
  trips: ['trip', () => ({ startDate: '2026-03-04T12:00:00Z', revenue: 100 })],
};

const FEW = 4;
const MANY = 24;

interface Units {
  readonly read: number;
  readonly write: number;
}

function lastSpent({ testContext }: Office): Units {
  const { rru, wru } = JSON.parse(testContext.logs.at(-1) ?? '{}');
  return { read: Number(rru), write: Number(wru) };
}

/** The units of one row more: the difference of two imports of one chunk, which have the same claim, checkpoint and end. */
async function ofOneRow(
  office: Office,
  kind: string,
  files: (rows: number) => string,
  dryRun: boolean,
): Promise<Units> {
  const spent: Units[] = [];
  for (const rows of [FEW, MANY]) {
    const { key } = await uploadCsv(office, files(rows));
    const { status, body } = await start(office, { kind, key, dryRun });
    expect([status, body.error]).toEqual([201, undefined]);
    const { teamId } = office;
    await importFunctions(office).run([{ body: JSON.stringify({ teamId, importId: body.id }), group: teamId }]);
    spent.push(lastSpent(office));
  }
  const more = (of: keyof Units) => ((spent[1]?.[of] ?? Number.NaN) - (spent[0]?.[of] ?? 0)) / (MANY - FEW);
  return { read: more('read'), write: more('write') };
}

describe('integrations 6: the units of a row of an import', () => {
  it.each(Object.entries(BODIES))(
    'of %s: at most 1 read, no write when dry or equal, and 2 more than the creation',
    async (kind, [name, bodyOf]) => {
      const office = await openOffice(world);
      storage.follow(office.testContext.now);
      const fileOf = (from: number, rows: number) => {
        const numbers = Array.from({ length: rows }, (_, index) => from + index + 100);
        const lines = numbers.map((number) => [`K-${number}`, ...Object.values(bodyOf(number))].join(','));
        return `externalId,${Object.keys(bodyOf(0)).join(',')}\n${lines.join('\n')}\n`;
      };
      const create = EXTERNAL_KINDS[name]?.create;
      if (create === undefined) throw new Error(`There is no kind ${name}.`);
      expect((await office.send(create, { body: bodyOf(999) })).status).toBe(201);
      const creation = lastSpent(office);
      const same = (rows: number) => fileOf(0, rows);
      const units = {
        dryAndNew: await ofOneRow(office, kind, same, true),
        // The rows of the second file are new too.
        real: await ofOneRow(office, kind, (rows) => fileOf(rows === FEW ? 0 : FEW, rows), false),
        dryAndSame: await ofOneRow(office, kind, same, true),
        realAndSame: await ofOneRow(office, kind, same, false),
      };
      const hasUnique = kind === 'vehicles' || kind === 'boxes';
      expect({ kind, units }).toEqual({
        kind,
        units: {
          dryAndNew: { read: hasUnique ? 1 : 0.5, write: 0 },
          real: { read: 0.5, write: creation.write + 2 },
          dryAndSame: { read: 1, write: 0 },
          realAndSame: { read: 1, write: 0 },
        },
      });
    },
    60_000,
  );

  it('of clients: a change of another field than the name reads no trip and no route', async () => {
    const office = await openOffice(world);
    storage.follow(office.testContext.now);
    let phone = 8_100_000_000;
    const sameNames = (rows: number) => {
      phone += rows;
      const lines = Array.from({ length: rows }, (_, index) => `K-${index},Xenón ${index},${phone + index}`);
      return `externalId,name,phone\n${lines.join('\n')}\n`;
    };
    await ofOneRow(office, 'clients', sameNames, false);
    for (let number = 0; number < 40; number += 1)
      await insertRoute(office.testContext, { teamId: office.teamId, name: `Ruta ${number}` });
    const withRoutes = await ofOneRow(office, 'clients', sameNames, false);
    expect(withRoutes.read).toBe(1);
  });
});
