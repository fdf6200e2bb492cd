import type * as v from 'valibot';
import type { InvoiceChanges, NewInvoice } from '../../shared/invoices/invoice';
import { fixedId } from './identifiers';

/** An invoice that was made by hand some days before the seeding. */
export interface DemoInvoice {
  readonly id: string;
  readonly madeDaysAgo: number;
  /** Whether it is stamped, where the stamping provider can be reached. */
  readonly isStamped?: boolean;
  readonly fields: Omit<v.InferInput<typeof NewInvoice>, 'teamId'>;
}

/** The data that a dispatcher entered on the draft of a trip. */
export interface DemoFreightPapers {
  readonly tripId: string;
  readonly changes: v.InferInput<typeof InvoiceChanges>;
}

const NUEVO_LAREDO = { calle: 'Carretera al Aeropuerto km 2', codigoPostal: '88290', estado: 'TAM' };
const QUERETARO = { calle: 'Parque Industrial Querétaro', codigoPostal: '76343', estado: 'QUE' };

/** Goods and places of a trip from the border. Its times are those of the day on which the demo was written. */
const FROM_THE_BORDER: DemoFreightPapers['changes']['cartaPorte'] = {
  totalDistRec: 865,
  origen: {
    tipoUbicacion: 'Origen',
    rfc: 'XIA190128J61',
    nombre: 'XENON INDUSTRIAL ARTICLES',
    fechaHora: '2026-03-02T06:00:00',
    domicilio: NUEVO_LAREDO,
  },
  destino: {
    tipoUbicacion: 'Destino',
    rfc: 'XIA190128J61',
    nombre: 'XENON INDUSTRIAL ARTICLES',
    fechaHora: '2026-03-02T19:30:00',
    distancia: 865,
    domicilio: QUERETARO,
  },
  mercancias: [
    {
      bienesTransp: '52141500',
      descripcion: 'Componentes de línea blanca',
      cantidad: 640,
      claveUnidad: 'H87',
      pesoKg: 22_150,
    },
  ],
  configVehicular: 'T3S2',
  permSCT: 'TPAF01',
  numPermisoSCT: '0219ELI04102021NL',
  aseguradora: 'Aseguradora del Norte',
  placaRemolque: '44UB7X',
  subtipoRemolque: 'CTR004',
  pesoBrutoVehicular: 39.5,
};

export const INVOICES: readonly DemoInvoice[] = [
  {
    id: fixedId('invoice', 1),
    madeDaysAgo: 11,
    fields: {
      tripId: fixedId('trip', 3),
      items: [{ description: 'Estadía en puerto, 2 días', productKey: '78101802', quantity: 2, price: 1_850 }],
      notes: 'Acordada por teléfono con Importaciones.',
    },
  },
  {
    id: fixedId('invoice', 2),
    madeDaysAgo: 4,
    fields: {
      clientId: fixedId('client', 5),
      items: [
        { description: 'Maniobras de carga', productKey: '78121603', price: 2_400 },
        { description: 'Custodia en ruta', productKey: '92121504', price: 5_600.5 },
      ],
      paymentForm: '03',
      paymentMethod: 'PUE',
    },
  },
  {
    id: fixedId('invoice', 3),
    madeDaysAgo: 3,
    isStamped: true,
    fields: {
      clientId: fixedId('client', 6),
      items: [{ description: 'Estadía en andén', productKey: '78101802', price: 1_800 }],
    },
  },
  {
    id: fixedId('invoice', 4),
    madeDaysAgo: 3,
    isStamped: true,
    fields: {
      clientId: fixedId('client', 3),
      items: [{ description: 'Maniobras de descarga', productKey: '78121603', price: 2_150 }],
      notes: 'Orden 7781',
    },
  },
  {
    id: fixedId('invoice', 5),
    madeDaysAgo: 2,
    fields: {
      clientId: fixedId('client', 6),
      items: [{ description: 'Flete local', productKey: '78101802', price: 950 }],
      notes: 'Capturada dos veces.',
    },
  },
  {
    id: fixedId('invoice', 6),
    madeDaysAgo: 1,
    isStamped: true,
    fields: {
      clientId: fixedId('client', 4),
      items: [{ description: 'Resguardo de mercancía', productKey: '78131600', price: 3_000 }],
    },
  },
  {
    id: fixedId('invoice', 7),
    madeDaysAgo: 0.2,
    isStamped: true,
    fields: {
      tripId: fixedId('trip', 10),
      items: [{ description: 'Reparto local', productKey: '78101802', price: 1_200 }],
      noCartaPorteReason: 'LOCAL',
    },
  },
  {
    id: fixedId('invoice', 8),
    madeDaysAgo: 0.1,
    fields: {
      type: 'T',
      tripId: fixedId('trip', 9),
      items: [{ description: 'Tarimas propias', productKey: '24112700', quantity: 20, unitKey: 'H87' }],
      cartaPorte: FROM_THE_BORDER,
    },
  },
];

/** A part of an invoice that its client has paid. No receipt of payment says so yet. */
export const COLLECTION = {
  id: fixedId('payment', 5),
  fields: {
    clientId: fixedId('client', 4),
    amount: 1_000,
    method: 'TRANSFERENCIA',
    reference: 'SPEI 8814417',
    allocations: [{ invoiceId: fixedId('invoice', 6), amount: 1_000 }],
  },
} as const;

export const FREIGHT_PAPERS: readonly DemoFreightPapers[] = [
  {
    tripId: fixedId('trip', 2),
    changes: {
      cartaPorte: FROM_THE_BORDER,
      notes: 'Falta la firma de recibido.',
    },
  },
];
