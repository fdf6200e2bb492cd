import { operation as editInvoice } from '../../functions/invoices/edit-invoice';
import { operation as createPayment } from '../../functions/payments/create-payment';
import { operation as voidPayment } from '../../functions/payments/void-payment';
import { operation as reportReceivables } from '../../functions/reports/report-receivables';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as getTrip } from '../../functions/trips/get-trip';
import { operation as listTrips } from '../../functions/trips/list-trips';
import { operation as updateTrip } from '../../functions/trips/update-trip';
import { settleLedger } from '../../shared/payments/settle-ledger';
import { getItem } from '../../shared/platform/table/read';
import { putItem, update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { receivableKey, receivableOf } from '../../shared/trips/receivable';
import { tripKey } from '../../shared/trips/trip';
import { accounts } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { type Office, openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertClient } from '../support/store-fleet';
import { insertInvoice } from '../support/store-invoices';

const world = accounts(quickTable());

/** A COMPLETADO trip of a revenue of 1,000.00, with its draft of 1,160.00. */
async function completedTrip() {
  const office = await openOffice(world);
  const { testContext, teamId } = office;
  const { id: clientId } = await insertClient(testContext, { teamId });
  const body = { clientId, revenue: 1_000, startDate: '2026-03-02T12:00:00.000Z', cargoDescription: 'Acero' };
  const created = await office.send(createTrip, { body });
  expect(created.status).toBe(201);
  const tripId = String(created.body.id);
  const set = { status: 'COMPLETADO', actualEndDate: '2026-03-02T14:00:00.000Z' };
  await transact(testContext.context, [update(tripKey(teamId, tripId), { set }, {}, () => new Error('gone'))]);
  const trip = await getItem(testContext.context, tripKey(teamId, tripId));
  const row = trip && receivableOf(trip);
  if (row) await transact(testContext.context, [putItem(receivableKey(teamId, tripId), row)]);
  return { office, clientId, tripId, invoiceId: String(created.body.invoiceId) };
}

const receivables = async (office: Office) => (await office.send(reportReceivables)).body;
const pay = (office: Office, tripId: string, amount: number) =>
  office.send(createPayment, { body: { tripId, amount, method: 'EFECTIVO' } });
const moneyOf = async (office: Office, tripId: string) => {
  const { due, isEstimate, paid, balance } = (await office.send(getTrip, { path: { tripId } })).body;
  const [listed] = recordsOf(await office.send(listTrips), 'trips');
  expect(listed).toMatchObject({ due, isEstimate, paid, balance });
  return { due, isEstimate, paid, balance };
};

test('tax 3.2: the estimate and the receivable of a trip follow the edits of its draft', async () => {
  const { office, tripId, invoiceId } = await completedTrip();
  const price = (amount: number) =>
    office.send(editInvoice, {
      path: { id: invoiceId },
      body: { items: [{ description: 'Flete', productKey: '78101802', price: amount, withholdingRate: 0 }] },
    });
  expect(await moneyOf(office, tripId)).toEqual({ due: 1_160, isEstimate: true, paid: 0, balance: 1_160 });
  expect((await price(2_000)).status).toBe(200);
  expect(await moneyOf(office, tripId)).toEqual({ due: 2_320, isEstimate: true, paid: 0, balance: 2_320 });
  expect(await receivables(office)).toMatchObject({ receivables: [{ tripId, total: 2_320, balance: 2_320 }] });
  await pay(office, tripId, 500);
  expect((await price(400)).status).toBe(200);
  expect(await moneyOf(office, tripId)).toEqual({ due: 464, isEstimate: true, paid: 500, balance: -36 });
  expect(await receivables(office)).toMatchObject({ receivables: [] });
});

test('tax 3.2: the estimate and the receivable of a trip follow its revenue', async () => {
  const { office, tripId } = await completedTrip();
  const edit = (revenue: number) => office.send(updateTrip, { path: { tripId }, body: { revenue } });
  await pay(office, tripId, 500);
  expect((await edit(900)).status).toBe(200);
  expect(await receivables(office)).toMatchObject({ receivables: [{ tripId, total: 1_044, paid: 500, balance: 544 }] });
  expect((await edit(400)).status).toBe(200);
  expect(await receivables(office)).toMatchObject({ receivables: [] });
});

test('tax 3.7: a voided payment takes the credit of its trip back', async () => {
  const { office, clientId, tripId } = await completedTrip();
  const { testContext, teamId, id: userId } = office;
  const fields = { teamId, clientId, tripId, status: 'VALID', uuid: someId(), total: 100 } as const;
  const { id } = await insertInvoice(testContext, { ...fields, issuedAt: '2026-03-02T14:30:00.000Z' });
  await testContext.use(settleLedger)({ id: userId, teamId }, id);
  const { body } = await pay(office, tripId, 130);
  expect(await receivables(office)).toMatchObject({ receivables: [], inFavour: 30, credits: [{ clientId }] });
  expect((await office.send(voidPayment, { path: { paymentId: String(body.id) } })).status).toBe(200);
  expect(await receivables(office)).toMatchObject({
    receivables: [{ invoiceId: id, balance: 100 }],
    inFavour: 0,
    credits: [],
  });
});
