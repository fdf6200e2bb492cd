import fc from 'fast-check';
import * as v from 'valibot';
import {
  AUDITED_ENTITIES,
  AuditEvent,
  auditEntry,
  eventAt,
  eventIndexes,
  eventKey,
  eventKeysWithText,
  isEventPosition,
} from '../../shared/audit/audit-event';
import { eventInKey, eventPositionOf } from '../../shared/audit/event-in-key';
import { listAudit } from '../../shared/audit/list-audit';
import { instantOfUuid } from '../../shared/platform/runtime/uuid';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { listEntries, positionOf } from '../../shared/webhook-endpoints/entries';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';

/** The list of a team's audit reads most entries from the keys of the index. */

const table = quickTable();
const teamId = someId();

type Written = Omit<AuditEvent, 'affects'>;
const eventOf = (fields: Partial<Written> = {}): Written => {
  const id = someId();
  const of = { id, entityType: 'TRIP', entityId: someId(), action: 'STATUS', actorId: someId() } as const;
  return { ...of, at: instantOfUuid(id).toISOString(), ...fields };
};
const keyOf = (event: Written) => String(eventKeysWithText(teamId, event).gsi1sk);
const sizeOf = (event: Written) => {
  const { pk, sk } = eventKey(teamId, event);
  return Buffer.byteLength(JSON.stringify({ ...event, ...eventKeysWithText(teamId, event), pk, sk }));
};

test('desk 3.4: a key shows the entry that the record shows, or leaves it to the record', () => {
  const texts = fc.string({ maxLength: 300, unit: 'binary' });
  fc.assert(
    fc.property(
      fc.constantFrom(...AUDITED_ENTITIES),
      fc.option(fc.dictionary(fc.stringMatching(/^[a-z]{1,9}$/), fc.oneof(texts, fc.integer(), fc.constant(null))), {
        nil: undefined,
      }),
      fc.option(fc.record({ previousStatus: texts, newStatus: texts }), { nil: undefined }),
      fc.boolean(),
      (entityType, changes, status, isOfPhone) => {
        const at = new Date(0).toISOString();
        const fact = { id: someId(), at, recordedAt: at, receivedAt: at };
        const event = eventOf({ entityType, ...(changes && { changes }), ...status, ...(isOfPhone && { fact }) });
        const key = keyOf(event);
        const shown = eventInKey(key);
        expect(isEventPosition(eventPositionOf(key))).toBe(true);
        expect([eventAt(key), eventPositionOf(key)]).toEqual([
          { id: event.id, entityType, entityId: event.entityId, ...(isOfPhone && { fact: { id: fact.id } }) },
          eventIndexes(teamId, event).gsi1sk,
        ]);
        expect(shown === undefined || sizeOf(event) < 1_000).toBe(true);
        if (shown !== undefined) expect(auditEntry(shown)).toEqual(auditEntry(v.parse(AuditEvent, event)));
      },
    ),
  );
});

test('desk 3.4: an entry that would exceed a kilobyte, and one of an older release, are read from the table', async () => {
  const team = someId();
  const { context, use, meter } = table.testContext();
  const [short, long, old] = [eventOf(), eventOf({ changes: { notes: 'ñ'.repeat(400) } }), eventOf()];
  for (const event of [short, long])
    await transact(context, [putItem(eventKey(team, event), event, eventKeysWithText(team, event))]);
  await transact(context, [putItem(eventKey(team, old), old, eventIndexes(team, old))]);
  expect([short, long].map((event) => eventInKey(keyOf(event)) !== undefined)).toEqual([true, false]);
  const before = meter.readUnits;
  const { records, nextCursor } = await use(listAudit)(team, {}, {}, { limit: 50 });
  expect([records, nextCursor]).toEqual([[old, long, short], null]);
  expect(meter.readUnits - before).toBe(0.5 + 2 * 0.5);
});

test('desk 3.4: a text holds no place of the driver, which an erasure removes from the record', () => {
  const key = keyOf(eventOf({ lat: 25.6714, lng: -100.309, changes: { fields: ['driverId'] } }));
  expect(eventInKey(key)).toMatchObject({ changes: { fields: ['driverId'] } });
  expect(key).not.toMatch(/25\.6|100\.3/);
});

test('integrations 7: a redelivery that goes on behind an entry does not find it again', async () => {
  const team = someId();
  const { context, use } = table.testContext();
  const [first, last] = [eventOf(), eventOf()];
  for (const event of [first, last])
    await transact(context, [putItem(eventKey(team, event), event, eventKeysWithText(team, event))]);
  const range = { from: '2020-01-01T00:00:00.000Z', to: '2030-01-01T00:00:00.000Z' };
  const fail = (failure: unknown) => {
    throw failure;
  };
  const found = async (after?: string) => (await use(listEntries)(team, { ...range, after }, 10, fail)).entries;
  expect((await found()).map(({ id }) => id)).toEqual([first.id, last.id]);
  expect((await found(positionOf(first))).map(({ id }) => id)).toEqual([last.id]);
});
