import type { Catalogues } from '../../carta-porte/catalogues';
import type { Customer, FreightDriver, FreightVehicle, Stampable } from '../../carta-porte/readiness-input';
import { cleanRfc, cleanText, isBlank } from '../../carta-porte/texts';
import type { Invoice, InvoiceItem } from '../../invoices/invoice';
import { type CartaPorteData, complementOf } from './complement';

/** The body of a create at the provider (Facturapi API v2), in our own types: its SDK has none for it. Source: docs/spec/rulings.md §7, §10, §11. */
export type StampBody = InvoiceBody & {
  /** Our invoice's id: the provider is asked by it when an answer was lost. */
  external_id: string;
  idempotency_key: string;
  customer: CustomerBody;
  complements?: [{ type: 'carta_porte'; data: CartaPorteData }];
  pdf_options?: { render_carta_porte: true };
};

/** The body of a draft: it takes no Carta Porte, and may lack what only a stamp needs. */
export type DraftBody = InvoiceBody & {
  status: 'draft';
  external_id: string;
  idempotency_key: string;
  customer?: CustomerBody;
};

/** What create, draft and the update of a draft share. There is no `date`: the provider's own is the one that cannot be 72 hours old. */
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
    /** Always said: the provider takes prices to include IVA unless it is told. */
    tax_included: false;
    taxes: TaxBody[];
  };
};

type TaxBody = { type: 'IVA'; rate: number; withholding?: true };

type Content = Stampable & Pick<Invoice, 'id'>;

export interface DocumentParts {
  readonly invoice: Content;
  readonly client: Customer;
  /** Needed with a Carta Porte. */
  readonly driver?: FreightDriver | undefined;
  readonly vehicle?: FreightVehicle | undefined;
  /** Made once for an invoice and kept over its attempts: {@link idCcpOf}. */
  readonly idCcp: string;
  readonly idempotencyKey: string;
}

/**
 * The body that stamps an invoice. It fills in nothing: an invoice that `checkReadiness` finds errors in may throw here, by the name of the
 * field that is missing.
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

/** The body of a provider draft, as the close of a reservation makes it. A customer without tax data is left out: it is edited later. */
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
  if (isBlank(value)) throw new Error(`${field} is missing: an invoice is validated before it is stamped.`);
  return value;
}
