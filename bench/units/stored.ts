import { type Alert, alertIndexes, alertKey } from '../../shared/alerts/alert';
import { type AuditEvent, eventIndexes, eventKey } from '../../shared/audit/audit-event';
import { clientKey, searchedClient } from '../../shared/clients/client';
import type { FileRecord } from '../../shared/files/file';
import { fileIndexes, fileKey } from '../../shared/files/file-keys';
import { driverKey, searchedDriver } from '../../shared/fleet/driver';
import { searchedVehicle, vehicleKey } from '../../shared/fleet/vehicle';
import { invoiceIndexes, invoiceKey, recordOf } from '../../shared/invoices/invoice-record';
import { paymentIndexes, paymentKey, paymentPlaceKey } from '../../shared/payments/payment';
import { uuidVersion7 } from '../../shared/platform/runtime/uuid';
import type { IndexKeys, ItemKey } from '../../shared/platform/table/keys';
import { inListByName } from '../../shared/platform/table/word-keys';
import { documentReceivableKey, receivableKey } from '../../shared/trips/receivable';
import { tripIndexes, tripKey } from '../../shared/trips/trip';
import { tripPlaceIndexes, tripPlaceKey } from '../../shared/trips/trip-places';
import { someId } from '../../test/support/engine-runtime';
import { storedInvoice } from '../../test/support/store-invoices';
import { storedClient, storedDriver, storedTrip, storedVehicle } from '../../test/support/store-records';

export type StoredItem = Record<string, unknown>;

/** An item in the form that the table functions write. */
const item = ({ pk, sk }: ItemKey, record: object, indexes: IndexKeys = {}): StoredItem => ({
  ...record,
  ...indexes,
  pk,
  sk,
});

const MINUTE_MS = 60_000;
const FIRST = Date.parse('2026-03-01T00:00:00.000Z');
/** The time of the record with this number: one record a minute. */
const instantOf = (number: number): string => new Date(FIRST + number * MINUTE_MS).toISOString();

export interface StoredTeam {
  readonly teamId: string;
  readonly clientIds: readonly string[];
}

/** Clients, and 50 available drivers and vehicles. Their number does not grow with the age of the team. */
export function standingItems({ teamId, clientIds }: StoredTeam): StoredItem[] {
  const numbers = Array.from({ length: 50 }, (_, number) => number);
  return [
    ...clientIds.map((id) => {
      const client = storedClient({ id, teamId, rfc: 'XIA190128J61', zipCode: '76343' });
      return item(clientKey(teamId, id), client, inListByName(searchedClient(client)));
    }),
    ...numbers.map((number) => {
      const driver = storedDriver({ teamId, ...DRIVERS_PAPERS, name: `Chofer de planta ${number}` });
      return item(driverKey(teamId, driver.id), driver, inListByName(searchedDriver(driver)));
    }),
    ...numbers.map((number) => {
      const vehicle = storedVehicle({ teamId, ...TRUCKS_PAPERS, plate: `${10 + number}-ZZ-9Z` });
      return item(vehicleKey(teamId, vehicle.id), vehicle, inListByName(searchedVehicle(vehicle)));
    }),
    ...Array.from({ length: OPEN_DOCUMENTS }, (_, number) => {
      const [invoiceId, clientId = ''] = [someId(), clientIds[number % clientIds.length]];
      const amounts = { revenue: 25_000, total: 28_000, paid: 0, since: instantOf(number) };
      const row = { tripId: someId(), invoiceId, uuid: someId(), clientId, ...amounts };
      return item(documentReceivableKey(teamId, clientId, invoiceId), row);
    }),
    ...numbers.slice(0, 20).map((number) => {
      const tripId = someId();
      const owed = { tripId, clientId: clientIds[0], revenue: 25_000, paid: 0, since: instantOf(number) };
      return item(receivableKey(teamId, tripId), owed);
    }),
  ];
}

const OPEN_DOCUMENTS = 1_000;

const DRIVERS_PAPERS = {
  licenseNumber: 'NLB0611204',
  licenseExpiry: '2031-05-01',
  curp: 'OOLR800101HNLCLM09',
  rfc: 'OOLR800101AB1',
  birthDate: '1980-01-01',
  medicalExpiry: '2031-05-01',
  bloodType: 'O+',
  emergencyContact: 'María Leal, 8112345679',
  certifications: ['Materiales peligrosos'],
};

const TRUCKS_PAPERS = {
  brand: 'Kenworth',
  model: 'T680',
  year: 2022,
  type: 'TRACTOCAMION',
  vin: '1XKYD49X8NJ123456',
  insuranceNumber: 'Q-2026-778812',
  insuranceExpiry: '2031-12-31',
  registrationExpiry: '2031-12-31',
};

/**
 * The records that one more invoice adds to a team. Every second invoice adds a payment and an audit entry, every
 * fourth a trip, every twentieth an alert and a file.
 */
export function growingItems(team: StoredTeam, number: number): StoredItem[] {
  return [
    ...invoiceItems(team, number),
    ...(number % 2 === 0 ? [...paymentItems(team, number / 2), eventItem(team, number / 2)] : []),
    ...(number % 4 === 0 ? tripItems(team, number / 4) : []),
    ...(number % 20 === 0 ? [alertItem(team, number / 20), fileItem(team, number / 20)] : []),
  ];
}

const clientOf = ({ clientIds }: StoredTeam, number: number): string => clientIds[number % clientIds.length] ?? '';

/**
 * Half of the ids are older than those of a tour, half are newer. A tour's records are therefore on neither the first
 * page nor the last.
 */
const idOf = (number: number): string => {
  const bytes = Buffer.alloc(10);
  bytes.writeUInt32BE(number, 6);
  return uuidVersion7((number % 2 === 0 ? OLD : NEW) + number, bytes);
};
const OLD = Date.parse('2025-01-01T00:00:00Z');
const NEW = Date.parse('2035-01-01T00:00:00Z');

function invoiceItems(team: StoredTeam, number: number): StoredItem[] {
  const { teamId } = team;
  const clientId = clientOf(team, number);
  const invoice = storedInvoice({
    id: idOf(number),
    teamId,
    clientId,
    clientName: 'Cervecería del Bajío',
    status: 'VALID',
  });
  const { record } = recordOf(invoice, { revision: 1 });
  return [item(invoiceKey(teamId, record.id), record, invoiceIndexes(record))];
}

function paymentItems(team: StoredTeam, number: number): StoredItem[] {
  const { teamId } = team;
  const at = { id: someId(), paidAt: instantOf(number) };
  const tripId = someId();
  const names = { clientId: clientOf(team, number), clientName: 'Cervecería del Bajío', registeredBy: someId() };
  const payment = { tripId, amount: 1_850.5, method: 'TRANSFERENCIA' as const, ...names, createdAt: at.paidAt };
  return [
    item(paymentKey(teamId, at), payment, paymentIndexes(teamId, at, payment)),
    item(paymentPlaceKey(teamId, at.id), { paidAt: at.paidAt }),
  ];
}

function eventItem({ teamId }: StoredTeam, number: number): StoredItem {
  const event: AuditEvent = {
    id: someId(),
    entityType: 'VEHICLE',
    entityId: someId(),
    action: 'UPDATE',
    actorId: someId(),
    at: instantOf(number),
    changes: { mileage: number },
  };
  return item(eventKey(teamId, event), event, eventIndexes(teamId, event));
}

function tripItems(team: StoredTeam, number: number): StoredItem[] {
  const trip = storedTrip({
    teamId: team.teamId,
    status: 'COMPLETADO',
    startDate: instantOf(number),
    clientId: clientOf(team, number),
    clientName: 'Cervecería del Bajío',
    driverId: someId(),
    driverName: 'Chofer de planta',
    revenue: 25_000,
  });
  return [
    item(tripKey(team.teamId, trip.id), trip, tripIndexes(trip)),
    item(tripPlaceKey(trip), {}, tripPlaceIndexes(trip)),
  ];
}

function alertItem({ teamId }: StoredTeam, number: number): StoredItem {
  const alert: Alert = {
    id: someId(),
    type: 'PAPER_EXPIRING',
    status: 'RESOLVED',
    severity: 'WARNING',
    entityType: 'VEHICLE',
    entityId: someId(),
    message: 'El seguro vence en 30 días.',
    createdAt: instantOf(number),
  };
  return item(alertKey(teamId, alert.id), alert, alertIndexes(teamId, alert));
}

function fileItem({ teamId }: StoredTeam, number: number): StoredItem {
  const fileId = someId();
  const entityId = someId();
  const file: FileRecord = {
    fileId,
    teamId,
    entityType: 'DRIVER',
    entityId,
    key: `drivers-files/${entityId}/licencia-${number}.pdf`,
    bucket: 'documents',
    fileName: `licencia-${number}.pdf`,
    contentType: 'application/pdf',
    size: 120_000,
    uploadedBy: someId(),
    uploadedAt: instantOf(number),
    versionId: someId(),
  };
  return item(fileKey(teamId, fileId), file, fileIndexes(file));
}
