import type * as v from 'valibot';
import type { InvoiceChanges, NewInvoice } from '../../shared/invoices/invoice';
import { fixedId } from './identifiers';

/** An invoice that was made by hand some days before the seeding. */
export interface DemoInvoice {
  readonly id: string;
  readonly madeDaysAgo: number;
  readonly fields: Omit<v.InferInput<typeof NewInvoice>, 'teamId'>;
}

/** The data that a dispatcher entered on the draft of a trip. */
export interface DemoFreightPapers {
  readonly tripId: string;
  readonly changes: v.InferInput<typeof InvoiceChanges>;
}

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
];

const NUEVO_LAREDO = { calle: 'Carretera al Aeropuerto km 2', codigoPostal: '88290', estado: 'TAM' };
const QUERETARO = { calle: 'Parque Industrial Querétaro', codigoPostal: '76343', estado: 'QUE' };

/** Goods and places of the trip from the border. Its times are those of the day on which the demo was written. */
export const FREIGHT_PAPERS: readonly DemoFreightPapers[] = [
  {
    tripId: fixedId('trip', 2),
    changes: {
      cartaPorte: {
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
      },
      notes: 'Falta la firma de recibido.',
    },
  },
];
