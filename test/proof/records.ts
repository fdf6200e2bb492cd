import type { Invoice } from '../../shared/invoices/invoice';
import type { InvoiceRecord } from '../../shared/invoices/invoice-record';

export const TEAM = '01890000-0000-7000-8000-000000000001';
export const PERSON = '01890000-0000-7000-8000-000000000002';
export const CLIENTS = ['01890000-0000-7000-8000-000000000003', '01890000-0000-7000-8000-000000000004'] as const;

/** An invoice whose notes identify its version of the content. */
export const storedInvoice = (id: string, at: string, given: Partial<InvoiceRecord> = {}): InvoiceRecord => ({
  id,
  teamId: TEAM,
  clientId: CLIENTS[0],
  clientName: 'Cervecería del Bajío',
  providerId: null,
  folio: null,
  series: null,
  status: 'DRAFT',
  subtotal: 100,
  taxAmount: 16,
  withheldAmount: 4,
  isrWithheldAmount: 0,
  total: 112,
  paymentForm: '99',
  paymentMethod: 'PPD',
  cfdiUse: 'G03',
  items: ITEMS,
  hasCartaPorte: false,
  notes: 'content 0',
  conditions: null,
  noCartaPorteReason: null,
  errorMessage: null,
  createdAt: at,
  updatedAt: at,
  version: 0,
  revision: 0,
  ...given,
});

/** The fields of an invoice that are sent to the provider. */
export function contentOf(record: InvoiceRecord) {
  const { clientId, clientName, series, subtotal, taxAmount, withheldAmount, isrWithheldAmount, total } = record;
  const { paymentForm, paymentMethod, cfdiUse, items = [], hasCartaPorte } = record;
  const { notes, conditions, noCartaPorteReason } = record;
  return {
    ...{ clientId, clientName, series, subtotal, taxAmount, withheldAmount, isrWithheldAmount, total },
    ...{ paymentForm, paymentMethod, cfdiUse, items: [...items], hasCartaPorte },
    ...{ notes, conditions, noCartaPorteReason },
    ...(record.relations && { relations: record.relations }),
  };
}

const GOODS: Invoice['items'] = [
  {
    description: 'Tarimas propias',
    productKey: '24112700',
    quantity: 1,
    unitKey: 'H87',
    price: 0,
    taxRate: 0,
    withholdingRate: 0,
    isrWithholdingRate: 0,
    taxObject: '01',
  },
];

/** What distinguishes a document of type T: the team carries its own goods, so it has no customer and no amount. */
export const TRANSFER: Partial<InvoiceRecord> = {
  type: 'T',
  clientId: null,
  clientName: null,
  cfdiUse: 'S01',
  items: GOODS,
  subtotal: 0,
  taxAmount: 0,
  withheldAmount: 0,
  total: 0,
};

/**
 * One seed of five has invoices of type T; with several invoices, every other one. No draw decides it, so that all other seeds are the runs
 * that they were before type T.
 */
export const isTransfer = (seed: number, index: number): boolean => seed % 5 === 3 && index % 2 === 0;

const ITEMS: Invoice['items'] = [
  {
    description: 'Flete',
    productKey: '78101802',
    quantity: 1,
    unitKey: 'E48',
    price: 100,
    taxRate: 0.16,
    withholdingRate: 0.04,
    isrWithholdingRate: 0,
    taxObject: '02',
  },
];

export const CARTA_PORTE: NonNullable<Invoice['cartaPorte']> = {
  totalDistRec: 905,
  origen: place('Origen'),
  destino: place('Destino'),
  mercancias: [{ bienesTransp: '50202300', descripcion: 'Cerveza', cantidad: 1, claveUnidad: 'KGM', pesoKg: 1000 }],
  configVehicular: 'C2',
  permSCT: 'TPAF01',
  numPermisoSCT: '1',
  aseguradora: 'Qualitas',
  placaRemolque: null,
  subtipoRemolque: null,
  pesoBrutoVehicular: 10,
};

function place(tipoUbicacion: 'Origen' | 'Destino') {
  return {
    tipoUbicacion,
    rfc: 'EKU9003173C9',
    nombre: 'Patio',
    fechaHora: tipoUbicacion === 'Origen' ? '2026-03-02T08:00:00' : '2026-03-02T20:00:00',
    distancia: null,
    domicilio: { calle: null, codigoPostal: '64000', colonia: null, estado: 'NLE', municipio: null, pais: 'MEX' },
  };
}
