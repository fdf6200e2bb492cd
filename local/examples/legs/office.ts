import { fixedId } from '../../seed/identifiers';
import { type Recorder, textIn } from '../recorder';

const ADDRESS = {
  street: 'Av. Miguel Alemán',
  exteriorNumber: '1200',
  neighborhood: 'Parque Industrial',
  city: 'Apodaca',
  state: 'Nuevo León',
  country: 'Mexico',
  postalCode: '66600',
};
const NOWHERE = '01930000-0000-7000-8000-000000000000';

/** Teams, their people and invitations; the newcomer comes and goes. */
export async function teamsLeg(recorder: Recorder, newcomer: string): Promise<void> {
  const key = { 'idempotency-key': 'example-of-a-key' };
  const body = {
    name: 'Fletes Cerro de la Silla',
    address: ADDRESS,
    invites: ['admin@demo.mx', 'contador@fletes.example'],
  };
  await recorder.call('createTeam', { body, headers: key });
  await recorder.refused('IDEMPOTENCY_KEY_REUSED', 'createTeam', { body: { ...body, name: 'Otra' }, headers: key });
  const team = await recorder.call('getTeam');
  const joinCode = textIn(team, 'team.joinCode');
  await recorder.refused('FORBIDDEN', 'getTeam', { token: newcomer });
  await recorder.call('joinTeam', { token: newcomer, body: { joinCode } });
  await recorder.refused('ALREADY_MEMBER', 'joinTeam', { token: newcomer, body: { joinCode } });
  const userId = textIn(await recorder.call('getOwnUser', { token: newcomer }), 'id');
  await recorder.call('listMembers');
  await recorder.call('changeMemberRole', { path: { userId }, body: { role: 'ADMIN' } });
  await recorder.call('removeMember', { path: { userId } });
  const ownId = textIn(await recorder.call('getOwnUser'), 'id');
  await recorder.refused('TEAM_OWNER', 'removeMember', { path: { userId: ownId } });
  await recorder.call('rotateJoinCode');
  await recorder.call('updateTeam', { body: { timeZone: 'America/Monterrey' } });
  const email = 'despacho@fletes.example';
  await recorder.call('createInvitations', { body: { invites: [email, 'not-an-address'] } });
  await recorder.call('listInvitations');
  await recorder.call('withdrawInvitation', { path: { email } });
  await recorder.call('updateOwnUser', { body: { phone: '8119998877' } });
}

/** Drivers, vehicles, clients, places and routes. */
export async function fleetLeg(recorder: Recorder): Promise<void> {
  const hired = await recorder.call('createDriver', {
    body: { name: 'Ramiro Ochoa Leal', phone: '8119876543', licenseNumber: 'NL-B-0611204', bloodType: 'O+' },
  });
  const driverId = textIn(hired, 'driver.id');
  const invited = await recorder.call('changeDriverAccess', { path: { driverId }, body: { action: 'INVITE' } });
  await recorder.refused('APP_ACCESS_STATE', 'changeDriverAccess', { path: { driverId }, body: { action: 'INVITE' } });
  const username = textIn(invited, 'username');
  const first = { username, password: textIn(invited, 'temporaryPassword') };
  const { session } = await recorder.call('loginDriver', { body: first });
  await recorder.call('setDriverPassword', { body: { session, username, newPassword: 'Camino-Largo-77' } });
  await recorder.call('updateDriver', { path: { driverId }, body: { licenseExpiry: '2028-05-01', salary: 21_000 } });
  await recorder.refused('DRIVER_STATUS', 'updateDriver', { path: { driverId }, body: { status: 'EN_VIAJE' } });
  await recorder.call('updateOwnDriver', { body: { phone: '8180001122', allergies: 'Penicilina' } });

  const truck = {
    plate: '64-BT-2K',
    brand: 'Kenworth',
    model: 'T680',
    year: 2022,
    type: 'TRACTOCAMION',
    capacity: '30 t',
  };
  const vehicleId = textIn(await recorder.call('createVehicle', { body: truck }), 'id');
  await recorder.refused('PLATE_TAKEN', 'createVehicle', { body: { plate: '64BT2K' } });
  await recorder.call('updateVehicle', {
    path: { vehicleId },
    body: { mileage: 350_120, insuranceExpiry: '2027-05-01' },
  });
  await recorder.call('updateVehicleStatus', { path: { vehicleId }, body: { status: 'MANTENIMIENTO' } });
  await recorder.refused('VEHICLE_STATUS', 'updateVehicleStatus', {
    path: { vehicleId },
    body: { status: 'EN_VIAJE' },
  });

  const client = {
    name: 'Aceros del Bajío',
    rfc: 'EKU9003173C9',
    zipCode: '42501',
    paymentTerms: 30,
    email: 'pagos@aceros.example',
  };
  const id = textIn(await recorder.call('createClient', { body: client }), 'id');
  await recorder.refused('VALIDATION_FAILED', 'createClient', { body: { rfc: 'EKU9003173C9' } });
  await recorder.call('updateClient', { path: { id }, body: { creditLimit: 250_000 } });
  await recorder.refused('NOT_FOUND', 'getClient', { path: { id: NOWHERE } });

  const place = {
    name: 'Patio Silao',
    address: 'Blvd. Miguel de Cervantes 400, Silao, Gto.',
    lat: 20.9823,
    lng: -101.5003,
  };
  const point = { id: textIn(await recorder.call('createRoutePoint', { body: place }), 'id') };
  await recorder.call('updateRoutePoint', { path: point, body: { postalCode: '36270' } });
  await recorder.call('deleteRoutePoint', { path: point });
  const stops = [1, 2].map((order) => ({ order, routePointId: fixedId('routePoint', order), estimatedDuration: 45 }));
  const route = { name: 'Apodaca – San Luis Potosí', stops, totalDistance: 512.4, estimatedDuration: 390 };
  const routeId = textIn(await recorder.call('createRoute', { body: route }), 'id');
  await recorder.call('updateRoute', { path: { id: routeId }, body: { description: 'Por la 57, sin cuota.' } });
}

/** Trips from the plan to the arrival: one of the office's, and the one that waits for the demo driver. */
export async function tripsLeg(recorder: Recorder): Promise<void> {
  const planned = await recorder.call('createTrip', {
    body: {
      clientId: fixedId('client', 1),
      routeId: fixedId('route', 1),
      driverId: fixedId('driver', 1),
      vehicleId: fixedId('vehicle', 1),
      startDate: '2026-03-04T06:00:00-06:00',
      cargoDescription: 'Rollos de lámina galvanizada',
      cargoWeight: 27_400,
      revenue: 48_500,
      cost: 31_200,
    },
  });
  const other = { tripId: textIn(planned, 'id') };
  await recorder.call('updateTrip', { path: other, body: { notes: 'Cita en Vallejo a las 7:00.' } });
  await recorder.refused('TRIP_NOT_IN_PROGRESS', 'pingLocation', { body: { lat: 25.67, lng: -100.31 } });
  await recorder.call('startTrip', { body: { lat: 25.7782, lng: -100.1876 } });
  await recorder.refused('TRIP_NOT_READY', 'startTrip', { path: other });
  await recorder.refused('TRIP_ALREADY_STARTED', 'updateTrip', { body: { driverId: fixedId('driver', 2) } });
  await recorder.call('pingLocation', { body: { lat: 25.4232, lng: -100.9924, speedKmh: 64, heading: 231 } });
  await recorder.call('getTripLocation');
  await recorder.call('getTripTimeline');
  await recorder.call('listOwnTrips', { query: { limit: '2' } });
  await recorder.call('updateOwnTripStatus', {
    body: { status: 'COMPLETADO', coordsLat: 19.4889, coordsLng: -99.1632 },
  });
  await recorder.refused('TRIP_TRANSITION', 'startTrip');
  await recorder.call('updateTripStatus', { path: other, body: { status: 'CANCELADO' } });
  await recorder.call('listAudit', { query: { entityType: 'TRIP', entityId: other.tripId } });
  const { alerts } = await recorder.call('listAlerts', { query: { type: 'TRIP_CANCELLED_WITH_DRAFT', limit: '2' } });
  const alert = { alertId: textIn({ alerts }, 'alerts.0.id') };
  await recorder.call('updateAlert', { path: alert, body: { status: 'ACKNOWLEDGED' } });
  await recorder.call('updateAlert', { path: alert, body: { status: 'RESOLVED' } });
  await recorder.refused('ALERT_STATUS', 'updateAlert', { path: alert, body: { status: 'ACKNOWLEDGED' } });
}
