import * as v from 'valibot';
import { checkCartaPorte } from './carta-porte-checks';
import { ApiError, invalidField } from './errors';
import { checkPayments, Payments } from './receipt-checks';
import { totalOf } from './totals';

const text = (name: string) => v.pipe(v.string(`"${name}" is required.`), v.nonEmpty(`"${name}" is required.`));

const Tax = v.looseObject({
  type: text('type'),
  rate: v.number(),
  withholding: v.optional(v.boolean(), false),
});

const Item = v.looseObject({
  quantity: v.optional(v.pipe(v.number(), v.gtValue(0)), 1),
  product: v.looseObject({
    description: text('description'),
    product_key: text('product_key'),
    unit_key: v.optional(v.string()),
    price: v.pipe(v.number('"price" is required.'), v.gtValue(0)),
    // The real provider takes an absent value as true and subtracts the tax from the price. The service never means that, so the stand-in
    // requires the field.
    tax_included: v.boolean('"tax_included" is required: without it the price includes the tax.'),
    taxability: v.optional(v.string()),
    taxes: v.optional(v.array(Tax), []),
  }),
});

const Customer = v.looseObject({
  legal_name: text('legal_name'),
  tax_id: v.pipe(text('tax_id'), v.regex(/^[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}$/, '"tax_id" must be an RFC.')),
  tax_system: text('tax_system'),
  address: v.looseObject({ zip: v.pipe(text('zip'), v.regex(/^\d{5}$/, '"zip" must be a postcode.')) }),
});

const Common = {
  external_id: v.optional(v.string()),
  idempotency_key: v.optional(v.string()),
  series: v.optional(v.string()),
  complements: v.optional(v.array(v.looseObject({ type: v.string(), data: v.unknown() })), []),
  related_documents: v.optional(
    v.array(
      v.looseObject({
        relationship: v.pipe(text('relationship'), v.regex(/^0[1-7]$/, '"relationship" must be a key of the SAT.')),
        documents: v.pipe(v.array(v.pipe(v.string(), v.uuid('A UUID is required.'))), v.minLength(1)),
      }),
    ),
  ),
};

const Draft = v.looseObject({ ...Common, items: v.optional(v.array(Item), []), customer: v.optional(Customer) });

const nothing = (name: string) => v.optional(v.undefined(`A transfer has no "${name}".`));

const noneOfReceipt = (name: string) => v.optional(v.undefined(`A receipt has no "${name}": the provider sets it.`));

/** Goods of a transfer. The provider's description has no price and no taxes for them. */
const Goods = v.looseObject({
  ...Item.entries,
  product: v.looseObject({
    ...v.omit(Item.entries.product, ['tax_included', 'taxability']).entries,
    price: nothing('price'),
    taxes: nothing('taxes'),
  }),
});

/** A document of type T, with the rules of the SAT that the service relies on. */
const Transfer = v.looseObject({
  ...Common,
  type: v.literal('T'),
  items: v.pipe(v.array(Goods, '"items" is required.'), v.minLength(1, '"items" cannot be empty.')),
  customer: Customer,
  payment_form: nothing('payment_form'),
  payment_method: nothing('payment_method'),
  use: v.literal('S01', 'A transfer has the use S01 (CP111).'),
  currency: v.literal('XXX', 'A transfer has the currency XXX (CP103).'),
});

const Document = v.pipe(
  v.looseObject({
    ...Common,
    items: v.pipe(v.array(Item, '"items" is required.'), v.minLength(1, '"items" cannot be empty.')),
    customer: Customer,
    payment_form: v.pipe(text('payment_form'), v.regex(/^\d{2}$/, '"payment_form" must be a key of the SAT.')),
    payment_method: v.optional(v.picklist(['PUE', 'PPD']), 'PUE'),
    use: text('use'),
  }),
  v.forward(
    v.check(
      ({ payment_method, payment_form }) => payment_method !== 'PPD' || payment_form === '99',
      'PPD needs the payment form 99.',
    ),
    ['payment_form'],
  ),
);

export type Body = Readonly<Record<string, unknown>>;
interface CheckedBody {
  readonly body: Body;
  readonly total: number;
}

/** Checks the body of a draft, which may carry only custom complements according to the provider's description. */
export function checkDraft(body: Body): CheckedBody {
  const draft = parse(Draft, body);
  if (draft.complements.some(({ type }) => type !== 'custom')) {
    throw invalidField('complements', 'A draft accepts only custom complements.');
  }
  return { body, total: totalOf(draft.items) };
}

/** Checks the body of a document that is stamped at once. Of the rules of the SAT, the stand-in applies those of the Carta Porte. */
export function checkDocument(body: Body): CheckedBody {
  if (body.type === 'T') return checkTransfer(body);
  return body.type === 'P' ? checkReceipt(body) : checkSale(body);
}

/** The goods of a transfer have keys of goods, not of services (CP109). */
function checkTransfer(body: Body): CheckedBody {
  checkComplements(parse(Transfer, body).complements, []);
  return { body, total: 0 };
}

/** Two of the companies that the SAT publishes for tests. Only with these RFCs does the stand-in know which name the SAT has. */
const NAMES_AT_THE_SAT = new Map([
  ['XIA190128J61', 'XENON INDUSTRIAL ARTICLES'],
  ['KIJ0906199R1', 'KERNEL INDUSTIA JUGUETERA'],
]);

function checkName({ tax_id, legal_name }: v.InferOutput<typeof Customer>): void {
  const name = NAMES_AT_THE_SAT.get(tax_id) ?? legal_name;
  if (name === legal_name) return;
  const [code, message] = ['CFDI40145', `El nombre del receptor no es el que el SAT tiene para el RFC ${tax_id}.`];
  throw new ApiError(400, 'sat_error', message, [{ code, message, source: 'sat', path: 'customer.legal_name' }]);
}

/** The provider makes the envelope of a receipt, so the body has no amounts of its own. */
const Receipt = v.looseObject({
  ...Common,
  complements: v.pipe(
    v.array(v.looseObject({ type: v.literal('pago'), data: v.unknown() })),
    v.length(1, 'A receipt has one complement "pago".'),
  ),
  customer: Customer,
  items: noneOfReceipt('items'),
  payment_form: noneOfReceipt('payment_form'),
  payment_method: noneOfReceipt('payment_method'),
  use: noneOfReceipt('use'),
  currency: noneOfReceipt('currency'),
});

function checkReceipt(body: Body): CheckedBody {
  const { complements, customer } = parse(Receipt, body);
  checkName(customer);
  for (const { data } of complements) checkPayments(parse(Payments, { data }).data);
  return { body, total: 0 };
}

function checkSale(body: Body): CheckedBody {
  const { complements, items, customer } = parse(Document, body);
  checkName(customer);
  checkComplements(
    complements,
    items.map(({ product }) => product.product_key),
  );
  return { body, total: totalOf(items) };
}

function checkComplements(complements: v.InferOutput<typeof Draft>['complements'], productKeys: string[]): void {
  for (const { type, data } of complements) if (type === 'carta_porte') checkCartaPorte(data, productKeys);
}

function parse<S extends v.GenericSchema>(schema: S, body: Body): v.InferOutput<S> {
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw invalidField(v.getDotPath(issue) ?? '', issue.message);
}
