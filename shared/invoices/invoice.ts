import * as v from 'valibot';
import type { Client } from '../clients/client';
import { Instant, Integer, Line, Lines, List, nullable, Uuid } from '../platform/values/fields';
import { amountOf, type Cents, pesosOf, SixDecimals, shareOf } from '../platform/values/money';
import { CartaPorte } from './carta-porte';

export const INVOICE_STATUSES = ['DRAFT', 'PENDING', 'VALID', 'CANCELLED', 'CANCELLED_PENDING', 'ERROR'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export const PAYMENT_METHODS = ['PUE', 'PPD'] as const;

/**
 * SAT product key of road freight (c_ClaveProdServ 78101802). The interface's default 78101500 is the class of air
 * freight.
 */
export const ROAD_FREIGHT_KEY = '78101802';

const ROAD_FREIGHT_CLASS = '781018';

/** A legal entity's RFC has 12 characters, a natural person's 13. */
const LEGAL_ENTITY_RFC_LENGTH = 12;

/** Above this sum a JSON number cannot represent every cent. */
const LARGEST_SUBTOTAL: Cents = 99_999_999_999_999;

const Price = v.pipe(SixDecimals(999_999_999.999_999), v.gtValue(0, 'Send more than 0.'));
const Rate = SixDecimals(1);

/** An item in a request. `withholdingRate` is our addition to the interface. */
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

/** A stored item: {@link itemsFor} has set its `withholdingRate`. */
export const InvoiceItem = v.object({ ...InvoiceItemInput.entries, withholdingRate: Rate });
export type InvoiceItem = v.InferOutput<typeof InvoiceItem>;

const InvoiceItems = v.pipe(
  List(InvoiceItemInput),
  v.check((items) => subtotalOf(items) <= LARGEST_SUBTOTAL, 'Send items with a subtotal of 999999999999.99 or less.'),
);

/** The fields that PUT can change. `null` clears a nullable field. */
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

/**
 * Body of PUT /invoices/{id}, with the interface's bounds. The SAT's rules are checked by the validation before a
 * stamp.
 */
export const InvoiceEdit = v.object({ teamId: Uuid, ...InvoiceChanges.entries });
export type InvoiceEdit = v.InferOutput<typeof InvoiceEdit>;

/** Body of POST /invoices: for a trip, for a client, or for a trip with a client other than the trip's. */
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
  /**
   * Whether the live key stamped the invoice. A test stamp has no fiscal value. Absent until the invoice is stamped.
   */
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

/** The stamped content of an invoice. An attempt keeps a copy, which later edits do not change. */
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
 * The items of an invoice for a client. An item without a withholding rate gets the default for the client's RFC and
 * the product key. When the client changes, `formerRfc` is the former client's RFC: a rate that equals the former
 * default becomes the new default.
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

/**
 * Subtotal, transferred and withheld tax, and total of the items in pesos. The amounts of each item are rounded half-up
 * to cents.
 */
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

/** The fields that the service sets on a new invoice. */
export type InvoiceOrigin = Pick<Invoice, 'id' | 'teamId' | 'createdAt'>;

/**
 * A draft with default fields. Freight and rentals are invoiced before they are paid, so the defaults are PPD and form
 * 99.
 */
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
