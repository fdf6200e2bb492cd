import type { TeamActor } from '../../shared/audit/audit';
import { amountsOf } from '../../shared/invoices/amounts';
import type { Invoice } from '../../shared/invoices/invoice';
import {
  type InvoiceRecord,
  invoiceCountKey,
  invoiceIndexes,
  invoiceKey,
  recordOf,
} from '../../shared/invoices/invoice-record';
import { invoiceCreationSteps, pointerSteps } from '../../shared/invoices/invoice-writes';
import { put, unexpectedConflict } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { type Lock, uuidSteps } from '../../shared/stamping/invoice-states';
import { lockInvoice } from '../../shared/stamping/record-outcome';
import { START, someId, type TestContext } from './engine-runtime';

const createdAt = new Date(START).toISOString();

export const ITEM = {
  description: 'Servicio de autotransporte de carga: Monterrey–CDMX',
  productKey: '78101802',
  quantity: 1,
  unitKey: 'E48',
  price: 25_000,
  taxRate: 0.16,
  withholdingRate: 0.04,
  isrWithholdingRate: 0,
  taxObject: '02' as const,
};

/** The document that the provider made of `storedInvoice`. Its total is a cent above ours. */
export const DOCUMENT = {
  providerId: '0123456789abcdef01234567',
  folio: '7',
  series: 'F',
  livemode: false,
  issuedAt: createdAt,
  uuid: '01890000-0000-4000-8000-00000000000f',
  verificationUrl: 'https://sat.example/v',
  documentTotal: 2_800_001,
};

export const CARTA_PORTE = {
  totalDistRec: 905,
  origen: {
    tipoUbicacion: 'Origen',
    rfc: 'XIA190128J61',
    nombre: 'XENON INDUSTRIAL ARTICLES',
    fechaHora: '2026-03-02T08:00:00',
    distancia: null,
    domicilio: { calle: null, codigoPostal: '76343', colonia: null, estado: 'QUE', municipio: null, pais: 'MEX' },
  },
  destino: {
    tipoUbicacion: 'Destino',
    rfc: 'KIJ0906199R1',
    nombre: 'KERNEL INDUSTIA JUGUETERA',
    fechaHora: '2026-03-03T18:00:00',
    distancia: 905,
    domicilio: { calle: null, codigoPostal: '28971', colonia: null, estado: 'COL', municipio: null, pais: 'MEX' },
  },
  mercancias: [{ bienesTransp: '50202306', descripcion: 'Refrescos', cantidad: 20, claveUnidad: 'H87', pesoKg: 900 }],
  configVehicular: 'C2',
  permSCT: 'TPAF01',
  numPermisoSCT: '0X2XTY',
  aseguradora: 'Seguros',
  placaRemolque: null,
  subtipoRemolque: null,
  pesoBrutoVehicular: 7.5,
} as const satisfies NonNullable<Invoice['cartaPorte']>;

/** A stored invoice of ordinary freight. A test sets only the fields that it is about. */
export const storedInvoice = (given: Partial<Invoice> = {}): Invoice => {
  const items = given.items ?? [ITEM];
  return {
    id: someId(),
    teamId: someId(),
    type: 'I',
    clientId: null,
    clientName: null,
    providerId: null,
    folio: null,
    series: null,
    status: 'DRAFT',
    ...amountsOf(items),
    paymentForm: '99',
    paymentMethod: 'PPD',
    cfdiUse: 'G03',
    items,
    hasCartaPorte: given.cartaPorte !== undefined,
    uuid: null,
    verificationUrl: null,
    cartaPorteUrl: null,
    pdfUrl: null,
    xmlUrl: null,
    notes: null,
    conditions: null,
    noCartaPorteReason: null,
    errorMessage: null,
    createdAt,
    updatedAt: createdAt,
    version: 0,
    ...given,
  };
};

/** Inserts an invoice with its counters directly into the table. */
export async function insertInvoice(
  testContext: TestContext,
  given: Partial<Invoice> = {},
  own: Partial<InvoiceRecord> = {},
): Promise<InvoiceRecord> {
  const { record, details } = recordOf(storedInvoice(given), { revision: 0 });
  const laid = { ...record, ...own };
  const steps = [...invoiceCreationSteps(laid, details), ...pointerSteps(laid), ...uuidSteps(laid, laid)];
  await transact(testContext.context, steps);
  return laid;
}

/** Locks an invoice as a stamp does, without calling the provider. */
export async function takeLock(
  testContext: TestContext,
  actor: TeamActor,
  record: InvoiceRecord,
  more: Pick<Lock, 'trip'> = {},
) {
  const attemptId = someId();
  const number = (record.stamping?.number ?? 0) + 1;
  const work = {
    kind: 'STAMP' as const,
    teamId: actor.teamId,
    invoiceId: record.id,
    number,
    attemptId,
    idempotencyKey: `${record.id}-${number}`,
    livemode: false,
    fingerprint: '0'.repeat(16),
    attempts: [{ at: testContext.now().toISOString(), revision: record.revision }],
  };
  const stamping = { number, attemptId, isOpen: true, livemode: false };
  return { locked: await testContext.use(lockInvoice)(actor, record, { stamping, work, ...more }), work };
}

/** The number of writes in one transaction. */
const TRANSACTION = 100;

/** Inserts many summaries, without details. The counters are set to the test's values. */
export async function insertHeads(
  testContext: TestContext,
  given: readonly Partial<Invoice>[],
): Promise<InvoiceRecord[]> {
  const records = given.map((one) => recordOf(storedInvoice(one), { revision: 0 }).record);
  const refused = unexpectedConflict('A record of the test');
  for (let start = 0; start < records.length; start += TRANSACTION) {
    const part = records.slice(start, start + TRANSACTION);
    await transact(
      testContext.context,
      part.map((record) => put(invoiceKey(record.teamId, record.id), record, {}, refused, invoiceIndexes(record))),
    );
  }
  return records;
}

export const setCount = (
  testContext: TestContext,
  teamId: string,
  clientId: string | undefined,
  counts: Record<string, number>,
) =>
  transact(testContext.context, [
    put(invoiceCountKey(teamId, clientId), counts, {}, unexpectedConflict('A counter of the test')),
  ]);
