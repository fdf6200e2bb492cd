import { type Alert, alertsOf } from '../../shared/alerts/alert';
import type { Invoice, InvoiceStatus } from '../../shared/invoices/invoice';
import { type InvoiceRecord, invoiceKey } from '../../shared/invoices/invoice-record';
import { getItem } from '../../shared/platform/table/read';
import { update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { recordCancellation, recordRefused, recordStamped } from '../../shared/stamping/record-outcome';
import { removeInvoice } from '../../shared/stamping/remove-invoice';
import { editTrip } from '../../shared/trips/edit-trip';
import type { TripChanges } from '../../shared/trips/trip';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import {
  insertClient,
  insertDriver,
  insertFleet,
  insertRoute,
  insertTrip,
  insertVehicle,
} from '../support/store-fleet';
import { CARTA_PORTE, DOCUMENT, insertInvoice } from '../support/store-invoices';

const table = quickTable();

/** A planned trip of a client with revenue, and its invoice. */
async function insertScene(status: InvoiceStatus, given: Partial<Invoice> = {}, own: Partial<InvoiceRecord> = {}) {
  const testContext = table.testContext();
  const fleet = await insertFleet(testContext);
  const { teamId } = fleet.driver;
  const [client, other] = [await insertClient(testContext, { teamId }), await insertClient(testContext, { teamId })];
  const trip = await insertTrip(testContext, fleet, { clientId: client.id, revenue: 10_000 });
  const draft = await getItem(testContext.context, invoiceKey(teamId, trip.invoiceId));
  if (draft) await testContext.use(removeInvoice)(fleet.actor, draft);
  const { id } = await insertInvoice(
    testContext,
    { clientId: client.id, total: DOCUMENT.documentTotal / 100, ...given, teamId, tripId: trip.id, status },
    own,
  );
  const stored = async () => {
    const record = await getItem(testContext.context, invoiceKey(teamId, id));
    if (record === undefined) throw new Error('The invoice is not there.');
    return record;
  };
  let latest = trip;
  const edit = async (changes: TripChanges) => {
    latest = await testContext.use(editTrip)(fleet.actor, latest, changes);
  };
  const alerts = async () => {
    const all = (await table.partition(alertsOf(teamId).pk, 'ALERT#')) as unknown as Alert[];
    return all.map(({ type, entityId, status: state, resolvedBy }) => {
      if (entityId !== id) throw new Error('The alert is about another invoice.');
      return [type, state, resolvedBy];
    });
  };
  return { testContext, fleet, teamId, client, other, edit, alerts, stored };
}
type Scene = Awaited<ReturnType<typeof insertScene>>;

const OPEN = ['INVOICE_OUTDATED', 'OPEN', undefined];
const RESOLVED = ['INVOICE_OUTDATED', 'RESOLVED', 'SYSTEM'];
const CARTA_PORTE_OPEN = ['CARTA_PORTE_OUTDATED', 'OPEN', undefined];

const EDITS: Readonly<Record<string, (scene: Scene) => Promise<TripChanges>>> = {
  revenue: async () => ({ revenue: 12_000 }),
  'revenue that is cleared': async () => ({ revenue: null }),
  client: async ({ other }) => ({ clientId: other.id }),
  'client that is cleared': async () => ({ clientId: null }),
  driver: async ({ testContext, teamId }) => ({ driverId: (await insertDriver(testContext, { teamId })).id }),
  vehicle: async ({ testContext, teamId }) => ({ vehicleId: (await insertVehicle(testContext, { teamId })).id }),
};

describe('desk 2.4: an edit of a trip after the stamp of its invoice', () => {
  test.each(Object.keys(EDITS))('desk 2.4: of the %s raises INVOICE_OUTDATED once', async (name) => {
    const scene = await insertScene('VALID');
    await scene.edit((await EDITS[name]?.(scene)) ?? {});
    expect(await scene.alerts()).toEqual([OPEN]);
    await scene.edit({ revenue: 77 });
    expect(await scene.alerts()).toEqual([OPEN]);
  });

  test.each(['PENDING', 'VALID', 'CANCELLED_PENDING'] as const)(
    'desk 2.4: counts for one that is %s',
    async (status) => {
      const scene = await insertScene(status);
      await scene.edit({ revenue: 12_000 });
      expect(await scene.alerts()).toEqual([OPEN]);
    },
  );

  test.each(['DRAFT', 'ERROR', 'CANCELLED'] as const)('desk 2.4: does not count for one that is %s', async (status) => {
    const scene = await insertScene(status);
    await scene.edit({ revenue: 12_000 });
    expect(await scene.alerts()).toEqual([]);
  });

  test.each([
    ['driver', [CARTA_PORTE_OPEN]],
    ['vehicle', [CARTA_PORTE_OPEN]],
    ['revenue', [OPEN]],
    ['client', [OPEN]],
  ])('desk 2.4: of the %s of a document with a Carta Porte raises %j', async (name, raised) => {
    const scene = await insertScene('VALID', { cartaPorte: CARTA_PORTE });
    await scene.edit((await EDITS[name]?.(scene)) ?? {});
    expect(await scene.alerts()).toEqual(raised);
  });

  test('desk 2.4: of revenue and driver raises both alerts about a document with a Carta Porte, which a return resolves', async () => {
    const scene = await insertScene('VALID', { cartaPorte: CARTA_PORTE });
    const { driver } = scene.fleet;
    await scene.edit({ revenue: 12_000, ...(await EDITS.driver?.(scene)) });
    expect(await scene.alerts()).toEqual(expect.arrayContaining([OPEN, CARTA_PORTE_OPEN]));
    await scene.edit({ revenue: 10_000, driverId: driver.id });
    expect((await scene.alerts()).map(([, status]) => status)).toEqual(['RESOLVED', 'RESOLVED']);
    expect(await scene.stored()).not.toHaveProperty('keptAlerts');
  });

  test.each<[string, Partial<Invoice>, Partial<InvoiceRecord>, (scene: Scene) => Promise<TripChanges>]>([
    [
      'route and notes',
      {},
      {},
      async ({ testContext, teamId }) => ({
        routeId: (await insertRoute(testContext, { teamId })).id,
        notes: 'x',
      }),
    ],
    [
      'the client, of an invoice to another client',
      { clientId: someId() },
      {},
      async ({ other }) => ({ clientId: other.id }),
    ],
    ['the revenue, of a substituted invoice', {}, { isReplaced: true }, async () => ({ revenue: 1 })],
    ['the revenue, of a credit note', {}, { type: 'E' }, async () => ({ revenue: 1 })],
    ['the revenue to the same value', {}, {}, async () => ({ revenue: 10_000 })],
  ])('desk 2.4: of %s raises nothing', async (_, given, own, changes) => {
    const scene = await insertScene('VALID', given, own);
    await scene.edit(await changes(scene));
    expect(await scene.alerts()).toEqual([]);
  });

  test('desk 2.4: of the driver to the one that the document names raises nothing', async () => {
    const scene = await insertScene('VALID');
    const { driverId } = (await EDITS.driver?.(scene)) ?? {};
    const key = invoiceKey(scene.teamId, (await scene.stored()).id);
    await transact(scene.testContext.context, [update(key, { set: { driverId } }, {}, () => new Error('gone'))]);
    await scene.edit({ driverId });
    expect(await scene.alerts()).toEqual([]);
  });
});

describe('desk 2.2: INVOICE_OUTDATED is resolved', () => {
  async function insertOutdated(status: 'PENDING' | 'VALID') {
    const scene = await insertScene(status);
    await scene.edit({ revenue: 12_000 });
    return scene;
  }

  test('desk 2.2: by the edit that brings the value back, and the next edit raises another', async () => {
    const scene = await insertOutdated('VALID');
    await scene.edit({ revenue: 11_000 });
    expect(await scene.alerts()).toEqual([OPEN]);
    await scene.edit({ revenue: 10_000 });
    expect(await scene.alerts()).toEqual([RESOLVED]);
    await scene.edit({ revenue: 9_000 });
    expect(await scene.alerts()).toEqual(expect.arrayContaining([OPEN, RESOLVED]));
  });

  test('desk 2.2: by the cancellation of the document', async () => {
    const { testContext, fleet, alerts, stored } = await insertOutdated('VALID');
    await testContext.use(recordCancellation)(fleet.actor, await stored(), 'CANCELLED', undefined);
    expect(await alerts()).toEqual([RESOLVED]);
    expect(await stored()).not.toHaveProperty('keptAlerts');
  });

  test('desk 2.2: by a substitute that becomes VALID', async () => {
    const { testContext, fleet, teamId, alerts, stored } = await insertOutdated('VALID');
    const given = { teamId, status: 'PENDING', total: DOCUMENT.documentTotal / 100 } as const;
    const substitute = await insertInvoice(testContext, given);
    const replaced = { record: await stored(), work: undefined };
    await testContext.use(recordStamped)(fleet.actor, substitute, DOCUMENT, undefined, { replaced });
    expect(await alerts()).toEqual([RESOLVED]);
    expect(await stored()).not.toHaveProperty('keptAlerts');
  });

  test.each([true, false])('desk 2.2: by a refused stamp, unless its document can still appear: %p', async (isOpen) => {
    const { testContext, fleet, alerts, stored } = await insertOutdated('PENDING');
    await testContext.use(recordRefused)(fleet.actor, await stored(), 'No.', { isOpen });
    expect(await alerts()).toEqual([isOpen ? OPEN : RESOLVED]);
  });

  test('desk 2.2: the stamp leaves it open', async () => {
    const { testContext, fleet, alerts, stored } = await insertOutdated('PENDING');
    await testContext.use(recordStamped)(fleet.actor, await stored(), DOCUMENT, undefined);
    expect(await alerts()).toEqual([OPEN]);
  });
});
