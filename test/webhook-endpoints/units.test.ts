import { DELIVERY_UNITS } from '../../bench/report/deliveries';
import { makeDeps, type Uses } from '../../shared/platform/runtime/capability';
import { secretsManagerClient } from '../../shared/platform/secrets/secrets-manager';
import { getItem } from '../../shared/platform/table/read';
import { DUE_SHARDS } from '../../shared/webhook-endpoints/delivery';
import { readTargets, recordNoSuccess, recordSuccess } from '../../shared/webhook-endpoints/delivery-rows';
import { claimRow, listDue, readDue } from '../../shared/webhook-endpoints/due-rows';
import { createEndpoint } from '../../shared/webhook-endpoints/edit-endpoints';
import { endpointKey } from '../../shared/webhook-endpoints/endpoint';
import { readEndpoints } from '../../shared/webhook-endpoints/fan-out';
import { RECONCILE_USES, reconcileDeliveries } from '../../shared/webhook-endpoints/reconcile';
import { continueRedelivery, REDELIVERY_USES } from '../../shared/webhook-endpoints/redeliver-since';
import { redeliverSince } from '../../shared/webhook-endpoints/request-redelivery';
import { SWEEP_RULES } from '../../shared/webhook-endpoints/sweep';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { DATA_KEY } from '../support/stamping-sdk';
import { Deliveries } from './deliveries';

const HOUR = 3_600_000;
const table = quickTable();

describe('integrations 6: the units of the deliveries', () => {
  test('a creation writes 7, the fan-out reads 1, a first attempt reads 2 and writes 1, a claim writes 3', async () => {
    const testContext = table.testContext();
    testContext.runtime.clients.set(secretsManagerClient, {
      send: async () => ({ SecretString: DATA_KEY, VersionId: 'version-1' }),
    });
    const { meter } = testContext;
    const spent = async (work: () => Promise<unknown>): Promise<[number, number]> => {
      const [reads, writes] = [meter.readUnits, meter.writeUnits];
      await work();
      return [meter.readUnits - reads, meter.writeUnits - writes];
    };
    const teamId = someId();
    const actor = { id: someId(), teamId };
    const fields = { url: 'https://hooks.empresa.mx/fleet', types: ['client.created' as const] };
    await testContext.use(createEndpoint)(actor, fields, 'https://api.example');
    let endpointId = '';
    const create = async () => {
      endpointId = (await testContext.use(createEndpoint)(actor, fields, 'https://api.example')).id;
    };
    const units = await spent(create);
    expect(units).toEqual([0, 7]);
    const { fanOutReads, attemptReads, attemptWrites } = DELIVERY_UNITS;
    expect([fanOutReads, attemptReads, attemptWrites]).toEqual([1, 2, 1]);
    expect(await spent(() => testContext.use(readEndpoints)(teamId))).toEqual([fanOutReads, 0]);
    const deliveries = new Deliveries(testContext);
    const event = await deliveries.commit(teamId);
    const message = { teamId, endpointId, event, generation: 0, attempt: 1 };
    expect(await spent(() => testContext.use(readTargets)([message]))).toEqual([attemptReads, 0]);
    const target = { endpoint: undefined, row: undefined };
    const outcome = { statusCode: 204, milliseconds: 5 };
    expect(await spent(() => testContext.use(recordSuccess())(message, target, outcome))).toEqual([0, attemptWrites]);
    const failed = await deliveries.commit(teamId);
    const dueAt = testContext.now().toISOString();
    const failure = { state: 'PENDING' as const, outcome: { milliseconds: 1 }, dueAt };
    await testContext.use(recordNoSuccess())({ ...message, event: failed }, target, failure);
    let due: Awaited<ReturnType<typeof readRows>> = [];
    const readRows = async () => {
      const shard = `DELIVERIES_DUE#${Number.parseInt(failed.id.slice(-1), 16) % 4}`;
      const { places } = await testContext.use(listDue)(shard, undefined, 100, rethrow);
      return testContext.use(readDue)(
        places.filter(({ eventId }) => eventId === failed.id),
        () => {},
      );
    };
    expect((await spent(async () => (due = await readRows())))[1]).toBe(0);
    const [row] = due;
    if (row === undefined) throw new Error('The row is not due.');
    expect(await spent(() => testContext.use(claimRow)(row, SWEEP_RULES))).toEqual([0, 3]);
  });

  /** A test context that measures what the functions spend. */
  function measured() {
    const testContext = table.testContext();
    const { runtime } = testContext;
    runtime.clients.set(secretsManagerClient, {
      send: async () => ({ SecretString: DATA_KEY, VersionId: 'version-1' }),
    });
    const deps = <U extends Uses>(uses: U) => {
      const meter = { calls: 0, readUnits: 0, writeUnits: 0 };
      const scope = { requestId: 'test', remaining: () => 60_000, meter };
      return { meter, deps: makeDeps(uses, runtime, scope) };
    };
    return { testContext, deps };
  }

  const fields = { url: 'https://hooks.empresa.mx/fleet', types: ['client.created' as const] };
  const rethrow = (failure: unknown) => {
    throw failure;
  };

  test('a further attempt reads 3 for its claim and its result, and writes 6 at most', async () => {
    const { testContext, deps } = measured();
    const teamId = someId();
    const { id: endpointId } = await testContext.use(createEndpoint)(
      { id: someId(), teamId },
      fields,
      'https://api.example',
    );
    const event = await new Deliveries(testContext).commit(teamId);
    const message = { teamId, endpointId, event, generation: 0, attempt: 1 };
    const pending = { state: 'PENDING' as const, outcome: { milliseconds: 1 } };
    await testContext.use(recordNoSuccess())(
      message,
      { endpoint: undefined, row: undefined },
      { ...pending, dueAt: testContext.now().toISOString() },
    );
    const { meter, deps: again } = deps({ readDue, claimRow, readTargets, recordNoSuccess: recordNoSuccess() });
    const shard = DUE_SHARDS[Number.parseInt(event.id.slice(-1), 16) % DUE_SHARDS.length] ?? DUE_SHARDS[0];
    const { places } = await testContext.use(listDue)(shard, undefined, 100, rethrow);
    const [row] = await again.readDue(
      places.filter(({ eventId }) => eventId === event.id),
      () => {},
    );
    if (row === undefined) throw new Error('The row is not due.');
    expect(await again.claimRow(row, SWEEP_RULES)).toBe(true);
    const second = { ...message, attempt: 2 };
    const [target] = await again.readTargets([second]);
    if (target === undefined) throw new Error('There is no target.');
    const dueAt = new Date(testContext.now().getTime() + 60_000).toISOString();
    expect(await again.recordNoSuccess(second, target, { ...pending, dueAt })).toBe(true);
    expect([meter.readUnits, meter.writeUnits]).toEqual([3, 6]);
  });

  test('the reconciler reads 1.5 and writes 1 for an endpoint and an hour without events', async () => {
    const { testContext, deps } = measured();
    const spend = async () => {
      const { meter, deps: given } = deps(RECONCILE_USES);
      await reconcileDeliveries(given, rethrow);
      return [meter.readUnits, meter.writeUnits] as const;
    };
    const teams = 8;
    for (let made = 0; made < teams; made += 1)
      await testContext.use(createEndpoint)({ id: someId(), teamId: someId() }, fields, 'https://api.example');
    testContext.pass(2 * HOUR);
    await spend();
    testContext.pass(HOUR);
    const after = await spend();
    const { endpoints } = await reconcileDeliveries(deps(RECONCILE_USES).deps, rethrow);
    expect(after[0] / endpoints).toBeLessThanOrEqual(1.5);
    expect(after[1] / endpoints).toBeLessThanOrEqual(1);
  });

  test('a redelivery since an instant reads 0.6 and writes 2 for each event', async () => {
    const { testContext, deps } = measured();
    const teamId = someId();
    const { id } = await testContext.use(createEndpoint)({ id: someId(), teamId }, fields, 'https://api.example');
    const deliveries = new Deliveries(testContext);
    const since = testContext.now().toISOString();
    const events = 100;
    for (let made = 0; made < events; made += 1) await deliveries.commit(teamId);
    testContext.pass(1_000);
    const endpoint = await getItem(testContext.context, endpointKey(teamId, id));
    if (endpoint === undefined) throw new Error('There is no endpoint.');
    await testContext.use(redeliverSince)(endpoint, since, undefined);
    testContext.pass(3 * 60_000);
    const { meter, deps: given } = deps(REDELIVERY_USES);
    expect(await continueRedelivery(given, teamId, id, rethrow)).toBe(true);
    expect(meter.readUnits / events).toBeLessThanOrEqual(0.6);
    // The job itself is claimed and saved once for a hundred events.
    expect(meter.writeUnits).toBe(2 * events + 4);
  });
});
