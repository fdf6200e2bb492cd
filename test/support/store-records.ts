import type { Client } from '../../shared/clients/client';
import type { DriverRecord } from '../../shared/fleet/driver';
import type { VehicleRecord } from '../../shared/fleet/vehicle';
import type { Route } from '../../shared/routes/route';
import type { Membership, Team } from '../../shared/teams/team';
import type { User } from '../../shared/teams/user';
import type { TripRecord } from '../../shared/trips/trip';
import { START, someId } from './engine-runtime';

/** Stored records of a plausible carrier. A test sets only the fields that it is about. */

const createdAt = new Date(START).toISOString();

export const TEAM_ADDRESS = {
  street: 'Av. Ruiz Cortines',
  exteriorNumber: '1500',
  neighborhood: 'Centro',
  city: 'Monterrey',
  state: 'Nuevo León',
  country: 'México',
  postalCode: '64000',
};

export const storedUser = (given: Partial<User> = {}): User => {
  const id = given.id ?? someId();
  return { id, email: `u${id.slice(-8)}@empresa.mx`, createdAt, updatedAt: createdAt, ...given };
};

export const storedTeam = (given: Partial<Team> = {}): Team => ({
  teamId: someId(),
  name: 'Transportes del Norte',
  status: 'ACTIVE',
  ownerId: someId(),
  joinCode: 'ABCDEFGH23',
  timeZone: 'America/Mexico_City',
  address: TEAM_ADDRESS,
  createdAt,
  updatedAt: createdAt,
  ...given,
});

export const storedMembership = (given: Partial<Membership> = {}): Membership => ({
  teamId: someId(),
  userId: someId(),
  role: 'MEMBER',
  email: 'luis@empresa.mx',
  joinedAt: createdAt,
  ...given,
});

export const storedDriver = (given: Partial<DriverRecord> = {}): DriverRecord => ({
  id: someId(),
  teamId: someId(),
  name: 'José Hernández',
  phone: '8112345678',
  photoUrl: null,
  licenseNumber: null,
  licenseExpiry: null,
  curp: null,
  rfc: null,
  birthDate: null,
  medicalExpiry: null,
  bloodType: null,
  emergencyContact: null,
  certifications: [],
  allergies: null,
  status: 'DISPONIBLE',
  username: null,
  appAccessStatus: 'NONE',
  everActive: false,
  createdAt,
  version: 0,
  ...given,
});

export const storedVehicle = (given: Partial<VehicleRecord> = {}): VehicleRecord => ({
  id: someId(),
  teamId: someId(),
  plate: '12-AB-3C',
  status: 'DISPONIBLE',
  createdAt,
  version: 0,
  ...given,
});

export const storedClient = (given: Partial<Client> = {}): Client => ({
  id: someId(),
  teamId: someId(),
  name: 'Cervecería del Bajío',
  status: 'ACTIVO',
  createdAt,
  version: 0,
  ...given,
});

export const storedRoute = (given: Partial<Route> = {}): Route => ({
  id: someId(),
  teamId: someId(),
  name: 'Monterrey–CDMX',
  description: null,
  clientId: null,
  clientName: null,
  stops: [
    {
      order: 1,
      routePointId: someId(),
      routePointName: 'Patio Monterrey',
      address: null,
      estimatedArrival: null,
      notes: null,
    },
  ],
  totalDistance: 905,
  estimatedDuration: 660,
  isActive: true,
  createdAt,
  ...given,
});

export const storedTrip = (given: Partial<TripRecord> = {}): TripRecord => ({
  id: someId(),
  teamId: someId(),
  status: 'NO_INICIADO',
  startDate: createdAt,
  version: 0,
  invoiceId: someId(),
  createdAt,
  ...given,
});
