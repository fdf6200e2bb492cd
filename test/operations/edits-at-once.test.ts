import { operation as createClient } from '../../functions/clients/create-client';
import { operation as listClients } from '../../functions/clients/list-clients';
import { operation as updateClient } from '../../functions/clients/update-client';
import { operation as createDriver } from '../../functions/drivers/create-driver';
import { operation as listDrivers } from '../../functions/drivers/list-drivers';
import { operation as updateDriver } from '../../functions/drivers/update-driver';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as listTrips } from '../../functions/trips/list-trips';
import type { Operation } from '../../shared/operation/define';
import { Chance } from '../load/chance';
import { accounts } from '../support/accounts';
import { type Desk, openOffice, pagesOf } from '../support/office';
import { quickTable } from '../support/quick-table';

const world = accounts(quickTable());

/** Words that find a record, the beginning of another one, and words that find nothing alone. */
const WORDS = ['Aceros', 'Ace', 'Garza', 'Elizondo', 'Norte', 'Ramón', 'SA', 'CV', 'de'];
const FINDING = ['aceros', 'ace', 'garza', 'elizondo', 'norte', 'ramon'];

/** A kind of record that words find and that trips name. */
interface Kind {
  readonly create: Operation;
  readonly update: Operation;
  readonly list: Operation;
  readonly plural: string;
  readonly parameter: string;
  readonly others: (chance: Chance) => Readonly<Record<string, string | null>>;
  readonly referredBy: string;
  readonly copies: Readonly<Record<string, string>>;
}

const phoneOf = (chance: Chance) => ({ phone: chance.among([null, '8110001111', '8110002222']) });
const KINDS: readonly (readonly [string, Kind])[] = [
  [
    'clients',
    {
      ...{ create: createClient, update: updateClient, list: listClients, plural: 'clients', parameter: 'id' },
      others: (chance) => ({ ...phoneOf(chance), rfc: chance.among([null, 'XIA190128J61', 'KIJ0906199R1']) }),
      ...{ referredBy: 'clientId', copies: { clientName: 'name' } },
    },
  ],
  [
    'drivers',
    {
      ...{ create: createDriver, update: updateDriver, list: listDrivers, plural: 'drivers', parameter: 'driverId' },
      others: phoneOf,
      ...{ referredBy: 'driverId', copies: { driverName: 'name', driverPhone: 'phone' } },
    },
  ],
];

const nameOf = (chance: Chance): string =>
  [chance.among(WORDS.slice(0, 6)), ...Array.from({ length: chance.below(4) }, () => chance.among(WORDS))].join(' ');

const plain = (text: unknown): string =>
  String(text ?? '')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase();
const isFound = (record: Record<string, unknown>, q: string): boolean => {
  const words = [record.name, record.phone, record.rfc].flatMap((text) => plain(text).split(' '));
  return q.split(' ').every((wanted) => words.some((word) => word.startsWith(wanted)));
};

const allOf = async (office: Desk, operation: Operation, plural: string, query: Record<string, string> = {}) =>
  (await pagesOf(office, operation, plural, query)).flat();
const idsOf = (records: readonly Record<string, unknown>[]) => records.map(({ id }) => String(id)).sort();

/** A form of a member: it sends all fields of the record as it shows them, and some of them changed. */
function formOf(chance: Chance, { others }: Kind, record: Record<string, unknown>) {
  const changed = { name: nameOf(chance), ...others(chance) };
  const fields = Object.keys(changed);
  const chosen = chance.among(fields);
  return Object.fromEntries(
    Object.entries(changed).map(([field, value]) => [field, field === chosen ? value : (record[field] ?? null)]),
  );
}

/** Compares each search with the records, and the trips with the records that they name. */
async function expectSound(office: Desk, { list, plural, referredBy, copies }: Kind, chance: Chance) {
  const records = await allOf(office, list, plural);
  const pair = `${chance.among(FINDING)} ${chance.among(['sa', 'cv', 'norte'])}`;
  for (const q of [...FINDING, pair, chance.among(['8110001111', 'xia190128j61'])]) {
    const wanted = idsOf(records.filter((one) => isFound(one, q)));
    expect({ q, ids: idsOf(await allOf(office, list, plural, { q })) }).toEqual({ q, ids: wanted });
  }
  expect(idsOf(await allOf(office, list, plural, { sort: 'name' }))).toEqual(idsOf(records));
  for (const trip of await allOf(office, listTrips, 'trips')) {
    const named = records.find(({ id }) => id === trip[referredBy]);
    for (const [copy, field] of Object.entries(copies)) expect(trip[copy] ?? null).toBe(named?.[field] ?? null);
  }
}

describe.each(KINDS)('desk 1, 3: %s that several members edit at once in their forms', (_, kind) => {
  const { create, update, list, plural, parameter, referredBy } = kind;

  test.each([1, 2])(
    'desk 3.1: are found by the words that they have, and trips show their names (%d)',
    async (seed) => {
      const chance = new Chance(seed);
      const office = await openOffice(world);
      for (let count = 0; count < 4; count += 1) {
        const { body } = await office.send(create, { body: { name: nameOf(chance) } });
        await office.send(createTrip, { body: { startDate: '2026-03-05T15:00:00.000Z', [referredBy]: body.id } });
      }
      for (let round = 0; round < 15; round += 1) {
        const record = chance.among(await allOf(office, list, plural));
        const forms = Array.from({ length: 2 + chance.below(2) }, () => formOf(chance, kind, record));
        const path = { [parameter]: String(record.id) };
        const answers = await Promise.all(forms.map((body) => office.send(update, { path, body })));
        for (const { status } of answers) expect([200, 409]).toContain(status);
        await expectSound(office, kind, chance);
      }
    },
  );
});
