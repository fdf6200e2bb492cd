import { AUDIT_ACTIONS, AUDITED_ENTITIES, type AuditAction, type AuditedEntity } from '../../shared/audit/audit-event';
import { EVENT_TYPES, type EventType, entitiesOf, eventTypeOf } from '../../shared/events/event-type';
import { TRIP_STATUSES } from '../../shared/trips/trip';

/** What the specification names for an entity: the types of its actions, and one for the others, or null if they are no event. */
type Named = Partial<Record<AuditAction, EventType>> & { readonly others: EventType | null };

const lifeOf = (noun: 'vehicle' | 'client' | 'route' | 'box' | 'route_point'): Named => ({
  CREATE: `${noun}.created`,
  DELETE: `${noun}.deleted`,
  others: `${noun}.updated`,
});

const EXPECTED: Readonly<Record<AuditedEntity, Named>> = {
  TEAM: { others: 'team.updated' },
  DRIVER: { CREATE: 'driver.created', others: 'driver.updated' },
  VEHICLE: lifeOf('vehicle'),
  CLIENT: lifeOf('client'),
  ROUTE_POINT: lifeOf('route_point'),
  ROUTE: lifeOf('route'),
  TRIP: { CREATE: 'trip.created', DELETE: 'trip.deleted', others: 'trip.updated' },
  BOX: lifeOf('box'),
  BOX_RESERVATION: { CREATE: 'reservation.created', others: 'reservation.updated' },
  PAYMENT: { CREATE: 'payment.created', DELETE: 'payment.voided', others: null },
  COLLECTION: { CREATE: 'collection.created', DELETE: 'collection.voided', others: 'collection.updated' },
  INVOICE: { CREATE: 'invoice.created', DELETE: 'invoice.deleted', others: 'invoice.updated' },
  ORGANIZATION: { others: 'organization.updated' },
  FILE: { CREATE: 'file.created', DELETE: 'file.deleted', others: null },
  ALERT: { CREATE: 'alert.raised', others: 'alert.updated' },
  USER: { others: null },
  DOCUMENT_ARCHIVE: { others: null },
  WEBHOOK_ENDPOINT: { others: null },
  API_KEY: { others: null },
  TRACKING_LINK: { others: null },
  IMPORT: { STATUS: 'import.finished', others: null },
};

const STATUSES: readonly [AuditedEntity, string, EventType][] = [
  ['TRIP', 'NO_INICIADO', 'trip.updated'],
  ['TRIP', 'EN_PROCESO', 'trip.started'],
  ['TRIP', 'COMPLETADO', 'trip.completed'],
  ['TRIP', 'CANCELADO', 'trip.cancelled'],
  ['BOX_RESERVATION', 'CERRADA', 'reservation.closed'],
  ['BOX_RESERVATION', 'CANCELADA', 'reservation.cancelled'],
  ['INVOICE', 'DRAFT', 'invoice.updated'],
  ['INVOICE', 'PENDING', 'invoice.pending'],
  ['INVOICE', 'VALID', 'invoice.valid'],
  ['INVOICE', 'ERROR', 'invoice.error'],
  ['INVOICE', 'CANCELLED_PENDING', 'invoice.cancellation_pending'],
  ['INVOICE', 'CANCELLED', 'invoice.cancelled'],
  ['ALERT', 'RESOLVED', 'alert.updated'],
];

const NEVER: readonly AuditAction[] = ['READ', 'EXPORT', 'EMAIL'];
const pairs = AUDITED_ENTITIES.flatMap((entityType) => AUDIT_ACTIONS.map((action) => ({ entityType, action })));

describe('integrations 1: the table of types', () => {
  it.each(pairs)('integrations 1: $entityType $action has the type that is named for it', ({ entityType, action }) => {
    const { others, ...named } = EXPECTED[entityType];
    const expected = NEVER.includes(action) ? undefined : (named[action] ?? others ?? undefined);
    expect(eventTypeOf({ entityType, action })).toBe(expected);
  });

  it.each(STATUSES)(
    'integrations 1: %s becomes %s: %s, from the field or from the changes',
    (entityType, newStatus, type) => {
      expect(eventTypeOf({ entityType, action: 'STATUS', newStatus })).toBe(type);
      expect(eventTypeOf({ entityType, action: 'STATUS', changes: { newStatus } })).toBe(type);
      expect(entitiesOf(type)).toEqual(new Set([entityType]));
    },
  );

  it('integrations 1: every status of a trip has a row, and every type an entry that has it', () => {
    expect(STATUSES.flatMap(([entity, status]) => (entity === 'TRIP' ? [status] : []))).toEqual(TRIP_STATUSES);
    const types = [...pairs.map(eventTypeOf), ...STATUSES.map(([, , type]) => type)];
    expect(new Set(types.flatMap((type) => type ?? []))).toEqual(new Set(EVENT_TYPES));
  });

  it('integrations 1: the creation of a trip is no start, although it has a status', () => {
    expect(eventTypeOf({ entityType: 'TRIP', action: 'CREATE', newStatus: 'EN_PROCESO' })).toBe('trip.created');
  });
});
