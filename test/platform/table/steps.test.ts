import { driverKey, type driverKey as keyOf } from '../../../shared/fleet/driver';
import { invoiceCountKey } from '../../../shared/invoices/invoice-record';
import { AppError } from '../../../shared/platform/errors';
import { expressionsFor } from '../../../shared/platform/table/expression';
import { getItem } from '../../../shared/platform/table/read';
import {
  check,
  create,
  deleteItem,
  increment,
  incrementIf,
  put,
  type Step,
  unexpectedConflict,
  update,
} from '../../../shared/platform/table/steps';
import { transact } from '../../../shared/platform/table/transact';
import { engineTable } from '../../support/engine';
import { someId, type TestContext } from '../../support/engine-runtime';
import { insertDriver } from '../../support/store-fleet';
import { storedDriver } from '../../support/store-records';

const table = engineTable();

/** The error of a refused step, with the items that the step found. */
class Found extends Error {
  constructor(readonly item: unknown) {
    super('refused');
  }
}
const found = (item: unknown): Error => new Found(item);

const missing = () => driverKey(someId(), someId());
const refusalOf = (testContext: TestContext, ...steps: Step[]): Promise<unknown> =>
  transact(testContext.context, steps).then(
    () => 'done',
    (failure: unknown) => (failure instanceof Found ? failure.item : failure),
  );

describe('a step', () => {
  test('create puts an item that is not there, and is refused with the one that is', async () => {
    const testContext = table.testContext();
    const driver = storedDriver();
    const key = driverKey(driver.teamId, driver.id);
    expect(await refusalOf(testContext, create(key, driver, found))).toBe('done');
    expect(await getItem(testContext.context, key)).toEqual(driver);
    expect(await refusalOf(testContext, create(key, storedDriver({ name: 'Otro' }), found))).toEqual(driver);
    expect(await getItem(testContext.context, key)).toEqual(driver);
  });

  test('put replaces what is there when its condition holds', async () => {
    const testContext = table.testContext();
    const driver = await insertDriver(testContext, {});
    const key = driverKey(driver.teamId, driver.id);
    const changed = { ...driver, name: 'Luisa' };
    expect(await refusalOf(testContext, put(key, changed, { equals: { name: 'nobody' } }, found))).toEqual(driver);
    expect(await refusalOf(testContext, put(key, changed, { equals: { name: driver.name } }, found))).toBe('done');
    expect(await getItem(testContext.context, key)).toEqual(changed);
  });

  test('put writes the index keys, and the schema hides them again', async () => {
    const testContext = table.testContext();
    const driver = storedDriver();
    const key = driverKey(driver.teamId, driver.id);
    await transact(testContext.context, [put(key, driver, {}, found, { gsi1pk: 'P', gsi1sk: 'S' })]);
    const stored = (await table.everything()).find(({ sk, pk }) => sk === key.sk && pk === key.pk);
    expect(stored).toMatchObject({ pk: key.pk, sk: key.sk, gsi1pk: 'P', gsi1sk: 'S' });
    expect(await getItem(testContext.context, key)).toEqual(driver);
  });

  test('update sets, passes over the undefined, and takes away', async () => {
    const testContext = table.testContext();
    const driver = await insertDriver(testContext, { tripId: someId(), phone: '1' });
    const key = driverKey(driver.teamId, driver.id);
    const change = { set: { name: 'Luisa', phone: undefined }, remove: ['tripId'] };
    expect(await refusalOf(testContext, update(key, change, {}, found))).toBe('done');
    const { tripId, ...rest } = driver;
    expect(tripId).toBeDefined();
    expect(await getItem(testContext.context, key)).toEqual({ ...rest, name: 'Luisa', version: driver.version + 1 });
  });

  test.each([
    ['update', (key: ReturnType<typeof keyOf>) => update(key, { set: { name: 'x' } }, {}, found)],
    ['remove', (key: ReturnType<typeof keyOf>) => deleteItem(key, {}, found)],
    ['check', (key: ReturnType<typeof keyOf>) => check(key, {}, found)],
  ])('%s of an item that is not there is refused, with nothing found, and makes none', async (_, step) => {
    const testContext = table.testContext();
    const key = missing();
    expect(await refusalOf(testContext, step(key))).toBeUndefined();
    expect(await getItem(testContext.context, key)).toBeUndefined();
  });

  test('update makes an item only when it is told that it may', async () => {
    const testContext = table.testContext();
    const key = invoiceCountKey(someId());
    expect(await refusalOf(testContext, update(key, { set: { total: 1 } }, { exists: false }, found))).toBe('done');
    expect(await getItem(testContext.context, key)).toMatchObject({ total: 1 });
  });

  test('remove takes the item away when its condition holds', async () => {
    const testContext = table.testContext();
    const driver = await insertDriver(testContext, {});
    const key = driverKey(driver.teamId, driver.id);
    expect(await refusalOf(testContext, deleteItem(key, { equals: { status: 'BAJA' } }, found))).toEqual(driver);
    expect(await refusalOf(testContext, deleteItem(key, { equals: { status: 'DISPONIBLE' } }, found))).toBe('done');
    expect(await getItem(testContext.context, key)).toBeUndefined();
  });

  test('check changes nothing, and lets the others happen only where it holds', async () => {
    const testContext = table.testContext();
    const driver = await insertDriver(testContext, {});
    const key = driverKey(driver.teamId, driver.id);
    const counter = invoiceCountKey(driver.teamId);
    const counted = increment(counter, { total: 1 });
    expect(await refusalOf(testContext, counted, check(key, { equals: { status: 'BAJA' } }, found))).toEqual(driver);
    expect(await getItem(testContext.context, counter)).toBeUndefined();
    expect(await refusalOf(testContext, counted, check(key, { differs: { status: 'BAJA' } }, found))).toBe('done');
    expect(await getItem(testContext.context, counter)).toMatchObject({ total: 1 });
    expect(await getItem(testContext.context, key)).toEqual(driver);
  });

  test('count adds to many numbers, up and down, and begins at nothing', async () => {
    const testContext = table.testContext();
    const key = invoiceCountKey(someId());
    await transact(testContext.context, [increment(key, { total: 1, DRAFT: 1 })]);
    await transact(testContext.context, [increment(key, { DRAFT: -1, VALID: 1 })]);
    expect(await getItem(testContext.context, key)).toMatchObject({ total: 1, DRAFT: 0, VALID: 1 });
  });

  test('a bounded count is refused past its bound, and not at it', async () => {
    const testContext = table.testContext();
    const key = invoiceCountKey(someId());
    const one = () => incrementIf(key, { add: { total: 1 } }, { absentOrAtMost: { total: 1 } }, found);
    expect([await refusalOf(testContext, one()), await refusalOf(testContext, one())]).toEqual(['done', 'done']);
    expect(await refusalOf(testContext, one())).toMatchObject({ total: 2 });
  });
});

describe('a refusal by what was found', () => {
  const driverId = someId();
  const judge = (item: { status: string; id: string } | undefined): AppError => {
    if (item === undefined) return new AppError('NOT_FOUND');
    return new AppError(item.id === driverId ? 'TRIP_TRANSITION' : 'FORBIDDEN');
  };

  test.each([
    ['NOT_FOUND', undefined],
    ['FORBIDDEN', { id: someId() }],
    ['TRIP_TRANSITION', { id: driverId, status: 'BAJA' }],
  ] as const)('%s costs one call', async (code, laid) => {
    const driver = storedDriver({ id: driverId, ...laid });
    const key = driverKey(driver.teamId, driver.id);
    if (laid) await insertDriver(table.testContext(), driver);
    const testContext = table.testContext();
    const step = update(key, { set: { name: 'x' } }, { equals: { id: driverId, status: 'DISPONIBLE' } }, judge);
    await expect(transact(testContext.context, [step])).rejects.toMatchObject({ code });
    expect(testContext.actions()).toEqual(['TransactWriteItems']);
  });

  test('of several, the first step’s own is said', async () => {
    const step = (code: 'NOT_FOUND' | 'FORBIDDEN') => check(missing(), {}, () => new AppError(code));
    const testContext = table.testContext();
    await expect(transact(testContext.context, [step('FORBIDDEN'), step('NOT_FOUND')])).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  test('of a key that was new is a fault of ours, not a refusal', async () => {
    const driver = await insertDriver(table.testContext(), {});
    const step = create(driverKey(driver.teamId, driver.id), driver, unexpectedConflict('A driver'));
    const failure = await refusalOf(table.testContext(), step);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(AppError);
  });
});

describe('expressions', () => {
  test('name every attribute and value by placeholder, an attribute once', () => {
    expect(
      expressionsFor(
        { exists: true, equals: { status: 'A', gone: undefined }, absent: ['tripId'] },
        { set: { status: 'B' }, remove: ['tripId'] },
      ),
    ).toEqual({
      condition: 'attribute_exists(#n0) AND #n1 = :v0 AND attribute_not_exists(#n2)',
      update: 'SET #n1 = :v1 REMOVE #n2',
      names: { '#n0': 'pk', '#n1': 'status', '#n2': 'tripId' },
      values: { ':v0': 'A', ':v1': 'B' },
    });
  });

  test('of nothing are nothing', () => {
    expect(expressionsFor({})).toEqual({});
    expect(expressionsFor({ equals: { a: undefined } }, { set: { b: undefined } })).toEqual({});
  });

  test('write every kind of condition and change', () => {
    expect(
      expressionsFor(
        { exists: false, differs: { a: 1 }, oneOf: { b: [2, 3] }, absentOrAtMost: { c: 4 } },
        { add: { d: 5 } },
      ),
    ).toMatchObject({
      condition:
        'attribute_not_exists(#n0) AND #n1 <> :v0 AND #n2 IN (:v1, :v2) AND (attribute_not_exists(#n3) OR #n3 <= :v3)',
      update: 'ADD #n4 :v4',
    });
  });

  test('write a bound with an exception, and a test of each place of a list', () => {
    expect(
      expressionsFor({
        exists: undefined,
        atMostUnless: { from: { bound: '2026', unless: { attribute: 'kept', is: 'one' } } },
        noneWith: { ended: { field: 'id', value: 'one', most: 2 } },
      }),
    ).toMatchObject({
      condition: '(attribute_not_exists(#n0) OR #n0 <= :v1 OR #n1 = :v0) AND #n2[0].#n3 <> :v2 AND #n2[1].#n3 <> :v2',
      names: { '#n0': 'from', '#n1': 'kept', '#n2': 'ended', '#n3': 'id' },
      values: { ':v0': 'one', ':v1': '2026', ':v2': 'one' },
    });
  });
});
