import * as v from 'valibot';
import { Version } from '../platform/table/version';
import { ExternalId } from '../platform/values/external-id';
import { Instant, Line, Lines, List, nullable, Uuid } from '../platform/values/fields';
import type { Cents } from '../platform/values/money';
import { said } from '../platform/values/text';
import { pathItems, refusingUnknown } from '../platform/values/unknown-fields';
import { subtotalOf } from './amounts';
import { CartaPorte, CartaPorteInput, NO_CARTA_PORTE_REASONS } from './carta-porte';
import { CREATED_TYPES, CURRENCY_OF, INVOICE_TYPES, ONLY_MXN, unfitFields } from './invoice-type';
import { InvoiceItem, InvoiceItemInput, itemsFor } from './item';
import { ReceiptPayment } from './receipt';
import { RefusalReason } from './refusal-reason';
import { REFUSED_FIELDS } from './refused-fields';
import { Relation, RelationsInput } from './relation';

export const INVOICE_STATUSES = ['DRAFT', 'PENDING', 'VALID', 'CANCELLED', 'CANCELLED_PENDING', 'ERROR'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export const PAYMENT_METHODS = ['PUE', 'PPD'] as const;

/** Above this sum a JSON number cannot represent every cent. */
const LARGEST_SUBTOTAL: Cents = 99_999_999_999_999;

const NO_PARTIES = { rfc: undefined, issuer: undefined };

export const InvoiceItems = v.pipe(
  List(InvoiceItemInput),
  v.check(
    (items) => subtotalOf(itemsFor(items, NO_PARTIES)) <= LARGEST_SUBTOTAL,
    said({
      en: 'Send items with a subtotal of 999999999999.99 or less.',
      es: 'Envíe conceptos con un subtotal de 999999999999.99 o menos.',
    }),
  ),
);

/** The fields that PUT can change. `null` clears a nullable field. */
export const InvoiceChanges = v.object({
  /** What is charged. Replaces the whole list. */
  items: v.optional(InvoiceItems),
  /**
   * How it is paid: a key of c_FormaPago, such as 03 (Transferencia electrónica de fondos) or 99 (Por definir, with PPD).
   * @example 99
   */
  paymentForm: v.optional(Line(10)),
  /** When it is paid. */
  paymentMethod: v.optional(v.picklist(PAYMENT_METHODS)),
  /**
   * What the customer uses it for: a key of c_UsoCFDI, such as G03 (Gastos en general).
   * @example G03
   */
  cfdiUse: v.optional(Line(10)),
  clientId: v.optional(v.nullable(Uuid)),
  /** The goods and places of the journey. Vehicle, driver and permit come from the trip at the stamp. */
  cartaPorte: v.optional(v.nullable(CartaPorteInput)),
  notes: v.optional(v.nullable(Lines())),
  /** The conditions of payment or the purchase order, printed in the document. */
  conditions: v.optional(v.nullable(Line(1000))),
  /** Why an invoice of freight has no Carta Porte. */
  noCartaPorteReason: v.optional(v.nullable(v.picklist(NO_CARTA_PORTE_REASONS))),
  /**
   * The letters before the folio. Absent or null: the default of the organization.
   * @example F
   */
  series: v.optional(v.nullable(Line(25))),
  /** The documents to which this one refers. Other operations set every type but 07. */
  relations: v.optional(v.nullable(RelationsInput)),
});
export type InvoiceChanges = v.InferOutput<typeof InvoiceChanges>;

type CartaPorteOrReason = Pick<InvoiceChanges, 'cartaPorte' | 'noCartaPorteReason'>;

const hasOneOfBoth = ({ cartaPorte, noCartaPorteReason }: CartaPorteOrReason): boolean =>
  !cartaPorte || !noCartaPorteReason;
const ONE_OF_BOTH = {
  en: 'An invoice with a Carta Porte has no reason for having none. Leave one of them out.',
  es: 'Una factura con Carta Porte no lleva motivo para no tenerla. Omita uno de los dos.',
};

/** The key of another system. It is no content of the document: a substitute and a stamp do not copy it. */
const Own = {
  /** The key of this document in a system of yours, such as your ERP; unique in the team. null: none. */
  externalId: v.optional(v.nullable(ExternalId)),
};

/** Fields that a body may contain only with the value of its type. They are not stored. */
const Currency = {
  /** Always MXN; XXX on type T. Another currency is refused. */
  currency: v.optional(v.picklist([CURRENCY_OF.I, CURRENCY_OF.T], said(ONLY_MXN))),
  /** Refused: documents are in MXN. */
  exchange: v.optional(v.unknown()),
};

/** An exchange rate means another currency, so the refusal names `currency`. */
const hasNoExchange = ({ exchange }: { readonly exchange?: unknown }): boolean => exchange === undefined;

/** The names in the answers about an invoice, also those that other features add. */
const ANSWERED = {
  sentences: REFUSED_FIELDS,
  answer: () => v.object({ ...Invoice.entries, trip: v.unknown() }),
};

/** Body of PUT /invoices/{id}, with the interface's bounds. The SAT's rules are checked by the validation before a stamp. */
export const InvoiceEdit = v.pipe(
  refusingUnknown(v.object({ teamId: Uuid, ...InvoiceChanges.entries, ...Own, ...Currency }), ANSWERED),
  v.forward(v.partialCheck([['exchange']], hasNoExchange, said(ONLY_MXN)), ['currency']),
  v.forward(v.partialCheck([['cartaPorte'], ['noCartaPorteReason']], hasOneOfBoth, said(ONE_OF_BOTH)), [
    'noCartaPorteReason',
  ]),
);
export type InvoiceEdit = v.InferOutput<typeof InvoiceEdit>;

/**
 * Body of POST /invoices/{id}/substitute: the changes of the new document. Driver and vehicle are named when they are
 * not the trip's.
 */
export const SubstituteBody = v.pipe(
  refusingUnknown(
    v.object({
      teamId: Uuid,
      ...InvoiceChanges.entries,
      ...Currency,

      /** The driver, if it is not the trip’s. */
      driverId: v.optional(Uuid),

      /** The vehicle, if it is not the trip’s. */
      vehicleId: v.optional(Uuid),
    }),
    ANSWERED,
  ),
  v.forward(v.partialCheck([['exchange']], hasNoExchange, said(ONLY_MXN)), ['currency']),
  v.forward(v.partialCheck([['cartaPorte'], ['noCartaPorteReason']], hasOneOfBoth, said(ONE_OF_BOTH)), [
    'noCartaPorteReason',
  ]),
);
export type SubstituteBody = v.InferOutput<typeof SubstituteBody>;

const NewFields = v.object({
  teamId: Uuid,
  /** What the document is. */
  type: v.optional(
    v.picklist(
      CREATED_TYPES,
      said({
        en: 'Send I for an invoice, or T for a transfer of your own goods.',
        es: 'Envíe I para una factura, o T para un traslado de mercancía propia.',
      }),
    ),
    'I',
  ),
  tripId: v.optional(Uuid),
  ...InvoiceChanges.entries,
  ...Own,
  ...Currency,
  /** What is charged; on type T what is carried. */
  items: InvoiceItems,
});

/** Reports the fields that do not fit the type of the document. */
const fitType = v.rawCheck<v.InferOutput<typeof NewFields>>(({ dataset, config, addIssue }) => {
  if (!dataset.typed) return;
  const { type, ...fields } = dataset.value;
  const isWithout = type === 'T' && fields.cartaPorte === undefined;
  for (const { path, message } of unfitFields(type, { ...fields, ...(isWithout && { cartaPorte: null }) }))
    addIssue({ message: said(message)(config), path: pathItems(dataset.value, path) });
});

/**
 * Body of POST /invoices: for a trip, for a client, or for a trip with a client other than the trip's. Type T carries
 * the team's own goods, with or without a trip.
 */
export const NewInvoice = v.pipe(
  refusingUnknown(NewFields, ANSWERED),
  v.forward(v.partialCheck([['exchange']], hasNoExchange, said(ONLY_MXN)), ['currency']),
  fitType,
  v.forward(
    v.partialCheck(
      [['type'], ['tripId'], ['clientId']],
      ({ type, tripId, clientId }) => type === 'T' || tripId !== undefined || typeof clientId === 'string',
      said({ en: 'Send a tripId or a clientId.', es: 'Envíe un tripId o un clientId.' }),
    ),
    ['tripId'],
  ),
  v.forward(v.partialCheck([['cartaPorte'], ['noCartaPorteReason']], hasOneOfBoth, said(ONE_OF_BOTH)), [
    'noCartaPorteReason',
  ]),
);
/** Without a type it is of type I. */
export type NewInvoice = Omit<v.InferOutput<typeof NewInvoice>, 'type'> & {
  readonly type?: (typeof CREATED_TYPES)[number];
};

export const Invoice = v.object({
  id: Uuid,
  teamId: Uuid,
  /** What the document is. Records of an older release are of type I. */
  type: v.optional(v.picklist(INVOICE_TYPES), 'I'),
  tripId: v.optional(Uuid),
  clientId: nullable(Uuid),
  clientName: nullable(v.string()),
  /** The document’s identifier at the stamping provider. null before the first stamp. */
  providerId: nullable(v.string()),
  /** The number within the series. null until the document is stamped. */
  folio: nullable(v.string()),
  /** The letters before the folio. null: the default of the organization. */
  series: nullable(v.string()),
  /** How far the document is. */
  status: v.picklist(INVOICE_STATUSES),
  /** MXN of the items before taxes. */
  subtotal: v.number(),
  /** MXN of IVA that is added. */
  taxAmount: v.number(),
  /** MXN of IVA and ISR that the customer withholds. */
  withheldAmount: v.number(),
  /** The part of `withheldAmount` that is ISR. Invoices of an older release have none. */
  isrWithheldAmount: v.optional(v.number(), 0),
  /** `subtotal` plus `taxAmount` less `withheldAmount`, in MXN. */
  total: v.number(),
  /** How it is paid: a key of c_FormaPago, such as 03 (Transferencia electrónica de fondos) or 99 (Por definir). */
  paymentForm: v.string(),
  /** When it is paid. */
  paymentMethod: v.picklist(PAYMENT_METHODS),
  /** What the customer uses it for: a key of c_UsoCFDI, such as G03 (Gastos en general). */
  cfdiUse: v.string(),
  /** What is charged, with the rates that count. */
  items: v.array(InvoiceItem),
  /** The goods and places of the journey. Absent in lists and without a Carta Porte. */
  cartaPorte: v.optional(CartaPorte),
  /** Whether the document has a Carta Porte, also in lists. */
  hasCartaPorte: v.boolean(),
  /**
   * Whether the live key stamped the invoice. A test stamp has no fiscal value. Absent until the invoice is stamped.
   */
  livemode: v.optional(v.boolean()),
  /** The folio fiscal, from VALID on; null before. */
  uuid: nullable(Uuid),
  /** The address of the SAT that verifies the document. null before the stamp. */
  verificationUrl: nullable(v.string()),
  /** The address of the SAT that verifies the Carta Porte (the QR of the complement). null before the stamp. */
  cartaPorteUrl: nullable(v.string()),
  /** The path that reads the PDF. null until the document is stamped. */
  pdfUrl: nullable(v.string()),
  /** The path that reads the XML. null until the document is stamped. */
  xmlUrl: nullable(v.string()),
  notes: nullable(v.string()),
  /** The conditions of payment or the purchase order, printed in the document. */
  conditions: nullable(v.string()),
  /** Why an invoice of freight has no Carta Porte. */
  noCartaPorteReason: nullable(v.picklist(NO_CARTA_PORTE_REASONS)),
  /** The documents to which this one refers. */
  relations: v.optional(v.array(Relation)),
  /** Type P: the payments that the receipt confirms. */
  payments: v.optional(v.array(ReceiptPayment)),
  /** The document that this one substitutes. Absent unless it is a substitute. */
  replaces: v.optional(Uuid),
  /** The newest substitute of this document. Absent without one. */
  replacedBy: v.optional(Uuid),
  /** Only of a substitute: the driver, if it is not the trip's. */
  driverId: v.optional(Uuid),

  /** Only of a substitute: the vehicle, if it is not the trip’s. */
  vehicleId: v.optional(Uuid),
  /** The key of the document in a system of yours. Absent: none. */
  externalId: v.optional(v.string()),
  /** Why the last stamp was refused. null unless the status is ERROR. */
  errorMessage: nullable(RefusalReason),
  /** The instant, in UTC, of the stamp. Absent before it. */
  issuedAt: v.optional(Instant),
  createdAt: Instant,
  updatedAt: Instant,
  /** Rises by one with every write of the record. 0: not written since versions exist. */
  version: Version,
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
  'isrWithheldAmount',
  'total',
  'conditions',
  'noCartaPorteReason',
  'paymentForm',
  'paymentMethod',
  'cfdiUse',
  'items',
  'cartaPorte',
  'hasCartaPorte',
  'notes',
  'relations',
]);
export type InvoiceContent = v.InferOutput<typeof InvoiceContent>;
