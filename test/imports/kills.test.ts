import { operation as listAudit } from '../../functions/audit/list-audit';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as getTrip } from '../../functions/trips/get-trip';
import { saveResults, saveTable } from '../../shared/imports/files';
import type { Outbound } from '../../shared/platform/runtime/context';
import { accounts } from '../support/accounts';
import { imported, resultOf, runDue, start, uploadCsv } from '../support/import-desk';
import { type Office, openOffice, recordsOf } from '../support/office';
import { memoryTable } from '../support/quick-table';
import { runs } from '../support/runs';
import { objectStorage } from '../support/storage';
import { KILL_CASES, type KillCase } from './kill-cases';

// In memory alone: the import goes back to its start after each kill. The other tests of imports run on the engine too.
const table = memoryTable();
const world = accounts(table);
const storage = objectStorage();

/** Of the calls, each third one in `npm test`, and in CI each one. */
const STRIDE = runs(3, 1);

const LEASE_MS = 2 * 60_000;

/** A team whose import is queued. */
async function prepare({ kind, first, file, field, list, plural }: KillCase) {
  const office = await openOffice(world);
  storage.follow(office.testContext.now);
  await imported(office, kind, first);
  const record = recordsOf(await office.send(list), plural).find(({ externalId }) => externalId === 'A');
  const trip =
    field && (await office.send(createTrip, { body: { startDate: '2026-04-01T06:00:00Z', [field]: record?.id } }));
  const { key } = await uploadCsv(office, file);
  const { body } = await start(office, { kind, key, dryRun: false });
  return { office, importId: String(body.id), tripId: trip && String(trip.body.id) };
}

const hidden = /"(?:id|createdAt|invoiceId|at|updatedAt)":"[^"]*",?/g;

/** The team as its members see it, without what differs between two runs. */
async function stateOf(office: Office, { list, plural }: KillCase, tripId: string | undefined) {
  const records = recordsOf(await office.send(list), plural);
  const names = new Map(records.map(({ id, externalId }) => [id, externalId]));
  const entries = recordsOf(await office.send(listAudit, { query: { limit: '100' } }), 'entries');
  const trip = tripId && (await office.send(getTrip, { path: { tripId } })).body;
  const shown = [
    ...records.map((record) => JSON.stringify(record)),
    ...entries
      .filter(({ entityType }) => entityType !== 'IMPORT')
      .map(({ entityId, action, changes }) => JSON.stringify([names.get(entityId), action, changes])),
    ...(trip ? [JSON.stringify([trip.clientName, trip.vehiclePlate, trip.driverName, trip.driverPhone])] : []),
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
  it.each(Object.entries(KILL_CASES))(
    'at calls of %s and run again ends as one that was not',
    async (_, of) => {
      const { office, importId, tripId } = await prepare(of);
      const { testContext } = office;
      const began = testContext.now().getTime();
      const restore = table.snapshot();
      const startAgain = async () => {
        restore();
        // The files of an earlier run must not hide that this one did not write them.
        const job = { teamId: office.teamId, id: importId };
        await testContext.use(saveResults)(job, [{ row: 0, result: 'FAILED' }]);
        await testContext.use(saveTable)({ ...job, dryRun: false }, []);
        testContext.pass(began - testContext.now().getTime());
      };
      const calls = await countCalls(office);
      const expected = await stateOf(office, of, tripId);
      const whole = await resultOf(office, importId);
      const keys = whole.rows.map(({ row, externalId }) => [row, externalId]);
      expect(calls).toBeGreaterThan(11);
      // The first call lists the due imports.
      for (let nth = 2; nth <= calls; nth += STRIDE) {
        await startAgain();
        await expect(runDue(testContext, { outbound: killAt(nth, testContext.runtime.outbound) })).rejects.toThrow(
          'killed',
        );
        testContext.pass(LEASE_MS);
        await runDue(testContext);
        const { body: done, rows } = await resultOf(office, importId);
        expect([nth, done.status, done.done, done.errors]).toEqual([nth, 'DONE', done.rows, whole.body.errors]);
        expect([nth, rows.map(({ row, externalId }) => [row, externalId])]).toEqual([nth, keys]);
        expect([nth, await stateOf(office, of, tripId)]).toEqual([nth, expected]);
      }
    },
    120_000,
  );
});
