import * as v from 'valibot';
import type { Client } from './clients';
import { Instant, Line, nullable, Uuid } from './fields';
import { type Cents, centsOf, pesosOf, shareOf } from './money';
import type { Trip } from './trips';

export const INVOICE_STATUSES = ['DRAFT', 'PENDING', 'VALID', 'CANCELLED', 'CANCELLED_PENDING', 'ERROR'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** SAT product key of road freight (c_ClaveProdServ 78101802); the interface's default 78101500 is the air freight class. */
export const ROAD_FREIGHT_KEY = '78101802';

const ROAD_FREIGHT_CLASS = '781018';

/** A legal entity's RFC has 12 characters, a natural person's 13. */
const LEGAL_ENTITY_RFC_LENGTH = 12;

export const InvoiceItem = v.object({
  description: Line(1000, 1),
  productKey: Line(10),
  quantity: v.number(),
  unitKey: Line(10),
  price: v.number(),
  taxRate: v.number(),
  withholdingRate: v.number(),
});
export type InvoiceItem = v.InferOutput<typeof InvoiceItem>;

/** interface.md §2.9 */
export const Invoice = v.object({
  id: Uuid,
  teamId: Uuid,
  tripId: v.optional(Uuid),
  clientId: nullable(Uuid),
  clientName: nullable(v.string()),
  providerId: nullable(v.string()),
  folio: nullable(v.string()),
  series: nullable(v.string()),
  status: v.picklist(INVOICE_STATUSES),
  subtotal: v.number(),
  taxAmount: v.number(),
  withheldAmount: v.number(),
  total: v.number(),
  paymentForm: v.string(),
  paymentMethod: v.picklist(['PUE', 'PPD']),
  cfdiUse: v.string(),
  items: v.array(InvoiceItem),
  hasCartaPorte: v.boolean(),
  pdfUrl: nullable(v.string()),
  xmlUrl: nullable(v.string()),
  notes: nullable(v.string()),
  errorMessage: nullable(v.string()),
  issuedAt: v.optional(Instant),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Invoice = v.InferOutput<typeof Invoice>;

/** A legal entity that buys road freight withholds 4 % of IVA (stamping.md §4). */
export function defaultWithholdingRate(productKey: string, customerRfc: string | undefined): number {
  return productKey.startsWith(ROAD_FREIGHT_CLASS) && customerRfc?.length === LEGAL_ENTITY_RFC_LENGTH ? 0.04 : 0;
}

const tenThousandths = (rate: number): number => Math.round(rate * 10_000);

/** Subtotal, transferred and withheld tax and total of some items, in pesos; every item half-up in cents (stamping.md §4). */
export function amountsOf(items: readonly InvoiceItem[]) {
  let subtotal: Cents = 0;
  let tax: Cents = 0;
  let withheld: Cents = 0;
  for (const item of items) {
    const amount = centsOf(item.price) * item.quantity;
    subtotal += amount;
    tax += shareOf(amount, tenThousandths(item.taxRate));
    withheld += shareOf(amount, tenThousandths(item.withholdingRate));
  }
  return {
    subtotal: pesosOf(subtotal),
    taxAmount: pesosOf(tax),
    withheldAmount: pesosOf(withheld),
    total: pesosOf(subtotal + tax - withheld),
  };
}

/**
 * The draft that is made with a trip (stamping.md §2 and §4): one line of road freight at the trip's revenue with the client's data. A trip
 * without revenue gets a draft without lines, because a line of price 0 is none. Freight is invoiced before it is paid: PPD, form 99.
 */
export function tripDraft(id: string, trip: Trip, client: Client | undefined): Invoice {
  const items = trip.revenue ? [freightItem(trip, trip.revenue, client?.rfc)] : [];
  return {
    id,
    teamId: trip.teamId,
    tripId: trip.id,
    clientId: client?.id ?? null,
    clientName: client?.name ?? null,
    providerId: null,
    folio: null,
    series: null,
    status: 'DRAFT',
    ...amountsOf(items),
    paymentForm: '99',
    paymentMethod: 'PPD',
    cfdiUse: client?.cfdiUse ?? 'G03',
    items,
    hasCartaPorte: false,
    pdfUrl: null,
    xmlUrl: null,
    notes: null,
    errorMessage: null,
    createdAt: trip.createdAt,
    updatedAt: trip.createdAt,
  };
}

function freightItem(trip: Trip, price: number, customerRfc: string | undefined): InvoiceItem {
  const description = ['Servicio de autotransporte de carga', trip.routeName].filter(Boolean).join(': ');
  return {
    description,
    productKey: ROAD_FREIGHT_KEY,
    quantity: 1,
    unitKey: 'E48',
    price,
    taxRate: 0.16,
    withholdingRate: defaultWithholdingRate(ROAD_FREIGHT_KEY, customerRfc),
  };
}
