import { operation as listAlerts } from '../../functions/alerts/list-alerts';
import { operation as listAudit } from '../../functions/audit/list-audit';
import { operation as listCollections } from '../../functions/collections/list-collections';
import { operation as listFiles } from '../../functions/files/list-files';
import { type AlertRecord, alertIndexes, alertKey } from '../../shared/alerts/alert';
import { type AuditEvent, eventIndexes, eventKey, eventKeysWithText } from '../../shared/audit/audit-event';
import type { FileRecord } from '../../shared/files/file';
import { fileIndexes, fileKey } from '../../shared/files/file-keys';
import type { Operation } from '../../shared/operation/define';
import { paymentIndexes, paymentKey } from '../../shared/payments/payment';
import { instantOfUuid } from '../../shared/platform/runtime/uuid';
import { put, type Step } from '../../shared/platform/table/steps';
import { accounts } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { followList, layItems } from '../support/list-units';
import { openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';

/** The lists of audit, alerts, files and collections over many records: what a call costs, and that the pages answer every record once. */

const table = quickTable();
const world = accounts(table);

/** `LIST_RECORDS=100000 npx jest test/operations/entry-list-units.test.ts -t measured` prints what the first calls cost. */
const MEASURED = Number(process.env.LIST_RECORDS ?? 300);
/** Writing 100,000 records takes minutes. */
const LONGEST_MS = 900_000;
/** The calls of one query that a measurement follows. */
const FOLLOWED = 10;
const COUNT = 150;
const refuse = () => new Error('exists');
const MINUTE_MS = 60_000;
const instantOf = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * MINUTE_MS).toISOString();
const isRare = (number: number) => number % 50 === 3;
const isEven = (number: number) => number % 2 === 0;

/** Two of each: one of the records with even numbers, the other of those with odd ones. */
const [even, odd] = [someId(), someId()];
const sideOf = (number: number) => (isEven(number) ? even : odd);

/** The event of a change, whose key shows it. The first ones have their place alone, as in a release before. */
function eventStep(teamId: string, number: number): Step {
  const id = someId();
  const event: AuditEvent = {
    ...{ id, entityType: isEven(number) ? 'VEHICLE' : 'CLIENT', entityId: someId(), action: 'UPDATE' },
    ...{ actorId: sideOf(number), at: instantOfUuid(id).toISOString(), changes: { fields: ['mileage', 'notes'] } },
  };
  const { affects: _, ...stored } = event;
  const indexes = number < COUNT / 2 ? eventIndexes : eventKeysWithText;
  return put(eventKey(teamId, event), stored, {}, refuse, indexes(teamId, stored));
}

function alertStep(teamId: string, number: number): Step {
  const alert: AlertRecord = {
    ...{ id: someId(), type: isEven(number) ? 'PAPER_EXPIRING' : 'INVOICE_STAMP_STUCK', severity: 'WARNING' },
    ...{ entityType: 'VEHICLE', entityId: someId(), message: 'n'.repeat(100), createdAt: instantOf(number) },
    status: isRare(number) ? 'OPEN' : 'RESOLVED',
  };
  return put(alertKey(teamId, alert.id), alert, {}, refuse, alertIndexes(teamId, alert));
}

function fileStep(teamId: string, number: number): Step {
  const fileId = someId();
  const file: FileRecord = {
    ...{ fileId, teamId, entityType: isRare(number) ? 'poliza' : 'licencia', entityId: sideOf(number) },
    ...{ key: `drivers-files/${fileId}/licencia.pdf`, bucket: 'documents', fileName: 'licencia.pdf' },
    ...{ contentType: 'application/pdf', size: 120_000, uploadedBy: someId(), uploadedAt: instantOf(number) },
    versionId: someId(),
  };
  return put(fileKey(teamId, fileId), file, {}, refuse, fileIndexes(file));
}

function collectionStep(teamId: string, number: number): Step {
  const at = { paidAt: instantOf(number), id: someId() };
  const payment = {
    ...{ amount: 1_850.5, method: 'TRANSFERENCIA' as const, clientId: sideOf(number), clientName: 'Cervecería' },
    ...{ registeredBy: someId(), createdAt: at.paidAt, notes: 'n'.repeat(200) },
  };
  return put(paymentKey(teamId, at), payment, {}, refuse, paymentIndexes(teamId, at, payment));
}

/** Each query with the share of the records that it finds. */
type Queries = readonly (readonly [Readonly<Record<string, string>>, number])[];
interface Measured {
  readonly list: Operation;
  readonly plural: string;
  readonly id?: string;
  readonly stepOf: (teamId: string, number: number) => Step;
  readonly queries: Queries;
}

const LISTS: readonly Measured[] = [
  {
    list: listAudit,
    plural: 'entries',
    stepOf: eventStep,
    queries: [
      [{}, 1],
      [{ actorId: even }, 0.5],
      [{ entityType: 'CLIENT' }, 0.5],
      [{ actorId: even, entityType: 'VEHICLE' }, 0.5],
      // Two filters that each half of the entries meet, and none both.
      [{ actorId: even, entityType: 'CLIENT' }, 0],
      [{ actorId: someId() }, 0],
    ],
  },
  {
    list: listAlerts,
    plural: 'alerts',
    stepOf: alertStep,
    queries: [
      [{}, 1],
      [{ status: 'RESOLVED' }, 0.98],
      [{ status: 'OPEN' }, 0.02],
      [{ type: 'PAPER_EXPIRING' }, 0.5],
      [{ status: 'RESOLVED', type: 'PAPER_EXPIRING' }, 0.5],
      [{ status: 'OPEN', type: 'INVOICE_STAMP_STUCK' }, 0.02],
      [{ status: 'OPEN', type: 'PAPER_EXPIRING' }, 0],
    ],
  },
  {
    list: listFiles,
    plural: 'files',
    id: 'fileId',
    stepOf: fileStep,
    queries: [
      [{}, 1],
      [{ entityId: odd }, 0.5],
      [{ entityType: 'licencia' }, 0.98],
      [{ entityType: 'poliza' }, 0.02],
      [{ entityType: 'poliza', entityId: odd }, 0.02],
      [{ entityType: 'poliza', entityId: even }, 0],
    ],
  },
  {
    list: listCollections,
    plural: 'collections',
    stepOf: collectionStep,
    queries: [
      [{}, 1],
      [{ clientId: odd }, 0.5],
      [{ clientId: someId() }, 0],
    ],
  },
];

describe.each(LISTS)('desk 3.4: the list of $plural', ({ list, plural, id, stepOf, queries }) => {
  test(
    'answers each filter within 8 RRU a call, every record once, and ends without a cursor',
    async () => {
      const office = await openOffice(world);
      await layItems(office, (number) => [stepOf(office.teamId, number)], COUNT);
      for (const [filter, share] of queries)
        for (const limit of ['50', '7', '200'])
          expect([
            filter,
            (await followList(office, { list, plural, query: { ...filter, limit }, ...(id && { id }) })).count,
          ]).toEqual([filter, share * COUNT]);
    },
    LONGEST_MS,
  );

  test(
    `measured with ${MEASURED} of them, stays within 8 RRU a call`,
    async () => {
      const office = await openOffice(world);
      await layItems(office, (number) => [stepOf(office.teamId, number)], MEASURED);
      const lines = [];
      for (const [filter] of queries) {
        const query = { ...filter, limit: '50' };
        const { count, calls, units } = await followList(office, {
          ...{ list, plural, query, most: FOLLOWED },
          ...(id && { id }),
        });
        const shown = Object.entries(filter).map(([field, value]) => `${field}=${value}`);
        lines.push(`${plural} ${shown.join(' ')}: ${count} records in ${calls} calls, at most ${units} RRU`);
      }
      if (process.env.LIST_RECORDS) console.log(lines.join('\n'));
      expect(lines).toHaveLength(queries.length);
    },
    LONGEST_MS,
  );
});
