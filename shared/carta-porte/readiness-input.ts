import type { Client } from '../clients/client';
import type { Driver } from '../fleet/driver';
import type { Vehicle } from '../fleet/vehicle';
import type { Invoice } from '../invoices/invoice';

/** The invoice's fields that the rules check. */
export type Stampable = Pick<Invoice, 'items' | 'paymentForm' | 'paymentMethod' | 'cfdiUse' | 'series' | 'cartaPorte'>;

export type FreightDriver = Pick<Driver, 'name' | 'rfc' | 'licenseNumber' | 'licenseExpiry'>;
export type FreightVehicle = Pick<Vehicle, 'plate' | 'year' | 'insuranceNumber' | 'insuranceExpiry'>;
export type Customer = Pick<Client, 'name' | 'rfc' | 'taxRegime' | 'zipCode' | 'email'>;

/** The fields of the team's organization that the rules check. */
export interface Issuer {
  readonly legalName: string;
  /** Known after the signing certificate was uploaded. */
  readonly rfc?: string | null | undefined;
  readonly taxRegime: string;
  readonly zipCode: string;
  readonly csdUploaded: boolean;
  readonly csdExpiresAt?: string | null | undefined;
  /** Whether the next stamp uses the live key. */
  readonly livemode: boolean;
}

/** All data that a stamp depends on. Missing records are undefined: the rules report them. */
export interface ReadinessInput {
  readonly invoice: Stampable;
  readonly client: Customer | undefined;
  /** From the invoice's trip. */
  readonly driver: FreightDriver | undefined;
  readonly vehicle: FreightVehicle | undefined;
  readonly organization: Issuer | undefined;
  readonly now: Date;
  /** The team's time zone (IANA), for local times. */
  readonly timeZone: string;
}
