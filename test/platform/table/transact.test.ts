import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { driverKey } from '../../../shared/fleet/driver';
import { invoiceCountKey } from '../../../shared/invoices/invoice-record';
import { AppError } from '../../../shared/platform/errors';
import { tableClient } from '../../../shared/platform/table/client';
import { getItem } from '../../../shared/platform/table/read';
import { MAXIMUM_TRIES } from '../../../shared/platform/table/retry';
import { check, increment, type Step, update } from '../../../shared/platform/table/steps';
import { transact } from '../../../shared/platform/table/transact';
import { writeOne } from '../../../shared/platform/table/write';
import { clientAt, engineTable } from '../../support/engine';
import { someId, type TestContext } from '../../support/engine-runtime';
import { cancelled, conflict, connectionReset, type Fault, named } from '../../support/faults';
import { cancelledOnTheWire, type FaultyWire, faultyWire } from '../../support/faults-wire';
import { insertDriver } from '../../support/store-fleet';

const table = engineTable();
let wire: FaultyWire;
beforeAll(async () => {
  wire = await faultyWire(table.endpoint());
});
afterAll(() => wire.stop());

const counter = () => invoiceCountKey(someId());
type Counter = ReturnType<typeof counter>;
const totalOf = async (key: Counter): Promise<unknown> => (await getItem(table.testContext().context, key))?.total;
const addOne = (testContext: TestContext, key: Counter, ...more: Step[]) =>
  transact(testContext.context, [increment(key, { total: 1 }), ...more]);
const befalling = (fault: Omit<Fault, 'action'>) =>
  table.testContext({ faults: [{ action: 'TransactWriteItems', ...fault }] });

test('a transaction of more than 100 steps fails before it is sent, and says how many steps it has and what they write', async () => {
  const testContext = table.testContext();
  const steps = Array.from({ length: 101 }, () => increment(counter(), { total: 1 }));
  await expect(transact(testContext.context, steps)).rejects.toThrow(/101 steps.*INVOICE_COUNT/);
  expect(testContext.actions()).toEqual([]);
  await transact(testContext.context, steps.slice(1));
});

describe('a transaction that another one stood in the way of', () => {
  test('is tried again and ends well', async () => {
    const key = counter();
    const testContext = befalling({ times: 3, before: conflict });
    await addOne(testContext, key);
    expect(await totalOf(key)).toBe(1);
    expect(testContext.actions()).toEqual(new Array(4).fill('TransactWriteItems'));
  });

  test.each([
    ['ThrottlingError', () => cancelled('None', 'ThrottlingError')],
    ['ProvisionedThroughputExceeded', () => cancelled('ProvisionedThroughputExceeded')],
    ['ThrottlingException', () => named('ThrottlingException')],
    ['ProvisionedThroughputExceededException', () => named('ProvisionedThroughputExceededException')],
    ['RequestLimitExceeded', () => named('RequestLimitExceeded')],
    ['TransactionInProgressException', () => named('TransactionInProgressException')],
    ['InternalServerError', () => named('InternalServerError')],
  ])('is tried again after %s', async (_, before) => {
    const key = counter();
    const testContext = befalling({ times: 1, before });
    await addOne(testContext, key);
    expect(await totalOf(key)).toBe(1);
    expect(testContext.calls).toHaveLength(2);
  });

  test('waits with full jitter, longer from try to try, never over a second and a half', async () => {
    const testContext = befalling({ times: MAXIMUM_TRIES - 1, before: conflict });
    await addOne(testContext, counter());
    expect(testContext.pauses).toHaveLength(MAXIMUM_TRIES - 1);
    for (const [index, pause] of testContext.pauses.entries()) {
      expect(pause).toBeGreaterThan(0);
      expect(pause).toBeLessThanOrEqual(Math.min(1500, 25 * 2 ** (index + 1)));
    }
    expect(new Set(testContext.pauses).size).toBeGreaterThan(3);
    expect(Math.max(...testContext.pauses)).toBeGreaterThan(100);
  });

  test('ends as UNAVAILABLE with Retry-After when the tries are used up, and nothing is written', async () => {
    const key = counter();
    const testContext = befalling({ before: conflict });
    const cause = expect.objectContaining({ name: 'TransactionCanceledException' });
    await expect(addOne(testContext, key)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1, cause });
    expect(testContext.calls).toHaveLength(MAXIMUM_TRIES);
    expect(await totalOf(key)).toBeUndefined();
  });

  test('ends as UNAVAILABLE when the time is used up, before the function is cut off', async () => {
    let left = 4_000;
    const testContext = table.testContext({
      faults: [{ action: 'TransactWriteItems', before: conflict }],
      remaining: () => {
        left -= 400;
        return left;
      },
    });
    await expect(addOne(testContext, counter())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(testContext.calls.length).toBeLessThan(MAXIMUM_TRIES);
    expect(left).toBeGreaterThan(0);
  });

  test('carries the same token from try to try: an answer that was lost counts once', async () => {
    const key = counter();
    const testContext = befalling({ times: 2, after: () => named('InternalServerError') });
    await addOne(testContext, key);
    expect(testContext.calls).toHaveLength(3);
    expect(await totalOf(key)).toBe(1);
  });

  test('carries another token than the next transaction: two that are equal count twice', async () => {
    const key = counter();
    const testContext = table.testContext();
    await addOne(testContext, key);
    await addOne(testContext, key);
    expect(await totalOf(key)).toBe(2);
  });

  test('is a refusal when a condition failed beside the conflict', async () => {
    const missing = driverKey(someId(), someId());
    const refusing = check(missing, {}, () => new AppError('NOT_FOUND'));
    for (const reasons of [
      ['TransactionConflict', 'ConditionalCheckFailed'],
      ['ThrottlingError', 'ConditionalCheckFailed'],
    ]) {
      const testContext = befalling({ times: 1, before: () => cancelled(...reasons) });
      await expect(addOne(testContext, counter(), refusing)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect(testContext.calls).toHaveLength(1);
    }
  });
});

describe('a fault of ours', () => {
  test.each([
    ['ValidationError', () => cancelled('None', 'ValidationError')],
    ['ItemCollectionSizeLimitExceeded', () => cancelled('ItemCollectionSizeLimitExceeded')],
    ['no reason at all', () => cancelled()],
    ['IdempotentParameterMismatchException', () => named('IdempotentParameterMismatchException')],
    ['AccessDeniedException', () => named('AccessDeniedException')],
  ])('is neither tried again nor a refusal: %s', async (_, before) => {
    const testContext = befalling({ before });
    const failure: unknown = await addOne(testContext, counter()).catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(AppError);
    expect(testContext.calls).toHaveLength(1);
  });

  test('is a write that the capability has no right to, and it does not leave', async () => {
    const testContext = table.testContext();
    const { context } = testContext;
    const writes = testContext.use({
      permissions: { table: ['PutItem'] },
      make: (bound) => () => transact(bound, [increment(counter(), { total: 1 })]),
    });
    await expect(writes()).rejects.toThrow('UpdateItem on table is not a declared permission');
    expect(testContext.calls).toEqual([]);
    expect(context.meter.calls).toBe(0);
  });
});

describe('on the wire, below the SDK’s own retries', () => {
  const throughWire = () => table.testContext({ clients: new Map([[tableClient, clientAt(wire.endpoint)]]) });

  test('a transaction whose answer was lost counts once', async () => {
    const key = counter();
    wire.next({ action: 'TransactWriteItems', times: 2, befalls: 'cut-after' });
    await addOne(throughWire(), key);
    expect(await totalOf(key)).toBe(1);
  });

  test('a transaction that never arrived is done', async () => {
    const key = counter();
    wire.next({ action: 'TransactWriteItems', times: 1, befalls: 'cut-before' });
    await addOne(throughWire(), key);
    expect(await totalOf(key)).toBe(1);
  });

  test('a conflict in the service’s own words is tried again', async () => {
    const key = counter();
    const testContext = throughWire();
    wire.next({
      action: 'TransactWriteItems',
      times: 2,
      befalls: cancelledOnTheWire('TransactionConflict', 'None'),
    });
    await addOne(testContext, key);
    expect(await totalOf(key)).toBe(1);
    expect(testContext.pauses).toHaveLength(2);
  });

  test('a single update whose answer was lost is no refusal when its condition still holds', async () => {
    const testContext = throughWire();
    const driver = await insertDriver(table.testContext(), {});
    wire.next({ action: 'UpdateItem', times: 1, befalls: 'cut-after' });
    const step = update(
      driverKey(driver.teamId, driver.id),
      { set: { name: 'Luisa' } },
      {},
      () => new Error('refused'),
    );
    await writeOne(testContext.context, step);
    expect((await getItem(testContext.context, driverKey(driver.teamId, driver.id)))?.name).toBe('Luisa');
  });
});

describe('a single update outside a transaction', () => {
  const rename = (driver: { teamId: string; id: string }, condition = {}) =>
    update(driverKey(driver.teamId, driver.id), { set: { name: 'Luisa' } }, condition, (item) =>
      item ? new AppError('CONFLICT') : new AppError('NOT_FOUND'),
    );

  test('costs half of a transaction', async () => {
    const driver = await insertDriver(table.testContext(), {});
    const [single, whole] = [table.testContext(), table.testContext()];
    await writeOne(single.context, rename(driver));
    await transact(whole.context, [rename(driver)]);
    expect(single.meter).toEqual({ calls: 1, readUnits: 0, writeUnits: 1 });
    expect(whole.meter).toEqual({ calls: 1, readUnits: 0, writeUnits: 2 });
  });

  test('is refused with the item as it was found', async () => {
    const driver = await insertDriver(table.testContext(), {});
    const testContext = table.testContext();
    await expect(writeOne(testContext.context, rename(driver, { equals: { status: 'BAJA' } }))).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await expect(writeOne(testContext.context, rename({ teamId: someId(), id: someId() }))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(testContext.actions()).toEqual(['UpdateItem', 'UpdateItem']);
  });

  test('is tried again when a transaction holds its item, and ends as UNAVAILABLE', async () => {
    const driver = await insertDriver(table.testContext(), {});
    const held = { action: 'UpdateItem', before: () => named('TransactionConflictException') };
    const once = table.testContext({ faults: [{ ...held, times: 1 }] });
    await writeOne(once.context, rename(driver));
    expect(once.calls).toHaveLength(2);
    const always = table.testContext({ faults: [held] });
    await expect(writeOne(always.context, rename(driver))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('takes nothing but an update', async () => {
    const step = check(driverKey(someId(), someId()), {}, () => new Error());
    await expect(writeOne(table.testContext().context, step)).rejects.toThrow('writeOne takes an update.');
  });

  test('throws on what is no refusal', async () => {
    const driver = await insertDriver(table.testContext(), {});
    const testContext = table.testContext({ faults: [{ action: 'UpdateItem', before: connectionReset }] });
    await expect(writeOne(testContext.context, rename(driver))).rejects.toThrow('ECONNRESET');
  });

  test('is refused also when the service names no item', async () => {
    const testContext = table.testContext({
      faults: [
        {
          action: 'UpdateItem',
          before: () => new ConditionalCheckFailedException({ message: 'failed', $metadata: {} }),
        },
      ],
    });
    const driver = await insertDriver(table.testContext(), {});
    await expect(writeOne(testContext.context, rename(driver))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
