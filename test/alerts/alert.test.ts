import { ALERT_STATUSES, ALERT_TYPES } from '../../shared/alerts/alert';
import { ALERTS } from '../../shared/alerts/alert-kinds';
import { ALERT_TRANSITIONS } from '../../shared/alerts/alert-states';
import { auditEntry } from '../../shared/audit/audit-event';
import { rowFor } from '../../shared/platform/table/state-machine';
import { ID, NOW } from '../platform/values/schemas';

test('every type that can be asked for has severity and entity, and the other way', () => {
  expect([...ALERT_TYPES].sort()).toEqual(Object.keys(ALERTS).sort());
});

test('an alert is taken on and settled, given back and opened again; a settled one is open before it is taken on', () => {
  const moves = ALERT_STATUSES.flatMap((from) =>
    ALERT_STATUSES.filter((to) => rowFor(ALERT_TRANSITIONS, from, to)).map((to) => `${from} → ${to}`),
  );
  expect(moves).toEqual([
    'OPEN → ACKNOWLEDGED',
    'OPEN → RESOLVED',
    'ACKNOWLEDGED → OPEN',
    'ACKNOWLEDGED → RESOLVED',
    'RESOLVED → OPEN',
  ]);
});

describe('an audit entry', () => {
  const event = { id: ID, entityType: 'TRIP', entityId: ID, action: 'STATUS', actorId: ID, at: NOW } as const;

  test('of a trip’s event tells the change of status, and not where the driver was', () => {
    const moved = { ...event, previousStatus: 'NO_INICIADO', newStatus: 'EN_PROCESO', lat: 25.6, lng: -100.3 } as const;
    expect(auditEntry(moved)).toEqual({
      ...event,
      changes: { previousStatus: 'NO_INICIADO', newStatus: 'EN_PROCESO' },
    });
  });

  test('of any other is the event itself', () => {
    expect(auditEntry({ ...event, changes: { fields: ['name'] } })).toEqual({
      ...event,
      changes: { fields: ['name'] },
    });
    expect(auditEntry(event)).toEqual(event);
  });
});
