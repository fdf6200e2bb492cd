import { FIELDS_IN_SPANISH } from './field-names.js';
import { formatMoney } from './format.js';
import { language } from './language.js';
import { valueText } from './values.js';

/** `creditLimit` as words: "Credit limit". */
const words = (name) => {
  const spaced = name
    .replace(/Ids?$/, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]/g, ' ')
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

/** Spanish for the topics of the document. */
const TOPICS = {
  alerts: 'avisos',
  'api-keys': 'llaves de API',
  archives: 'paquetes de archivos',
  audit: 'bitácora',
  auth: 'entrada y sesiones',
  'box-reservations': 'reservaciones de cajas',
  boxes: 'cajas',
  catalogues: 'catálogos',
  clients: 'clientes',
  collections: 'cobros',
  drivers: 'operadores',
  events: 'eventos',
  imports: 'importaciones',
  expirations: 'vencimientos',
  files: 'archivos',
  invoices: 'facturas',
  meta: 'el servicio',
  payments: 'pagos',
  positions: 'posiciones',
  receipts: 'complementos de pago',
  reports: 'reportes',
  'route-points': 'puntos de ruta',
  routes: 'rutas',
  teams: 'empresa',
  tracking: 'enlaces de seguimiento',
  trips: 'viajes',
  users: 'personas',
  vehicles: 'unidades',
  'webhook-endpoints': 'webhooks',
  webhooks: 'avisos del proveedor',
};

/** The heading of a topic. */
export const topicText = (tag) => (language() === 'es' && TOPICS[tag]) || tag;

/** The label of a field. */
export const labelOf = (name) => (language() === 'es' && FIELDS_IN_SPANISH[name]) || words(name);

/** The language of a field's label: a name without a translation stays English. */
export const languageOf = (name) => (language() === 'es' && !FIELDS_IN_SPANISH[name] ? 'en' : undefined);

/** The fields by which a person knows a record, the best first. */
const NAMES = [
  'name',
  'plate',
  'economicNumber',
  'fileName',
  'cargoDescription',
  'clientName',
  'title',
  'message',
  'email',
  'device',
  'reference',
  'startAt',
];
const BESIDE = ['folio', 'rfc', 'brand', 'vehiclePlate', 'amount', 'total', 'status'];
const SHOWN = { amount: formatMoney, total: formatMoney, status: valueText };

/** The name of a record alone, such as "Aceros del Bajío". */
export const shortNameOf = (record) => {
  const name = NAMES.find((one) => record[one]);
  return name && String(record[name]);
};

/** A record in a few words, such as "Aceros del Bajío · EKU9003173C9". */
export function nameOfRecord(record) {
  const name = NAMES.find((one) => record[one]);
  const isGiven = (value) => value !== undefined && value !== null && value !== '';
  const beside = BESIDE.filter((one) => one !== name && isGiven(record[one]));
  const texts = beside.slice(0, 2).map((one) => (SHOWN[one] ? SHOWN[one](record[one]) : String(record[one])));
  return [shortNameOf(record), ...texts].filter(Boolean).join(' · ');
}
