import { operation as listAudit } from '../../functions/audit/list-audit';
import { operation as listClients } from '../../functions/clients/list-clients';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as getTrip } from '../../functions/trips/get-trip';
import { operation as listTrips } from '../../functions/trips/list-trips';
import { operation as listVehicles } from '../../functions/vehicles/list-vehicles';
import type { Operation } from '../../shared/operation/define';
import type { Outbound } from '../../shared/platform/runtime/context';
import { accounts } from '../support/accounts';
import { imported, resultOf, runDue, start, uploadCsv } from '../support/import-desk';
import { type Office, openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { objectStorage } from '../support/storage';

const table = quickTable();
const world = accounts(table);
const storage = objectStorage();

const LEASE_MS = 2 * 60_000;

interface Case {
  readonly list: Operation;
  readonly plural: string;
  /** The records before the import. */
  readonly first: string;
  readonly file: string;
  /** Creates a trip of the first record, whose copies follow it. */
  readonly field?: 'clientId' | 'vehicleId';
}

const CASES: Readonly<Record<string, Case>> = {
  clients: {
    list: listClients,
    plural: 'clients',
    first: 'externalId,name,phone\nA,Uno,1\nB,Dos,2\n',
    file: 'externalId,name,phone\nA,Uno Nuevo,1\nB,Dos,2\nC,Tres,3\nD,,4\nE,Cinco,5\n',
    field: 'clientId',
  },
  vehicles: {
    list: listVehicles,
    plural: 'vehicles',
    first: 'externalId,plate,brand\nA,AA-1,Uno\nB,BB-2,Dos\n',
    file: 'externalId,plate,brand,insuranceExpiry\nA,AA-9,Nuevo,2027-01-01\nB,BB-2,Dos,\nC,CC-3,Tres,2027-01-01\nD,,Nada,\nE,BB2,Igual,\n',
    field: 'vehicleId',
  },
  trips: {
    list: listTrips,
    plural: 'trips',
    first: 'externalId,startDate,revenue\nA,2026-04-01T06:00:00Z,10\nB,2026-04-01T06:00:00Z,20\n',
    file: 'externalId,startDate,revenue\nA,2026-04-02T06:00:00Z,11\nB,2026-04-01T06:00:00Z,20\nC,2026-04-03T06:00:00Z,30\nD,ayer,40\n',
  },
};

async function prepare(kind: string, { first, field, list, plural }: Case) {
  const office = await openOffice(world);
  storage.follow(office.testContext.now);
  await imported(office, kind, first);
  const record = recordsOf(await office.send(list), plural).find(({ externalId }) => externalId === 'A');
  const trip =
    field && (await office.send(createTrip, { body: { startDate: '2026-04-01T06:00:00Z', [field]: record?.id } }));
  return { office, tripId: trip && String(trip.body.id) };
}

const hidden = /"(?:id|teamId|createdAt|invoiceId|at)":"[^"]*",?/g;

/** The team as its members see it, without what differs between two teams. */
async function stateOf(office: Office, { list, plural }: Case, tripId: string | undefined) {
  const records = recordsOf(await office.send(list), plural);
  const names = new Map(records.map(({ id, externalId }) => [id, externalId]));
  const entries = recordsOf(await office.send(listAudit, { query: { limit: '100' } }), 'entries');
  const trip = tripId && (await office.send(getTrip, { path: { tripId } })).body;
  const shown = [
    ...records.map((record) => JSON.stringify(record)),
    ...entries
      .filter(({ entityType }) => entityType !== 'IMPORT')
      .map(({ entityId, action, changes }) => JSON.stringify([names.get(entityId), action, changes])),
    ...(trip ? [JSON.stringify([trip.clientName, trip.vehiclePlate])] : []),
  ];
  const keys = (await table.partition(`TEAM#${office.teamId}`)).map(({ sk }) =>
    String(sk).replace(/[\da-f]{8}-[\da-f-]{27}/g, '*'),
  );
  return [
    ...shown.map((text) => text.replace(hidden, '')).sort(),
    ...keys.filter((sk) => !/^(IMPORT|MEMBER)/.test(sk)).sort(),
  ];
}

/** No call from the nth on is sent: the function ended between two calls. A lost answer is the same end, one call later. */
function killAt(nth: number, outbound: Outbound): Outbound {
  let calls = 0;
  return async (call, send) => {
    calls += 1;
    if (calls >= nth) throw new Error('The function was killed.');
    return outbound(call, send);
  };
}

async function countCalls({ testContext }: Office): Promise<number> {
  let calls = 0;
  const { outbound } = testContext.runtime;
  await runDue(testContext, {
    outbound: (call, send) => {
      calls += 1;
      return outbound(call, send);
    },
  });
  return calls;
}

describe('integrations 8: an import that is killed', () => {
  it.each(Object.entries(CASES))(
    'at each call of %s and run again ends as one that was not',
    async (kind, of) => {
      const whole = await prepare(kind, of);
      const { key } = await uploadCsv(whole.office, of.file);
      await start(whole.office, { kind, key, dryRun: false });
      const calls = await countCalls(whole.office);
      const expected = await stateOf(whole.office, of, whole.tripId);
      expect(calls).toBeGreaterThan(14);
      // The first call lists the due imports.
      for (let nth = 2; nth <= calls; nth += 1) {
        const { office, tripId } = await prepare(kind, of);
        const file = await uploadCsv(office, of.file);
        const { body } = await start(office, { kind, key: file.key, dryRun: false });
        const { testContext } = office;
        const killed = { outbound: killAt(nth, testContext.runtime.outbound) };
        await expect(runDue(testContext, killed)).rejects.toThrow('killed');
        testContext.pass(LEASE_MS);
        await runDue(testContext);
        const { body: done, rows } = await resultOf(office, String(body.id));
        expect([nth, done.status, done.done, rows.length]).toEqual([nth, 'DONE', done.rows, done.rows]);
        expect([nth, await stateOf(office, of, tripId)]).toEqual([nth, expected]);
      }
    },
    120_000,
  );
});
