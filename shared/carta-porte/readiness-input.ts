import type { Client } from '../clients/client';
import type { Driver } from '../fleet/driver';
import type { Vehicle } from '../fleet/vehicle';
import type { Invoice } from '../invoices/invoice';

/** What of an invoice is stamped. */
export type Stampable = Pick<Invoice, 'items' | 'paymentForm' | 'paymentMethod' | 'cfdiUse' | 'series' | 'cartaPorte'>;

export type FreightDriver = Pick<Driver, 'name' | 'rfc' | 'licenseNumber' | 'licenseExpiry'>;
export type FreightVehicle = Pick<Vehicle, 'plate' | 'year' | 'insuranceNumber' | 'insuranceExpiry'>;
export type Customer = Pick<Client, 'name' | 'rfc' | 'taxRegime' | 'zipCode' | 'email'>;

/** What the rules ask of the team's organization at the stamping provider. */
export interface Issuer {
  readonly legalName: string;
  /** Known when the seal is uploaded. */
  readonly rfc?: string | null | undefined;
  readonly taxRegime: string;
  readonly zipCode: string;
  readonly csdUploaded: boolean;
  readonly csdExpiresAt?: string | null | undefined;
  /** Whether the next stamp is made with the live key. */
  readonly livemode: boolean;
}

/** Everything that a stamp depends on. What is missing is found by the rules. */
export interface ReadinessInput {
  readonly invoice: Stampable;
  readonly client: Customer | undefined;
  /** Of the invoice's trip. */
  readonly driver: FreightDriver | undefined;
  readonly vehicle: FreightVehicle | undefined;
  readonly organization: Issuer | undefined;
  readonly now: Date;
  /** The team's zone (IANA): local times are told in it. */
  readonly timeZone: string;
}
