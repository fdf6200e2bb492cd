import { operation as cancelInvoice } from '../../functions/invoices/cancel-invoice';
import { operation as editInvoice } from '../../functions/invoices/edit-invoice';
import { engineTable } from '../support/engine';
import { stampingOffices } from '../support/stamping-office';
import { insertInvoice } from '../support/store-invoices';

const { bench, befall, openWithInvoice, stamp, refresh } = stampingOffices(engineTable());

test('a ready invoice is VALID at once, and stays: stamp, edit and delete are 409 then', async () => {
  const { office, id } = await openWithInvoice();
  const stamped = await stamp(office, id);
  expect(stamped).toMatchObject({ status: 200, body: { status: 'VALID', livemode: true, errorMessage: null } });
  expect(await stamp(office, id)).toMatchObject({ status: 409, body: { error: 'INVOICE_STATUS' } });
  expect((await office.send(editInvoice, { path: { id }, body: { notes: 'x' } })).status).toBe(409);
  expect(await bench.documents(id)).toHaveLength(1);
});

test('fifty stamps at once make one document: one 200, the others 409', async () => {
  const { office, id } = await openWithInvoice();
  const answers = await Promise.all(Array.from({ length: 50 }, () => stamp(office, id)));
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  expect(counts).toEqual(
    new Map([
      [200, 1],
      [409, 49],
    ]),
  );
  expect(await bench.documents(id)).toHaveLength(1);
});

test('what is not ready is 400 with all that stands in the way', async () => {
  const { office } = await openWithInvoice();
  const { id } = await insertInvoice(office.testContext, { teamId: office.teamId });
  const answer = await stamp(office, id);
  expect(answer).toMatchObject({ status: 400, body: { error: 'INVOICE_NOT_READY', field: expect.any(String) } });
  expect(answer.body.errors).toContainEqual(expect.objectContaining({ field: answer.body.field }));
});

test('a definite no is 502 with the reason, and ERROR; the next stamp has a key of its own', async () => {
  const { office, id } = await openWithInvoice();
  befall({ fault: 'REFUSE' });
  const refused = await stamp(office, id);
  expect(refused.status).toBe(502);
  expect(Object.keys(refused.body)).toEqual(['error']);
  expect(await refresh(office, id)).toMatchObject({ body: { status: 'ERROR', errorMessage: refused.body.error } });
  expect(await stamp(office, id)).toMatchObject({ status: 200, body: { status: 'VALID', errorMessage: null } });
});

test.each(['LOSE_ANSWER', 'HTML', 'CUT'] as const)(
  '%s is 202: nobody knows, so nothing changes meanwhile',
  async (fault) => {
    const { office, id } = await openWithInvoice();
    befall({ fault });
    expect(await stamp(office, id)).toMatchObject({ status: 202, body: { status: 'PENDING' } });
    expect((await stamp(office, id)).status).toBe(409);
    expect((await office.send(editInvoice, { path: { id }, body: { notes: 'x' } })).status).toBe(409);
    const isThere = fault === 'LOSE_ANSWER';
    expect(await refresh(office, id)).toMatchObject({ status: 200, body: { status: isThere ? 'VALID' : 'PENDING' } });
    expect(await bench.documents(id)).toHaveLength(isThere ? 1 : 0);
  },
);

test('cancel asks for its substitution with motive 01 alone, and is CANCELLED when the provider says so', async () => {
  const { office, id } = await openWithInvoice();
  const cancel = (body: object) => office.send(cancelInvoice, { path: { id }, body });
  expect(await cancel({ motive: '02' })).toMatchObject({ status: 409, body: { error: 'INVOICE_STATUS' } });
  await stamp(office, id);
  for (const body of [{ motive: '01' }, { motive: '01', substitution: id }, { motive: '02', substitution: id }])
    expect(await cancel(body)).toMatchObject({ status: 400, body: { field: 'substitution' } });
  expect(await cancel({ motive: '05' })).toMatchObject({ status: 400, body: { field: 'motive' } });
  expect(await cancel({ motive: '02' })).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
  expect((await cancel({ motive: '02' })).status).toBe(409);
});

test('a stamp costs 24 write units: lock and result', async () => {
  const { office, id } = await openWithInvoice();
  const log = office.testContext.logs.length;
  await stamp(office, id);
  const line = office.testContext.logs.slice(log).find((one) => one.includes('"stampInvoice"'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ wru: 24 });
});
