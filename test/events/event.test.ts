import * as v from 'valibot';
import type { AuditEvent } from '../../shared/audit/audit-event';
import { SYSTEM_ACTOR } from '../../shared/audit/audit-event';
import { FleetEvent, renderEvent } from '../../shared/events/event';
import { NewTrip, Trip } from '../../shared/trips/trip';

const TEAM = '0190b8a0-0000-7000-8000-0000000000aa';
const ENTRY: AuditEvent = {
  id: '0190b8a0-0000-7000-8000-000000000001',
  entityType: 'TRIP',
  entityId: '0190b8a0-0000-7000-8000-000000000002',
  action: 'STATUS',
  actorId: '0190b8a0-0000-7000-8000-000000000003',
  actorType: 'DRIVER',
  at: '2026-03-02T15:00:00.000Z',
  previousStatus: 'NO_INICIADO',
  newStatus: 'EN_PROCESO',
  affects: [{ entityType: 'VEHICLE', entityId: '0190b8a0-0000-7000-8000-000000000004' }],
  lat: 19.4,
  lng: -99.1,
};

const rendered = (entry: AuditEvent) => v.parse(FleetEvent, JSON.parse(renderEvent(TEAM, entry) ?? 'null'));

describe('integrations 1: the body of an event', () => {
  it('integrations 1: the body is these bytes, without the coordinates of the entry', () => {
    expect(renderEvent(TEAM, ENTRY)).toBe(
      `{"id":"${ENTRY.id}","type":"trip.started","timestamp":"${ENTRY.at}","data":{"teamId":"${TEAM}",` +
        `"entity":{"type":"TRIP","id":"${ENTRY.entityId}"},"action":"STATUS",` +
        `"actor":{"type":"DRIVER","id":"${ENTRY.actorId}"},` +
        '"changes":{"previousStatus":"NO_INICIADO","newStatus":"EN_PROCESO"},' +
        '"affects":[{"type":"VEHICLE","id":"0190b8a0-0000-7000-8000-000000000004"}]}}',
    );
  });

  it('integrations 1: changes lets three names through, and texts only', () => {
    const { previousStatus, newStatus, ...entry } = ENTRY;
    const changes = { fields: ['name', 7, null], previousStatus: 'A', newStatus: 'B', amount: 100, members: ['x'] };
    expect(rendered({ ...entry, changes }).data.changes).toEqual({
      fields: ['name'],
      previousStatus: 'A',
      newStatus: 'B',
    });
    expect(rendered({ ...entry, changes: { amount: 100, fields: 'name', newStatus: 4 } }).data.changes).toBeUndefined();
  });

  it('integrations 1: an entry without the type of its actor is of a member, or of the service', () => {
    const { actorType, ...entry } = ENTRY;
    expect(rendered(entry).data.actor.type).toBe('MEMBER');
    expect(rendered({ ...entry, actorId: SYSTEM_ACTOR }).data.actor.type).toBe('SYSTEM');
    expect(rendered({ ...entry, actorType: 'KEY' }).data.actor.type).toBe('KEY');
  });

  it('integrations 1: the body stays below 2 KB with every field of the largest record and 8 affected records', () => {
    const fields = [...new Set([...Object.keys(NewTrip.entries), ...Object.keys(Trip.entries)])];
    const affects = Array.from({ length: 8 }, () => ({ entityType: 'BOX_RESERVATION' as const, entityId: ENTRY.id }));
    const body = renderEvent(TEAM, { ...ENTRY, action: 'UPDATE', affects, changes: { fields } });
    expect(Buffer.byteLength(body ?? '')).toBeLessThanOrEqual(2048);
  });

  it('integrations 1: an entry of a user has no body', () => {
    expect(renderEvent(TEAM, { ...ENTRY, entityType: 'USER' })).toBeUndefined();
  });
});
