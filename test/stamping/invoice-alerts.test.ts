import { type Alert, type AlertType, alertsOf } from '../../shared/alerts/alert';
import { alertSteps } from '../../shared/alerts/alerts';
import type { Invoice, InvoiceStatus } from '../../shared/invoices/invoice';
import { type InvoiceRecord, invoiceKey } from '../../shared/invoices/invoice-record';
import { getItem } from '../../shared/platform/table/read';
import { transact } from '../../shared/platform/table/transact';
import { raiseAlertOnce, resolveAlerts } from '../../shared/stamping/invoice-alerts';
import { recordCancellation, recordFacts, recordRefused, recordStamped } from '../../shared/stamping/record-outcome';
import { removeInvoice } from '../../shared/stamping/remove-invoice';
import { someId } from '../support/engine-runtime';
import { entriesOf } from '../support/entries';
import { quickTable } from '../support/quick-table';
import { insertFleet, insertTrip, moveAsOwner } from '../support/store-fleet';
import { DOCUMENT, insertInvoice } from '../support/store-invoices';

const table = quickTable();

const TOTAL = DOCUMENT.documentTotal / 100;
const STAMPING = { number: 1, attemptId: 'attempt', isOpen: true, livemode: false };

async function insertScene(status: InvoiceStatus, given: Partial<Invoice> = {}, own: Partial<InvoiceRecord> = {}) {
  const testContext = table.testContext();
  const actor = { id: someId(), teamId: someId() };
  const read = { teamId: actor.teamId, status, total: TOTAL, ...given };
  const record = await insertInvoice(testContext, read, { stamping: STAMPING, ...own });
  const { raise, resolve } = { raise: testContext.use(raiseAlertOnce), resolve: testContext.use(resolveAlerts) };
  const stored = () => getItem(testContext.context, invoiceKey(actor.teamId, record.id));
  return { testContext, actor, record, raise, resolve, stored, alerts: () => alertsIn(actor.teamId) };
}

async function alertsIn(teamId: string) {
  const all = (await table.partition(alertsOf(teamId).pk, 'ALERT#')) as unknown as Alert[];
  return all.map(({ type, status, resolvedBy }) => [type, status, ...(resolvedBy ? [resolvedBy] : [])]);
}

const stamp = ({ testContext, actor, record }: Scene) =>
  testContext.use(recordStamped)(actor, record, DOCUMENT, undefined);

const open = (type: AlertType) => [type, 'OPEN'];
const resolved = (type: AlertType) => [type, 'RESOLVED', 'SYSTEM'];

describe('desk 2.2: an alert that an invoice keeps', () => {
  const STUCK = 'INVOICE_STAMP_STUCK';
  const REJECTED = 'SUBSTITUTION_REJECTED';
  const DUPLICATE = 'INVOICE_DUPLICATE';

  test('desk 2.2: is raised once for its occasion, also by a reader that does not know it', async () => {
    const { record, raise, stored, alerts } = await insertScene('PENDING');
    const told = await raise(record, STUCK, 'one');
    expect(await stored()).toMatchObject({ keptAlerts: told.keptAlerts });
    expect(await raise(record, STUCK, 'one')).toEqual(record);
    expect(await raise(told, STUCK, 'one')).toEqual(told);
    expect(await alerts()).toEqual([open(STUCK)]);
  });

  test('integrations 1: has an entry when it is raised, which names the invoice, and one when it is resolved alone', async () => {
    const { actor, record, raise, resolve } = await insertScene('VALID');
    const told = await raise(record, DUPLICATE, 'one');
    await resolve(told, DUPLICATE);
    const [kept] = told.keptAlerts ?? [];
    const affects = [{ entityType: 'INVOICE', entityId: record.id }];
    expect(await entriesOf(table, actor.teamId, 'ALERT', kept?.id ?? '')).toMatchObject([
      { action: 'CREATE', actorType: 'SYSTEM', affects },
      { action: 'UPDATE', actorType: 'SYSTEM', changes: { newStatus: 'RESOLVED' }, affects },
    ]);
  });

  test('integrations 1: is named by the entry of the change that resolves it', async () => {
    const scene = await insertScene('PENDING');
    const told = await scene.raise(scene.record, STUCK, 'one');
    await stamp({ ...scene, record: told });
    const entries = await entriesOf(table, scene.actor.teamId, 'INVOICE', told.id);
    expect(entries.at(-1)?.affects).toEqual([{ entityType: 'ALERT', entityId: told.keptAlerts?.[0]?.id }]);
  });

  test('desk 2.2: is not raised about an invoice that changed since it was read', async () => {
    const { record, raise, alerts, actor, testContext } = await insertScene('PENDING');
    await testContext.use(recordRefused)(actor, record, 'No.', { isOpen: true });
    await expect(raise(record, STUCK, 'one')).rejects.toThrow('changed meanwhile');
    const told = await raise({ ...record, status: 'ERROR' }, DUPLICATE, 'two');
    await expect(raise({ ...told, keptAlerts: undefined }, DUPLICATE, 'three')).rejects.toThrow('changed meanwhile');
    expect(await alerts()).toEqual([open(DUPLICATE)]);
  });

  test.each([
    [
      'VALID',
      async ({ testContext, actor }: Scene, told: InvoiceRecord) =>
        testContext.use(recordStamped)(actor, told, DOCUMENT, undefined),
    ],
    [
      'ERROR',
      async ({ testContext, actor }: Scene, told: InvoiceRecord) =>
        testContext.use(recordRefused)(actor, told, 'No.', { isOpen: false }),
    ],
    [
      'ERROR while a document can appear',
      async ({ testContext, actor }: Scene, told: InvoiceRecord) =>
        testContext.use(recordRefused)(actor, told, 'No.', { isOpen: true }),
    ],
  ] as const)('desk 2.2: INVOICE_STAMP_STUCK ends when the invoice is %s, and no other with it', async (_, settle) => {
    const scene = await insertScene('PENDING');
    const told = await scene.raise(await scene.raise(scene.record, DUPLICATE, 'other'), STUCK, 'one');
    await settle(scene, told);
    expect(await scene.alerts()).toEqual(expect.arrayContaining([resolved(STUCK), open(DUPLICATE)]));
    expect((await scene.stored())?.keptAlerts).toMatchObject([{ type: DUPLICATE }]);
  });

  test.each([
    ['stamp', 'PENDING', stamp],
    ['stamp after an edit', 'DRAFT', stamp],
    ['stamp after a refusal', 'ERROR', stamp],
    [
      'refusal',
      'PENDING',
      (scene: Scene) => scene.testContext.use(recordRefused)(scene.actor, scene.record, 'No.', { isOpen: false }),
    ],
    [
      'cancellation',
      'VALID',
      (scene: Scene) => scene.testContext.use(recordCancellation)(scene.actor, scene.record, 'CANCELLED', undefined),
    ],
    [
      'request of a cancellation',
      'VALID',
      (scene: Scene) =>
        scene.testContext.use(recordCancellation)(scene.actor, scene.record, 'CANCELLED_PENDING', undefined),
    ],
    ['deletion', 'ERROR', (scene: Scene) => scene.testContext.use(removeInvoice)(scene.actor, scene.record)],
    ['resolution', 'VALID', (scene: Scene) => scene.resolve(scene.record, DUPLICATE)],
    [
      'new total',
      'VALID',
      (scene: Scene) =>
        scene.testContext.use(recordFacts)(scene.actor, scene.record, { documentTotal: DOCUMENT.documentTotal }),
    ],
  ] as const)('desk 2.2: a %s that read the invoice before the alert is refused', async (_, status, write) => {
    const scene = await insertScene(status);
    await scene.raise(scene.record, DUPLICATE, 'one');
    await expect(write(scene)).rejects.toThrow();
    expect(await scene.alerts()).toEqual([open(DUPLICATE)]);
  });

  test.each([
    [REJECTED, resolved(REJECTED)],
    [DUPLICATE, open(DUPLICATE)],
  ] as const)('desk 2.2: the cancellation of the document, with %s: %j', async (type, expected) => {
    const { testContext, actor, record, raise, alerts } = await insertScene('VALID');
    await testContext.use(recordCancellation)(actor, await raise(record, type, 'one'), 'CANCELLED', undefined);
    expect(await alerts()).toEqual([expected]);
  });

  test('desk 2.2: of a rejected cancellation ends with the next request, and not with one that read the invoice before it', async () => {
    const { testContext, actor, record, raise, stored, alerts } = await insertScene('VALID');
    const told = await raise(record, 'CANCELLATION_REJECTED', 'one');
    const ask = (read: InvoiceRecord) =>
      testContext.use(recordCancellation)(actor, read, 'CANCELLED_PENDING', undefined);
    await expect(ask(record)).rejects.toThrow();
    expect(await alerts()).toEqual([open('CANCELLATION_REJECTED')]);
    await ask(told);
    expect(await alerts()).toEqual([resolved('CANCELLATION_REJECTED')]);
    expect(await stored()).not.toHaveProperty('keptAlerts');
  });

  test('desk 2.2: of a second document ends with its resolution alone', async () => {
    const { record, raise, resolve, stored, alerts } = await insertScene('VALID');
    const told = await raise(await raise(record, REJECTED, 'one'), DUPLICATE, 'two');
    expect((await resolve(told, DUPLICATE)).keptAlerts).toMatchObject([{ type: REJECTED }]);
    expect((await stored())?.keptAlerts).toMatchObject([{ type: REJECTED }]);
    expect(await alerts()).toEqual(expect.arrayContaining([open(REJECTED), resolved(DUPLICATE)]));
  });

  test('desk 2.2: of a rejected substitution ends when the substitute is cancelled', async () => {
    const { testContext, actor, record, raise, stored, alerts } = await insertScene('VALID', {}, { isReplaced: true });
    const restored = await raise(record, REJECTED, 'one');
    const own = { stamping: STAMPING, replaces: record.id };
    const substitute = await insertInvoice(testContext, { teamId: actor.teamId, status: 'VALID' }, own);
    const cancel = testContext.use(recordCancellation);
    const earlier = { ...restored, keptAlerts: undefined };
    await expect(cancel(actor, substitute, 'CANCELLED', undefined, { restored: earlier })).rejects.toThrow();
    await cancel(actor, substitute, 'CANCELLED', undefined, { restored });
    expect(await alerts()).toEqual([resolved(REJECTED)]);
    expect(await stored()).not.toHaveProperty('keptAlerts');
  });
});
type Scene = Awaited<ReturnType<typeof insertScene>>;

describe('desk 2.2: an alert about the document', () => {
  const DIFFERS = 'INVOICE_TOTAL_DIFFERS';

  test.each([
    ['of the same total', TOTAL, undefined, []],
    ['that differs by a cent', TOTAL - 0.01, undefined, [open(DIFFERS)]],
    ['of the content that was stamped, not of a later edit', 1, TOTAL, []],
    ['of another total than the content that was stamped', TOTAL, 1, [open(DIFFERS)]],
  ])('tax 2.4: a document %s', async (_, total, sent, expected) => {
    const { testContext, actor, record, alerts, stored } = await insertScene('PENDING', { total });
    const content = sent === undefined ? undefined : { ...record, items: record.items ?? [], total: sent };
    await testContext.use(recordStamped)(actor, record, DOCUMENT, content);
    expect(await alerts()).toEqual(expected);
    const after = await stored();
    expect(after?.total).toBe(TOTAL);
    if (after) await testContext.use(recordCancellation)(actor, after, 'CANCELLED', undefined);
    expect(await alerts()).toEqual(expected.map(() => resolved(DIFFERS)));
  });

  test('tax 2.4: the alert names both amounts', async () => {
    const { testContext, actor, record } = await insertScene('PENDING', { total: 28_000 });
    await testContext.use(recordStamped)(actor, record, DOCUMENT, undefined);
    const [alert] = await table.partition(alertsOf(actor.teamId).pk, 'ALERT#');
    expect(alert?.message).toContain('28000.01 and the invoice’s was 28000.');
  });

  test('tax 2.7: a document of an older release with another total', async () => {
    const { testContext, actor, record, alerts, stored } = await insertScene('VALID', { total: 1 });
    await testContext.use(recordFacts)(actor, record, { documentTotal: DOCUMENT.documentTotal });
    expect(await alerts()).toEqual([open(DIFFERS)]);
    expect((await stored())?.keptAlerts).toMatchObject([{ type: DIFFERS }]);
  });

  test('desk 2.2: RECEIPT_CONFLICT ends when its document is cancelled', async () => {
    const { testContext, actor, record, alerts } = await insertScene('PENDING', {}, { type: 'E' });
    const valid = await testContext.use(recordStamped)(actor, record, DOCUMENT, undefined, { isUnreserved: true });
    expect(await alerts()).toEqual([open('RECEIPT_CONFLICT')]);
    await testContext.use(recordCancellation)(actor, valid, 'CANCELLED', undefined);
    expect(await alerts()).toEqual([resolved('RECEIPT_CONFLICT')]);
  });
});

describe('desk 2.2: TRIP_CANCELLED_WITH_DRAFT is resolved', () => {
  const DRAFT = 'TRIP_CANCELLED_WITH_DRAFT';

  async function cancelled() {
    const testContext = table.testContext();
    const fleet = await insertFleet(testContext);
    const trip = await insertTrip(testContext, fleet);
    await moveAsOwner(testContext, fleet, trip, 'CANCELADO');
    const read = async () => {
      const draft = await getItem(testContext.context, invoiceKey(trip.teamId, trip.invoiceId));
      if (draft === undefined) throw new Error('The draft is not there.');
      return draft;
    };
    return { testContext, fleet, teamId: trip.teamId, read };
  }

  test('desk 2.2: by the deletion of the draft', async () => {
    const { testContext, fleet, teamId, read } = await cancelled();
    expect(await alertsIn(teamId)).toEqual([open(DRAFT)]);
    await testContext.use(removeInvoice)(fleet.actor, await read());
    expect(await alertsIn(teamId)).toEqual([resolved(DRAFT)]);
  });

  test('desk 2.2: by the stamp of the draft', async () => {
    const { testContext, fleet, teamId, read } = await cancelled();
    const draft = await read();
    await testContext.use(recordStamped)(fleet.actor, { ...draft, total: TOTAL }, DOCUMENT, undefined);
    expect(await alertsIn(teamId)).toEqual([resolved(DRAFT)]);
    expect(await read()).not.toHaveProperty('keptAlerts');
  });

  test('desk 2.2: by neither when the draft was read before the trip was cancelled', async () => {
    const { testContext, fleet, teamId, read } = await cancelled();
    const { keptAlerts: _, ...earlier } = await read();
    const { use } = testContext;
    await expect(use(recordStamped)(fleet.actor, earlier, DOCUMENT, undefined)).rejects.toThrow('changed meanwhile');
    await expect(use(removeInvoice)(fleet.actor, earlier)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await alertsIn(teamId)).toEqual([open(DRAFT)]);
  });

  test('desk 2.2: by the deletion after a refused stamp of the document of a cancelled trip', async () => {
    const { testContext, actor, record, stored, alerts } = await insertScene(
      'PENDING',
      {},
      { tripCancelledAlert: someId() },
    );
    const cause = { type: 'TRIP_CANCELLED_WITH_INVOICE', entityId: record.id } as const;
    const { context } = testContext;
    await transact(context, alertSteps(context, actor.teamId, cause, record.tripCancelledAlert));
    await testContext.use(recordRefused)(actor, record, 'No.', { isOpen: false });
    expect(await alerts()).toEqual(expect.arrayContaining([resolved('TRIP_CANCELLED_WITH_INVOICE'), open(DRAFT)]));
    const refused = await stored();
    if (refused) await testContext.use(removeInvoice)(actor, refused);
    expect(await alerts()).toEqual(expect.arrayContaining([resolved('TRIP_CANCELLED_WITH_INVOICE'), resolved(DRAFT)]));
  });
});
