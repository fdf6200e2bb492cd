import { DELIVERY_UNITS } from '../../bench/report/deliveries';
import { secretsManagerClient } from '../../shared/platform/secrets/secrets-manager';
import { readTargets, recordNoSuccess, recordSuccess } from '../../shared/webhook-endpoints/delivery-rows';
import { claimRow, listDue, readDue } from '../../shared/webhook-endpoints/due-rows';
import { createEndpoint } from '../../shared/webhook-endpoints/edit-endpoints';
import { readEndpoints } from '../../shared/webhook-endpoints/fan-out';
import { SWEEP_RULES } from '../../shared/webhook-endpoints/sweep';
import { engineTable } from '../support/engine';
import { someId } from '../support/engine-runtime';
import { DATA_KEY } from '../support/stamping-sdk';
import { Deliveries } from './deliveries';

const table = engineTable();

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
      const { places } = await testContext.use(listDue)(shard, undefined, 100);
      return testContext.use(readDue)(places.filter(({ eventId }) => eventId === failed.id));
    };
    expect((await spent(async () => (due = await readRows())))[1]).toBe(0);
    const [row] = due;
    if (row === undefined) throw new Error('The row is not due.');
    expect(await spent(() => testContext.use(claimRow)(row, SWEEP_RULES))).toEqual([0, 3]);
  });
});
