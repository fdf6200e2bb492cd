import * as v from 'valibot';
import type { Client } from '../clients/client';
import { Instant, Integer, Line, Lines, List, nullable, Uuid } from '../platform/values/fields';
import { amountOf, type Cents, pesosOf, SixDecimals, shareOf } from '../platform/values/money';
import { CartaPorte } from './carta-porte';

export const INVOICE_STATUSES = ['DRAFT', 'PENDING', 'VALID', 'CANCELLED', 'CANCELLED_PENDING', 'ERROR'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export const PAYMENT_METHODS = ['PUE', 'PPD'] as const;

/** SAT product key of road freight (c_ClaveProdServ 78101802); the interface's default 78101500 is the air freight class. */
export const ROAD_FREIGHT_KEY = '78101802';

const ROAD_FREIGHT_CLASS = '781018';

/** A legal entity's RFC has 12 characters, a natural person's 13. */
const LEGAL_ENTITY_RFC_LENGTH = 12;

/** With more than this the cents of a sum are not exact in a JSON number. */
const LARGEST_SUBTOTAL: Cents = 99_999_999_999_999;

const Price = v.pipe(SixDecimals(999_999_999.999_999), v.gtValue(0, 'Send more than 0.'));
const Rate = SixDecimals(1);

/** An item as a member sends it (docs/spec/interface.md §2.9 and §8); `withholdingRate` is added to it. */
export const InvoiceItemInput = v.object({
  description: Line(1000),
  productKey: v.optional(Line(10), '78101500'),
  quantity: v.optional(Integer(1, 999_999_999), 1),
  unitKey: v.optional(Line(10), 'E48'),
  price: Price,
  taxRate: v.optional(Rate, 0.16),
  withholdingRate: v.optional(Rate),
});
export type InvoiceItemInput = v.InferOutput<typeof InvoiceItemInput>;

/** An item as it is kept and answered: {@link itemsFor} fills in what it withholds. */
export const InvoiceItem = v.object({ ...InvoiceItemInput.entries, withholdingRate: Rate });
export type InvoiceItem = v.InferOutput<typeof InvoiceItem>;

const InvoiceItems = v.pipe(
  List(InvoiceItemInput),
  v.check((items) => subtotalOf(items) <= LARGEST_SUBTOTAL, 'Send items that amount to 999999999999.99 or less.'),
);

/** What a member may change of an invoice: PUT. `null` clears what is nullable. */
export const InvoiceChanges = v.object({
  items: v.optional(InvoiceItems),
  paymentForm: v.optional(Line(10)),
  paymentMethod: v.optional(v.picklist(PAYMENT_METHODS)),
  cfdiUse: v.optional(Line(10)),
  clientId: v.optional(v.nullable(Uuid)),
  cartaPorte: v.optional(v.nullable(CartaPorte)),
  notes: v.optional(v.nullable(Lines())),
  series: v.optional(v.nullable(Line(25))),
});
export type InvoiceChanges = v.InferOutput<typeof InvoiceChanges>;

/** Body of PUT /invoices/{id}: the interface's bounds, and no rule of the SAT's, which is validate's. */
export const InvoiceEdit = v.object({ teamId: Uuid, ...InvoiceChanges.entries });
export type InvoiceEdit = v.InferOutput<typeof InvoiceEdit>;

/** Body of POST /invoices: for a trip, for a client, or for a trip with another client than the trip's. */
export const NewInvoice = v.pipe(
  v.object({ teamId: Uuid, tripId: v.optional(Uuid), ...InvoiceChanges.entries, items: InvoiceItems }),
  v.forward(
    v.partialCheck(
      [['tripId'], ['clientId']],
      ({ tripId, clientId }) => tripId !== undefined || typeof clientId === 'string',
      'Send a tripId or a clientId.',
    ),
    ['tripId'],
  ),
);
export type NewInvoice = v.InferOutput<typeof NewInvoice>;

/** An invoice as it is answered (docs/spec/interface.md §2.9). */
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
  paymentMethod: v.picklist(PAYMENT_METHODS),
  cfdiUse: v.string(),
  items: v.array(InvoiceItem),
  cartaPorte: v.optional(CartaPorte),
  hasCartaPorte: v.boolean(),
  /** Whether it was stamped with the live key; on test it has no fiscal value. Absent until it is stamped. */
  livemode: v.optional(v.boolean()),
  pdfUrl: nullable(v.string()),
  xmlUrl: nullable(v.string()),
  notes: nullable(v.string()),
  errorMessage: nullable(v.string()),
  issuedAt: v.optional(Instant),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Invoice = v.InferOutput<typeof Invoice>;

/** What of an invoice is stamped: an attempt keeps it as it was sent, and an edit after that does not touch it. */
export const InvoiceContent = v.pick(Invoice, [
  'clientId',
  'clientName',
  'series',
  'subtotal',
  'taxAmount',
  'withheldAmount',
  'total',
  'paymentForm',
  'paymentMethod',
  'cfdiUse',
  'items',
  'cartaPorte',
  'hasCartaPorte',
  'notes',
]);
export type InvoiceContent = v.InferOutput<typeof InvoiceContent>;

/** A legal entity that buys road freight withholds 4 % of IVA. */
export function defaultWithholdingRate(productKey: string, customerRfc: string | undefined): number {
  return productKey.startsWith(ROAD_FREIGHT_CLASS) && customerRfc?.length === LEGAL_ENTITY_RFC_LENGTH ? 0.04 : 0;
}

/**
 * The items of an invoice for a customer: what an item does not say that it withholds follows from the customer's RFC and the product key. For
 * another customer than before, send the RFC of the former one too: what followed from that one follows from the new one.
 */
export function itemsFor(
  items: readonly InvoiceItemInput[],
  rfc: string | undefined,
  formerRfc: string | undefined = rfc,
): InvoiceItem[] {
  return items.map((item) => {
    const given = item.withholdingRate;
    const isDefault = given === undefined || given === defaultWithholdingRate(item.productKey, formerRfc);
    return { ...item, withholdingRate: isDefault ? defaultWithholdingRate(item.productKey, rfc) : given };
  });
}

type Priced = Pick<InvoiceItem, 'price' | 'quantity'>;

const subtotalOf = (items: readonly Priced[]): Cents =>
  items.reduce((sum, { price, quantity }) => sum + amountOf(price, quantity), 0);

/** Subtotal, transferred and withheld tax and total of some items, in pesos; every item half-up in cents. */
export function amountsOf(items: readonly InvoiceItem[]) {
  const subtotal = subtotalOf(items);
  let tax: Cents = 0;
  let withheld: Cents = 0;
  for (const item of items) {
    const amount = amountOf(item.price, item.quantity);
    tax += shareOf(amount, item.taxRate);
    withheld += shareOf(amount, item.withholdingRate);
  }
  return {
    subtotal: pesosOf(subtotal),
    taxAmount: pesosOf(tax),
    withheldAmount: pesosOf(withheld),
    total: pesosOf(subtotal + tax - withheld),
  };
}

/** What the system gives an invoice. */
export type InvoiceOrigin = Pick<Invoice, 'id' | 'teamId' | 'createdAt'>;

/** A draft of some lines for a client, with nothing else said. Freight and rentals are invoiced before they are paid: PPD, form 99. */
export const draftOf = (
  { id, teamId, createdAt }: InvoiceOrigin,
  client: Client | undefined,
  items: InvoiceItem[],
): Invoice => ({
  id,
  teamId,
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
  createdAt,
  updatedAt: createdAt,
});
