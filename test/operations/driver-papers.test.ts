import { HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { operation as getOwnTrip } from '../../functions/drivers/get-own-trip';
import { operation as getOwnTripInvoice } from '../../functions/drivers/get-own-trip-invoice';
import { eventsOf } from '../../shared/audit/audit-event';
import type { Invoice } from '../../shared/invoices/invoice';
import type { InvoiceRecord } from '../../shared/invoices/invoice-record';
import { isPaperTime } from '../../shared/trips/driver-papers';
import type { TripRecord } from '../../shared/trips/trip';
import { accounts, refusal, refused } from '../support/accounts';
import { START, someId } from '../support/engine-runtime';
import { openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertDriver, insertTrips } from '../support/store-fleet';
import { CARTA_PORTE, insertInvoice } from '../support/store-invoices';
import { storedTrip } from '../support/store-records';

const table = quickTable();
const world = accounts(table);
const storage = mockClient(S3Client);
beforeEach(() => {
  storage.on(HeadObjectCommand).resolves({ ContentLength: 1_000 });
});

const HOUR_MS = 60 * 60_000;
/** The instant this many hours after the test's present. */
const hours = (count: number): string => new Date(START + count * HOUR_MS).toISOString();
const at = ({ id: tripId }: Pick<TripRecord, 'id'>, format?: string) => ({
  path: { tripId },
  ...(format && { query: { format } }),
});

const DOCUMENT = {
  status: 'VALID',
  providerId: '0123456789abcdef01234567',
  uuid: '01890000-0000-4000-8000-00000000000f',
  verificationUrl: 'https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx?id=1',
  cartaPorteUrl: 'https://verificacfdi.facturaelectronica.sat.gob.mx/verificaccp/default.aspx?IdCCP=CCC1',
} as const satisfies Partial<Invoice>;
const ID_CCP = 'CCC00000-0000-4000-8000-000000000001';

/** A driver with a trip under way, and its documents. */
async function openCab(given: Partial<TripRecord> = {}) {
  const office = await openOffice(world);
  const { testContext, teamId } = office;
  const driver = await insertDriver(testContext, {
    teamId,
    sub: someId(),
    appAccessStatus: 'ACTIVE',
    everActive: true,
  });
  const own = { teamId, driverId: driver.id, status: 'EN_PROCESO', cost: 7, revenue: 9, ...given } as const;
  const [trip = storedTrip()] = await insertTrips(testContext, [own]);
  const insertPaper = (invoice: Partial<Invoice> = {}, record: Partial<InvoiceRecord> = {}) =>
    insertInvoice(
      testContext,
      { ...DOCUMENT, teamId, tripId: trip.id, uuid: someId(), ...invoice },
      { stamping: { number: 1, attemptId: 'a', isOpen: false, livemode: false, idCcp: ID_CCP }, ...record },
    );
  return { office, driver, trip, insertPaper, cab: await office.cab(driver) };
}

describe('tax §7.11: the driver’s own trip', () => {
  test('tax §7.11: shows the data of the Carta Porte, and no money', async () => {
    const { trip, insertPaper, cab } = await openCab();
    const { id: invoiceId, uuid } = await insertPaper({ cartaPorte: CARTA_PORTE });
    const { status, body } = await cab.send(getOwnTrip, at(trip));
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: trip.id, status: 'EN_PROCESO' });
    const { verificationUrl, cartaPorteUrl } = DOCUMENT;
    const paper = { invoiceId, type: 'I', uuid, idCcp: ID_CCP, status: 'VALID', verificationUrl, cartaPorteUrl };
    expect(body.invoice).toEqual(paper);
    for (const field of ['cost', 'revenue', 'paid', 'due', 'balance', 'invoiceId'])
      expect(body).not.toHaveProperty(field);
  });

  test('is answered whole to a client that has the version of the trip: the document is no part of that version', async () => {
    const { trip, insertPaper, cab } = await openCab();
    const { headers, body } = await cab.send(getOwnTrip, at(trip));
    expect(body.invoice).toBeNull();
    const { id: invoiceId } = await insertPaper({ cartaPorte: CARTA_PORTE });
    const again = await cab.send(getOwnTrip, { ...at(trip), headers: { 'if-none-match': headers.etag ?? '' } });
    expect([again.status, again.headers.etag]).toEqual([200, headers.etag]);
    expect(again.body).toMatchObject({ invoice: { invoiceId } });
  });

  test('tax §7.11: has null without a document', async () => {
    const { trip, insertPaper, cab } = await openCab();
    for (const status of ['DRAFT', 'PENDING', 'ERROR', 'CANCELLED'] as const)
      await insertPaper({ status, cartaPorte: CARTA_PORTE });
    await insertPaper({ status: 'CANCELLED_PENDING' });
    expect((await cab.send(getOwnTrip, at(trip))).body.invoice).toBeNull();
    expect(refusal(await cab.send(getOwnTripInvoice, at(trip)))).toEqual(refused('INVOICE_WITHOUT_DOCUMENT'));
  });

  test('tax §7.11: prefers the Carta Porte that was stamped last, also while its cancellation waits', async () => {
    const { trip, insertPaper, cab } = await openCab();
    const shown = async () => Object(await cab.send(getOwnTrip, at(trip))).body.invoice;
    const plain = await insertPaper({ issuedAt: hours(-1) });
    expect(await shown()).toMatchObject({ invoiceId: plain.id, idCcp: null });
    const late = await insertPaper({ cartaPorte: CARTA_PORTE, issuedAt: hours(-2), status: 'CANCELLED_PENDING' });
    expect(await shown()).toMatchObject({ invoiceId: late.id, status: 'CANCELLED_PENDING' });
    await insertPaper({ cartaPorte: CARTA_PORTE, issuedAt: hours(-3) });
    expect(await shown()).toMatchObject({ invoiceId: late.id });
    await insertPaper({ issuedAt: hours(0) });
    expect(await shown()).toMatchObject({ invoiceId: late.id });
  });

  test('tax §7.11: shows a document of type T', async () => {
    const { trip, insertPaper, cab } = await openCab();
    await insertPaper({ cartaPorte: CARTA_PORTE, type: 'T' });
    expect((await cab.send(getOwnTrip, at(trip))).body.invoice).toMatchObject({ type: 'T' });
  });

  test('tax §7.11: has no document of another trip', async () => {
    const { trip, insertPaper, cab } = await openCab();
    await insertPaper({ tripId: someId(), cartaPorte: CARTA_PORTE });
    expect((await cab.send(getOwnTrip, at(trip))).body.invoice).toBeNull();
  });
});

describe('tax §7.11: the document of the own trip', () => {
  test.each([undefined, 'pdf', 'xml'])('tax §7.11: opens as %s, and the audit names the driver', async (format) => {
    const { trip, insertPaper, cab, driver, office } = await openCab();
    const { id } = await insertPaper({ cartaPorte: CARTA_PORTE });
    const { status, headers } = await cab.send(getOwnTripInvoice, at(trip, format));
    expect(status).toBe(302);
    expect(headers.location).toContain(`invoices/${office.teamId}/${id}.${format ?? 'pdf'}?`);
    expect(headers.location).toContain('X-Amz-Expires=900');
    const events = await table.partition(eventsOf(office.teamId, 'INVOICE', id).pk, 'EVENT#');
    const changes = { tripId: trip.id, format: format ?? 'pdf' };
    expect(events).toContainEqual(expect.objectContaining({ action: 'READ', actorId: driver.id, changes }));
  });

  test('tax §7.11: has the formats pdf and xml alone', async () => {
    const { trip, cab } = await openCab();
    const answer = await cab.send(getOwnTripInvoice, at(trip, 'zip'));
    expect([answer.status, answer.body.field]).toEqual([400, 'format']);
  });
});

describe('road §7: who reads a trip and its document', () => {
  const BOTH = [getOwnTrip, getOwnTripInvoice];

  test('road §7: another driver of the team gets 403, one of another team 404, as for a start', async () => {
    const { office, trip, insertPaper } = await openCab();
    await insertPaper({ cartaPorte: CARTA_PORTE });
    const other = await insertDriver(office.testContext, {
      teamId: office.teamId,
      sub: someId(),
      appAccessStatus: 'ACTIVE',
      everActive: true,
    });
    const abroad = await openCab();
    for (const operation of BOTH) {
      expect(refusal(await (await office.cab(other)).send(operation, at(trip)))).toEqual(refused('FORBIDDEN'));
      expect(refusal(await abroad.cab.send(operation, at(trip)))).toEqual(refused('NOT_FOUND'));
      expect(refusal(await abroad.cab.send(operation, at({ id: someId() })))).toEqual(refused('NOT_FOUND'));
    }
  });

  test('road §7: a trip without driver is nobody’s', async () => {
    const { office, driver } = await openCab();
    const [trip = storedTrip()] = await insertTrips(office.testContext, [
      { teamId: office.teamId, driverId: undefined },
    ]);
    for (const operation of BOTH)
      expect(refusal(await (await office.cab(driver)).send(operation, at(trip)))).toEqual(refused('FORBIDDEN'));
  });

  test('road §7: a driver without access gets 403, and staff too', async () => {
    const { office, driver, trip } = await openCab();
    await insertDriver(office.testContext, { ...driver, appAccessStatus: 'DISABLED' });
    for (const operation of BOTH) {
      expect(refusal(await (await office.cab(driver)).send(operation, at(trip)))).toEqual(refused('FORBIDDEN'));
      expect(refusal(await office.send(operation, at(trip)))).toEqual(refused('FORBIDDEN'));
    }
  });

  const NEVER = { actualStartDate: undefined, actualEndDate: undefined, cancelledAt: undefined };
  const started = hours(-100);
  test.each([
    ['a day before its planned start', true, { status: 'NO_INICIADO', startDate: hours(24) }],
    ['earlier', false, { status: 'NO_INICIADO', startDate: hours(24.01) }],
    ['a day after its planned start', true, { status: 'NO_INICIADO', startDate: hours(-24) }],
    ['later, still not begun', false, { status: 'NO_INICIADO', startDate: hours(-24.01) }],
    ['under way, weeks after its planned start', true, { status: 'EN_PROCESO', startDate: hours(-500) }],
    ['a day after its end', true, { status: 'COMPLETADO', actualStartDate: started, actualEndDate: hours(-24) }],
    ['later', false, { status: 'COMPLETADO', actualStartDate: started, actualEndDate: hours(-24.01) }],
    ['cancelled on the way', true, { status: 'CANCELADO', actualStartDate: started, cancelledAt: hours(-1) }],
    ['a day later', false, { status: 'CANCELADO', actualStartDate: started, cancelledAt: hours(-24.01) }],
    ['cancelled before its start', false, { status: 'CANCELADO', startDate: hours(0), cancelledAt: hours(-1) }],
  ] as const)('road §7: the document of a trip, %s: %s', async (_, isOpen, given) => {
    const { trip, insertPaper, cab } = await openCab({ ...NEVER, ...given });
    await insertPaper({ cartaPorte: CARTA_PORTE });
    expect(isPaperTime(trip, new Date(START))).toBe(isOpen);
    const { status, body } = await cab.send(getOwnTrip, at(trip));
    expect([status, body.invoice !== null]).toEqual([200, isOpen]);
    expect((await cab.send(getOwnTripInvoice, at(trip))).status).toBe(isOpen ? 302 : 404);
  });
});
