import type { Catalogues } from '../../carta-porte/catalogues';
import { customerName } from '../../carta-porte/party-rules';
import type { Customer, FreightDriver, FreightVehicle, Stampable } from '../../carta-porte/readiness-input';
import { cleanText, isBlank } from '../../carta-porte/texts';
import type { Invoice } from '../../invoices/invoice';
import { CURRENCY_OF, TRANSFER_USE } from '../../invoices/invoice-type';
import type { InvoiceItem } from '../../invoices/item';
import type { Relation, RelationType } from '../../invoices/relation';
import { legalNameOf } from '../../platform/values/legal-name';
import { cleanRfc } from '../../platform/values/rfc';
import { complementOf } from './complement';
import type { CartaPorteData } from './complement-data';

/** The request body that creates a document at the provider (Facturapi API v2). Its SDK has no type for it. */
type StampBody = (InvoiceBody | TransferBody) & {
  /** Our invoice's id. When a response was lost, we search for the document by it. */
  external_id: string;
  idempotency_key: string;
  customer: CustomerBody;
  related_documents?: RelationBody[];
  complements?: [{ type: 'carta_porte'; data: CartaPorteData }];
  pdf_options?: { render_carta_porte: true };
};

/** The body of a draft. A draft has no Carta Porte, and may lack the data that only a stamp needs. */
type DraftBody = InvoiceBody & {
  status: 'draft';
  external_id: string;
  idempotency_key: string;
  customer?: CustomerBody;
};

/**
 * The fields that create, draft and draft update share. `date` is not sent: the provider's own date can never exceed
 * the SAT's limit of 72 hours.
 */
type InvoiceBody = {
  type: 'I' | 'E';
  items: ItemBody[];
  payment_form: string;
  payment_method: 'PUE' | 'PPD';
  use: string;
  series?: string;
  conditions?: string;
};

/**
 * The content of a document of type T. Its customer is the issuer. Without `currency` the provider would take MXN, which
 * is wrong for T (CP103).
 */
type TransferBody = {
  type: 'T';
  items: GoodsBody[];
  use: typeof TRANSFER_USE;
  currency: typeof CURRENCY_OF.T;
  series?: string;
};

/** The provider's description has no price and no taxes for the goods of a transfer. */
type GoodsBody = {
  quantity: number;
  product: { description: string; product_key: string; unit_key: string };
};

export type RelationBody = { relationship: RelationType; documents: string[] };

export type CustomerBody = {
  legal_name: string;
  tax_id: string;
  tax_system: string;
  email?: string;
  address: { zip: string };
};

type ItemBody = {
  quantity: number;
  product: {
    description: string;
    product_key: string;
    unit_key: string;
    price: number;
    /** Always sent, because the provider's default is that prices include IVA. */
    tax_included: false;
    /** SAT c_ObjetoImp. An item of 01 has no taxes. */
    taxability: '01' | '02';
    taxes: TaxBody[];
  };
};

type TaxBody = { type: 'IVA' | 'ISR'; rate: number; factor: 'Tasa'; withholding?: true };

type Content = Stampable & Pick<Invoice, 'id'>;

interface DocumentParts {
  readonly invoice: Content;
  readonly client: Customer;
  /** Required with a Carta Porte. */
  readonly driver?: FreightDriver | undefined;
  readonly vehicle?: FreightVehicle | undefined;
  /** Created once for an invoice and kept by all its attempts: {@link idCcpOf}. */
  readonly idCcp: string;
  readonly idempotencyKey: string;
}

/**
 * The body that stamps an invoice. It fills in no missing value: for an invoice with findings of `checkReadiness` it
 * may throw an error that names the missing field.
 */
export function documentOf(parts: DocumentParts, catalogues: Catalogues): StampBody {
  const { invoice, client, driver, vehicle, idCcp, idempotencyKey } = parts;
  const body: StampBody = {
    external_id: invoice.id,
    idempotency_key: idempotencyKey,
    customer: customerBodyOf(client),
    ...(invoice.type === 'T' ? transferOf(invoice) : contentOf(invoice)),
    ...(invoice.relations && { related_documents: invoice.relations.map(relationOf) }),
  };
  if (invoice.cartaPorte === undefined) return body;
  const data = complementOf({ cartaPorte: invoice.cartaPorte, driver, vehicle, idCcp }, catalogues);
  return { ...body, complements: [{ type: 'carta_porte', data }], pdf_options: { render_carta_porte: true } };
}

/**
 * The body of the provider draft of a closed reservation. A client without tax data is left out; a member adds it
 * later.
 */
export function draftBodyOf(invoice: Content, client: Customer | undefined, idempotencyKey: string): DraftBody {
  return {
    status: 'draft',
    external_id: invoice.id,
    idempotency_key: idempotencyKey,
    ...(client && isComplete(client) && { customer: customerBodyOf(client) }),
    ...contentOf(invoice),
  };
}

const isComplete = ({ rfc, taxRegime, zipCode }: Customer): boolean => ![rfc, taxRegime, zipCode].some(isBlank);

const contentOf = (invoice: Content): InvoiceBody => ({
  type: invoice.type === 'E' ? 'E' : 'I',
  items: invoice.items.map(itemOf),
  payment_form: invoice.paymentForm,
  payment_method: invoice.paymentMethod,
  use: invoice.cfdiUse,
  ...textsOf(invoice),
});

const transferOf = (invoice: Content): TransferBody => ({
  type: 'T',
  items: invoice.items.map(goodsOf),
  use: TRANSFER_USE,
  currency: CURRENCY_OF.T,
  ...seriesOf(invoice),
});

const seriesOf = ({ series }: Content) => !isBlank(series) && { series: cleanText(series) };

const textsOf = (invoice: Content) => ({
  ...seriesOf(invoice),
  ...(!isBlank(invoice.conditions) && { conditions: cleanText(invoice.conditions) }),
});

/** The customer as the document contains it. Throws for a client without RFC, tax regime or postcode. */
export const customerBodyOf = ({ rfc, taxRegime, zipCode, email, ...names }: Customer): CustomerBody => ({
  legal_name: legalNameOf(customerName(names).text),
  tax_id: cleanRfc(given(rfc, 'client.rfc')),
  tax_system: given(taxRegime, 'client.taxRegime'),
  ...(email !== undefined && { email }),
  address: { zip: given(zipCode, 'client.zipCode') },
});

const itemOf = (item: InvoiceItem): ItemBody => ({
  quantity: item.quantityDecimal ?? item.quantity,
  product: {
    description: cleanText(item.description),
    product_key: item.productKey,
    unit_key: item.unitKey,
    price: item.price,
    tax_included: false,
    taxability: item.taxObject,
    taxes: item.taxObject === '01' ? [] : taxesOf(item),
  },
});

export const relationOf = ({ type, uuids }: Relation): RelationBody => ({ relationship: type, documents: uuids });

const goodsOf = ({ quantity, quantityDecimal, description, productKey, unitKey }: InvoiceItem): GoodsBody => ({
  quantity: quantityDecimal ?? quantity,
  product: { description: cleanText(description), product_key: productKey, unit_key: unitKey },
});

function taxesOf({ taxRate, withholdingRate, isrWithholdingRate }: InvoiceItem): TaxBody[] {
  const withheld = (type: TaxBody['type'], rate: number): TaxBody[] =>
    rate > 0 ? [{ type, rate, factor: 'Tasa', withholding: true }] : [];
  return [
    { type: 'IVA', rate: taxRate, factor: 'Tasa' },
    ...withheld('IVA', withholdingRate),
    ...withheld('ISR', isrWithholdingRate),
  ];
}

function given(value: string | undefined, field: string): string {
  if (isBlank(value)) throw new Error(`${field} is missing. Validate the invoice before it is stamped.`);
  return value;
}
