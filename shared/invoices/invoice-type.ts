import { validationError } from '../platform/errors';
import type { Text } from '../platform/values/text';
import type { InvoiceItemInput } from './item';
import { RECEIPT_USE } from './receipt';
import { foreignRelations, type Relation, type RelationInput } from './relation';

/**
 * SAT c_TipoDeComprobante: I is income, E takes back a part of a document of type I, T carries the issuer's own goods, P
 * confirms payments of documents of type I.
 */
export const INVOICE_TYPES = ['I', 'E', 'T', 'P'] as const;
export type InvoiceType = (typeof INVOICE_TYPES)[number];

/** The types that a member creates by POST /invoices. */
export const CREATED_TYPES = ['I', 'T'] as const satisfies InvoiceType[];

/** SAT c_UsoCFDI "without tax effects": the only use of a document of type T. */
export const TRANSFER_USE = 'S01';

/** The currency of each type. The types T and P have no amounts of their own, so they are of no currency (CP103, CRP20104). */
export const CURRENCY_OF = { I: 'MXN', E: 'MXN', T: 'XXX', P: 'XXX' } as const satisfies Record<InvoiceType, string>;
export type Currency = (typeof CURRENCY_OF)[InvoiceType];

export const ONLY_MXN = {
  en: 'Only MXN is issued here; a receipt in another currency needs margins that are not built.',
  es: 'Aquí solo se emite en MXN; un complemento en otra moneda requiere márgenes que no están disponibles.',
};

/** The fields of a request that depend on the type of the document. */
interface TypedFields {
  readonly items?: readonly InvoiceItemInput[] | undefined;
  readonly paymentForm?: string | undefined;
  readonly paymentMethod?: string | undefined;
  readonly cfdiUse?: string | undefined;
  readonly clientId?: string | null | undefined;
  readonly cartaPorte?: object | null | undefined;
  readonly conditions?: string | null | undefined;
  readonly currency?: Currency | undefined;
  readonly relations?: readonly RelationInput[] | null | undefined;
}

/** A field that does not fit the type of the document. */
interface Unfit {
  readonly path: readonly (string | number)[];
  readonly message: Text;
}

/** What does not fit the type, in a creation or an edit. `kept` are the relations that the document has. */
export function unfitFields(type: InvoiceType, fields: TypedFields, kept?: readonly Relation[]): Unfit[] {
  return [
    ...otherCurrency(type, fields),
    ...(type === 'T' ? unfitTransfer(fields) : unpriced(fields.items)),
    ...(type === 'E' ? unfitNote(fields) : []),
    ...(type === 'P' ? unfitReceipt(fields) : []),
    ...unfitRelations(type, fields, kept),
  ];
}

function* unfitRelations(type: InvoiceType, { relations }: TypedFields, kept?: readonly Relation[]): Generator<Unfit> {
  const isWithout = type === 'T' || type === 'P';
  if (isWithout && relations?.some((relation) => relation.type === '07'))
    yield { path: ['relations'], message: type === 'P' ? OF_COLLECTIONS : NOT_SOLD };
  else yield* foreignRelations(relations ?? [], kept);
}

function* otherCurrency(type: InvoiceType, { currency = CURRENCY_OF[type] }: TypedFields): Generator<Unfit> {
  if (currency === CURRENCY_OF[type]) return;
  const isXxx = CURRENCY_OF[type] === 'XXX';
  const message = isXxx
    ? {
        en: `A document of type ${type} has the currency XXX. Leave this field out.`,
        es: `Un comprobante de tipo ${type} lleva la moneda XXX. Omita este campo.`,
      }
    : ONLY_MXN;
  yield { path: ['currency'], message };
}

/** Throws VALIDATION_FAILED with the name of the first field that does not fit the type. */
export function refuseUnfit(type: InvoiceType, fields: TypedFields, kept?: readonly Relation[]): void {
  const [first] = unfitFields(type, fields, kept);
  if (first === undefined) return;
  const field = first.path.reduce<string>(
    (path, key) => (typeof key === 'number' ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`),
    '',
  );
  throw validationError(field, first.message);
}

function* unpriced(items: TypedFields['items'] = []): Generator<Unfit> {
  for (const [index, { price }] of items.entries()) {
    if (price === undefined)
      yield {
        path: ['items', index, 'price'],
        message: { en: 'Send the price of the item.', es: 'Envíe el precio del concepto.' },
      };
    else if (price === 0)
      yield { path: ['items', index, 'price'], message: { en: 'Send more than 0.', es: 'Envíe más de 0.' } };
  }
}

const NOT_SOLD = {
  en: 'A document of type T carries your own goods and has no customer, payment or tax. Remove this field.',
  es: 'Un comprobante de tipo T ampara mercancía propia y no lleva cliente, pago ni impuesto. Quite este campo.',
};

/** A client may send back the price 0, the use S01 and the client null that it read. */
function* unfitTransfer(fields: TypedFields): Generator<Unfit> {
  yield* soldItems(fields.items);
  for (const field of ['paymentForm', 'paymentMethod'] as const)
    if (fields[field] !== undefined) yield { path: [field], message: NOT_SOLD };
  if (fields.cfdiUse !== undefined && fields.cfdiUse !== TRANSFER_USE)
    yield {
      path: ['cfdiUse'],
      message: {
        en: `A document of type T has the use ${TRANSFER_USE}. Leave this field out.`,
        es: `Un comprobante de tipo T lleva el uso ${TRANSFER_USE}. Omita este campo.`,
      },
    };
  if (typeof fields.clientId === 'string') yield { path: ['clientId'], message: NOT_SOLD };
  if (fields.conditions) yield { path: ['conditions'], message: NOT_SOLD };
  if (fields.cartaPorte === null)
    yield {
      path: ['cartaPorte'],
      message: {
        en: 'A document of type T needs a Carta Porte. Send it.',
        es: 'Un comprobante de tipo T requiere Carta Porte. Envíela.',
      },
    };
}

const OF_DOCUMENT = {
  en: 'A credit note has the client of its document, is paid at once and carries nothing. Remove this field.',
  es: 'Una nota de crédito lleva el cliente de su comprobante, se paga en una exhibición y no ampara mercancía. Quite este campo.',
};

function* unfitNote({ clientId, paymentMethod, cartaPorte, conditions }: TypedFields): Generator<Unfit> {
  if (clientId !== undefined) yield { path: ['clientId'], message: OF_DOCUMENT };
  if (paymentMethod !== undefined && paymentMethod !== 'PUE') yield { path: ['paymentMethod'], message: OF_DOCUMENT };
  if (cartaPorte) yield { path: ['cartaPorte'], message: OF_DOCUMENT };
  if (conditions) yield { path: ['conditions'], message: OF_DOCUMENT };
}

const OF_COLLECTIONS = {
  en: 'A receipt of payment has the client and the payments of its collections. Remove this field.',
  es: 'Un complemento de pago lleva el cliente y los pagos de sus cobros. Quite este campo.',
};

/** Only series and notes of a receipt are a member's. A client may send back the values that it read. */
function* unfitReceipt(fields: TypedFields): Generator<Unfit> {
  if (fields.items?.length) yield { path: ['items'], message: OF_COLLECTIONS };
  for (const field of ['clientId', 'paymentForm', 'paymentMethod'] as const)
    if (fields[field] !== undefined) yield { path: [field], message: OF_COLLECTIONS };
  if (fields.cfdiUse !== undefined && fields.cfdiUse !== RECEIPT_USE)
    yield {
      path: ['cfdiUse'],
      message: {
        en: `A receipt of payment has the use ${RECEIPT_USE}. Leave this field out.`,
        es: `Un complemento de pago lleva el uso ${RECEIPT_USE}. Omita este campo.`,
      },
    };
  if (fields.cartaPorte) yield { path: ['cartaPorte'], message: OF_COLLECTIONS };
  if (fields.conditions) yield { path: ['conditions'], message: OF_COLLECTIONS };
}

function* soldItems(items: TypedFields['items'] = []): Generator<Unfit> {
  for (const [index, item] of items.entries()) {
    for (const field of ['price', 'taxRate', 'withholdingRate', 'isrWithholdingRate'] as const)
      if ((item[field] ?? 0) > 0) yield { path: ['items', index, field], message: NOT_SOLD };
  }
}
