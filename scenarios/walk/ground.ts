import type { Fleet } from '../../client/src/index';
import type { Desk } from '../steps/desk';

/** The records that a walk begins with: a team, and a trip that waits for a driver with the app. */
export interface Ground {
  readonly owner: Desk;
  /** The driver's. */
  readonly app: Fleet;
  readonly driverId: string;
  readonly vehicleId: string;
  readonly clientId: string;
  readonly routeId: string;
  readonly routePointIds: readonly string[];
  readonly tripId: string;
  /** Stands in every name that may exist once. Empty where the walk is made once. */
  readonly mark: string;
}

export const ADDRESS = {
  street: 'Av. Miguel Alemán',
  exteriorNumber: '1200',
  neighborhood: 'Parque Industrial',
  city: 'Apodaca',
  state: 'Nuevo León',
  country: 'Mexico',
  postalCode: '66600',
};

/** A UUID that names nothing. */
export const NOWHERE = '01930000-0000-7000-8000-000000000000';
