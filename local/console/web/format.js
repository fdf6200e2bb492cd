import { languageTag, t } from './language.js';
import { currentZone } from './zone.js';

const MOMENT = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

/** Formats of a language in a zone. Times are of 24 hours in both: that is how the country writes them. */
const formatsOf = (tag, timeZone) => ({
  money: new Intl.NumberFormat(tag, { style: 'currency', currency: 'MXN' }),
  // A document has prices and quantities of up to six decimals.
  price: new Intl.NumberFormat(tag, { style: 'currency', currency: 'MXN', maximumFractionDigits: 6 }),
  exact: new Intl.NumberFormat(tag, { maximumFractionDigits: 6 }),
  plain: new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }),
  dollars: new Intl.NumberFormat(tag, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  moment: new Intl.DateTimeFormat(tag, { ...MOMENT, timeZone }),
  dated: new Intl.DateTimeFormat(tag, { ...MOMENT, year: 'numeric', timeZone }),
  year: new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric' }),
  day: new Intl.DateTimeFormat(tag, { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' }),
  clock: new Intl.DateTimeFormat(tag, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }),
});
const known = new Map();

function formats() {
  const [tag, zone] = [languageTag(), currentZone()];
  const name = `${tag} ${zone}`;
  if (!known.has(name)) known.set(name, formatsOf(tag === 'en' ? 'en-US' : tag, zone));
  return known.get(name);
}

export const formatMoney = (amount) => (amount === undefined || amount === null ? '—' : formats().money.format(amount));
export const formatPrice = (amount) => formats().price.format(amount);
export const formatExact = (value) => formats().exact.format(value);
export const formatNumber = (value) => formats().plain.format(value);
export const formatDollars = (value) => formats().dollars.format(value);
/** A moment of another year names its year: a payment of last November is not of this one. */
export function formatMoment(instant) {
  if (!instant) return '—';
  const { moment, dated, year } = formats();
  const at = new Date(instant);
  return (year.format(at) === year.format(new Date()) ? moment : dated).format(at);
}
export const formatDay = (date) => (date ? formats().day.format(new Date(date.slice(0, 10))) : '—');
export const formatClock = (instant) => formats().clock.format(new Date(instant));

const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
];

/** An age in the largest unit that fits. */
export function formatAge(seconds) {
  if (seconds < 60) return t('just now', 'hace un momento');
  const [size, unit] = UNITS.find(([size]) => seconds >= size);
  const age = `${Math.floor(seconds / size)} ${unit}`;
  return t(`${age} ago`, `hace ${age}`);
}

/** The label of each status in both languages, and its colour: `on` is under way, `done` is over, `wait` and `bad` need attention. */
const STATUSES = {
  NO_INICIADO: [['Planned', 'Por iniciar'], 'idle'],
  EN_PROCESO: [['Under way', 'En proceso'], 'on'],
  COMPLETADO: [['Completed', 'Completado'], 'done'],
  CANCELADO: [['Called off', 'Cancelado'], 'off'],
  DISPONIBLE: [['Available', 'Disponible'], 'on'],
  RENTADA: [['Rented out', 'Rentada'], 'idle'],
  MANTENIMIENTO: [['Maintenance', 'Mantenimiento'], 'wait'],
  INACTIVA: [['Out of use', 'Inactiva'], 'off'],
  ACTIVA: [['Current', 'Activa'], 'on'],
  CERRADA: [['Closed', 'Cerrada'], 'done'],
  CANCELADA: [['Called off', 'Cancelada'], 'off'],
  DRAFT: [['Draft', 'Borrador'], 'idle'],
  PENDING: [['Being stamped', 'Timbrando'], 'wait'],
  VALID: [['Stamped', 'Timbrada'], 'on'],
  CANCELLED: [['Cancelled', 'Cancelada'], 'off'],
  CANCELLED_PENDING: [['Cancellation under way', 'Cancelación en curso'], 'wait'],
  ERROR: [['Failed', 'Con error'], 'bad'],
  OPEN: [['Open', 'Abierto'], 'wait'],
  ACKNOWLEDGED: [['Seen', 'Visto'], 'idle'],
  RESOLVED: [['Resolved', 'Resuelto'], 'done'],
  PENDIENTE: [['To come', 'Por llegar'], 'idle'],
  LLEGO: [['Arrived', 'Llegó'], 'on'],
  SALIO: [['Left', 'Salió'], 'done'],
  OMITIDA: [['Skipped', 'Omitida'], 'off'],
};

export const statusText = (status) => (status in STATUSES ? t(...STATUSES[status][0]) : status);
export const statusTone = (status) => STATUSES[status]?.[1] ?? 'idle';

const ROLES = {
  OWNER: ['Owner', 'Titular'],
  ADMIN: ['Administrator', 'Administración'],
  MEMBER: ['Office', 'Oficina'],
};
export const roleText = (role) => (role in ROLES ? t(...ROLES[role]) : role);

/** The caller of a call. A call without an HTTP request was started by AWS: a schedule, a queue or a pool. */
export const callerText = ({ caller, route }) =>
  caller ?? (route ? t('signed out', 'sin sesión') : t('by AWS', 'de AWS'));
