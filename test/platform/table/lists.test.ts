import * as v from 'valibot';
import { driverKey } from '../../../shared/fleet/driver';
import { createDriver, listAvailableDrivers, listDrivers } from '../../../shared/fleet/drivers';
import { listVehicles } from '../../../shared/fleet/vehicles';
import { capability } from '../../../shared/platform/runtime/capability';
import { cursorOf, type ListIdentity, positionOf } from '../../../shared/platform/table/cursor';
import { allItems, listItems, MAXIMUM_EXAMINED, readPage, type Source } from '../../../shared/platform/table/lists';
import { put, unexpectedConflict } from '../../../shared/platform/table/steps';
import { transact } from '../../../shared/platform/table/transact';
import type { Page } from '../../../shared/platform/values/pages';
import { engineTable } from '../../support/engine';
import { ENVIRONMENT, makeTestContext, someId } from '../../support/engine-runtime';
import { insertVehicle } from '../../support/store-fleet';
import { storedDriver } from '../../support/store-records';

const table = engineTable();

const listFrom = (entries: readonly number[], keep?: (record: number) => boolean) => {
  const asked: number[] = [];
  const source: Source<number> = {
    identity: ['numbers'],
    isPosition: (position) => /^\d+$/.test(position),
    keep,
    next: async (after, limit) => {
      asked.push(limit);
      const rest = after === undefined ? entries : entries.filter((entry) => entry > Number(after));
      const part = rest.slice(0, limit);
      return {
        entries: part.map((record) => ({ position: String(record), record })),
        more: rest.length > part.length,
      };
    },
  };
  return { asked, read: (page: Page) => readPage(table.testContext().context, source, page) };
};
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('a page', () => {
  test.each([
    [0, 10, false],
    [9, 10, false],
    [10, 10, false],
    [11, 10, true],
    [200, 200, false],
    [201, 200, true],
  ])('of %p entries by %p goes on: %p', async (count, limit, goesOn) => {
    const { records, count: told, nextCursor } = await listFrom(numbers(count)).read({ limit });
    expect(records).toEqual(numbers(Math.min(count, limit)));
    expect(told).toBe(records.length);
    expect(nextCursor !== null).toBe(goesOn);
  });

  test('asks for no more than it answers, while nothing is passed over', async () => {
    const { asked, read } = listFrom(numbers(1000));
    await read({ limit: 7 });
    await read({ limit: 200 });
    expect(asked).toEqual([7, 100, 100]);
  });

  test.each([1, 2, 3, 10, 49, 50, 51, 200])('by %p under a filter loses nothing and repeats nothing', async (limit) => {
    const { read } = listFrom(numbers(350), (number) => number % 7 === 0);
    const found = [];
    let cursor: string | undefined;
    do {
      const page = await read({ limit, cursor });
      found.push(...page.records);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(found).toEqual(numbers(50).map((nth) => nth * 7));
  });

  test('examines a thousand entries and no more, and goes on where it stopped', async () => {
    const { read } = listFrom(numbers(2_500), (number) => number === 1_000 || number === 1_001 || number === 2_500);
    const first = await read({ limit: 50 });
    expect(first.records).toEqual([MAXIMUM_EXAMINED]);
    const second = await read({ limit: 50, cursor: first.nextCursor ?? '' });
    expect(second.records).toEqual([1_001]);
    const third = await read({ limit: 50, cursor: second.nextCursor ?? '' });
    expect([third.records, third.nextCursor]).toEqual([[2_500], null]);
  });

  test.each([7, 25, 50])('desk 3.2: by %p under a filter, the last page has no cursor', async (limit) => {
    const matches = Math.floor(350 / 7);
    const { read } = listFrom(numbers(550), (number) => number % 7 === 0 && number <= 350);
    let page = await read({ limit });
    let pages = 1;
    for (; page.nextCursor !== null; pages += 1) page = await read({ limit, cursor: page.nextCursor });
    expect(pages).toBe(Math.ceil(matches / limit));
  });

  test('may be empty and go on all the same', async () => {
    const page = await listFrom(numbers(1_001), (number) => number > 1_000).read({ limit: 5 });
    expect([page.records, page.nextCursor]).toEqual([[], expect.any(String)]);
  });
});

describe('a cursor', () => {
  const list = ['TEAM#1', 'DRIVER#', 'DISPONIBLE', undefined] as const;
  const { context } = makeTestContext();
  const read = (of: ListIdentity, cursor: string) => positionOf(context, of, () => true, cursor);
  const make = (of: ListIdentity, position: string) => cursorOf(context, of, position);

  test('gives its position to the list that it was made for', () => {
    for (const position of ['DRIVER#1', 'ñ', 'a'.repeat(500)]) {
      expect(read(list, make(list, position))).toBe(position);
    }
  });

  test.each([
    ['another team', ['TEAM#2', 'DRIVER#', 'DISPONIBLE', undefined]],
    ['another list', ['TEAM#1', 'VEHICLE#', 'DISPONIBLE', undefined]],
    ['another filter', ['TEAM#1', 'DRIVER#', 'BAJA', undefined]],
    ['a filter more', ['TEAM#1', 'DRIVER#', 'DISPONIBLE', 'jose']],
    ['filters that read alike', ['TEAM#1', 'DRIVER#', 'DISPONIBLE', 'undefined']],
    ['the same words, cut elsewhere', ['TEAM#1DRIVER#', '', 'DISPONIBLE', undefined]],
  ])('is refused by %s', (_, other) => {
    expect(() => read(other, make(list, 'DRIVER#1'))).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED', field: 'cursor' }),
    );
  });

  test('doors 18: of a stage with another key is refused', () => {
    const environment = { ...ENVIRONMENT, STAGE_KEY: 'the key of another stage' };
    const foreign = cursorOf(makeTestContext({ environment }).context, list, 'DRIVER#1');
    expect(read(list, make(list, 'DRIVER#1'))).toBe('DRIVER#1');
    expect(() => read(list, foreign)).toThrow(expect.objectContaining({ field: 'cursor' }));
  });

  test('is refused when any of its characters is another', () => {
    const cursor = make(list, 'DRIVER#1');
    for (const [index, character] of [...cursor].entries()) {
      const altered = `${cursor.slice(0, index)}${character === 'A' ? 'B' : 'A'}${cursor.slice(index + 1)}`;
      expect(() => read(list, altered)).toThrow(expect.objectContaining({ field: 'cursor' }));
    }
  });
});

/** Fifty drivers with all fields set, plus other members of the team. */
async function insertCrew(others: number) {
  const testContext = table.testContext();
  const teamId = someId();
  const full = {
    teamId,
    photoUrl: 'https://assets.example.mx/drivers-profile/0190/foto.jpg',
    licenseNumber: 'NL-12345678',
    licenseExpiry: '2027-05-31',
    curp: 'HEAJ800101HNLRRN09',
    rfc: 'HEAJ800101AB1',
    emergencyContact: 'Rosa Hernández 8110002222',
    certifications: ['Materiales peligrosos'],
    allergies: 'Penicilina',
    username: 'jose.hernandez.00000001',
  };
  const drivers = [
    ...Array.from({ length: others }, () => storedDriver({ ...full, status: 'VACACIONES' })),
    ...Array.from({ length: 50 }, () => storedDriver(full)),
  ];
  for (let start = 0; start < drivers.length; start += 100) {
    const part = drivers.slice(start, start + 100);
    const steps = part.map((driver) => put(driverKey(teamId, driver.id), driver, {}, unexpectedConflict('A driver')));
    await transact(testContext.context, steps);
  }
  return teamId;
}

describe('what a list costs', () => {
  test('fifty available drivers, full records, are one call of at most 6.5 read units', async () => {
    const teamId = await insertCrew(0);
    const testContext = table.testContext();
    expect(await testContext.use(listAvailableDrivers)(teamId)).toHaveLength(50);
    expect(testContext.actions()).toEqual(['Query']);
    expect(testContext.meter.readUnits).toBeLessThanOrEqual(6.5);
  });

  test('a page of ten drivers does not grow with the others, nor with what else the team has', async () => {
    const pages = [];
    for (const others of [0, 300]) {
      const teamId = await insertCrew(others);
      for (let nth = 0; nth < 20; nth += 1) await insertVehicle(table.testContext(), { teamId });
      const testContext = table.testContext();
      expect((await testContext.use(listDrivers)(teamId, {}, { limit: 10 })).count).toBe(10);
      pages.push(testContext.meter);
    }
    const [small, large] = pages;
    expect(large).toEqual(small);
    expect(large).toMatchObject({ calls: 1, writeUnits: 0 });
    expect(large?.readUnits).toBeLessThanOrEqual(2);
  });

  test('a filter without an index pays for what it examines, and stops when the page is full', async () => {
    const teamId = await insertCrew(300);
    const testContext = table.testContext();
    await testContext.use(listDrivers)(teamId, { status: 'DISPONIBLE' }, { limit: 10 });
    // Ten records show what a record costs. The second read looks for one record more than the page has.
    expect(testContext.actions()).toEqual(['Query', 'Query']);
    expect(testContext.meter.readUnits).toBeLessThanOrEqual(4);
  });

  test('an empty list is one call', async () => {
    const testContext = table.testContext();
    const empty = { records: [], count: 0, nextCursor: null, total: 0 };
    expect(await testContext.use(listVehicles)(someId(), {}, { limit: 50 })).toEqual(empty);
    expect(testContext.meter.calls).toBe(1);
  });
});

describe('a list of whole records', () => {
  test('shows what was created last first, and the newcomers before a cursor not at all', async () => {
    const testContext = table.testContext();
    const actor = { id: someId(), teamId: someId() };
    const hire = async (name: string) => {
      testContext.pass(1);
      return testContext.use(createDriver)(actor, storedDriver({ name }), undefined);
    };
    for (const name of ['Uno', 'Dos', 'Tres']) await hire(name);
    const list = async (page: Page) => {
      const { records, nextCursor } = await testContext.use(listDrivers)(actor.teamId, {}, page);
      return [records.map(({ name }) => name), nextCursor ?? undefined] as const;
    };
    const [first, cursor] = await list({ limit: 2 });
    await hire('Cuatro');
    const [second] = await list({ limit: 2, cursor });
    expect([first, second]).toEqual([['Tres', 'Dos'], ['Uno']]);
  });

  test('reads to the end what the interface answers whole, past a page of the service', async () => {
    const testContext = table.testContext();
    const pk = `TEAM#${someId()}`;
    const schema = v.looseObject({ nth: v.number() });
    // More than one megabyte, the limit of one query's answer.
    const text = 'x'.repeat(12_000);
    for (let nth = 0; nth < 120; nth += 40) {
      const steps = Array.from({ length: 40 }, (_, index) => {
        const item = { nth: nth + index, text };
        const sk = `LARGE#${String(item.nth).padStart(4, '0')}`;
        return put({ pk, sk, schema }, item, {}, unexpectedConflict('A large item'));
      });
      await transact(testContext.context, steps);
    }
    const range = { schema, pk, prefix: 'LARGE#' };
    const readAll = capability({ table: ['Query'] }, (context) => () => allItems(context, range));
    const readFirst = capability(
      { table: ['Query'] },
      (context) => (page: Page) => listItems(context, { ...range, ascending: true }, page),
    );
    const all = await testContext.use(readAll)();
    expect(all.map(({ nth }) => nth)).toEqual(Array.from({ length: 120 }, (_, nth) => 119 - nth));
    const page = await testContext.use(readFirst)({ limit: 120 });
    expect(page.records.map(({ nth }) => nth)).toEqual(Array.from({ length: 120 }, (_, nth) => nth));
  });
});
