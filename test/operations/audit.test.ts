import fc from 'fast-check';
import { operation as listAudit } from '../../functions/audit/list-audit';
import { auditStep } from '../../shared/audit/audit';
import { AUDITED_ENTITIES, type AuditEvent } from '../../shared/audit/audit-event';
import { listAudit as listAuditOf } from '../../shared/audit/list-audit';
import { instantOfUuid, uuidPrefix, uuidVersion7 } from '../../shared/platform/runtime/uuid';
import { transact } from '../../shared/platform/table/transact';
import { accounts, refusal, refused } from '../support/accounts';
import { START, someId } from '../support/engine-runtime';
import { type Office, openOffice, pagesOf, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertTeam } from '../support/store-fleet';

const table = quickTable();
const world = accounts(table);

const [ana, luis, truck, client] = [someId(), someId(), someId(), someId()];

/** Writes entries of a team, each at its own instant. */
async function write(
  teamId: string,
  entries: readonly (readonly [string, string, AuditEvent['entityType'], string])[],
) {
  for (const [instant, actorId, entityType, entityId] of entries) {
    const testContext = table.testContext();
    testContext.pass(Date.parse(instant) - START);
    const step = auditStep(testContext.context, { id: actorId, teamId }, { entityType, entityId, action: 'UPDATE' });
    await transact(testContext.context, [step]);
  }
}

/** The minute of each entry, by which these tests recognise it. */
const minutes = (entries: Record<string, unknown>[]) => entries.map(({ at }) => String(at).slice(5, 23));

describe('the audit of a team', () => {
  let office: Office;

  beforeAll(async () => {
    office = await openOffice(world, { role: 'ADMIN', team: { timeZone: 'America/Tijuana' } });
    await write(office.teamId, [
      ['2026-03-07T07:59:59.999Z', ana, 'VEHICLE', truck],
      // 7 March in Tijuana: its first and last instant. 8 March has 23 hours.
      ['2026-03-07T08:00:00.000Z', ana, 'CLIENT', client],
      ['2026-03-08T07:59:59.999Z', luis, 'VEHICLE', truck],
      ['2026-03-08T08:00:00.000Z', luis, 'CLIENT', client],
      ['2026-03-09T06:59:59.999Z', ana, 'VEHICLE', truck],
      ['2026-03-09T07:00:00.000Z', luis, 'VEHICLE', someId()],
    ]);
    await write((await insertTeam(table.testContext(), {})).teamId, [
      ['2026-03-07T09:00:00.000Z', ana, 'VEHICLE', truck],
    ]);
  });

  const [E1, E2, E3, E4, E5, E6] = [
    '03-07T07:59:59.999',
    '03-07T08:00:00.000',
    '03-08T07:59:59.999',
    '03-08T08:00:00.000',
    '03-09T06:59:59.999',
    '03-09T07:00:00.000',
  ];

  it.each([
    [{}, [E6, E5, E4, E3, E2, E1]],
    [{ from: '2026-03-07', to: '2026-03-07' }, [E3, E2]],
    [{ from: '2026-03-08', to: '2026-03-08' }, [E5, E4]],
    [{ from: '2026-03-09' }, [E6]],
    [{ to: '2026-03-06' }, [E1]],
    [{ from: '2026-03-07T08:00:00.000Z', to: '2026-03-08T07:59:59.999Z' }, [E3, E2]],
    [{ from: '2026-03-07T08:00:00.001Z', to: '2026-03-08T07:59:59.998Z' }, []],
    [{ entityType: 'VEHICLE' }, [E6, E5, E3, E1]],
    [{ entityType: 'VEHICLE', entityId: truck }, [E5, E3, E1]],
    [{ entityId: truck }, [E5, E3, E1]],
    [{ entityType: 'CLIENT', entityId: truck }, []],
    [{ entityType: 'VEHICLE', entityId: truck, from: '2026-03-07', to: '2026-03-08' }, [E5, E3]],
    [{ entityType: 'VEHICLE', entityId: truck, to: '2026-03-06' }, [E1]],
    [{ entityType: 'VEHICLE', from: '2026-03-08' }, [E6, E5]],
    [{ actorId: ana }, [E5, E2, E1]],
    [{ actorId: ana, entityType: 'VEHICLE' }, [E5, E1]],
    [{ actorId: luis, entityType: 'VEHICLE', entityId: truck }, [E3]],
    [{ actorId: luis, from: '2026-03-08', to: '2026-03-08' }, [E4]],
    [{ actorId: someId() }, []],
  ])('is found by %j, the newest first', async (query, expected) => {
    expect(minutes(recordsOf(await office.send(listAudit, { query }), 'entries'))).toEqual(expected);
    const pages = await pagesOf(office, listAudit, 'entries', { ...query, limit: '1' });
    expect(minutes(pages.flat())).toEqual(expected);
  });

  it.each([
    ['entityType', 'HORSE'],
    ['entityId', 'one'],
    ['actorId', 'me'],
    ['from', '2026-02-30'],
    ['to', 'yesterday'],
    ['limit', '0'],
    ['cursor', 'made-up'],
  ])('is not found by a wrong %s', async (field, value) => {
    const answer = await office.send(listAudit, { query: { [field]: value } });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', field));
  });

  it.each([
    [{}, { entityId: truck }],
    [{ entityType: 'VEHICLE' }, { entityType: 'CLIENT' }],
    [{}, { from: '2026-03-07' }],
    [
      { entityType: 'VEHICLE', entityId: truck },
      { entityType: 'VEHICLE', entityId: truck, actorId: ana },
    ],
  ])('is not found by the cursor of another filter: of %j for %j', async (filter, other) => {
    const { body } = await office.send(listAudit, { query: { limit: '1', ...filter } });
    const query = { limit: '1', ...other, cursor: String(body.nextCursor) };
    expect(refusal(await office.send(listAudit, { query }))).toEqual(refused('VALIDATION_FAILED', 'cursor'));
  });

  it('is not found from a day to one before it', async () => {
    const query = { from: '2026-03-09', to: '2026-03-08' };
    expect(refusal(await office.send(listAudit, { query }))).toEqual(refused('VALIDATION_FAILED', 'from'));
  });

  it('answers an entry as the interface says', async () => {
    const query = { entityType: 'VEHICLE', entityId: truck, limit: '1' };
    const [entry] = recordsOf(await office.send(listAudit, { query }), 'entries');
    expect(entry).toEqual({
      id: expect.any(String),
      entityType: 'VEHICLE',
      entityId: truck,
      action: 'UPDATE',
      actorId: ana,
      at: '2026-03-09T06:59:59.999Z',
    });
  });

  it('is read by its owner and administrators, and by nobody else', async () => {
    const owner = await office.hire('OWNER');
    expect((await owner.send(listAudit)).status).toBe(200);
    for (const nobody of [await office.hire('MEMBER'), await office.stranger()])
      expect(refusal(await nobody.send(listAudit))).toEqual(refused('FORBIDDEN'));
    const other = await openOffice(world);
    for (const query of [{}, { entityType: 'VEHICLE', entityId: truck }, { entityId: truck }, { actorId: ana }])
      expect(recordsOf(await other.send(listAudit, { query }), 'entries')).toEqual([]);
  });

  it.each([
    [
      'of one entity: its partition',
      { entityType: 'VEHICLE', entityId: truck } as const,
      3,
      { calls: 1, readUnits: 0.5 },
    ],
    ['by time: the keys of the index alone', {}, 6, { calls: 1, readUnits: 0.5 }],
    ['by time, a page: no more than it answers', {}, 2, { calls: 1, readUnits: 0.5 }, 2],
    ['of one type: the keys of the index alone', { entityType: 'CLIENT' } as const, 2, { calls: 1, readUnits: 0.5 }],
  ])('costs, %s', async (_, filter, count, { calls, readUnits }, limit = 50) => {
    const testContext = table.testContext();
    const { records } = await testContext.use(listAuditOf)(office.teamId, filter, {}, { limit });
    expect(records).toHaveLength(count);
    expect(testContext.meter).toEqual({ calls, readUnits, writeUnits: 0 });
  });
});

it('costs two calls to find the one of its type among many', async () => {
  const { teamId } = await insertTeam(table.testContext(), {});
  const others = Array.from({ length: 30 }, () => ['2026-03-08T09:00:00.000Z', ana, 'VEHICLE', truck] as const);
  await write(teamId, [['2026-03-08T08:00:00.000Z', ana, 'CLIENT', client], ...others]);
  const testContext = table.testContext();
  const { records } = await testContext.use(listAuditOf)(teamId, { entityType: 'CLIENT' }, {}, { limit: 1 });
  expect(records).toHaveLength(1);
  expect(testContext.meter).toEqual({ calls: 2, readUnits: 1.5 + 0.5, writeUnits: 0 });
});

it('dates an entry by its identifier, whose range a date is', async () => {
  const testContext = table.testContext();
  const actor = { id: ana, teamId: someId() };
  const late = { ...testContext.context, now: () => new Date(START + 1) };
  await transact(testContext.context, [
    auditStep(late, actor, { entityType: 'CLIENT', entityId: client, action: 'UPDATE' }),
  ]);
  const [event] = await table.partition(`TEAM#${actor.teamId}#CLIENT#${client}`);
  expect(event?.at).toBe(instantOfUuid(String(event?.id)).toISOString());
});

it('takes an instant from an identifier, and an identifier’s beginning from an instant', () => {
  fc.assert(
    fc.property(fc.nat({ max: 253_402_300_799_999 }), fc.uint8Array({ minLength: 10, maxLength: 10 }), (at, random) => {
      const id = uuidVersion7(at, random);
      expect(instantOfUuid(id).getTime()).toBe(at);
      expect(id.startsWith(uuidPrefix(new Date(at)))).toBe(true);
      expect(uuidPrefix(new Date(at + 1)) > id).toBe(true);
    }),
  );
  expect(uuidPrefix(new Date('0000-01-01T00:00:00Z'))).toBe('00000000-0000');
});

it('knows every kind of record that the product keeps', () => {
  const kinds = [
    'BOX',
    'BOX_RESERVATION',
    'PAYMENT',
    'FILE',
    'ALERT',
    'ORGANIZATION',
    'INVOICE',
    'TRIP',
    'TEAM',
    'USER',
  ];
  expect(AUDITED_ENTITIES).toEqual(expect.arrayContaining(kinds));
});
