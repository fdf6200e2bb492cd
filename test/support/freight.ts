import type { ReadinessInput } from '../../shared/carta-porte/readiness-input';
import type { CartaPorte } from '../../shared/invoices/carta-porte';
import type { InvoiceItem } from '../../shared/invoices/item';
import { START } from './engine-runtime';

/** A complete and valid input for a stamp. Each test makes one point invalid. */

export const freightItem = (changes: Partial<InvoiceItem> = {}): InvoiceItem => ({
  description: 'Flete Monterrey–Guadalajara',
  productKey: '78101802',
  quantity: 1,
  unitKey: 'E48',
  price: 18_500,
  taxRate: 0.16,
  withholdingRate: 0.04,
  isrWithholdingRate: 0,
  taxObject: '02',
  ...changes,
});

export const cartaPorte = (changes: Partial<CartaPorte> = {}): CartaPorte => ({
  totalDistRec: 790,
  origen: {
    rfc: 'URE180429TM6',
    nombre: 'Aceros del Norte',
    fechaHora: '2026-03-03T06:00:00',
    distancia: null,
    domicilio: { calle: null, codigoPostal: '64000', colonia: null, estado: 'NLE', municipio: null, pais: 'MEX' },
  },
  destino: {
    rfc: 'IIA040805DZ4',
    nombre: 'Indistria Iluminadora de Almacenes',
    fechaHora: '2026-03-03T18:30:00',
    distancia: null,
    domicilio: { calle: null, codigoPostal: '44100', colonia: null, estado: 'JAL', municipio: null, pais: 'MEX' },
  },
  mercancias: [{ bienesTransp: '30102300', descripcion: 'Perfiles', cantidad: 12, claveUnidad: 'XPX', pesoKg: 4_800 }],
  configVehicular: 'C2',
  permSCT: 'TPAF01',
  numPermisoSCT: '3085TEN030120260001',
  aseguradora: 'Qualitas',
  placaRemolque: null,
  subtipoRemolque: null,
  pesoBrutoVehicular: 17.5,
  ...changes,
});

/** An invoice of freight with its Carta Porte, without findings. */
export const readyFreight = (): ReadinessInput & { invoice: { cartaPorte: CartaPorte } } => ({
  invoice: {
    items: [freightItem()],
    paymentForm: '99',
    paymentMethod: 'PPD',
    cfdiUse: 'G03',
    series: null,
    cartaPorte: cartaPorte(),
  },
  client: { name: 'ACEROS DEL NORTE', rfc: 'URE180429TM6', taxRegime: '601', zipCode: '64000' },
  driver: { name: 'José Hernández', rfc: 'CACX7605101P8', licenseNumber: 'LFD01234567', licenseExpiry: '2027-05-01' },
  vehicle: { plate: '12-AB-3C', year: 2021, insuranceNumber: 'Q-2026-778812', insuranceExpiry: '2026-12-31' },
  organization: {
    legalName: 'ESCUELA KEMPER URGATE',
    rfc: 'EKU9003173C9',
    taxRegime: '601',
    zipCode: '64000',
    csdUploaded: true,
    csdExpiresAt: '2027-05-18T00:00:00.000Z',
    livemode: true,
  },
  now: new Date(START),
  timeZone: 'America/Mexico_City',
});
