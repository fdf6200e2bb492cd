import { DEMO } from '../../local/seed/demo';
import { fixedId } from '../../local/seed/identifiers';

/** A call with records of the demo alone, so that it can be sent unchanged to a server that `npm start` has just seeded. */
export interface TourCall {
  readonly id: string;
  /** Of path and query, beside the team. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

const call = (id: string, parameters: TourCall['parameters'] = {}, body?: TourCall['body']): TourCall => ({
  id,
  parameters,
  ...(body && { body }),
});

const box = { boxId: fixedId('box', 3) };
const vehicle = { vehicleId: fixedId('vehicle', 3) };
const driver = { driverId: fixedId('driver', 5) };
const leaver = { driverId: fixedId('driver', 9) };
const client = { id: fixedId('client', 6) };
const route = { id: fixedId('route', 6) };
const point = { id: fixedId('routePoint', 11) };
const planned = { tripId: fixedId('trip', 13) };
const cancelled = { tripId: fixedId('trip', 12) };
const invoice = { id: fixedId('invoice', 2) };
const rental = { reservationId: fixedId('reservation', 4) };
const teamId = DEMO.team.id;

/**
 * In this order each call succeeds. The walk after it uses other records of the demo: the first driver, vehicle, client,
 * route and trip are not changed here.
 */
export const TOUR: readonly TourCall[] = [
  call('updateBox', box, { dailyRate: 900.5 }),
  call('updateBoxStatus', box, { status: 'MANTENIMIENTO' }),
  call('createReservation', {}, { boxId: fixedId('box', 1), clientId: fixedId('client', 3), notes: 'Con rampa' }),
  call('updateReservation', rental, { notes: 'Sin llantas de refacción' }),
  call('cancelReservation', rental),
  call('closeReservation', { reservationId: fixedId('reservation', 2) }, {}),
  call('deleteBox', { boxId: fixedId('box', 7) }),
  call('updateVehicle', vehicle, { mileage: 350_120, insuranceExpiry: '2028-05-01' }),
  call('updateVehicleStatus', vehicle, { status: 'MANTENIMIENTO' }),
  call('deleteVehicle', { vehicleId: fixedId('vehicle', 9) }),
  call('updateClient', client, { creditLimit: 250_000 }),
  call('deleteClient', { id: fixedId('client', 7) }),
  call('updateRoute', route, { description: 'Por la 57, sin cuota.' }),
  call('setRouteLine', { routeId: route.id }, { polyline: 'kfk|Cr~nbRjweAza|C~yfEoqd@j_rCc`^ndbHngbA' }),
  call('getRouteLine', { routeId: route.id }),
  call('deleteRoute', route),
  call('getRoutePoint', point),
  call('updateRoutePoint', point, { postalCode: '36270' }),
  call('updateTrip', planned, { notes: 'Cita en Vallejo a las 7:00.' }),
  call('deleteTrip', planned),
  call('updateTripStatus', cancelled, { status: 'CANCELADO' }),
  call('listAudit', { entityType: 'TRIP', entityId: cancelled.tripId }),
  call('relayTrip', { tripId: fixedId('trip', 10) }, { ...driver, reason: 'Fin de turno en Saltillo' }),
  call('updateDriver', driver, { licenseExpiry: '2028-05-01', salary: 21_000 }),
  call('changeDriverAccess', driver, { action: 'INVITE' }),
  call('exportDriver', leaver),
  call('eraseDriver', leaver, { reason: 'Solicitud de cancelación del titular' }),
  call('getErasedPerson', { personId: leaver.driverId }),
  call('editInvoice', invoice, { teamId, paymentForm: '03', paymentMethod: 'PUE', notes: 'Orden 7781' }),
  call('validateInvoice', invoice, { teamId }),
  call('stampInvoice', invoice, { teamId }),
  call('refreshInvoice', invoice, { teamId }),
  call('getInvoicePdf', invoice),
  call('getInvoiceXml', invoice),
  call('emailInvoice', invoice, { teamId, to: ['pagos@cliente.example'] }),
  call('cancelInvoice', invoice, { teamId, motive: '02' }),
  call('getPayment', { paymentId: fixedId('payment', 1) }),
  call('getCollection', { collectionId: fixedId('payment', 1) }),
  call('replaceAllocations', { collectionId: fixedId('payment', 2) }, { allocations: [] }),
  call('voidPayment', { paymentId: fixedId('payment', 4) }),
  call('voidCollection', { collectionId: fixedId('payment', 3) }),
  call('deleteFile', { fileId: fixedId('file', 3) }),
];
