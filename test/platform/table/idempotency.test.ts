import { createDriver } from '../../../shared/fleet/drivers';
import type { VehicleFields } from '../../../shared/fleet/vehicle';
import { createVehicle } from '../../../shared/fleet/vehicles';
import { closeCreation, isCreationOpen, type Once } from '../../../shared/platform/table/idempotency';
import { engineTable } from '../../support/engine';
import { someId } from '../../support/engine-runtime';
import { conflict, named } from '../../support/faults';
import { storedDriver } from '../../support/store-records';

const table = engineTable();

const DAY_MS = 24 * 60 * 60 * 1000;
const newActor = () => ({ id: someId(), teamId: someId() });
const once = (given: Partial<Once> = {}): Once => ({
  pool: 'staff',
  callerId: someId(),
  operationId: 'createVehicle',
  key: 'key-1',
  fingerprint: 'body-1',
  ...given,
});
const fields = (plate: string): VehicleFields => ({ plate });

const itemsOf = (teamId: string, kind: string) => table.partition(`TEAM#${teamId}`, kind);

describe('a creation with an Idempotency-Key', () => {
  test('sent again answers the first record, and makes no other', async () => {
    const actor = newActor();
    const key = once();
    const testContext = table.testContext();
    const first = await testContext.use(createVehicle)(actor, fields('AA-1'), key);
    testContext.pass(1000);
    expect(await testContext.use(createVehicle)(actor, fields('AA-1'), key)).toEqual(first);
    expect(await itemsOf(actor.teamId, 'VEHICLE#')).toHaveLength(1);
  });

  test('sent fifty times at once makes one record and answers it every time', async () => {
    const actor = newActor();
    const key = once();
    const sent = Array.from({ length: 50 }, () => table.testContext().use(createVehicle)(actor, fields('AA-2'), key));
    const answers = await Promise.all(sent);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await itemsOf(actor.teamId, 'VEHICLE#')).toHaveLength(1);
    expect(await itemsOf(actor.teamId, 'PLATE#')).toHaveLength(1);
  });

  test('sent with another body is a conflict', async () => {
    const actor = newActor();
    const key = once();
    await table.testContext().use(createVehicle)(actor, fields('AA-3'), key);
    const other = table.testContext().use(createVehicle)(actor, fields('AA-4'), { ...key, fingerprint: 'body-2' });
    await expect(other).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED', field: 'Idempotency-Key' });
    expect(await itemsOf(actor.teamId, 'VEHICLE#')).toHaveLength(1);
  });

  test('sent at once with two bodies makes one of them, and the other is a conflict', async () => {
    const actor = newActor();
    const key = once();
    const outcomes = await Promise.allSettled([
      table.testContext().use(createVehicle)(actor, fields('AA-5'), key),
      table.testContext().use(createVehicle)(actor, fields('AA-6'), { ...key, fingerprint: 'body-2' }),
    ]);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused).toEqual([expect.objectContaining({ code: 'IDEMPOTENCY_KEY_REUSED' })]);
    expect(await itemsOf(actor.teamId, 'VEHICLE#')).toHaveLength(1);
  });

  test.each([
    ['a second before its end', DAY_MS - 1000, 1],
    ['at its end, though its row is still there', DAY_MS, 2],
    ['days after', 5 * DAY_MS, 2],
  ])('%s: sent after %p ms there are %p records', async (_, milliseconds, records) => {
    const actor = newActor();
    const key = once({ operationId: 'createDriver' });
    const testContext = table.testContext();
    await testContext.use(createDriver)(actor, storedDriver(), key);
    testContext.pass(milliseconds);
    await testContext.use(createDriver)(actor, storedDriver(), key);
    expect(await itemsOf(actor.teamId, 'DRIVER#')).toHaveLength(records);
    const rows = await table.partition(`CALLER#staff#${key.callerId}`);
    expect(rows).toHaveLength(1);
  });

  test('keeps its row a day, by the attribute that the table expires by', async () => {
    const key = once();
    const testContext = table.testContext();
    await testContext.use(createVehicle)(newActor(), fields('AA-7'), key);
    const [row] = await table.partition(`CALLER#staff#${key.callerId}`);
    expect(row?.expires).toBe(testContext.now().getTime() / 1000 + DAY_MS / 1000);
    expect(row?.sk).toMatch(/^IDEMPOTENCY#createVehicle#[0-9a-f]{64}$/);
  });

  test.each([
    ['caller', { callerId: someId() }],
    ['pool', { pool: 'drivers' }],
    ['operation', { operationId: 'createDriver' }],
    ['key', { key: 'key-2' }],
  ])('does not stand in the way of another %s', async (_, other) => {
    const actor = newActor();
    const key = once();
    await table.testContext().use(createVehicle)(actor, fields('BB-1'), key);
    await table.testContext().use(createVehicle)(actor, fields('BB-2'), { ...key, fingerprint: 'body-2', ...other });
    expect(await itemsOf(actor.teamId, 'VEHICLE#')).toHaveLength(2);
  });

  test('that was refused may be sent again with the same key when the reason is gone', async () => {
    const actor = newActor();
    const key = once();
    await table.testContext().use(createVehicle)(actor, fields('CC-1'), undefined);
    const again = (plate: string) => table.testContext().use(createVehicle)(actor, fields(plate), key);
    await expect(again('CC-1')).rejects.toMatchObject({ code: 'PLATE_TAKEN' });
    expect(await again('CC-2')).toMatchObject({ plate: 'CC-2' });
  });

  test('whose answer was lost, or that met a conflict, is done once', async () => {
    const actor = newActor();
    const lost = () => named('InternalServerError');
    for (const fault of [{ after: lost }, { before: conflict }]) {
      const testContext = table.testContext({ faults: [{ action: 'TransactWriteItems', times: 2, ...fault }] });
      await testContext.use(createDriver)(actor, storedDriver(), once({ operationId: 'createDriver' }));
    }
    expect(await itemsOf(actor.teamId, 'DRIVER#')).toHaveLength(2);
  });

  test('reads once more and writes one row more than one without', async () => {
    const [keyed, plain] = [table.testContext(), table.testContext()];
    await keyed.use(createVehicle)(newActor(), fields('DD-1'), once());
    await plain.use(createVehicle)(newActor(), fields('DD-1'), undefined);
    expect(keyed.actions()).toEqual(['GetItem', 'TransactWriteItems']);
    expect(plain.actions()).toEqual(['TransactWriteItems']);
    expect(keyed.meter.writeUnits - plain.meter.writeUnits).toBe(2);
  });
});

describe('what is to follow a creation', () => {
  test('is said to be done of a row alone that is there', async () => {
    const testContext = table.testContext();
    await testContext.use(closeCreation)(undefined);
    expect(testContext.calls).toEqual([]);
    const key = once();
    await expect(testContext.use(closeCreation)(key)).rejects.toThrow('disappeared before it expired');
    expect(await isCreationOpen(testContext.context, key)).toBe(false);
  });
});
