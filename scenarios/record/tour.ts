import { DEMO, DEMO_PASSWORD } from '../../local/seed/demo';
import { DELIVERY_PHOTO } from '../../local/seed/files';
import { fixedId, stopId } from '../../local/seed/identifiers';
import { API_KEY, CLIENTS_FILE, TRACKING_LINK, WEBHOOK_ENDPOINT } from '../../local/seed/other-systems';
import { TEST_SEAL } from '../../local/seed/seal';

/** A call with records of the demo alone, so that it can be sent unchanged to a server that `npm start` has just seeded. */
interface TourCall {
  readonly id: string;
  /** Of path and query, beside the team. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Of a further example of the operation. */
  readonly name?: string;
  /** The address or user name of the person of the demo that sends it. Absent: the owner. */
  readonly as?: string;
}

const call = (id: string, parameters: TourCall['parameters'] = {}, body?: TourCall['body']): TourCall => ({
  id,
  parameters,
  ...(body && { body }),
});

/** A call of another person than the owner. */
const by = (as: string, one: TourCall): TourCall => ({ ...one, as });

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
const [, admin, member] = DEMO.members;
const [{ username: demoDriver = '' }, { username: secondDriver = '' } = { username: '' }] = DEMO.drivers;
const ofMember = { userId: member.id };
const password = DEMO_PASSWORD;
const delivery = { tripId: fixedId('trip', 9), stopId: stopId(9, 1) };
const tracking = { tripId: TRACKING_LINK.tripId, linkId: TRACKING_LINK.id };
const endpoint = { webhookEndpointId: WEBHOOK_ENDPOINT.id };
const credited = { id: fixedId('invoice', 3) };
const wrong = { id: fixedId('invoice', 4) };
const paid = { clientId: fixedId('client', 4), collectionIds: [fixedId('payment', 5)] };
const licence = {
  ...{ fileId: fixedId('file', 12), entityType: 'driver', entityId: fixedId('driver', 1) },
  ...{ fileName: 'licencia-2028.pdf', contentType: 'application/pdf' },
};
const { driverId: _, bytes: __, ...announced } = DELIVERY_PHOTO;
const photo = { ...announced, key: `trips/${announced.tripId}/${announced.fileId}.jpg` };
/** The planned stops of a trip without a driver, and a stop on the way. */
const stops = [
  { id: stopId(14, 1), order: 1, name: 'Puente del Comercio Mundial' },
  { id: stopId(14, 2), order: 2, name: 'Patio Apodaca' },
  { id: stopId(14, 3), order: 3, name: 'Parque Industrial Querétaro' },
  { order: 9_000, name: 'Báscula Matehuala', lat: 23.65, lng: -100.64 },
];

/**
 * In this order each call succeeds. The walk after it uses other records of the demo: the first driver, vehicle, client,
 * route and trip are not changed here.
 */
export const TOUR: readonly TourCall[] = [
  by(secondDriver, call('getOwnTripInvoice', { tripId: fixedId('trip', 10), format: 'pdf' })),
  by(demoDriver, call('registerOwnFile', {}, photo)),
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
  call('deleteRoutePoint', { id: fixedId('routePoint', 12) }),
  call('getRoutePoint', point),
  call('updateRoutePoint', point, { postalCode: '36270' }),
  call('updateTrip', planned, { notes: 'Cita en Vallejo a las 7:00.' }),
  call('deleteTrip', planned),
  call('updateTripStatus', cancelled, { status: 'CANCELADO' }),
  call('listAudit', { entityType: 'TRIP', entityId: cancelled.tripId }),
  call('updateTripStops', { tripId: fixedId('trip', 14) }, { stopsRevision: 1, stops }),
  call('correctTripStop', delivery, { status: 'SALIO', reason: 'El operador lo avisó por teléfono' }),
  call('getTracking', { token: TRACKING_LINK.token }),
  call('deleteTrackingLink', tracking),
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
  call('createCreditNote', credited, { teamId, relation: '01', paymentForm: '03', share: 0.1 }),
  call('substituteInvoice', wrong, { teamId, notes: 'Orden 7782' }),
  call('deleteInvoice', { id: fixedId('invoice', 5) }),
  call('createReceipt', {}, paid),
  { ...call('stampInvoice', { id: fixedId('invoice', 8) }, { teamId }), name: 'of own goods' },
  call('getArchive', { archiveId: fixedId('archive', 1) }),
  call('updateAlert', { alertId: fixedId('alert', 1) }, { status: 'ACKNOWLEDGED' }),
  call('getPayment', { paymentId: fixedId('payment', 1) }),
  call('getCollection', { collectionId: fixedId('payment', 1) }),
  call('replaceAllocations', { collectionId: fixedId('payment', 2) }, { allocations: [] }),
  call('voidPayment', { paymentId: fixedId('payment', 4) }),
  call('voidCollection', { collectionId: fixedId('payment', 3) }),
  call('deleteFile', { fileId: fixedId('file', 3) }),
  call('registerFile', {}, { teamId, ...licence, key: `drivers-files/${licence.entityId}/${licence.fileName}` }),
  call('getImport', { importId: CLIENTS_FILE.importId }),
  // Before the import that runs beside the calls that follow.
  call('listImports'),
  call('createImport', {}, { kind: 'clients', key: `imports/${teamId}/${CLIENTS_FILE.fileName}` }),
  call(
    'uploadCertificate',
    {},
    { teamId, cerFile: TEST_SEAL.cerFile, keyFile: TEST_SEAL.keyFile, password: TEST_SEAL.password },
  ),
  by(DEMO.newcomer.email, call('joinTeam', {}, { joinCode: DEMO.team.joinCode })),
  by(DEMO.newcomer.email, call('acceptMembership')),
  by(DEMO.newcomer.email, call('exportOwnUser')),
  by(DEMO.newcomer.email, call('deleteOwnUser', {}, { password })),
  call('changeMemberRole', ofMember, { role: 'ADMIN' }),
  call('endMemberSessions', ofMember),
  call('removeMember', ofMember),
  by(admin.email, call('setUpMfa', {}, { password })),
  by(admin.email, call('changeEmail', {}, { newEmail: 'ernesto@sierra-madre.example', password })),
  by(admin.email, call('endOtherSessions', {}, { password })),
  by(admin.email, call('changePassword', {}, { currentPassword: password, newPassword: 'De Monterrey a Laredo' })),
  call(
    'changeDriverPassword',
    {},
    { username: secondDriver, currentPassword: password, newPassword: 'Camino-Largo-77' },
  ),
  call('deleteApiKey', { id: API_KEY.id }),
  call('getWebhookEndpoint', endpoint),
  call('testWebhookEndpoint', endpoint),
  call('listWebhookDeliveries', endpoint),
  call('rotateWebhookSecret', endpoint, { overlapHours: 48 }),
  call('updateWebhookEndpoint', endpoint, { status: 'DISABLED' }),
  call('deleteWebhookEndpoint', endpoint),
];
