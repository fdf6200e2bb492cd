import * as v from 'valibot';
import { ApiError, invalidField } from './errors';

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
};

const Draft = v.looseObject({ ...Common, items: v.optional(v.array(Item), []), customer: v.optional(Customer) });

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
export interface CheckedBody {
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

/** Checks the body of a document that is stamped at once. The stand-in does not apply the rules of the SAT. */
export function checkDocument(body: Body): CheckedBody {
  const document = parse(Document, body);
  for (const { type, data } of document.complements) if (type === 'carta_porte') checkCartaPorte(data);
  return { body, total: totalOf(document.items) };
}

const CartaPorte = v.looseObject({
  IdCCP: v.pipe(
    text('IdCCP'),
    v.regex(/^CCC[0-9a-f]{5}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, '"IdCCP" must be CCC and the rest of a UUID.'),
  ),
  TotalDistRec: v.pipe(v.number('"TotalDistRec" is required.'), v.gtValue(0)),
  Ubicaciones: v.pipe(v.array(v.unknown(), '"Ubicaciones" is required.'), v.minLength(2)),
  Mercancias: v.looseObject({ PesoBrutoTotal: v.number(), NumTotalMercancias: v.number() }),
  FiguraTransporte: v.pipe(v.array(v.unknown(), '"FiguraTransporte" is required.'), v.minLength(1)),
});

function checkCartaPorte(data: unknown): void {
  const parsed = v.safeParse(CartaPorte, data);
  if (parsed.success) return;
  const [issue] = parsed.issues;
  throw new ApiError(400, 'sat_error', issue.message, [
    { code: 'CP100', message: issue.message, source: 'sat', path: `complements.0.data.${v.getDotPath(issue)}` },
  ]);
}

function parse<S extends v.GenericSchema>(schema: S, body: Body): v.InferOutput<S> {
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw invalidField(v.getDotPath(issue) ?? '', issue.message);
}

function totalOf(items: readonly v.InferOutput<typeof Item>[]): number {
  const total = items.reduce((sum, { quantity, product: { price, taxes, tax_included } }) => {
    const rates = tax_included ? [] : taxes.map(({ rate, withholding }) => (withholding ? -rate : rate));
    return sum + quantity * price * rates.reduce((factor, rate) => factor + rate, 1);
  }, 0);
  return Math.round(total * 100) / 100;
}
