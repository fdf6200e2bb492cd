import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { paymentKey } from '../../shared/payments/payment';
import { readReceivables } from '../../shared/payments/reports';
import { tableClient } from '../../shared/platform/table/client';
import { put, unexpectedConflict } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { receivablesOf } from '../../shared/trips/receivable';
import { clientAt } from '../support/engine';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { insertTrips } from '../support/store-fleet';
import { storedTeam } from '../support/store-records';

const table = quickTable();

const ENDED = '2026-01-10T18:00:00.000Z';
const PAID = '2026-02-10T18:00:00.000Z';

describe('what is owed for very many trips', () => {
  /** Reads a report with `count` open trips, answered in pages. */
  function readOpen(count: number) {
    const client = clientAt('http://127.0.0.1:9');
    const mock = mockClient(client);
    const team = storedTeam({ teamId: someId() });
    const { pk } = receivablesOf(team.teamId);
    let sent = 0;
    mock.on(QueryCommand).callsFake(({ Limit = 0, ExpressionAttributeValues: values }: QueryCommandInput) => {
      if (values?.[':pk'] !== pk) return { Items: [] };
      const size = Math.min(Limit, 2_500, count - sent);
      const Items = Array.from({ length: size }, (_, index) => {
        const tripId = someId();
        return { pk, sk: `${sent + index}`, tripId, revenue: 1.01, paid: 0, since: ENDED };
      });
      sent += size;
      return { Items, ...(sent < count && { LastEvaluatedKey: {} }) };
    });
    const testContext = table.testContext({ clients: new Map([[tableClient, client]]) });
    return { report: testContext.use(readReceivables)(team), sent: () => sent };
  }

  test('is summed over every page, up to 10,000 trips', async () => {
    const { report } = readOpen(10_000);
    expect(await report).toMatchObject({ count: 10_000, total: 10_100 });
  });

  test('is refused past 10,000 trips with what to do, and no more is read', async () => {
    const { report, sent } = readOpen(20_000);
    const message = 'More than 10000 trips are not paid. Register the payments that were made, then ask again.';
    await expect(report).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field: 'asOf', message });
    expect(sent()).toBe(10_001);
  });
});

test('trips that are settled by now were owed before, however many they are', async () => {
  const team = storedTeam({ teamId: someId() });
  const { teamId } = team;
  const settled = { teamId, status: 'COMPLETADO', revenue: 1, paid: 1, actualEndDate: ENDED } as const;
  const trips = await insertTrips(table.testContext(), new Array(101).fill(settled));
  const record = { amount: 1, registeredBy: someId(), createdAt: PAID };
  const payments = trips.map(({ id: tripId }) =>
    put(paymentKey(teamId, { id: someId(), paidAt: PAID }), { ...record, tripId }, {}, unexpectedConflict('A payment')),
  );
  await transact(table.testContext().context, payments.slice(0, 100));
  await transact(table.testContext().context, payments.slice(100));
  const testContext = table.testContext();
  const before = await testContext.use(readReceivables)(team, { asOf: '2026-02-09' });
  expect(before).toMatchObject({ count: 101, total: 101 });
  expect(testContext.actions()).toEqual(['Query', 'Query', 'Query', 'BatchGetItem', 'BatchGetItem']);
  // The receivables, the payments, and half a unit for each trip.
  expect(testContext.meter.readUnits).toBeLessThanOrEqual(0.5 + 4 + 101 / 2);
  expect(await table.testContext().use(readReceivables)(team, { asOf: '2026-02-10' })).toMatchObject({
    count: 0,
    total: 0,
  });
});
