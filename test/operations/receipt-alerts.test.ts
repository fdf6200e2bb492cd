import { operation as createCollection } from '../../functions/collections/create-collection';
import { operation as voidCollection } from '../../functions/collections/void-collection';
import { trigger } from '../../functions/triggers/raise-receipt-alerts';
import { alertsOf } from '../../shared/alerts/alert';
import { makeTriggerHandler } from '../../shared/operation/define-trigger';
import { receiptsDueOf } from '../../shared/payments/payment';
import { settleLedger } from '../../shared/payments/settle-ledger';
import { raiseReceiptAlerts } from '../../shared/receipts/receipt-alerts';
import { openMonthsOf } from '../../shared/receipts/receipt-month';
import { accounts } from '../support/accounts';
import { START, someId } from '../support/engine-runtime';
import { entriesOf } from '../support/entries';
import { lambdaContext } from '../support/http-event';
import { type Office, openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertClient } from '../support/store-fleet';
import { insertInvoice } from '../support/store-invoices';
import { insertIndexed } from '../support/unreadable';

const table = quickTable();
const world = accounts(table);

/** A team in a time zone with a collection that pays a PPD document. */
async function paid(paidAt: string, timeZone = 'America/Mexico_City', paymentMethod: 'PPD' | 'PUE' = 'PPD') {
  const office = await openOffice(world, { team: { timeZone } });
  return { office, collectionId: await pay(office, paidAt, paymentMethod) };
}

async function pay(office: Office, paidAt: string, paymentMethod: 'PPD' | 'PUE' = 'PPD'): Promise<string> {
  const { testContext, teamId, id: actor } = office;
  const { id: clientId } = await insertClient(testContext, { teamId });
  const issuedAt = '2026-01-01T12:00:00.000Z';
  const valid = { teamId, clientId, status: 'VALID', uuid: someId(), issuedAt, total: 1_000, paymentMethod } as const;
  const { id: invoiceId } = await insertInvoice(testContext, valid, { documentTotal: 100_000 });
  await testContext.use(settleLedger)({ id: actor, teamId }, invoiceId);
  const body = { clientId, amount: 600, paidAt, method: 'TRANSFERENCIA', allocations: [{ invoiceId, amount: 600 }] };
  const headers = await office.exchange.bearer(undefined, office.id);
  const answer = await office.send(createCollection, { body, headers });
  expect(answer.status).toBe(201);
  return String(answer.body.id);
}

/** Runs the schedule at an instant, and answers the team's alerts. */
async function runAt({ office }: { office: Office }, at: string) {
  const { testContext, teamId } = office;
  testContext.pass(Date.parse(at) - testContext.now().getTime());
  await makeTriggerHandler(trigger, testContext.runtime)({}, lambdaContext());
  const alerts = await table.partition(alertsOf(teamId).pk, 'ALERT#');
  return { alerts, told: alerts.map(({ type, status }) => `${type} ${status}`).sort() };
}

describe('tax 4.1: the alerts about receipts that are due', () => {
  test.each([
    ['America/Tijuana', '2026-03-01T07:59:59.999Z', '2026-03-01T08:00:00.000Z', '2026-03-06T07:59:59.999Z'],
    ['America/Mexico_City', '2026-03-01T05:59:59.999Z', '2026-03-01T06:00:00.000Z', '2026-03-06T05:59:59.999Z'],
    ['America/Cancun', '2026-03-01T04:59:59.999Z', '2026-03-01T05:00:00.000Z', '2026-03-06T04:59:59.999Z'],
  ])('in %s: from the first, and from the sixth', async (zone, before, first, fifth) => {
    const team = await paid('2026-02-28T18:00:00.000Z', zone);
    expect((await runAt(team, before)).told).toEqual([]);
    const { alerts } = await runAt(team, first);
    expect(alerts).toMatchObject([{ type: 'RECEIPT_DUE', severity: 'WARNING', entityId: team.office.teamId }]);
    expect(alerts[0]?.message).toContain('2026-03-05');
    expect((await runAt(team, fifth)).told).toEqual(['RECEIPT_DUE OPEN']);
    const sixth = new Date(Date.parse(fifth) + 1).toISOString();
    const late = await runAt(team, sixth);
    expect(late.told).toEqual(['RECEIPT_DUE OPEN', 'RECEIPT_LATE OPEN']);
    expect(late.alerts.map(({ severity }) => severity).sort()).toEqual(['CRITICAL', 'WARNING']);
  });

  test('are raised once, also by two runs at once, and not for PUE or for a payment of this month', async () => {
    const team = await paid('2026-02-10T18:00:00.000Z');
    await pay(team.office, '2026-02-11T18:00:00.000Z');
    const handler = makeTriggerHandler(trigger, team.office.testContext.runtime);
    await Promise.all([handler({}, lambdaContext()), handler({}, lambdaContext())]);
    expect((await runAt(team, '2026-03-03T15:00:00.000Z')).told).toEqual(['RECEIPT_DUE OPEN']);
    for (const other of [
      await paid('2026-02-10T18:00:00.000Z', undefined, 'PUE'),
      await paid(new Date(START).toISOString()),
    ])
      expect((await runAt(other, '2026-03-03T15:00:00.000Z')).told).toEqual([]);
  });

  test('go around a position that cannot be read, of a payment or of a month', async () => {
    const team = await paid('2026-02-10T18:00:00.000Z');
    const { testContext, teamId } = team.office;
    const { gsi2pk, prefix } = receiptsDueOf(teamId);
    for (const gsi2sk of [`${prefix}2020#unreadable`, `${openMonthsOf(teamId)}#unreadable`]) {
      await insertIndexed(testContext, { gsi2pk, gsi2sk });
    }
    expect((await runAt(team, '2026-03-03T15:00:00.000Z')).told).toEqual(['RECEIPT_DUE OPEN']);
    const figures = await testContext.use(raiseReceiptAlerts)(() => {});
    expect(figures.failed).toBe(2);
  });

  test('a schedule that missed the first five days raises RECEIPT_LATE alone, one for each month', async () => {
    const team = await paid('2026-01-10T18:00:00.000Z');
    await pay(team.office, '2025-12-10T18:00:00.000Z');
    expect((await runAt(team, '2026-03-02T16:00:00.000Z')).told).toEqual(['RECEIPT_LATE OPEN', 'RECEIPT_LATE OPEN']);
  });

  test('desk 2.2: a resolved one is OPEN again when another payment of the month has no receipt', async () => {
    const team = await paid('2026-02-10T18:00:00.000Z');
    const take = (collectionId: string) => team.office.send(voidCollection, { path: { collectionId } });
    expect((await runAt(team, '2026-03-06T16:00:00.000Z')).told).toEqual(['RECEIPT_LATE OPEN']);
    await take(team.collectionId);
    expect((await runAt(team, '2026-03-06T17:00:00.000Z')).told).toEqual(['RECEIPT_LATE RESOLVED']);
    const other = await pay(team.office, '2026-02-11T18:00:00.000Z');
    for (const at of ['2026-03-06T18:00:00.000Z', '2026-03-06T19:00:00.000Z'])
      expect((await runAt(team, at)).told).toEqual(['RECEIPT_LATE OPEN']);
    await take(other);
    const { told, alerts } = await runAt(team, '2026-03-06T20:00:00.000Z');
    expect([told, alerts[0]?.resolvedBy]).toEqual([['RECEIPT_LATE RESOLVED'], 'SYSTEM']);
    expect(await entriesOf(table, team.office.teamId, 'ALERT', String(alerts[0]?.id))).toHaveLength(4);
  });

  test('integrations 1: are resolved when no payment of the month needs a receipt any more', async () => {
    const team = await paid('2026-02-10T18:00:00.000Z');
    const other = await pay(team.office, '2026-02-11T18:00:00.000Z');
    const take = (collectionId: string) => team.office.send(voidCollection, { path: { collectionId } });
    expect((await runAt(team, '2026-03-02T16:00:00.000Z')).told).toEqual(['RECEIPT_DUE OPEN']);
    expect((await take(other)).status).toBe(200);
    expect((await runAt(team, '2026-03-02T16:10:00.000Z')).told).toEqual(['RECEIPT_DUE OPEN']);
    expect((await take(team.collectionId)).status).toBe(200);
    const { told, alerts } = await runAt(team, '2026-03-02T16:20:00.000Z');
    expect(told).toEqual(['RECEIPT_DUE RESOLVED']);
    // integrations 1: neither the schedule that raises nor the one that resolves writes another entry.
    expect(await entriesOf(table, team.office.teamId, 'ALERT', String(alerts[0]?.id))).toMatchObject([
      { action: 'CREATE', actorType: 'SYSTEM' },
      { action: 'UPDATE', actorType: 'SYSTEM', changes: { newStatus: 'RESOLVED' } },
    ]);
  });
});
