import type { AuditAction, AuditEvent, AuditedEntity } from '../audit/audit-event';

/** The types of events, as integrators receive them. */
export const EVENT_TYPES = [
  'trip.created',
  'trip.updated',
  'trip.started',
  'trip.completed',
  'trip.cancelled',
  'trip.deleted',
  'payment.created',
  'payment.voided',
  'collection.created',
  'collection.updated',
  'collection.voided',
  'reservation.created',
  'reservation.updated',
  'reservation.closed',
  'reservation.cancelled',
  'invoice.created',
  'invoice.updated',
  'invoice.deleted',
  'invoice.pending',
  'invoice.valid',
  'invoice.error',
  'invoice.cancellation_pending',
  'invoice.cancelled',
  'alert.raised',
  'alert.updated',
  'file.created',
  'file.deleted',
  'route_point.created',
  'route_point.updated',
  'route_point.deleted',
  'route.created',
  'route.updated',
  'route.deleted',
  'driver.created',
  'driver.updated',
  'vehicle.created',
  'vehicle.updated',
  'vehicle.deleted',
  'client.created',
  'client.updated',
  'client.deleted',
  'box.created',
  'box.updated',
  'box.deleted',
  'organization.updated',
  'team.updated',
  'import.finished',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

interface Types {
  /** Of every action that has no type of its own. Absent: such an action is no event. */
  readonly other?: EventType;
  readonly actions?: Readonly<Partial<Record<AuditAction, EventType>>>;
  /** Of a change of status, by the new status. */
  readonly statuses?: Readonly<Record<string, EventType>>;
}

/** Actions that change no record: reads of personal data, exports and mails. */
const UNTOLD: ReadonlySet<AuditAction> = new Set(['READ', 'EXPORT', 'EMAIL']);

/**
 * The type of an audit entry by its entity, action and new status. The entries of users contain what happens to an account, and a prepared
 * archive is no record of the business: neither is an event.
 */
const TYPES: Readonly<Record<AuditedEntity, Types>> = {
  TRIP: {
    other: 'trip.updated',
    actions: { CREATE: 'trip.created', DELETE: 'trip.deleted' },
    statuses: { EN_PROCESO: 'trip.started', COMPLETADO: 'trip.completed', CANCELADO: 'trip.cancelled' },
  },
  PAYMENT: { actions: { CREATE: 'payment.created', DELETE: 'payment.voided' } },
  COLLECTION: {
    other: 'collection.updated',
    actions: { CREATE: 'collection.created', DELETE: 'collection.voided' },
  },
  BOX_RESERVATION: {
    other: 'reservation.updated',
    actions: { CREATE: 'reservation.created' },
    statuses: { CERRADA: 'reservation.closed', CANCELADA: 'reservation.cancelled' },
  },
  INVOICE: {
    other: 'invoice.updated',
    actions: { CREATE: 'invoice.created', DELETE: 'invoice.deleted' },
    statuses: {
      PENDING: 'invoice.pending',
      VALID: 'invoice.valid',
      ERROR: 'invoice.error',
      CANCELLED_PENDING: 'invoice.cancellation_pending',
      CANCELLED: 'invoice.cancelled',
    },
  },
  ALERT: { other: 'alert.updated', actions: { CREATE: 'alert.raised' } },
  FILE: { actions: { CREATE: 'file.created', DELETE: 'file.deleted' } },
  ROUTE_POINT: {
    other: 'route_point.updated',
    actions: { CREATE: 'route_point.created', DELETE: 'route_point.deleted' },
  },
  ROUTE: { other: 'route.updated', actions: { CREATE: 'route.created', DELETE: 'route.deleted' } },
  // An erased driver keeps the record without the personal data.
  DRIVER: { other: 'driver.updated', actions: { CREATE: 'driver.created' } },
  VEHICLE: { other: 'vehicle.updated', actions: { CREATE: 'vehicle.created', DELETE: 'vehicle.deleted' } },
  CLIENT: { other: 'client.updated', actions: { CREATE: 'client.created', DELETE: 'client.deleted' } },
  BOX: { other: 'box.updated', actions: { CREATE: 'box.created', DELETE: 'box.deleted' } },
  ORGANIZATION: { other: 'organization.updated' },
  TEAM: { other: 'team.updated' },
  USER: {},
  DOCUMENT_ARCHIVE: {},
  WEBHOOK_ENDPOINT: {},
  API_KEY: {},
  TRACKING_LINK: {},
  IMPORT: { actions: { STATUS: 'import.finished' } },
};

/** The type of an entry; undefined when it is no event. */
export function eventTypeOf({
  entityType,
  action,
  ...event
}: Pick<AuditEvent, 'entityType' | 'action' | 'newStatus' | 'changes'>): EventType | undefined {
  if (UNTOLD.has(action)) return undefined;
  const { other, actions, statuses } = TYPES[entityType];
  const status = action === 'STATUS' ? newStatusOf(event) : undefined;
  return (status === undefined ? undefined : statuses?.[status]) ?? actions?.[action] ?? other;
}

/** Entries of trips have their status in a field, the others among their changes. */
export function newStatusOf({ newStatus, changes }: Pick<AuditEvent, 'newStatus' | 'changes'>): string | undefined {
  return newStatus ?? textOf(changes?.newStatus);
}

/** The value if it is a text. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The kinds of records that can have an event of this type, or any event. The list of events reads the entries of these alone. */
export const entitiesOf = (type?: EventType): ReadonlySet<string> =>
  new Set(
    Object.entries(TYPES).flatMap(([entity, types]) =>
      typesOf(types).some((one) => one !== undefined && (type === undefined || one === type)) ? [entity] : [],
    ),
  );

const typesOf = ({ other, actions = {}, statuses = {} }: Types): readonly (EventType | undefined)[] => [
  other,
  ...Object.values(actions),
  ...Object.values(statuses),
];
