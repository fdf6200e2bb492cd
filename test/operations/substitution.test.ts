import { operation as listAudit } from '../../functions/audit/list-audit';
import { operation as createCollection } from '../../functions/collections/create-collection';
import { operation as getCollection } from '../../functions/collections/get-collection';
import { operation as cancelInvoice } from '../../functions/invoices/cancel-invoice';
import { operation as deleteInvoice } from '../../functions/invoices/delete-invoice';
import { operation as editInvoice } from '../../functions/invoices/edit-invoice';
import { operation as getInvoice } from '../../functions/invoices/get-invoice';
import { operation as stampInvoice } from '../../functions/invoices/stamp-invoice';
import { operation as substituteInvoice } from '../../functions/invoices/substitute-invoice';
import { operation as createPayment } from '../../functions/payments/create-payment';
import { operation as reportReceivables } from '../../functions/reports/report-receivables';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as getTripBalance } from '../../functions/trips/get-trip-balance';
import { readOwed } from '../../shared/invoices/allocated';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import { makeHandler } from '../../shared/operation/lambda';
import type { Runtime } from '../../shared/platform/runtime/context';
import { getItem } from '../../shared/platform/table/read';
import { update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { someId } from '../support/engine-runtime';
import { connectionReset } from '../support/faults';
import { send, type TestRequest } from '../support/http-event';
import { type Office, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { stampingOffices } from '../support/stamping-office';
import { insertDriver, insertVehicle } from '../support/store-fleet';
import { ITEM } from '../support/store-invoices';

const offices = stampingOffices(quickTable());
const { bench, befall, open, insertReady, stamp, refresh, recover, alerted, openWork } = offices;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

afterEach(offices.forgetWork);

/** A VALID invoice, and what the tests do with it. */
async function valid() {
  const office = await open();
  const id = await insertReady(office);
  expect(await stamp(office, id)).toMatchObject({ status: 200, body: { status: 'VALID' } });
  return { office, id };
}

const substitute = (office: Office, id: string, body: object = {}) =>
  office.send(substituteInvoice, { path: { id }, body });
const cancel = (office: Office, id: string, body: object) => office.send(cancelInvoice, { path: { id }, body });
const read = async (office: Office, id: string) => (await office.send(getInvoice, { path: { id } })).body;
const stored = ({ testContext, teamId }: Office, id: string) => getItem(testContext.context, invoiceKey(teamId, id));

async function substituted() {
  const { office, id } = await valid();
  const { status, body } = await substitute(office, id, { notes: 'Orden 2' });
  expect(status).toBe(201);
  return { office, id, newId: String(body.id) };
}

async function runAfter(office: Office, milliseconds: number) {
  office.testContext.pass(milliseconds);
  bench.pass(milliseconds);
  return recover(office);
}

describe('tax 6.2: the substitute of an invoice', () => {
  test('is a draft with the changes, relation 04 and no field of the stamp; the old one names it', async () => {
    const { office, id } = await valid();
    const old = await read(office, id);
    const items = [{ ...ITEM, price: 31_000 }];
    const { status, body } = await substitute(office, id, { items, notes: 'Orden 2' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'DRAFT',
      replaces: id,
      relations: [{ type: '04', invoiceIds: [id], uuids: [old.uuid] }],
      notes: 'Orden 2',
      clientId: old.clientId,
      subtotal: 31_000,
      ...{ providerId: null, folio: null, uuid: null, verificationUrl: null, pdfUrl: null },
    });
    for (const name of ['livemode', 'issuedAt', 'replacedBy']) expect(body).not.toHaveProperty(name);
    expect(await read(office, id)).toMatchObject({ status: 'VALID', replacedBy: body.id, subtotal: old.subtotal });
    const entries = recordsOf(await office.send(listAudit, { query: { entityId: id } }), 'entries');
    expect(entries).toContainEqual(expect.objectContaining({ action: 'SUBSTITUTE', changes: { replacedBy: body.id } }));
  });

  test('is sent with relation 04; when it is VALID the old one is CANCELLED with motive 01 in the same call', async () => {
    const { office, id, newId } = await substituted();
    expect(await stamp(office, newId)).toMatchObject({ status: 200, body: { status: 'VALID', replaces: id } });
    const { uuid, ...old } = await read(office, id);
    expect(old).toMatchObject({ status: 'CANCELLED', replacedBy: newId });
    const sent = bench.served().standIn.state.invoices.entries();
    const bodies = [...sent].map(([, one]) => one).filter(({ body }) => [id, newId].includes(String(body.external_id)));
    expect(bodies).toMatchObject([
      { status: 'canceled', motive: '01' },
      { status: 'valid', body: { related_documents: [{ relationship: '04', documents: [uuid] }] } },
    ]);
    await runAfter(office, 2 * MINUTE);
    expect(await openWork()).toEqual([]);
  });

  test('is one at a time: fifty requests make one draft; a cancelled one makes place', async () => {
    const { office, id } = await valid();
    const answers = await Promise.all(Array.from({ length: 50 }, () => substitute(office, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
    expect(await substitute(office, id)).toMatchObject({ status: 409, body: { error: 'SUBSTITUTE_EXISTS' } });
  });

  test('is one for an Idempotency-Key', async () => {
    const { office, id } = await valid();
    const request = { path: { id }, body: { notes: 'Orden 2' }, headers: { 'idempotency-key': 'k' } };
    const [one, two] = [await office.send(substituteInvoice, request), await office.send(substituteInvoice, request)];
    expect([one.status, two]).toEqual([201, one]);
    expect(await read(office, id)).toMatchObject({ replacedBy: one.body.id });
  });

  test('that is deleted leaves the old one as it was', async () => {
    const { office, id, newId } = await substituted();
    const { replacedBy: _, updatedAt: __, version, ...before } = await read(office, id);
    expect((await office.send(deleteInvoice, { path: { id: newId } })).status).toBe(200);
    const { updatedAt: ___, ...after } = await read(office, id);
    expect(after).toEqual({ ...before, version: Number(version) + 1 });
    expect((await substitute(office, id)).status).toBe(201);
  });

  test.each(['DRAFT', 'CANCELLED'] as const)('of an invoice that is %s is 409', async (status) => {
    const office = await open();
    const id = await insertReady(office);
    if (status === 'CANCELLED') {
      await stamp(office, id);
      await cancel(office, id, { motive: '02' });
    }
    expect(await substitute(office, id)).toMatchObject({ status: 409, body: { error: 'INVOICE_STATUS' } });
  });

  test('keeps its relation 04 in an edit, and refuses another', async () => {
    const { office, id, newId } = await substituted();
    const edit = (body: object) => office.send(editInvoice, { path: { id: newId }, body });
    const { relations } = await read(office, newId);
    expect(await edit({ relations, notes: 'x' })).toMatchObject({ status: 200, body: { relations } });
    expect(await edit({ relations: [] })).toMatchObject({ status: 200, body: { relations } });
    expect(await edit({ relations: [{ type: '04', invoiceIds: [newId] }] })).toMatchObject({
      status: 400,
      body: { field: 'relations[0].type' },
    });
    expect(await read(office, newId)).toMatchObject({ replaces: id });
  });

  test('names a driver and a vehicle of the team', async () => {
    const { office, id } = await valid();
    const { testContext, teamId } = office;
    expect(await substitute(office, id, { driverId: someId() })).toMatchObject({ body: { field: 'driverId' } });
    expect(await substitute(office, id, { vehicleId: someId() })).toMatchObject({ body: { field: 'vehicleId' } });
    const { id: driverId } = await insertDriver(testContext, { teamId });
    const { id: vehicleId } = await insertVehicle(testContext, { teamId });
    const crew = { driverId, vehicleId };
    expect(await substitute(office, id, crew)).toMatchObject({ status: 201, body: crew });
  });

  test('a member may not', async () => {
    const { office, id } = await valid();
    const member = await office.hire('MEMBER');
    expect((await member.send(substituteInvoice, { path: { id } })).status).toBe(403);
  });
});

describe('tax 6.2: the cancellation of the old invoice', () => {
  test.each(['CUT', 'HTML', 'RATE_LIMIT', 'LOSE_ANSWER'] as const)(
    'whose request meets %s is asked for by recovery; meanwhile both are VALID and marked',
    async (fault) => {
      const { office, id, newId } = await substituted();
      befall({ fault, actions: ['CancelInvoice'] });
      expect(await stamp(office, newId)).toMatchObject({ status: 200, body: { status: 'VALID' } });
      expect(await stored(office, id)).toMatchObject({ status: 'VALID', isReplaced: true });
      expect(await openWork()).toContainEqual(expect.objectContaining({ kind: 'CANCEL', invoiceId: id }));
      expect(await cancel(office, newId, { motive: '02' })).toMatchObject({ status: 409 });
      await runAfter(office, 2 * MINUTE);
      expect(await read(office, id)).toMatchObject({ status: 'CANCELLED' });
    },
  );

  test.each(['old', 'new'] as const)('is asked for again by a refresh of the %s one', async (which) => {
    const { office, id, newId } = await substituted();
    befall({ fault: 'CUT', actions: ['CancelInvoice'] });
    await stamp(office, newId);
    expect((await refresh(office, which === 'old' ? id : newId)).status).toBe(200);
    expect(await read(office, id)).toMatchObject({ status: 'CANCELLED' });
  });

  test.each(['rejected', 'expired'] as const)(
    'that is %s leaves both VALID, alerts once, and can be asked for again',
    async (outcome) => {
      const { office, id, newId } = await substituted();
      befall({ fault: 'PENDING', actions: ['CancelInvoice'], seconds: 60, outcome });
      await stamp(office, newId);
      expect(await read(office, id)).toMatchObject({ status: 'CANCELLED_PENDING', replacedBy: newId });
      for (const wait of [2 * MINUTE, HOUR, HOUR]) await runAfter(office, wait);
      expect(await stored(office, id)).toMatchObject({ status: 'VALID', replacedBy: newId, isReplaced: true });
      expect(await alerted(office, 'SUBSTITUTION_REJECTED')).toMatchObject([{ entityId: id, severity: 'CRITICAL' }]);
      expect(await openWork()).toEqual([]);
      const headers = await office.exchange.bearer(undefined, office.id);
      const again = (body: object) => office.send(cancelInvoice, { path: { id }, body, headers });
      expect(await again({ motive: '02' })).toMatchObject({ status: 409, body: { error: 'SUBSTITUTE_EXISTS' } });
      expect(await again({ motive: '01', substitution: newId })).toMatchObject({
        status: 200,
        body: { status: 'CANCELLED' },
      });
      expect(await alerted(office, 'SUBSTITUTION_REJECTED')).toMatchObject([
        { status: 'RESOLVED', resolvedBy: 'SYSTEM' },
      ]);
    },
  );

  test('desk 2.2: that was rejected is told of until the substitute is cancelled', async () => {
    const { office, id, newId } = await substituted();
    befall({ fault: 'PENDING', actions: ['CancelInvoice'], seconds: 60, outcome: 'rejected' });
    await stamp(office, newId);
    for (const wait of [2 * MINUTE, HOUR, HOUR]) await runAfter(office, wait);
    expect(await alerted(office, 'SUBSTITUTION_REJECTED')).toMatchObject([{ status: 'OPEN' }]);
    expect(await cancel(office, newId, { motive: '02' })).toMatchObject({ status: 200 });
    expect(await stored(office, id)).toMatchObject({ status: 'VALID' });
    expect(await stored(office, id)).not.toHaveProperty('isReplaced');
    expect(await alerted(office, 'SUBSTITUTION_REJECTED')).toMatchObject([
      { status: 'RESOLVED', resolvedBy: 'SYSTEM' },
    ]);
  });

  test('that the provider refuses for an hour is given up with the alert', async () => {
    const { office, id, newId } = await substituted();
    befall({ fault: 'REFUSE', actions: ['CancelInvoice'], times: 3 });
    await stamp(office, newId);
    await runAfter(office, 2 * MINUTE);
    expect(await alerted(office, 'SUBSTITUTION_REJECTED')).toEqual([]);
    await runAfter(office, HOUR);
    expect(await alerted(office, 'SUBSTITUTION_REJECTED')).toMatchObject([{ entityId: id }]);
    expect(await stored(office, id)).toMatchObject({ status: 'VALID', isReplaced: true });
    expect((await openWork()).filter(({ kind }) => kind === 'CANCEL')).toEqual([]);
  });

  test.each([
    ['recovery', async () => undefined],
    ['a refresh', refresh],
  ])('is asked for after the rejection of one that the provider had before, which %s finds', async (_, find) => {
    const { office, id, newId } = await substituted();
    const { testContext, teamId } = office;
    befall({ fault: 'LOSE_ANSWER' });
    expect((await stamp(office, newId)).status).toBe(202);
    const pending = { set: { status: 'CANCELLED_PENDING' } };
    const refused = () => new Error('There is no invoice.');
    await transact(testContext.context, [update(invoiceKey(teamId, id), pending, {}, refused)]);
    const { invoices } = bench.served().standIn.state;
    const found = [...invoices.entries()].find(([, { body }]) => body.external_id === id);
    if (!found) throw new Error('The provider has no document.');
    invoices.set(found[0], { ...found[1], cancellationStatus: 'rejected' });
    expect(await refresh(office, newId)).toMatchObject({ body: { status: 'VALID' } });
    expect(await stored(office, id)).toMatchObject({ status: 'CANCELLED_PENDING', isReplaced: true });
    await find(office, id);
    for (const wait of [2 * MINUTE, 2 * MINUTE]) await runAfter(office, wait);
    expect(await stored(office, id)).toMatchObject({ status: 'CANCELLED' });
    expect(await alerted(office, 'SUBSTITUTION_REJECTED')).toEqual([]);
  });

  test('comes before another substitution: a substitute is not substituted while the old one is in force', async () => {
    const { office, id, newId } = await substituted();
    befall({ fault: 'CUT', actions: ['CancelInvoice'] });
    await stamp(office, newId);
    const refusal = await substitute(office, newId);
    expect(refusal).toMatchObject({ status: 409, body: { error: 'INVOICE_STATUS' } });
    expect(refusal.body.message).toContain(id);
    await refresh(office, id);
    expect((await substitute(office, newId)).status).toBe(201);
  });

  test('is not asked for any more when the substitute is cancelled at the provider', async () => {
    const { office, id, newId } = await substituted();
    befall({ fault: 'CUT', actions: ['CancelInvoice'] });
    await stamp(office, newId);
    const { invoices } = bench.served().standIn.state;
    const found = [...invoices.entries()].find(([, { body }]) => body.external_id === newId);
    if (!found) throw new Error('The provider has no document.');
    invoices.set(found[0], { ...found[1], status: 'canceled', cancellationStatus: 'accepted' });
    expect(await refresh(office, newId)).toMatchObject({ body: { status: 'CANCELLED' } });
    await runAfter(office, 2 * MINUTE);
    const old = await stored(office, id);
    expect([old?.status, old?.isReplaced]).toEqual(['VALID', undefined]);
    expect(await openWork()).toEqual([]);
  });

  test('ends with the substitute: a cancelled substitute lets the old one count again', async () => {
    const { office, id, newId } = await substituted();
    befall({ fault: 'REFUSE', actions: ['CancelInvoice'], times: 2 });
    await stamp(office, newId);
    await runAfter(office, 2 * HOUR);
    const headers = await office.exchange.bearer(undefined, office.id);
    const gone = await office.send(cancelInvoice, { path: { id: newId }, body: { motive: '02' }, headers });
    expect(gone).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
    const old = await stored(office, id);
    expect(old).toMatchObject({ status: 'VALID' });
    expect(old?.isReplaced).toBeUndefined();
    const rows = recordsOf(await office.send(reportReceivables, { headers }), 'receivables');
    expect(rows).toMatchObject([{ invoiceId: id, balance: old?.total }]);
  });

  test('ends with the substitute: recovery enters the old one among the receivables when the cancellation could not', async () => {
    const { office, id, newId } = await substituted();
    befall({ fault: 'REFUSE', actions: ['CancelInvoice'], times: 2 });
    await stamp(office, newId);
    await runAfter(office, 2 * HOUR);
    const dying = [{ action: 'TransactWriteItems', skip: 2, before: connectionReset }] as const;
    await offices.sendWith(dying, office, cancelInvoice, { id: newId }, { motive: '02' });
    expect(await stored(office, newId)).toMatchObject({ status: 'CANCELLED' });
    await runAfter(office, 2 * HOUR);
    const headers = await office.exchange.bearer(undefined, office.id);
    const rows = recordsOf(await office.send(reportReceivables, { headers }), 'receivables');
    expect(rows).toMatchObject([{ invoiceId: id }]);
    expect(await openWork()).toEqual([]);
  });
});

/** Stamps with a function that makes this many calls and then no more. Returns whether it needed no more. */
async function stampKilledAfter(calls: number, { testContext }: Office, request: TestRequest): Promise<boolean> {
  const { runtime } = testContext;
  let made = 0;
  const outbound: Runtime['outbound'] = (call, act) => {
    made += 1;
    return made <= calls ? runtime.outbound(call, act) : Promise.reject(new Error('The function was killed.'));
  };
  await send(makeHandler(stampInvoice, { ...runtime, outbound }), stampInvoice.route, request);
  return made <= calls;
}

test('tax 6.2: killed before any of its calls, a stamp leaves one of the three states, and recovery completes it', async () => {
  const office = await open();
  const seen = new Set<string>();
  // The office's clock stays, so that its session does; recovery has a clock of its own.
  const recovery = { ...office, ...offices.world.begin() };
  for (let [calls, isWhole] = [0, false]; !isWhole; calls += 1) {
    const id = await insertReady(office);
    await stamp(office, id);
    const newId = String((await substitute(office, id)).body.id);
    const headers = await office.exchange.bearer(undefined, office.id);
    isWhole = await stampKilledAfter(calls, office, { path: { id: newId }, body: { teamId: office.teamId }, headers });
    const stateOf = async () => {
      const [old, now] = [await stored(office, id), await stored(office, newId)];
      const isWanted = (await openWork()).some((work) => work.kind === 'CANCEL' && work.invoiceId === id);
      const isMarked = old?.isReplaced === true;
      if (old?.status === 'VALID' && now?.status !== 'VALID' && !isMarked) return 'old';
      if (old?.status === 'VALID' && now?.status === 'VALID' && isMarked && isWanted) return 'both';
      if (now?.status === 'VALID' && /^CANCELLED/.test(String(old?.status))) return 'new';
      return `after ${calls} calls: ${old?.status} ${now?.status} ${isMarked} ${isWanted}`;
    };
    const state = await stateOf();
    expect(['old', 'both', 'new']).toContain(state);
    seen.add(state);
    for (const wait of [2 * MINUTE, 40 * MINUTE, 40 * MINUTE]) await runAfter(recovery, wait);
    const isStamped = (await bench.documents(newId)).length > 0;
    expect([calls, await stateOf()]).toEqual([calls, isStamped ? 'new' : 'old']);
    await offices.forgetWork();
  }
  expect([...seen].sort()).toEqual(['both', 'new', 'old']);
});

describe('tax 3.7: substitution moves the allocations of the old invoice to the new one', () => {
  const ledgerOf = async (office: Office, id: string) => {
    const [record] = await readOwed(office.testContext.context, office.teamId, [id]);
    const { allocated, ledgerVersion, isLedgerClosed } = record ?? {};
    return { allocated, isOpen: ledgerVersion !== undefined && !isLedgerClosed };
  };
  const collectionOf = async (office: Office, collectionId: string) =>
    (await office.send(getCollection, { path: { collectionId } })).body;
  const cheaper = [{ ...ITEM, price: 10 }];

  test('of a collection, up to the total of the new one; the rest is the client’s', async () => {
    const { office, id } = await valid();
    const { total, clientId } = await read(office, id);
    const body = { clientId, amount: total, method: 'TRANSFERENCIA' };
    const collection = String((await office.send(createCollection, { body })).body.id);
    expect(await collectionOf(office, collection)).toMatchObject({ allocations: [{ invoiceId: id }], unallocated: 0 });
    const newId = String((await substitute(office, id, { items: cheaper })).body.id);
    expect(await stamp(office, newId)).toMatchObject({ status: 200, body: { status: 'VALID' } });
    expect(await read(office, id)).toMatchObject({ status: 'CANCELLED' });
    const { total: less } = await read(office, newId);
    expect(await ledgerOf(office, id)).toEqual({ allocated: 0, isOpen: false });
    expect(await ledgerOf(office, newId)).toEqual({ allocated: Math.round(Number(less) * 100), isOpen: true });
    expect(await collectionOf(office, collection)).toMatchObject({
      allocations: [{ invoiceId: newId, amount: less }],
      unallocated: Number((Number(total) - Number(less)).toFixed(2)),
    });
    expect((await office.send(reportReceivables)).body).toMatchObject({ receivables: [] });
  });

  test('of a payment for its trip, also when recovery completes it', async () => {
    const office = await open();
    const { clientId } = await read(office, await insertReady(office));
    const plan = { startDate: '2026-03-02T15:00:00.000Z', clientId, cargoDescription: 'Acero', revenue: 1_000 };
    const trip = (await office.send(createTrip, { body: plan })).body;
    const id = String(trip.invoiceId);
    expect(await stamp(office, id)).toMatchObject({ status: 200, body: { status: 'VALID' } });
    const { total } = await read(office, id);
    await office.send(createPayment, { body: { tripId: trip.id, amount: total, method: 'EFECTIVO' } });
    const newId = String((await substitute(office, id, { items: [{ ...ITEM, price: 5_000 }] })).body.id);
    befall({ fault: 'LOSE_ANSWER', times: 1 });
    await stamp(office, newId);
    for (let runs = 0; runs < 4; runs += 1) await runAfter(office, 20 * MINUTE);
    expect(await read(office, newId)).toMatchObject({ status: 'VALID' });
    expect(await ledgerOf(office, id)).toEqual({ allocated: 0, isOpen: false });
    expect(await ledgerOf(office, newId)).toEqual({ allocated: Math.round(Number(total) * 100), isOpen: true });
    const { total: more } = await read(office, newId);
    const balance = (await office.send(getTripBalance, { path: { tripId: String(trip.id) } })).body;
    expect(balance).toMatchObject({ due: more, paid: total, documents: [{ invoiceId: newId, allocated: total }] });
  });
});

describe('tax 6.4: motive 01', () => {
  test('refuses a stranger: another VALID invoice without relation 04', async () => {
    const { office, id } = await valid();
    const other = await insertReady(office);
    await stamp(office, other);
    const answer = await cancel(office, id, { motive: '01', substitution: other });
    expect(answer).toMatchObject({ status: 400, body: { field: 'substitution' } });
    expect(answer.body.message).toContain('/substitute');
    expect(await read(office, id)).toMatchObject({ status: 'VALID' });
  });

  test('refuses a substitute that is no document yet; motive 02 is 409 while it exists', async () => {
    const { office, id, newId } = await substituted();
    expect(await cancel(office, id, { motive: '01', substitution: newId })).toMatchObject({
      status: 400,
      body: { field: 'substitution' },
    });
    expect(await cancel(office, id, { motive: '02' })).toMatchObject({
      status: 409,
      body: { error: 'SUBSTITUTE_EXISTS' },
    });
  });
});
