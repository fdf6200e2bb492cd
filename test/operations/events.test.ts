import { operation as listAudit } from '../../functions/audit/list-audit';
import { operation as listEvents } from '../../functions/events/list-events';
import { auditStep } from '../../shared/audit/audit';
import type { AuditEvent } from '../../shared/audit/audit-event';
import { listEvents as listEventsOf } from '../../shared/events/list-events';
import { instantOfUuid, uuidVersion7 } from '../../shared/platform/runtime/uuid';
import { transact } from '../../shared/platform/table/transact';
import { accounts, refusal, refused } from '../support/accounts';
import { START, someId } from '../support/engine-runtime';
import { type Desk, type Office, openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';

const table = quickTable();
const world = accounts(table);

type Entry = Pick<AuditEvent, 'entityType' | 'action'> & Partial<AuditEvent>;
const CLIENT: Entry = { entityType: 'CLIENT', action: 'UPDATE' };

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;
const STARTED: Entry = {
  entityType: 'TRIP',
  action: 'STATUS',
  previousStatus: 'NO_INICIADO',
  newStatus: 'EN_PROCESO',
};

/** What a phone recorded this long ago. */
function phoneFact(agoMs: number): NonNullable<AuditEvent['fact']> {
  const at = new Date(START - agoMs).toISOString();
  return { id: uuidVersion7(START - agoMs, Buffer.alloc(10, 7)), at, recordedAt: at, receivedAt: at };
}

const SETTLED = 90 * SECOND;

/** Writes entries of a team, one a millisecond from this offset of the start of the test on. Returns the records. */
async function write(teamId: string, entries: readonly Entry[], offset = -200 * SECOND): Promise<string[]> {
  const testContext = table.testContext();
  testContext.pass(offset);
  const records: string[] = [];
  for (const entry of entries) {
    testContext.pass(1);
    const entityId = someId();
    await transact(testContext.context, [
      auditStep(testContext.context, { id: someId(), teamId }, { ...entry, entityId }),
    ]);
    records.push(entityId);
  }
  return records;
}

const repeated = (entry: Entry, times: number): Entry[] => Array.from({ length: times }, () => entry);

interface Told {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly entity: { readonly id: string } };
}

async function pull({ send }: Pick<Desk, 'send'>, query: Record<string, string> = {}) {
  const answer = await send(listEvents, { query });
  expect(answer.status).toBe(200);
  const { events, ...rest } = answer.body as { events: Told[]; count: number; after: string | null; hasMore: boolean };
  return { events, told: events.map(({ data }) => data.entity.id), ...rest };
}

/** Follows `after` until there are no more. */
async function pullAll(desk: Pick<Desk, 'send'>, query: Record<string, string> = {}) {
  const pages = [];
  for (let after: string | null = null; pages.length < 100; ) {
    const page = await pull(desk, { ...query, ...(after && { after }) });
    pages.push(page.told);
    after = page.after;
    if (!page.hasMore) return { pages, after };
  }
  throw new Error('The list has no end.');
}

/** A team whose clock stands at the start of the test. */
const office = (role: 'ADMIN' | 'MEMBER' = 'ADMIN'): Promise<Office> => openOffice(world, { role });

describe('integrations 1: the list of events', () => {
  it('integrations 1: answers the events of the team alone, the oldest first, as the webhook sends them', async () => {
    const [mine, theirs] = [await office(), await office()];
    const records = await write(mine.teamId, [CLIENT, { entityType: 'TRIP', action: 'CREATE' }]);
    await write(theirs.teamId, [CLIENT]);
    const { events, ...page } = await pull(mine);
    expect(page).toEqual({
      told: records,
      count: 2,
      after: events[1]?.id,
      hasMore: false,
      asOf: new Date(START - SETTLED).toISOString(),
    });
    expect(events[1]).toEqual({
      id: events[1]?.id,
      type: 'trip.created',
      timestamp: instantOfUuid(events[1]?.id ?? '').toISOString(),
      data: {
        teamId: mine.teamId,
        entity: { type: 'TRIP', id: records[1] },
        action: 'CREATE',
        actor: { type: 'MEMBER', id: expect.any(String) },
      },
    });
  });

  it('integrations 1: has no event that is younger than 90 seconds', async () => {
    const opened = await office();
    const [old] = await write(opened.teamId, [CLIENT], -SETTLED - 2);
    const [young] = await write(opened.teamId, [CLIENT], -SETTLED - 1);
    const first = await pull(opened);
    expect(first.told).toEqual([old]);
    opened.testContext.pass(1);
    expect((await pull(opened, { after: first.after ?? '' })).told).toEqual([young]);
  });

  it('integrations 1: each event is answered once, by pages of any size, also between entries that are no events', async () => {
    const opened = await office();
    const hidden: Entry = { entityType: 'DRIVER', action: 'READ' };
    const user: Entry = { entityType: 'USER', action: 'UPDATE' };
    const entries = [hidden, CLIENT, CLIENT, user, hidden, CLIENT, hidden, hidden, user, CLIENT, CLIENT, hidden];
    const written = await write(opened.teamId, entries);
    const wanted = written.filter((_, index) => entries[index] === CLIENT);
    for (const limit of ['1', '2', '3', '5', '200']) {
      const { pages, after } = await pullAll(opened, { limit });
      expect(pages.flat()).toEqual(wanted);
      for (const page of pages) expect(page.length).toBeLessThanOrEqual(Number(limit));
      const again = await pull(opened, { limit, after: after ?? '' });
      expect([again.told, again.after, again.hasMore]).toEqual([[], after, false]);
    }
  });

  it('integrations 1: a transition that a phone recorded days ago follows the events that were there before it', async () => {
    const opened = await office();
    const { teamId } = opened;
    const [before] = await write(teamId, [CLIENT], -300 * SECOND);
    const { after } = await pull(opened);
    const fact = phoneFact(6 * DAY);
    const [started] = await write(teamId, [{ ...STARTED, fact }], -200 * SECOND);
    const [later] = await write(teamId, [CLIENT], -150 * SECOND);
    const next = await pull(opened, { after: after ?? '' });
    expect(next.told).toEqual([started, later]);
    expect(next.events[0]).toMatchObject({
      type: 'trip.started',
      timestamp: new Date(START - 200 * SECOND + 1).toISOString(),
    });
    expect((await pullAll(opened, { limit: '1' })).pages).toEqual([[before], [started], [later]]);
    expect(JSON.stringify(next.events)).not.toContain(fact.id);
  });

  it('road 8: both lists of the audit show such a transition with one identifier and the time of its commit', async () => {
    const opened = await office();
    const { teamId } = opened;
    const fact = phoneFact(6 * DAY);
    const [entityId] = await write(teamId, [{ ...STARTED, fact }], -200 * SECOND);
    const entries = async (query: object) => (await opened.send(listAudit, { query: { ...query } })).body.entries;
    const ofTeam = await entries({ entityType: 'TRIP' });
    const at = new Date(START - 200 * SECOND + 1).toISOString();
    expect(ofTeam).toMatchObject([{ entityId, at, action: 'STATUS', changes: { newStatus: 'EN_PROCESO' } }]);
    const ofTrip = { entityType: 'TRIP', entityId: entityId ?? '' };
    expect(await entries(ofTrip)).toEqual(ofTeam);
    const [day, next] = [START, START + DAY].map((now) => new Date(now).toISOString().slice(0, 10));
    expect(await entries({ ...ofTrip, from: day })).toEqual(ofTeam);
    expect(await entries({ ...ofTrip, from: next })).toEqual([]);
    const recorded = new Date(START - 6 * DAY).toISOString().slice(0, 10);
    expect(await entries({ ...ofTrip, from: recorded, to: recorded })).toEqual([]);
    expect(JSON.stringify(ofTeam)).not.toContain(fact.id);
  });

  it('integrations 1: without a new event the answer has the position of the request, or none', async () => {
    const opened = await office();
    expect(await pull(opened)).toMatchObject({ events: [], count: 0, after: null, hasMore: false });
    const after = uuidVersion7(START + 1_000_000, new Uint8Array(10));
    expect(await pull(opened, { after })).toMatchObject({ events: [], after, hasMore: false });
    expect(await pull(opened, { after: after.toUpperCase() })).toMatchObject({ after });
  });

  it('integrations 1: a type is found also after more than a page of others, and the position moves on', async () => {
    const opened = await office();
    const trip: Entry = { entityType: 'TRIP', action: 'UPDATE' };
    const [deleted] = await write(opened.teamId, [{ entityType: 'CLIENT', action: 'DELETE' }], -300 * SECOND);
    await write(opened.teamId, [...repeated(trip, 130), ...repeated(CLIENT, 3)], -290 * SECOND);
    const [last] = await write(opened.teamId, [{ entityType: 'CLIENT', action: 'DELETE' }], -280 * SECOND);
    const { pages } = await pullAll(opened, { type: 'client.deleted', limit: '1' });
    expect(pages).toEqual([[deleted], [last]]);
    expect((await pull(opened, { type: 'client.deleted' })).told).toEqual([deleted, last]);
    expect((await pull(opened, { type: 'invoice.valid' })).told).toEqual([]);
  });

  it('integrations 1: a page that examined a thousand entries in vain continues after them', async () => {
    const opened = await office();
    const steps = (offset: number) => {
      const testContext = table.testContext();
      testContext.pass(offset);
      const entry = { ...CLIENT, entityId: someId() };
      const actor = { id: someId(), teamId: opened.teamId };
      return transact(
        testContext.context,
        repeated(CLIENT, 50).map(() => auditStep(testContext.context, actor, entry)),
      );
    };
    for (let part = 0; part < 21; part += 1) await steps(-300 * SECOND + part);
    const [wanted] = await write(opened.teamId, [{ entityType: 'TRIP', action: 'CREATE' }]);
    const first = await pull(opened, { type: 'trip.created' });
    expect(first).toMatchObject({ told: [], hasMore: true, after: expect.any(String) });
    const second = await pull(opened, { type: 'trip.created', after: first.after ?? '' });
    expect(second).toMatchObject({ told: [wanted], hasMore: false });
  });

  it('integrations 6: fifty events cost 29 read units with the membership, and no write', async () => {
    const opened = await office();
    await write(opened.teamId, repeated(CLIENT, 60));
    const testContext = table.testContext();
    const { events, hasMore } = await testContext.use(listEventsOf)(opened.teamId, { limit: 50 });
    expect([events.length, hasMore]).toEqual([50, true]);
    expect(testContext.meter.writeUnits).toBe(0);
    expect(testContext.meter.readUnits).toBeLessThanOrEqual(28);
  });

  it.each([
    ['after', 'yesterday'],
    ['after', '12'],
    ['type', 'trip.exploded'],
    ['limit', '0'],
    ['limit', '201'],
    ['cursor', 'x'],
  ])('integrations 7: %s=%s is 400', async (field, value) => {
    const opened = await office();
    expect(refusal(await opened.send(listEvents, { query: { [field]: value } }))).toEqual(
      refused('VALIDATION_FAILED', field),
    );
  });

  it('integrations 1: a member without the role, another team and a driver read none', async () => {
    const [member, admin] = [await office('MEMBER'), await office()];
    expect((await member.send(listEvents)).status).toBe(403);
    expect((await admin.send(listEvents, { path: { teamId: member.teamId } })).status).toBe(403);
  });
});
