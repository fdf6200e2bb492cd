import { alertsOf } from '../../shared/alerts/alert';
import { alertSteps } from '../../shared/alerts/alerts';
import { editInvoice } from '../../shared/invoices/edit-invoice';
import { INVOICE_STATUSES, type InvoiceContent, type InvoiceStatus } from '../../shared/invoices/invoice';
import { type InvoiceRecord, invoiceItemsKey, invoiceKey } from '../../shared/invoices/invoice-record';
import { listInvoicesOfUuid } from '../../shared/invoices/list-invoices';
import { getItem } from '../../shared/platform/table/read';
import { update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import type { InvoiceEvent } from '../../shared/stamping/invoice-states';
import { recordCancellation, recordRefused, recordStamped } from '../../shared/stamping/record-outcome';
import type { CancelWork } from '../../shared/stamping/work-items';
import { cancelWorkKey, stampWorkKey } from '../../shared/stamping/work-keys';
import { tripKey } from '../../shared/trips/trip';
import { START, someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { insertTrips } from '../support/store-fleet';
import { DOCUMENT, ITEM, insertInvoice, storedInvoice, takeLock } from '../support/store-invoices';
import { storedTrip } from '../support/store-records';

const table = quickTable();
type Actor = { readonly id: string; readonly teamId: string };

const STAMPING = { number: 1, attemptId: 'attempt', isOpen: true, livemode: false };

async function insertWith(status: InvoiceStatus, hasError: boolean) {
  const actor: Actor = { id: someId(), teamId: someId() };
  const given = { teamId: actor.teamId, status, errorMessage: hasError ? 'El RFC no existe.' : null };
  const record = await insertInvoice(table.testContext(), given, { stamping: STAMPING });
  const { context } = table.testContext();
  const stored = () => getItem(context, invoiceKey(actor.teamId, record.id));
  return { actor, record, stored, context };
}

const cancelWork = ({ teamId, id: invoiceId }: InvoiceRecord): CancelWork => ({
  kind: 'CANCEL',
  teamId,
  invoiceId,
  livemode: false,
  at: new Date(START).toISOString(),
});

/** The statuses from which each event moves an invoice, the status after it, and the write. */
const EVENTS: Readonly<
  Record<
    InvoiceEvent,
    readonly [from: InvoiceStatus[], to: InvoiceStatus, (actor: Actor, record: InvoiceRecord) => Promise<unknown>]
  >
> = {
  edit: [
    ['DRAFT', 'ERROR'],
    'DRAFT',
    (actor, record) => table.testContext().use(editInvoice)(actor, record, { notes: 'x' }),
  ],
  stamp: [['DRAFT', 'ERROR'], 'PENDING', (actor, record) => takeLock(table.testContext(), actor, record)],
  stamped: [
    ['PENDING', 'DRAFT', 'ERROR'],
    'VALID',
    (actor, record) => table.testContext().use(recordStamped)(actor, record, DOCUMENT, undefined),
  ],
  refused: [
    ['PENDING'],
    'ERROR',
    (actor, record) => table.testContext().use(recordRefused)(actor, record, 'No.', { isOpen: false }),
  ],
  cancelled: [
    ['VALID', 'CANCELLED_PENDING'],
    'CANCELLED',
    (actor, record) => table.testContext().use(recordCancellation)(actor, record, 'CANCELLED', undefined),
  ],
  cancellationPending: [
    ['VALID'],
    'CANCELLED_PENDING',
    (actor, record) =>
      table.testContext().use(recordCancellation)(actor, record, 'CANCELLED_PENDING', cancelWork(record)),
  ],
  cancellationUndone: [
    ['CANCELLED_PENDING'],
    'VALID',
    (actor, record) => table.testContext().use(recordCancellation)(actor, record, 'VALID', undefined),
  ],
};

const pairs = Object.entries(EVENTS).flatMap(([event, [starts, to, write]]) =>
  INVOICE_STATUSES.flatMap((from) =>
    [true, false].map((hasError) => ({ event, from, to, write, hasError, may: starts.includes(from) })),
  ),
);

test.each(pairs)('the event $event moves an invoice that is $from (with an error: $hasError): $may', async (given) => {
  const { from, to, write, hasError, may } = given;
  const { actor, record, stored } = await insertWith(from, hasError);
  if (may) await expect(write(actor, record)).resolves.toBeDefined();
  else await expect(write(actor, record)).rejects.toThrow();
  if (may) expect((await stored())?.status).toBe(to);
  else expect(await stored()).toEqual(record);
});

describe.each(['DRAFT', 'ERROR'] as const)('an invoice that is %s', (status) => {
  test('has no error and the next revision after an edit', async () => {
    const { actor, record, stored } = await insertWith(status, true);
    const edited = await table.testContext().use(editInvoice)(actor, record, { notes: 'x' });
    expect(edited).toMatchObject({ status: 'DRAFT', errorMessage: null });
    expect(await stored()).toMatchObject({ errorMessage: null, revision: 1 });
  });

  test('has no error and an open attempt with its content during a stamp', async () => {
    const { actor, record, stored, context } = await insertWith(status, true);
    const { work } = await takeLock(table.testContext(), actor, record);
    const { attemptId, number } = work;
    expect(await stored()).toMatchObject({ errorMessage: null, stamping: { attemptId, number, isOpen: true } });
    expect(await getItem(context, stampWorkKey(record.id))).toEqual(work);
  });
});

describe.each(['PENDING', 'DRAFT', 'ERROR'] as const)('an invoice that was stamped as %s', (status) => {
  test('has its document, no error and a closed attempt', async () => {
    const { actor, record, stored } = await insertWith(status, true);
    await table.testContext().use(recordStamped)(actor, record, DOCUMENT, undefined);
    const stamping = { ...STAMPING, isOpen: false };
    expect(await stored()).toMatchObject({ ...DOCUMENT, total: 28_000.01, errorMessage: null, stamping, revision: 0 });
  });

  test('tax 6.1: is found by its folio fiscal, by its team alone', async () => {
    const { actor, record } = await insertWith(status, false);
    await table.testContext().use(recordStamped)(actor, record, DOCUMENT, undefined);
    const found = (teamId: string) =>
      table.testContext().use(listInvoicesOfUuid)(teamId, DOCUMENT.uuid, {}, { page: 1, limit: 50 });
    const { invoices, total } = await found(actor.teamId);
    expect({ ids: invoices.map(({ id }) => id), total }).toEqual({ ids: [record.id], total: 1 });
    expect(await found(someId())).toEqual({ invoices: [], total: 0 });
  });

  test.each([1, 40])('has the %i items that were stamped after an edit', async (count) => {
    const { actor, record, stored, context } = await insertWith(status, false);
    const items = Array.from({ length: count }, () => ({ ...ITEM, price: 12_345, description: 'x'.repeat(400) }));
    const content: InvoiceContent = { ...storedInvoice(), items, notes: 'as stamped' };
    await table.testContext().use(recordStamped)(actor, record, DOCUMENT, content);
    const after = await stored();
    const beside = await getItem(context, invoiceItemsKey(actor.teamId, record.id));
    expect(after).toMatchObject({ notes: 'as stamped', revision: 1 });
    expect(after?.items ?? beside?.items).toEqual(items);
  });
});

test.each([true, false])('a refused invoice holds the reason, and an attempt that is open: %p', async (isOpen) => {
  const { actor, record, stored } = await insertWith('PENDING', false);
  await table.testContext().use(recordRefused)(actor, record, 'El RFC no existe.', { isOpen });
  expect(await stored()).toMatchObject({ errorMessage: 'El RFC no existe.', stamping: { ...STAMPING, isOpen } });
});

test.each(['VALID', 'CANCELLED_PENDING'] as const)(
  'a document that was %s has the instant of its end',
  async (from) => {
    const { actor, record, stored } = await insertWith(from, false);
    await table.testContext().use(recordCancellation)(actor, record, 'CANCELLED', undefined);
    expect(await stored()).toMatchObject({ status: 'CANCELLED', cancelledAt: new Date(START).toISOString() });
  },
);

test.each([true, false])('a pending cancellation is asked about again (after an error: %p)', async (hasError) => {
  const { actor, record, context } = await insertWith('VALID', hasError);
  const work = cancelWork(record);
  await table.testContext().use(recordCancellation)(actor, record, 'CANCELLED_PENDING', work);
  expect(await getItem(context, cancelWorkKey(record.id))).toEqual(work);
});

describe.each([
  ['pending', 'VALID', 'CANCELLED_PENDING'],
  ['rejected', 'CANCELLED_PENDING', 'VALID'],
] as const)('tax 6.2: a %s cancellation of a document', (_, status, to) => {
  test.each<[string, true | undefined, true | undefined]>([
    ['was substituted', undefined, true],
    ['lost its substitute', true, undefined],
  ])('tax 6.2: that %s since the read is read again', async (_change, before, after) => {
    const actor: Actor = { id: someId(), teamId: someId() };
    const testContext = table.testContext();
    const record = await insertInvoice(testContext, { teamId: actor.teamId, status }, { isReplaced: after });
    const write = testContext.use(recordCancellation);
    const work = cancelWork(record);
    await expect(write(actor, { ...record, isReplaced: before }, to, work)).rejects.toThrow('changed meanwhile');
    expect(await getItem(testContext.context, cancelWorkKey(record.id))).toBeUndefined();
    await write(actor, record, to, work);
    expect(await getItem(testContext.context, cancelWorkKey(record.id))).toEqual(work);
  });
});

test.each([
  ['VALID', 'PENDING'],
  ['CANCELLED', 'VALID'],
] as const)(
  'tax 5: a note that becomes %s and changes nothing in a ledger without a version requires it as it was read',
  async (to, from) => {
    const { actor, record, stored } = await insertWith('VALID', false);
    const given = { teamId: actor.teamId, status: from, type: 'E' as const };
    const note = await insertInvoice(table.testContext(), given, { stamping: STAMPING });
    const write = (document: InvoiceRecord) => {
      const ledgers = [{ record: document, after: document }];
      return to === 'VALID'
        ? table.testContext().use(recordStamped)(actor, note, DOCUMENT, undefined, { ledgers })
        : table.testContext().use(recordCancellation)(actor, note, to, undefined, { ledgers });
    };
    await expect(write({ ...record, credited: 5 })).rejects.toThrow('changed meanwhile');
    expect(await write(record)).toMatchObject({ status: to });
    expect(await stored()).toEqual(record);
  },
);

describe.each(['VALID', 'CANCELLED_PENDING'] as const)('tax 6.2: a substitute that is cancelled from %s', (status) => {
  async function insertSubstitute(isReplaced?: true) {
    const actor: Actor = { id: someId(), teamId: someId() };
    const { context } = table.testContext();
    const old = await insertInvoice(table.testContext(), { teamId: actor.teamId, status: 'VALID' }, REPLACED);
    const rest = { stamping: STAMPING, replaces: old.id, isReplaced };
    const substitute = await insertInvoice(table.testContext(), { teamId: actor.teamId, status }, rest);
    return { actor, old, substitute, stored: () => getItem(context, invoiceKey(actor.teamId, old.id)) };
  }
  const REPLACED = { stamping: STAMPING, isReplaced: true } as const;

  test('lets the old document count again', async () => {
    const { actor, old, substitute, stored } = await insertSubstitute();
    await table.testContext().use(recordCancellation)(actor, substitute, 'CANCELLED', undefined);
    const { isReplaced: _, ...counting } = old;
    expect(await stored()).toEqual({ ...counting, version: old.version + 1 });
  });

  test('leaves the old document as it is, if it was substituted itself', async () => {
    const { actor, old, substitute, stored } = await insertSubstitute(true);
    await table.testContext().use(recordCancellation)(actor, substitute, 'CANCELLED', undefined);
    expect(await stored()).toEqual(old);
  });
});

describe('tax M13: the alerts about the trip of an invoice', () => {
  const ALERTS = { tripCancelledAlert: someId(), outdatedAlert: someId(), stampedTrip: { cargoWeight: 5 } };

  async function insertAlerted(status: InvoiceStatus) {
    const actor: Actor = { id: someId(), teamId: someId() };
    const testContext = table.testContext();
    const record = await insertInvoice(
      testContext,
      { teamId: actor.teamId, status },
      { stamping: STAMPING, ...ALERTS },
    );
    const { tripCancelledAlert, outdatedAlert } = ALERTS;
    await transact(testContext.context, [
      ...alertSteps(testContext.context, actor.teamId, { type: CANCELLED, entityId: record.id }, tripCancelledAlert),
      ...alertSteps(testContext.context, actor.teamId, { type: OUTDATED, entityId: record.id }, outdatedAlert),
    ]);
    const statuses = async () => {
      const alerts = await table.partition(alertsOf(actor.teamId).pk, 'ALERT#');
      return Object.fromEntries(alerts.map(({ type, status }) => [type, status]));
    };
    const fields = async () => {
      const stored = await getItem(testContext.context, invoiceKey(actor.teamId, record.id));
      return Object.keys(stored ?? {}).filter((name) => name in ALERTS);
    };
    return { actor, record, statuses, fields, testContext };
  }
  const CANCELLED = 'TRIP_CANCELLED_WITH_INVOICE';
  const OUTDATED = 'CARTA_PORTE_OUTDATED';
  const OPEN = { [CANCELLED]: 'OPEN', [OUTDATED]: 'OPEN' };
  const RESOLVED = { [CANCELLED]: 'RESOLVED', [OUTDATED]: 'RESOLVED' };

  test.each(['VALID', 'CANCELLED_PENDING'] as const)('end when the document that was %s is cancelled', async (from) => {
    const { actor, record, statuses, fields } = await insertAlerted(from);
    await table.testContext().use(recordCancellation)(actor, record, 'CANCELLED', undefined);
    expect(await statuses()).toEqual(RESOLVED);
    expect(await fields()).toEqual([]);
  });

  test.each(['VALID', 'CANCELLED_PENDING'] as const)(
    'a cancellation that read the invoice %s before an alert was raised reads it again',
    async (from) => {
      const { actor, record, statuses } = await insertAlerted(from);
      const { outdatedAlert: _, ...earlier } = record;
      const cancel = table.testContext().use(recordCancellation);
      await expect(cancel(actor, earlier, 'CANCELLED', undefined)).rejects.toThrow('changed meanwhile');
      expect(await statuses()).toEqual(OPEN);
    },
  );

  test('end when the stamp is refused and no document can appear', async () => {
    const { actor, record, statuses, fields } = await insertAlerted('PENDING');
    await table.testContext().use(recordRefused)(actor, record, 'No.', { isOpen: false });
    expect(await statuses()).toEqual({ ...RESOLVED, TRIP_CANCELLED_WITH_DRAFT: 'OPEN' });
    expect(await fields()).toEqual([]);
  });

  test('of a trip that was not cancelled end in the same way, without an alert about the draft', async () => {
    const { actor, record, statuses, fields, testContext } = await insertAlerted('PENDING');
    const { tripCancelledAlert: _, ...outdated } = record;
    const change = { set: {}, remove: ['tripCancelledAlert'] };
    await transact(testContext.context, [
      update(invoiceKey(actor.teamId, record.id), change, {}, () => new Error('gone')),
    ]);
    await table.testContext().use(recordRefused)(actor, outdated, 'No.', { isOpen: false });
    expect(await statuses()).toEqual({ ...OPEN, [OUTDATED]: 'RESOLVED' });
    expect(await fields()).toEqual([]);
  });

  test.each(['tripCancelledAlert', 'outdatedAlert'] as const)(
    'a refusal that read the invoice before it had its %s reads it again',
    async (field) => {
      const { actor, record, statuses } = await insertAlerted('PENDING');
      const earlier = { ...record, [field]: undefined };
      const refuse = table.testContext().use(recordRefused);
      await expect(refuse(actor, earlier, 'No.', { isOpen: false })).rejects.toThrow('changed meanwhile');
      expect(await statuses()).toEqual(OPEN);
    },
  );

  test.each(['VALID', 'CANCELLED_PENDING'] as const)('stay while the invoice becomes %s', async (to) => {
    const { actor, record, statuses, fields } = await insertAlerted(to === 'VALID' ? 'CANCELLED_PENDING' : 'VALID');
    const work = to === 'VALID' ? undefined : cancelWork(record);
    await table.testContext().use(recordCancellation)(actor, record, to, work);
    expect(await statuses()).toEqual(OPEN);
    expect(await fields()).toHaveLength(3);
  });

  test('stay while the document of a refused stamp can still appear', async () => {
    const { actor, record, statuses, fields } = await insertAlerted('PENDING');
    await table.testContext().use(recordRefused)(actor, record, 'No.', { isOpen: true });
    expect(await statuses()).toEqual(OPEN);
    expect(await fields()).toHaveLength(3);
  });

  test.each([true, false])(
    'a substitute that becomes VALID resolves CARTA_PORTE_OUTDATED of the old document alone (cancelled already: %p)',
    async (isAsked) => {
      const { actor, record, statuses, fields } = await insertAlerted('VALID');
      const given = { teamId: actor.teamId, status: 'PENDING', total: DOCUMENT.documentTotal / 100 } as const;
      const substitute = await insertInvoice(table.testContext(), given);
      const replaced = { record, work: isAsked ? undefined : cancelWork(record) };
      await table.testContext().use(recordStamped)(actor, substitute, DOCUMENT, undefined, { replaced });
      expect(await statuses()).toEqual({ ...OPEN, [OUTDATED]: 'RESOLVED' });
      expect(await fields()).toEqual(['tripCancelledAlert']);
    },
  );

  test('a substitute whose old document got the alert meanwhile reads it again', async () => {
    const { actor, record, statuses } = await insertAlerted('VALID');
    const { outdatedAlert: _, ...earlier } = record;
    const substitute = await insertInvoice(table.testContext(), { teamId: actor.teamId, status: 'PENDING' });
    const replaced = { record: earlier, work: undefined };
    const stamped = table.testContext().use(recordStamped)(actor, substitute, DOCUMENT, undefined, { replaced });
    await expect(stamped).rejects.toThrow('changed meanwhile');
    expect(await statuses()).toEqual(OPEN);
  });
});

describe.each(['DRAFT', 'ERROR'] as const)('tax M13: the stamp of a Carta Porte that is %s', (status) => {
  test.each([
    ['driverId', someId()],
    ['cargoWeight', 7],
    ['notes', 'Lona'],
  ])('tax M13: and an edit of its trip at the same time: %s', async (field, value) => {
    const testContext = table.testContext();
    const { actor, record, stored } = await insertWith(status, false);
    const [trip = storedTrip()] = await insertTrips(testContext, [{ teamId: actor.teamId, cargoWeight: 5 }]);
    const edit = update(tripKey(actor.teamId, trip.id), { set: { [field]: value } }, {}, () => new Error('gone'));
    await transact(testContext.context, [edit]);
    const stamp = takeLock(testContext, actor, record, { trip });
    if (field === 'notes') await expect(stamp).resolves.toBeDefined();
    else await expect(stamp).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await stored())?.status).toBe(field === 'notes' ? 'PENDING' : status);
  });
});
