import * as v from 'valibot';
import { Integer, Line } from '../platform/values/fields';
import { SixDecimals } from '../platform/values/money';
import { isGenericRfc, isLegalEntity, isNaturalPerson } from '../platform/values/rfc';
import { type ErrorText, said } from '../platform/values/text';
import { TAX_OBJECTS } from './amounts';
import type { TaxIssuer } from './issuer';

/**
 * SAT product key of road freight (c_ClaveProdServ 78101802). The interface's default 78101500 is the class of air
 * freight.
 */
export const ROAD_FREIGHT_KEY = '78101802';

const ROAD_FREIGHT_CLASS = '781018';
/** The rental of a vehicle with its driver has the class of road freight, and no withholding. */
const RENTED_VEHICLE_KEY = '78101805';

const Positive = (maximum: number) =>
  v.pipe(SixDecimals(maximum), v.gtValue(0, said({ en: 'Send more than 0.', es: 'Envíe más de 0.' })));
/** 0 only on a document of type T. */
const Price = SixDecimals(999_999_999.999_999);
const Rate = SixDecimals(1);
const IsrRate = SixDecimals(0.35);

/** The usual rate of IVA. */
const IVA = 0.16;

const Entries = {
  /**
   * The text of the line, printed in the document.
   * @example Flete Monterrey–Querétaro
   */
  description: Line(1000),
  /**
   * The service or goods, a key of c_ClaveProdServ, such as 78101802 (transporte de carga por carretera).
   * @example 78101802
   */
  productKey: v.optional(Line(10), '78101500'),
  /**
   * The unit, a key of c_ClaveUnidad, such as E48 (Unidad de servicio).
   * @example E48
   */
  unitKey: v.optional(Line(10), 'E48'),
  /**
   * MXN of one unit before taxes, with up to six decimals.
   * @example 48500
   */
  price: Price,
  /** Units with decimals, for weights and distances. It takes the place of `quantity`. */
  quantityDecimal: v.optional(Positive(999_999_999.999_999)),
  /** Whether the item is taxed (c_ObjetoImp). */
  taxObject: v.optional(
    v.picklist(
      TAX_OBJECTS,
      said({
        en: 'Send 01 (not subject to tax) or 02 (subject to tax).',
        es: 'Envíe 01 (no objeto de impuesto) o 02 (sí objeto de impuesto).',
      }),
    ),
    '02',
  ),
};

const Quantity = Integer(1, 999_999_999);

/** The `quantity` in the answer of an item with a decimal quantity: its whole part, at least 1. */
const wholeOf = (quantityDecimal: number): number => Math.max(1, Math.trunc(quantityDecimal));

const EXEMPT = {
  en: 'Exempt items cannot be invoiced here, because no service of a carrier is exempt. Send taxObject 01 for an item without tax.',
  es: 'Aquí no se facturan conceptos exentos, porque ningún servicio de un transportista lo es. Envíe taxObject 01 para un concepto sin impuesto.',
};

const Sent = v.object({
  ...Entries,
  /** MXN of one unit before taxes, with up to six decimals. Required on type I, refused on type T. */
  price: v.optional(Price),
  /** Whole units. For parts send `quantityDecimal`. */
  quantity: v.optional(v.pipe(Quantity, v.metadata({ default: 1 }))),
  /**
   * The rate of IVA: 0.16, 0.08 (border) or 0.
   * @example 0.16
   */
  taxRate: v.optional(v.pipe(Rate, v.metadata({ default: IVA }))),
  /**
   * The rate of IVA that the customer withholds. Absent: 0.04 for road freight with IVA when the client is a company (persona moral), else 0.
   * @example 0.04
   */
  withholdingRate: v.optional(Rate),
  /**
   * The rate of ISR that the customer withholds. Absent: by the carrier’s tax regime, when the carrier is a natural person and the client a company.
   * @example 0.0125
   */
  isrWithholdingRate: v.optional(IsrRate),
  /** Only Tasa is accepted: no service of a carrier is exempt. */
  taxFactor: v.optional(v.literal('Tasa', said(EXEMPT))),
});
type Sent = v.InferOutput<typeof Sent>;

/** An item that is not subject to tax has no rate above 0. */
const untaxed = <const Field extends 'taxRate' | 'withholdingRate' | 'isrWithholdingRate'>(field: Field) =>
  v.check<Sent, ErrorText>(
    (item) => item.taxObject !== '01' || (item[field] ?? 0) === 0,
    said({
      en: 'An item of taxObject 01 has no tax. Leave this rate out, or send taxObject 02.',
      es: 'Un concepto con taxObject 01 no lleva impuesto. Omita esta tasa o envíe taxObject 02.',
    }),
  );

/** An item in a request. The absent rates of withholding are set by {@link itemsFor}. */
export const InvoiceItemInput = v.pipe(
  Sent,
  v.forward(
    // A client may send back an item that it read.
    v.check(
      ({ quantity, quantityDecimal }) =>
        quantity === undefined || quantityDecimal === undefined || quantity === wholeOf(quantityDecimal),
      said({ en: 'Send quantity or quantityDecimal, not both.', es: 'Envíe quantity o quantityDecimal, no ambos.' }),
    ),
    ['quantity'],
  ),
  v.forward(untaxed('taxRate'), ['taxRate']),
  v.forward(untaxed('withholdingRate'), ['withholdingRate']),
  v.forward(untaxed('isrWithholdingRate'), ['isrWithholdingRate']),
  v.transform(({ taxFactor: _, quantity, ...item }) => ({
    ...item,
    quantity: quantity ?? (item.quantityDecimal === undefined ? 1 : wholeOf(item.quantityDecimal)),
  })),
);
export type InvoiceItemInput = v.InferOutput<typeof InvoiceItemInput>;

/** A stored item: {@link itemsFor} has set its rates. Items of an older release have no ISR, and are subject to tax. */
export const InvoiceItem = v.object({
  ...Entries,
  /** Whole units; of a decimal quantity its whole part, at least 1. */
  quantity: Quantity,
  /** The rate of IVA. */
  taxRate: Rate,
  /** The rate of IVA that the customer withholds. */
  withholdingRate: Rate,
  /** The rate of ISR that the customer withholds. */
  isrWithholdingRate: v.optional(IsrRate, 0),
});
export type InvoiceItem = v.InferOutput<typeof InvoiceItem>;

/** The parties of an invoice, as far as the rates depend on them. */
export interface TaxParties {
  /** The customer's RFC. */
  readonly rfc: string | undefined;
  readonly issuer: TaxIssuer | undefined;
}

const isFreight = (productKey: string): boolean =>
  productKey.startsWith(ROAD_FREIGHT_CLASS) && productKey !== RENTED_VEHICLE_KEY;

const isCompany = (rfc: string | undefined): boolean => rfc !== undefined && isLegalEntity(rfc) && !isGenericRfc(rfc);

/** A legal entity that buys taxed road freight withholds 4 % of IVA (LIVA 1-A, II c). */
export const defaultWithholdingRate = (
  { productKey, taxRate }: Pick<InvoiceItem, 'productKey' | 'taxRate'>,
  { rfc }: Pick<TaxParties, 'rfc'>,
): number => (isFreight(productKey) && taxRate > 0 && isCompany(rfc) ? 0.04 : 0);

/** The simplified regime of trust (RESICO). */
const RESICO = '626';

/** A legal entity withholds 1.25 % of ISR from a natural person of the regime RESICO (LISR 113-J). */
export const defaultIsrRate = ({ taxObject }: Pick<InvoiceItem, 'taxObject'>, { rfc, issuer }: TaxParties): number => {
  const isResico = issuer?.taxRegime === RESICO && Boolean(issuer.rfc) && isNaturalPerson(issuer.rfc ?? '');
  return isResico && isCompany(rfc) && taxObject !== '01' ? 0.0125 : 0;
};

/**
 * The items of an invoice for its parties. An item without a rate of withholding gets the default. When the client
 * changes, `former` are the former parties: a rate that equals the former default becomes the new default.
 */
export function itemsFor(
  items: readonly InvoiceItemInput[],
  parties: TaxParties,
  former: TaxParties = parties,
): InvoiceItem[] {
  return items.map((sent) => {
    const { price = 0, taxRate = sent.taxObject === '01' ? 0 : IVA } = sent;
    const item = { ...sent, price, taxRate };
    const follow = (given: number | undefined, defaultOf: (of: TaxParties) => number): number =>
      given === undefined || given === defaultOf(former) ? defaultOf(parties) : given;
    return {
      ...item,
      withholdingRate: follow(item.withholdingRate, (of) => defaultWithholdingRate(item, of)),
      isrWithholdingRate: follow(item.isrWithholdingRate, (of) => defaultIsrRate(item, of)),
    };
  });
}

/** The items of a document of type T: no price and no tax. */
export const itemsOfTransfer = (items: readonly InvoiceItemInput[]): InvoiceItem[] =>
  items.map((item) => ({
    ...item,
    price: 0,
    taxObject: '01',
    taxRate: 0,
    withholdingRate: 0,
    isrWithholdingRate: 0,
  }));
