import { TZDate } from '@date-fns/tz';
import type { Client } from '../clients/client';
import type { Driver } from '../fleet/driver';
import type { Vehicle } from '../fleet/vehicle';
import type { Invoice } from '../invoices/invoice';
import type { InvoiceRecord } from '../invoices/invoice-record';
import type { CatalogueDays } from './catalogues';

/** The invoice's fields that the rules check. */
export type Stampable = Pick<Invoice, 'items' | 'paymentForm' | 'paymentMethod' | 'cfdiUse' | 'series' | 'cartaPorte'> &
  Partial<Pick<Invoice, 'conditions' | 'noCartaPorteReason' | 'type' | 'relations' | 'clientId'>>;

export type FreightDriver = Pick<Driver, 'name' | 'rfc' | 'licenseNumber' | 'licenseExpiry'>;
export type FreightVehicle = Pick<
  Vehicle,
  | 'plate'
  | 'year'
  | 'insuranceNumber'
  | 'insuranceExpiry'
  | 'configVehicular'
  | 'permSCT'
  | 'numPermisoSCT'
  | 'aseguradora'
  | 'pesoBrutoVehicular'
  | 'aseguraMedAmbiente'
  | 'polizaMedAmbiente'
  | 'ownerName'
  | 'ownerRfc'
  | 'ownership'
>;
export type Customer = Pick<Client, 'name' | 'legalName' | 'rfc' | 'taxRegime' | 'zipCode' | 'email'>;

export type RelatedInvoice = Pick<InvoiceRecord, 'id' | 'status' | 'uuid' | 'livemode' | 'clientId' | 'type'> &
  Partial<Pick<InvoiceRecord, 'total' | 'documentTotal' | 'credited'>>;

type PaidDocument = Pick<
  InvoiceRecord,
  'id' | 'type' | 'status' | 'isReplaced' | 'livemode' | 'issuedAt' | 'total' | 'documentTotal'
>;

/** What a receipt of payment confirms. */
export interface ReceiptCheck {
  /** Every line still has its allocation, and no other receipt contains it. */
  readonly isUnchanged: boolean;
  readonly payments: readonly {
    readonly paymentForm: string;
    readonly paidAt: string;
    /** The last day for the receipt. */
    readonly dueOn: string;
    readonly documents: readonly (PaidDocument | undefined)[];
  }[];
}

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
  /** The invoices that the relations name. */
  readonly related?: readonly RelatedInvoice[] | undefined;
  /** Only for a receipt of payment. */
  readonly receipt?: ReceiptCheck | undefined;
  /** Another invoice of the trip whose Carta Porte is stamped or being stamped. */
  readonly otherCartaPorte?: { readonly id: string; readonly uuid?: string | undefined } | undefined;
  readonly now: Date;
  /** The team's time zone (IANA), for local times. */
  readonly timeZone: string;
}

/** The present in the team's time zone, without zone: 2026-03-01T08:30:00. */
export const localTime = ({ now, timeZone }: Pick<ReadinessInput, 'now' | 'timeZone'>): string =>
  new TZDate(now.getTime(), timeZone).toISOString().slice(0, 19);

/** The days that decide whether a key is in force. An invoice without a Carta Porte departs today. */
export function catalogueDays(given: Pick<ReadinessInput, 'invoice' | 'now' | 'timeZone'>): CatalogueDays {
  const stamp = localTime(given).slice(0, 10);
  return { stamp, departure: given.invoice.cartaPorte?.origen.fechaHora.slice(0, 10) ?? stamp };
}
