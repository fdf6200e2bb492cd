const ZONE = 'America/Mexico_City';
const money = new Intl.NumberFormat('es-MX', { style: 'currency', currency: 'MXN' });
const plain = new Intl.NumberFormat('es-MX', { maximumFractionDigits: 1 });
const dollars = new Intl.NumberFormat('es-MX', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const moment = new Intl.DateTimeFormat('es-MX', {
  timeZone: ZONE,
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});
const day = new Intl.DateTimeFormat('es-MX', { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' });
const clock = new Intl.DateTimeFormat('es-MX', {
  timeZone: ZONE,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
});

export const formatMoney = (amount) => (amount === undefined || amount === null ? '—' : money.format(amount));
export const formatNumber = (value) => plain.format(value);
export const formatDollars = (value) => dollars.format(value);
export const formatMoment = (instant) => (instant ? moment.format(new Date(instant)) : '—');
export const formatDay = (date) => (date ? day.format(new Date(date.slice(0, 10))) : '—');
export const formatClock = (instant) => clock.format(new Date(instant));

/** An age in the largest unit that fits. */
export function formatAge(seconds) {
  if (seconds < 60) return 'hace un momento';
  if (seconds < 3_600) return `hace ${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `hace ${Math.floor(seconds / 3_600)} h`;
  return `hace ${Math.floor(seconds / 86_400)} d`;
}

/** The label of each status and its colour: `on` is under way, `done` is over, `wait` and `bad` need attention. */
const STATUSES = {
  NO_INICIADO: ['Por iniciar', 'idle'],
  EN_PROCESO: ['En proceso', 'on'],
  COMPLETADO: ['Completado', 'done'],
  CANCELADO: ['Cancelado', 'off'],
  DISPONIBLE: ['Disponible', 'on'],
  RENTADA: ['Rentada', 'idle'],
  MANTENIMIENTO: ['Mantenimiento', 'wait'],
  INACTIVA: ['Inactiva', 'off'],
  ACTIVA: ['Activa', 'on'],
  CERRADA: ['Cerrada', 'done'],
  CANCELADA: ['Cancelada', 'off'],
  DRAFT: ['Borrador', 'idle'],
  PENDING: ['Timbrando', 'wait'],
  VALID: ['Timbrada', 'on'],
  CANCELLED: ['Cancelada', 'off'],
  CANCELLED_PENDING: ['Cancelación en curso', 'wait'],
  ERROR: ['Con error', 'bad'],
  OPEN: ['Abierto', 'wait'],
  ACKNOWLEDGED: ['Visto', 'idle'],
  RESOLVED: ['Resuelto', 'done'],
};

export const statusText = (status) => STATUSES[status]?.[0] ?? status;
export const statusTone = (status) => STATUSES[status]?.[1] ?? 'idle';

const ROLES = { OWNER: 'Titular', ADMIN: 'Administración', MEMBER: 'Oficina' };
export const roleText = (role) => ROLES[role] ?? role;

/** The caller of a call. A call without an HTTP request was started by AWS: a schedule, a queue or a pool. */
export const callerText = ({ caller, route }) => caller ?? (route ? 'sin sesión' : 'de AWS');
