import type { Catalogues } from '../../carta-porte/catalogues';
import type { Customer, FreightDriver, FreightVehicle, Stampable } from '../../carta-porte/readiness-input';
import { cleanRfc, cleanText, isBlank } from '../../carta-porte/texts';
import type { Invoice, InvoiceItem } from '../../invoices/invoice';
import { type CartaPorteData, complementOf } from './complement';

/** The request body that creates a document at the provider (Facturapi API v2). Its SDK has no type for it. */
export type StampBody = InvoiceBody & {
  /** Our invoice's id. When a response was lost, we search for the document by it. */
  external_id: string;
  idempotency_key: string;
  customer: CustomerBody;
  complements?: [{ type: 'carta_porte'; data: CartaPorteData }];
  pdf_options?: { render_carta_porte: true };
};

/** The body of a draft. A draft has no Carta Porte, and may lack the data that only a stamp needs. */
export type DraftBody = InvoiceBody & {
  status: 'draft';
  external_id: string;
  idempotency_key: string;
  customer?: CustomerBody;
};

/**
 * The fields that create, draft and draft update share. `date` is not sent: the provider's own date can never exceed
 * the SAT's limit of 72 hours.
 */
export type InvoiceBody = {
  type: 'I';
  items: ItemBody[];
  payment_form: string;
  payment_method: 'PUE' | 'PPD';
  use: string;
  series?: string;
};

type CustomerBody = {
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
    taxes: TaxBody[];
  };
};

type TaxBody = { type: 'IVA'; rate: number; withholding?: true };

type Content = Stampable & Pick<Invoice, 'id'>;

export interface DocumentParts {
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
    customer: customerOf(client),
    ...contentOf(invoice),
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
    ...(client && isComplete(client) && { customer: customerOf(client) }),
    ...contentOf(invoice),
  };
}

const isComplete = ({ rfc, taxRegime, zipCode }: Customer): boolean => ![rfc, taxRegime, zipCode].some(isBlank);

const contentOf = (invoice: Content): InvoiceBody => ({
  type: 'I',
  items: invoice.items.map(itemOf),
  payment_form: invoice.paymentForm,
  payment_method: invoice.paymentMethod,
  use: invoice.cfdiUse,
  ...(!isBlank(invoice.series) && { series: cleanText(invoice.series) }),
});

const customerOf = ({ name, rfc, taxRegime, zipCode, email }: Customer): CustomerBody => ({
  legal_name: cleanText(name),
  tax_id: cleanRfc(given(rfc, 'client.rfc')),
  tax_system: given(taxRegime, 'client.taxRegime'),
  ...(email !== undefined && { email }),
  address: { zip: given(zipCode, 'client.zipCode') },
});

const itemOf = ({ quantity, description, productKey, unitKey, price, ...rates }: InvoiceItem): ItemBody => ({
  quantity,
  product: {
    description: cleanText(description),
    product_key: productKey,
    unit_key: unitKey,
    price,
    tax_included: false,
    taxes: taxesOf(rates),
  },
});

const taxesOf = ({ taxRate, withholdingRate }: Pick<InvoiceItem, 'taxRate' | 'withholdingRate'>): TaxBody[] => [
  { type: 'IVA', rate: taxRate },
  ...(withholdingRate > 0 ? [{ type: 'IVA', rate: withholdingRate, withholding: true } as const] : []),
];

function given(value: string | undefined, field: string): string {
  if (isBlank(value)) throw new Error(`${field} is missing. Validate the invoice before it is stamped.`);
  return value;
}
