import { operation as closeReservation } from '../../functions/box-reservations/close-reservation';
import { operation as getReservation } from '../../functions/box-reservations/get-reservation';
import { operation as deleteInvoice } from '../../functions/invoices/delete-invoice';
import { operation as editInvoice } from '../../functions/invoices/edit-invoice';
import { operation as getInvoice } from '../../functions/invoices/get-invoice';
import { operation as stampInvoice } from '../../functions/invoices/stamp-invoice';
import { openKeys } from '../../shared/stamping/organization/open-keys';
import { connectionReset } from '../support/faults';
import type { Office } from '../support/office';
import { quickTable } from '../support/quick-table';
import { documentBody } from '../support/stamping';
import { stampingOffices } from '../support/stamping-office';
import { insertBox, reserve } from '../support/store-boxes';
import { ITEM } from '../support/store-invoices';

const offices = stampingOffices(quickTable());
const { bench, befall, stamp, recover, statusOf, sendWith } = offices;

const MINUTE = 60_000;

afterEach(offices.forgetWork);

/** A reservation of a box that is billed at its close. */
async function rent(office: Office) {
  const { id, testContext, teamId } = office;
  const client = await offices.insertCustomer(office);
  const box = await insertBox(testContext, { teamId });
  const reservation = await reserve(testContext, { id, teamId }, box, { clientId: client.id });
  return { reservationId: reservation.id };
}

describe('a deletion during a stamp', () => {
  /** An invoice whose draft exists at the provider, as after the close of a reservation. */
  async function drafted() {
    const office = await offices.open();
    const { body } = await office.send(closeReservation, { path: await rent(office) });
    const id = String(body.invoiceId);
    expect(await bench.documents(id)).toMatchObject([{ status: 'draft' }]);
    return { office, id };
  }

  test.each(['RetrieveInvoice', 'TransactWriteItems'])(
    'that overtakes it before its %s is refused, and the document stays',
    async (action) => {
      const { office, id } = await drafted();
      const stamps: unknown[] = [];
      const stampNow = { action, times: 1, meanwhile: async () => stamps.push((await stamp(office, id)).status) };
      const { answer } = await sendWith([stampNow], office, deleteInvoice, { id });
      expect([stamps, answer.status, answer.body.error]).toEqual([[200], 409, 'INVOICE_NOT_EDITABLE']);
      expect(await statusOf(office, id)).toBe('VALID');
      expect(await bench.documents(id)).toMatchObject([{ status: 'valid' }]);
    },
  );

  test('that comes before its draft is dropped stamps nothing: the invoice is gone', async () => {
    const { office, id } = await drafted();
    const stamps: unknown[] = [];
    const stampNow = async () => stamps.push((await stamp(office, id)).status);
    const { answer } = await sendWith([{ action: 'DeleteDraftInvoice', meanwhile: stampNow }], office, deleteInvoice, {
      id,
    });
    expect([stamps, answer.status]).toEqual([[404], 200]);
    expect(await statusOf(office, id)).toBeUndefined();
    expect(await bench.documents(id)).toEqual([]);
  });
});

test('a document that is stamped after another try was made bears what it was created with', async () => {
  const { office, id } = await offices.openWithInvoice();
  const { testContext, teamId } = office;
  const tried = [{ ...ITEM, description: 'Flete' }];
  const bearer = async () => office.exchange.bearer(undefined, office.id);
  const edit = async (description: string) =>
    office.send(editInvoice, {
      path: { id },
      body: { items: [{ ...ITEM, description }] },
      headers: await bearer(),
    });
  await edit('Flete');
  befall({ fault: 'CUT' });
  expect((await stamp(office, id)).status).toBe(202);
  for (const wait of [30 * MINUTE, 30 * MINUTE]) {
    testContext.pass(wait);
    await recover(office);
  }
  expect(await statusOf(office, id)).toBe('ERROR');
  await edit('Maniobras');
  // The provider has created the first attempt's document by now. It lists the document just after the second attempt has looked for it,
  // and stamps it later.
  bench.pass(60 * MINUTE);
  testContext.pass(10 * MINUTE);
  const key = (await testContext.use(openKeys)(teamId))?.current.secret;
  const late = async () => {
    befall({ fault: 'PENDING', seconds: 1_200 });
    await bench.ask('POST', '/invoices', documentBody(id), key);
    befall({ fault: 'CUT' });
  };
  const { answer } = await sendWith([{ action: 'CreateInvoice', meanwhile: late }], office, stampInvoice, { id });
  expect([answer.status, (await bench.documents(id)).length]).toEqual([202, 1]);
  bench.pass(30 * MINUTE);
  testContext.pass(20 * MINUTE);
  await recover(office);
  const found = await office.send(getInvoice, { path: { id }, headers: await bearer() });
  expect(found.body).toMatchObject({ status: 'VALID', items: tried });
});

describe('the close of a reservation', () => {
  /** The state of the draft that a close requested, after a run of recovery. */
  async function outcomeOf(office: Office, path: { readonly reservationId: string }) {
    office.testContext.pass(MINUTE);
    await recover(office);
    const { body } = await office.send(getReservation, { path });
    const alerts = await offices.alerted(office, 'BOX_RENTAL_INVOICE_DRAFT_FAILED');
    const alert = alerts.some((one) => Object(one).entityId === path.reservationId);
    const id = String(body.invoiceId);
    const link = body.invoiceId && (await office.send(getInvoice, { path: { id } })).body.providerId;
    return { status: body.status, alert, link };
  }

  test('of which any one call fails leaves one draft that is linked, or none here and an alert', async () => {
    const office = await offices.open();
    const path = await rent(office);
    const { actions } = await sendWith([], office, closeReservation, path);
    expect(actions).toEqual(expect.arrayContaining(['TransactWriteItems', 'CreateInvoice']));
    for (const [nth, action] of actions.entries()) {
      const skip = actions.slice(0, nth).filter((one) => one === action).length;
      for (const when of ['before', 'after']) {
        const before = await bench.documents();
        const closed = await rent(office);
        await sendWith([{ action, skip, times: 1, [when]: connectionReset }], office, closeReservation, closed);
        const { status, alert, link } = await outcomeOf(office, closed);
        const made = (await bench.documents()).slice(before.length).map(({ id }) => id);
        const told = `${when} call ${nth}, ${action}: ${JSON.stringify({ status, alert, link, made })}`;
        if (status !== 'CERRADA') expect([told, made, alert, link]).toEqual([told, [], false, undefined]);
        else if (link === undefined) expect([told, made.length <= 1, alert]).toEqual([told, true, true]);
        else expect([told, made, alert]).toEqual([told, [link], false]);
      }
    }
  });

  test('by fifty at once, whose answer is lost at the provider, is one, and makes one draft', async () => {
    const office = await offices.open();
    const path = await rent(office);
    const before = await bench.documents();
    befall({ fault: 'LOSE_ANSWER', times: 50 });
    const closes = await Promise.all(
      Array.from({ length: 50 }, async () => (await office.send(closeReservation, { path })).status),
    );
    expect(closes.sort()).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
    expect(await outcomeOf(office, path)).toEqual({ status: 'CERRADA', alert: true, link: undefined });
    expect(await bench.documents()).toHaveLength(before.length + 1);
  });
});
