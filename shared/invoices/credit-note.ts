import * as v from 'valibot';
import type { Client } from '../clients/client';
import { validationError } from '../platform/errors';
import { Line, Uuid } from '../platform/values/fields';
import {
  type Cents,
  centsOf,
  halfUp,
  MILLION,
  MILLIONTHS_OF_A_CENT,
  type Millionths,
  millionthsOf,
  SixDecimals,
} from '../platform/values/money';
import { said } from '../platform/values/text';
import { amountsOf, itemAmounts } from './amounts';
import { draftOf, type InvoiceOrigin } from './draft';
import { type Invoice, InvoiceItems } from './invoice';
import type { TaxIssuer } from './issuer';
import { type InvoiceItem, itemsFor } from './item';

/** SAT c_UsoCFDI "returns, discounts or allowances". */
const NOTE_USE = 'G02';
/** Product and unit of a discount (Anexo 20, guide of filling): services of invoicing, activity. */
const DISCOUNT = { productKey: '84111506', unitKey: 'ACT' } as const;
/** The payment form of an advance that is applied. */
const ADVANCE_APPLIED = '30';

const ONE_OF_BOTH = { en: 'Send share or items, not both.', es: 'Envíe share o items, no ambos.' };
const FORM_NEEDED = {
  en: 'Send the payment form in which the client gets the amount, such as 03.',
  es: 'Envíe la forma de pago en que el cliente recibe el importe, por ejemplo 03.',
};

/** Body of POST /invoices/{id}/credit-notes. Without share and items the note is for all that is left of the invoice. */
export const CreditNoteBody = v.pipe(
  v.object({
    teamId: Uuid,
    /** Why the note is issued. */
    relation: v.picklist(['01', '03', '07']),
    /** How the money goes back: a key of c_FormaPago, such as 03 (Transferencia electrónica de fondos). Required, except with relation 07: then 30 (Aplicación de anticipos). */
    paymentForm: v.optional(Line(10)),
    /** A key of c_UsoCFDI, such as G02 (Devoluciones, descuentos o bonificaciones). Absent: G02. */
    cfdiUse: v.optional(Line(10)),
    /**
     * The part of each item of the invoice, above 0 and at most 1. Without it and without `items` the note takes all that is left.
     * @example 0.1
     */
    share: v.optional(v.pipe(SixDecimals(1), v.gtValue(0, said({ en: 'Send more than 0.', es: 'Envíe más de 0.' })))),
    /** The items of the note, in place of `share`. */
    items: v.optional(
      v.pipe(InvoiceItems, v.minLength(1, said({ en: 'Send at least one item.', es: 'Envíe al menos un concepto.' }))),
    ),
    /** The text of the items that `share` makes. Absent: the texts of the invoice. */
    description: v.optional(Line(1000)),
  }),
  v.forward(
    v.partialCheck(
      [['share'], ['items']],
      ({ share, items }) => share === undefined || items === undefined,
      said(ONE_OF_BOTH),
    ),
    ['items'],
  ),
  v.forward(
    v.partialCheck(
      [['relation'], ['paymentForm']],
      ({ relation, paymentForm }) => relation === '07' || paymentForm !== undefined,
      said(FORM_NEEDED),
    ),
    ['paymentForm'],
  ),
);
export type CreditNoteBody = v.InferOutput<typeof CreditNoteBody>;

interface NoteParties {
  readonly client: Client | undefined;
  readonly issuer: TaxIssuer | undefined;
}

/** The draft of a credit note for a document, of which `left` cents are not credited yet. */
export function creditNoteOf(
  origin: InvoiceOrigin,
  document: Invoice,
  left: Cents,
  { client, issuer }: NoteParties,
  sent: Omit<CreditNoteBody, 'teamId'>,
): Invoice {
  const { relation, share, items: given, description } = sent;
  const items = given
    ? itemsFor(given, { rfc: client?.rfc, issuer })
    : share === undefined
      ? remainderOf(document, left, description)
      : shareOf(document, left, share, description);
  refuseTooMuch(items, left, given ? 'items' : 'share');
  return {
    ...draftOf(origin, client, items),
    type: 'E',
    clientId: document.clientId,
    clientName: document.clientName,
    paymentMethod: 'PUE',
    paymentForm: sent.paymentForm ?? ADVANCE_APPLIED,
    cfdiUse: sent.cfdiUse ?? NOTE_USE,
    relations: [{ type: relation, invoiceIds: [document.id], uuids: document.uuid === null ? [] : [document.uuid] }],
  };
}

const centsOfTotal = (items: readonly InvoiceItem[]): Cents => centsOf(Math.max(0, amountsOf(items).total));

function refuseTooMuch(items: readonly InvoiceItem[], left: Cents, field: 'share' | 'items'): void {
  if (left <= 0)
    throw validationError(field, {
      en: 'Credit notes of this invoice already take its whole amount.',
      es: 'Las notas de crédito de esta factura ya suman todo su importe.',
    });
  const total = centsOfTotal(items);
  if (total > left)
    throw validationError(field, {
      en: `The note of ${total / 100} is more than the ${left / 100} that is left of the invoice.`,
      es: `La nota por ${total / 100} supera los ${left / 100} que le quedan a la factura.`,
    });
}

/** The lines of the document; after an earlier note each line has the part that is left. */
function remainderOf(document: Invoice, left: Cents, description: string | undefined): InvoiceItem[] {
  const named = document.items.map((item) => ({ ...item, ...(description && { description }) }));
  const total = centsOf(document.total);
  if (left >= total && centsOfTotal(named) <= left) return named;
  const lines = named.flatMap((item) => lineOf(item, halfUp(itemAmounts(item).importe * BigInt(left), BigInt(total))));
  return fitted(lines, left);
}

/**
 * One line for each group of taxes: the base of the group times the share, rounded down. Rounded up, several notes could take more of a
 * group than it has, and the receipts of the rest would take it from a group with another withholding.
 */
function shareOf(document: Invoice, left: Cents, share: number, description = 'Nota de crédito'): InvoiceItem[] {
  const groups = new Map<string, { readonly item: InvoiceItem; base: Millionths }>();
  for (const item of document.items) {
    const { taxObject, taxRate, withholdingRate, isrWithholdingRate } = item;
    const name = [taxObject, taxRate, withholdingRate, isrWithholdingRate].join();
    const group = groups.get(name) ?? { item, base: 0n };
    group.base += itemAmounts(item).importe;
    groups.set(name, group);
  }
  const lines = [...groups.values()].flatMap(({ item, base }) =>
    lineOf({ ...item, ...DISCOUNT, description }, (base * millionthsOf(share)) / MILLION),
  );
  // The sums of rounded lines may be a cent away from the document's.
  const isAll = share === 1 && left === centsOf(document.total);
  return isAll ? fitted(lines, left) : lines;
}

/** The largest price of an item. */
const LARGEST_PRICE: Millionths = 999_999_999n * MILLION;

/** A line of quantity 1. An amount above the largest price needs a quantity. None for an amount of 0. */
function lineOf({ quantityDecimal: _, ...item }: InvoiceItem, amount: Millionths): InvoiceItem[] {
  if (amount === 0n) return [];
  const quantity = amount / LARGEST_PRICE + 1n;
  return [{ ...item, quantity: Number(quantity), price: numberOf(amount / quantity) }];
}

const numberOf = (amount: Millionths): number =>
  Number(`${amount / MILLION}.${String(amount % MILLION).padStart(6, '0')}`);

const MOST_STEPS = 8;
const MOST_OF_A_CENT = 9_000n;
const [OFFSET, MOST_OFFSET] = [20n, 20_000n];

/** Changes the largest line until the total is the target, or at last below it: each line is rounded. */
function fitted(lines: readonly InvoiceItem[], target: Cents): InvoiceItem[] {
  const largest = lines.reduce(
    (best, one, index) => (importeAt(lines, best) < itemAmounts(one).importe ? index : best),
    0,
  );
  let items = [...lines];
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const missing = target - centsOfTotal(items);
    if (missing === 0) return items;
    items = withMore(items, largest, BigInt(missing) * MOST_OF_A_CENT);
  }
  // Each tax is rounded at another amount, so a step of a cent may jump over the target.
  for (let offset = OFFSET; offset <= MOST_OFFSET; offset += OFFSET)
    for (const more of [offset, -offset]) {
      const near = withMore(items, largest, more);
      if (centsOfTotal(near) === target) return near;
    }
  for (let step = 0; step < MOST_STEPS && centsOfTotal(items) > target; step += 1)
    items = withMore(items, largest, -MILLIONTHS_OF_A_CENT);
  return items;
}

const importeAt = (lines: readonly InvoiceItem[], index: number): Millionths => {
  const line = lines[index];
  return line === undefined ? 0n : itemAmounts(line).importe;
};

const withMore = (items: readonly InvoiceItem[], at: number, more: Millionths): InvoiceItem[] =>
  items.map((item, index) => {
    const price = millionthsOf(item.price) + more / BigInt(item.quantity);
    return index === at && price > 0n ? { ...item, price: numberOf(price) } : item;
  });
