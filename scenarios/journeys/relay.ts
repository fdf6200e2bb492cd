import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Fleet } from '../../client/src/index';
import { expectFound, expectRefused, expectSame, expectStatus, present, somebodyAt } from '../expect';
import { CARTA_PORTE, DRIVER_PAPERS, ROAD, TRUCK_PAPERS } from '../freight';
import { openApp } from '../people';
import type { Desk } from '../steps/desk';
import { askForUpload, registerFile, sendFile } from '../steps/files';
import { hireDriver, registerVehicle } from '../steps/fleet';
import { editInvoice, readInvoice, stamp, validateInvoice } from '../steps/invoices';
import { listAlerts } from '../steps/teams';
import {
  listOwnTripDocuments,
  ping,
  planTrip,
  readOwnDocument,
  readOwnTrip,
  readTimeline,
  relayTrip,
  setOwnTripStatus,
  startTrip,
} from '../steps/trips';

const [SALTILLO, MATEHUALA] = ROAD;

interface Hired {
  readonly id: string;
  readonly app: Fleet;
}

/** A driver with papers and the app. */
async function hire(baseUrl: string, desk: Desk, name: string, licenseNumber: string): Promise<Hired> {
  const { driver } = await expectStatus(201, hireDriver(desk, { name, ...DRIVER_PAPERS, licenseNumber }));
  const app = somebodyAt(baseUrl);
  await openApp(app, desk, driver.id);
  return { id: driver.id, app };
}

const register = (desk: Desk, plate: string) =>
  expectStatus(
    201,
    registerVehicle(desk, {
      ...{ plate, brand: 'Kenworth', model: 'T680', year: 2022, type: 'TRACTOCAMION', ...TRUCK_PAPERS },
      ...{ configVehicular: 'T3S2', permSCT: 'TPAF01', numPermisoSCT: '3085TEN030120260001' },
      ...{ aseguradora: 'Qualitas Compañía de Seguros', pesoBrutoVehicular: 46.5 },
    }),
  );

/** The Carta Porte that the app shows at an inspection. */
const paperIn = async (app: Fleet, tripId: string) =>
  present((await expectStatus(200, readOwnTrip(app, tripId))).invoice, 'document');

/** On the way another driver takes the trip over in another truck, and the Carta Porte is substituted. */
export async function relayLeg(baseUrl: string, desk: Desk, clientId: string): Promise<void> {
  const first = await hire(baseUrl, desk, 'Abel Garza Ríos', 'NLB0700001');
  const second = await hire(baseUrl, desk, 'Rosa Luna Mares', 'NLB0700002');
  const [truck, spare] = [await register(desk, '61-AK-1M'), await register(desk, '62-AK-2M')];
  const crew = { driverId: first.id, vehicleId: truck.id };
  const plan = { clientId, ...crew, startDate: '2026-03-03T06:00:00-06:00', revenue: 48_500 };
  const { id, invoiceId: draftId } = await expectStatus(201, planTrip(desk, plan));
  const invoiceId = present(draftId, 'draft');
  await expectStatus(200, editInvoice(desk, invoiceId, { cartaPorte: CARTA_PORTE }));
  await expectStatus(200, stamp(desk, invoiceId));
  const next = { driverId: second.id, vehicleId: spare.id };
  await expectRefused('409 TRIP_NOT_IN_PROGRESS', relayTrip(desk, id, next));
  await expectStatus(200, startTrip(first.app, id));
  await expectStatus(200, ping(first.app, id, { lat: SALTILLO.lat, lng: SALTILLO.lng }));
  const before = await paperIn(first.app, id);
  await inspectionLeg(desk, id, { first, second, truckId: truck.id });
  const relayed = await expectStatus(200, relayTrip(desk, id, { ...next, reason: 'Falla mecánica en Saltillo' }));
  expectSame([relayed.driverId, relayed.vehiclePlate, relayed.status], [second.id, '62-AK-2M', 'EN_PROCESO']);
  const { timeline } = await expectStatus(200, readTimeline(desk, id));
  assert.equal(timeline.at(-1)?.event, 'RELAY');
  await appsLeg(id, first.app, second.app);
  await substituteLeg(desk, invoiceId);
  const after = await paperIn(second.app, id);
  assert.notEqual(after.idCcp, before.idCcp);
  expectSame(await paperIn(first.app, id), { ...before, status: 'CANCELLED' });
  await expectFound(readOwnDocument(first.app, id, 'pdf'));
  await expectStatus(200, setOwnTripStatus(second.app, id, { status: 'COMPLETADO' }));
}

/** At an inspection the driver shows the Carta Porte and the papers of truck and driver, and no other driver can. */
async function inspectionLeg(
  desk: Desk,
  id: string,
  { first, second, truckId }: { readonly first: Hired; readonly second: Hired; readonly truckId: string },
): Promise<void> {
  const policy = await upload(desk, { of: 'VEHICLE', id: truckId, fileName: 'poliza.pdf' });
  const licence = await upload(desk, { of: 'DRIVER', id: first.id, fileName: 'licencia.pdf' });
  await upload(desk, { of: 'DRIVER', id: second.id, fileName: 'otra.pdf' });
  const { files } = await expectStatus(200, listOwnTripDocuments(first.app, id));
  expectSame(files.map(({ fileId }) => fileId).sort(), [policy, licence].sort());
  const texts = files.map(async ({ url }) => (await fetch(present(url, 'address'))).text());
  expectSame((await Promise.all(texts)).sort(), ['%PDF-1.7 licencia.pdf', '%PDF-1.7 poliza.pdf']);
  await expectFound(readOwnDocument(first.app, id, 'pdf'));
  await expectRefused('403 FORBIDDEN', listOwnTripDocuments(second.app, id));
  await expectRefused('403 FORBIDDEN', readOwnDocument(second.app, id, 'pdf'));
}

/** The office uploads a paper of a vehicle or driver. */
async function upload(
  desk: Desk,
  { of, id: entityId, fileName }: { readonly of: 'VEHICLE' | 'DRIVER'; readonly id: string; readonly fileName: string },
): Promise<string> {
  const asked = { entityId, fileName, contentType: 'application/pdf' } as const;
  const folder = of === 'VEHICLE' ? 'vehicles-files' : 'drivers-files';
  const { key, uploadUrl } = await expectStatus(200, askForUpload(desk, { ...asked, folder }));
  expectSame((await sendFile(uploadUrl, `%PDF-1.7 ${fileName}`, asked.contentType)).status, 200);
  const fileId = randomUUID();
  await expectStatus(201, registerFile(desk, { ...asked, entityType: of, fileId, key }));
  return fileId;
}

/** The former driver's app reports nothing more. */
async function appsLeg(id: string, former: Fleet, present: Fleet): Promise<void> {
  const at = { lat: MATEHUALA.lat, lng: MATEHUALA.lng };
  await expectRefused('403 FORBIDDEN', ping(former, id, at));
  await expectRefused('403 FORBIDDEN', setOwnTripStatus(former, id, { status: 'COMPLETADO' }));
  await expectStatus(200, ping(present, id, at));
}

/** The draft is ready at once: the records of the new driver and truck have what the document needs. */
async function substituteLeg(desk: Desk, invoiceId: string): Promise<void> {
  const alertOf = async () => {
    const { alerts } = await expectStatus(200, listAlerts(desk, { type: 'CARTA_PORTE_OUTDATED' }));
    return present(
      alerts.find(({ entityId }) => entityId === invoiceId),
      'alert',
    );
  };
  const { replacedBy } = await expectStatus(200, readInvoice(desk, invoiceId));
  const substituteId = present(replacedBy, 'substitute');
  const { status, message } = await alertOf();
  assert.ok(status === 'OPEN' && message.includes(substituteId), message);
  expectSame((await expectStatus(200, validateInvoice(desk, substituteId))).errors, []);
  await expectStatus(200, stamp(desk, substituteId));
  assert.equal((await alertOf()).status, 'RESOLVED');
  assert.equal((await expectStatus(200, readInvoice(desk, invoiceId))).status, 'CANCELLED');
}
