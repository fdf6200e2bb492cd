import * as v from 'valibot';
import { filledCartaPorte } from '../../../shared/carta-porte/filled-values';
import { checkReadiness } from '../../../shared/carta-porte/readiness';
import { catalogueDays, type ReadinessInput } from '../../../shared/carta-porte/readiness-input';
import { catalogues } from '../../../shared/carta-porte/sat/catalogues';
import { Invoice, InvoiceChanges } from '../../../shared/invoices/invoice';
import { itemsOfTransfer } from '../../../shared/invoices/item';
import { receiverOf } from '../../../shared/stamping/prepare';
import { documentOf } from '../../../shared/stamping/provider/document';
import { START } from '../../support/engine-runtime';

/** The body of an invoice, and the records beside it. */
interface Given
  extends Pick<ReadinessInput, 'client' | 'organization'>,
    Partial<Pick<ReadinessInput, 'driver' | 'vehicle'>> {
  readonly invoice: Readonly<Record<string, unknown>>;
}

const FIELDS = [
  'type',
  'items',
  'paymentForm',
  'paymentMethod',
  'cfdiUse',
  'series',
  'conditions',
  'cartaPorte',
  'relations',
] as const;
const Stored = v.pick(Invoice, FIELDS);

/** The related documents as a stamp reads them: VALID, of the same client. */
const relatedOf = ({ relations = [] }: v.InferOutput<typeof Stored>, livemode: boolean | undefined) =>
  relations.flatMap(({ invoiceIds, uuids }) =>
    invoiceIds.map((id, index) => ({
      id,
      uuid: uuids[index],
      status: 'VALID' as const,
      clientId: null,
      livemode,
      total: 999_999_999_999,
    })),
  );

/** What the product reads of its records before a stamp. The product's own schemas of requests and records accept it. */
export const readinessInputOf = ({ invoice, ...parties }: Given): ReadinessInput => {
  const { items = [], cartaPorte } = v.parse(InvoiceChanges, invoice);
  const made = invoice.type === 'T' ? itemsOfTransfer(items) : items;
  const stored = v.parse(Stored, { ...invoice, items: made, cartaPorte });
  return {
    driver: undefined,
    vehicle: undefined,
    ...parties,
    invoice: { ...stored, clientId: null },
    related: relatedOf(stored, parties.organization?.livemode),
    now: new Date(START),
    timeZone: 'America/Mexico_City',
  };
};

export const readinessOf = (given: ReadinessInput) => checkReadiness(given, catalogues);

/** The body that the product sends for an invoice that is ready: `prepareInvoice` without its table. */
export function bodyOf(given: ReadinessInput, id: string) {
  const { driver, vehicle } = given;
  const client = receiverOf(given);
  const invoice = { ...given.invoice, cartaPorte: filledCartaPorte(given)?.cartaPorte };
  if (client === undefined) throw new Error('The invoice has no client.');
  const marks = { idCcp: `CCC${id.slice(3)}`, idempotencyKey: `${id}-1` };
  return documentOf(
    { invoice: { ...invoice, id }, client, driver, vehicle, ...marks },
    catalogues.on(catalogueDays(given)),
  );
}
