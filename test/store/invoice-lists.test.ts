import type { InvoiceFilter, NumberedPage } from '../../shared/domain/invoice-lists';
import { INVOICE_STATUSES, type InvoiceStatus } from '../../shared/domain/invoices';
import { createTrip } from '../../shared/store/create-trip';
import { listInvoices } from '../../shared/store/invoice-lists';
import { removeInvoice } from '../../shared/store/invoice-removal';
import { createInvoice } from '../../shared/store/invoices';
import { invoiceKey } from '../../shared/store/keys';
import { getItem } from '../../shared/store/read';
import { engineTable } from '../support/engine';
import { someId } from '../support/engine-runtime';
import { layClient, layFleet, layTrip } from '../support/store-fleet';
import { CARTA_PORTE, layHeads, layInvoice, setCount } from '../support/store-invoices';

const table = engineTable();

/** By status and by client they are full pages of ten. */
const SMALL = 180;
const LARGE = 1_080;

/** A team with so many invoices: every third of the first client, statuses in turn. */
async function layTeam(size: number) {
  const scene = table.scene();
  const teamId = someId();
  const clients = [someId(), someId(), someId()];
  const records = await layHeads(
    scene,
    Array.from({ length: size }, (_, index) => ({
      teamId,
      tripId: someId(),
      clientId: clients[index % 3] ?? null,
      clientName: 'XENON INDUSTRIAL ARTICLES',
      status: INVOICE_STATUSES[Math.floor(index / 3) % INVOICE_STATUSES.length] ?? 'DRAFT',
    })),
  );
  const countsOf = (clientId?: string) => {
    const own = records.filter((record) => clientId === undefined || record.clientId === clientId);
    const counts: Record<string, number> = { total: own.length };
    for (const { status } of own) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  for (const clientId of [undefined, ...clients]) await setCount(scene, teamId, clientId, countsOf(clientId));
  return { teamId, clients, ids: records.map(({ id }) => id).reverse(), records };
}

type Laid = Awaited<ReturnType<typeof layTeam>>;
let small: Laid;
let large: Laid;

beforeAll(async () => {
  [small, large] = [await layTeam(SMALL), await layTeam(LARGE)];
});

async function read({ teamId }: Pick<Laid, 'teamId'>, filter: InvoiceFilter, page: NumberedPage) {
  const scene = table.scene();
  const { invoices, total } = await scene.use(listInvoices)(teamId, filter, page);
  return { ids: invoices.map(({ id }) => id), invoices, total, meter: scene.meter };
}

/** What the list must be, by looking at every record. */
const expected = ({ records }: Laid, { status, clientId }: InvoiceFilter) =>
  records
    .filter((record) => status === undefined || record.status === status)
    .filter((record) => clientId === undefined || record.clientId === clientId)
    .map(({ id }) => id)
    .reverse();

/** Read units of one page; the wrapper's reading of the membership is one more. */
const FAIL = { unfiltered: 4 - 1, filtered: 9 - 1 };

describe('a page of ten', () => {
  test.each([
    ['the first of all', {}, 1, 2, FAIL.unfiltered],
    ['the last of all', {}, 'last', 2, FAIL.unfiltered],
    ['the first by status', { status: 'VALID' }, 1, 6, FAIL.filtered],
    ['the last by status', { status: 'VALID' }, 'last', 6, FAIL.filtered],
    ['the first by client', { clientId: 'first' }, 1, 6, FAIL.filtered],
    ['the last by client', { clientId: 'first' }, 'last', 6, FAIL.filtered],
  ] as const)('costs the same among 180 and among 1,080: %s', async (_, asked, number, units, fail) => {
    for (const team of [small, large]) {
      const filter = 'clientId' in asked ? { clientId: team.clients[0] } : asked;
      const all = expected(team, filter);
      const limit = 10;
      const page = number === 'last' ? all.length / limit : number;
      const { ids, total, meter } = await read(team, filter, { page, limit });
      expect(ids).toEqual(all.slice((page - 1) * limit, page * limit));
      expect(total).toBe(all.length);
      expect(meter.readUnits).toBe(units);
      expect(units).toBeLessThanOrEqual(fail);
    }
  });
});
