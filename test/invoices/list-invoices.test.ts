import { editInvoice } from '../../shared/invoices/edit-invoice';
import { INVOICE_STATUSES } from '../../shared/invoices/invoice';
import type { InvoiceFilter, NumberedPage } from '../../shared/invoices/invoice-query';
import { invoiceKey, invoicesInStatus, invoicesOfClient } from '../../shared/invoices/invoice-record';
import { listInvoices, listInvoicesOfUuid } from '../../shared/invoices/list-invoices';
import { type IndexPartition, intersect } from '../../shared/platform/table/index-intersection';
import { getItem } from '../../shared/platform/table/read';
import { recordStamped } from '../../shared/stamping/record-outcome';
import { removeInvoice } from '../../shared/stamping/remove-invoice';
import { createTripInvoice, listTripInvoices } from '../../shared/trips/trip-invoices';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';
import { insertClient, insertFleet, insertTrip } from '../support/store-fleet';
import { CARTA_PORTE, ITEM, insertHeads, insertInvoice, setCount } from '../support/store-invoices';

const table = quickTable();

/** Gives full pages of ten for each status and each client. */
const SMALL = 180;
const LARGE = 1_080;

/** A team with `size` invoices: every third belongs to the first client, and statuses alternate. */
async function insertTeam(size: number) {
  const testContext = table.testContext();
  const teamId = someId();
  const clients = [someId(), someId(), someId()];
  const records = await insertHeads(
    testContext,
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
  for (const clientId of [undefined, ...clients]) await setCount(testContext, teamId, clientId, countsOf(clientId));
  return { teamId, clients, ids: records.map(({ id }) => id).reverse(), records };
}

type Laid = Awaited<ReturnType<typeof insertTeam>>;
let small: Laid;
let large: Laid;

beforeAll(async () => {
  [small, large] = [await insertTeam(SMALL), await insertTeam(LARGE)];
});

async function read({ teamId }: Pick<Laid, 'teamId'>, filter: InvoiceFilter, page: NumberedPage) {
  const testContext = table.testContext();
  const { invoices, total } =
    filter.tripId === undefined
      ? await testContext.use(listInvoices)(teamId, filter, page)
      : await testContext.use(listTripInvoices)(teamId, filter.tripId, filter, page);
  return { ids: invoices.map(({ id }) => id), invoices, total, meter: testContext.meter };
}

/** The expected list, computed from all records. */
const expected = ({ records }: Laid, { status, clientId }: InvoiceFilter) =>
  records
    .filter((record) => status === undefined || record.status === status)
    .filter((record) => clientId === undefined || record.clientId === clientId)
    .map(({ id }) => id)
    .reverse();

/** The limit of read units for one page. The handler's read of the membership takes one more. */
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

describe('the pages of every filter', () => {
  const filters = (team: Laid): InvoiceFilter[] => [
    {},
    ...INVOICE_STATUSES.map((status) => ({ status })),
    ...team.clients.map((clientId) => ({ clientId })),
    ...INVOICE_STATUSES.map((status) => ({ status, clientId: team.clients[1] })),
  ];

  test.each([17, 50])('of %i hold every invoice once, in order', async (limit) => {
    for (const filter of filters(small)) {
      const all = expected(small, filter);
      const pages = [];
      for (let page = 1; page <= Math.ceil(all.length / limit) + 1; page += 1) {
        const { ids, total } = await read(small, filter, { page, limit });
        expect(total).toBe(all.length);
        pages.push(ids);
      }
      expect(pages.pop()).toEqual([]);
      expect(pages.flat()).toEqual(all);
    }
  });

  test('are empty far past the end, at the price of the counter', async () => {
    const { ids, total, meter } = await read(large, {}, { page: 999_999_999, limit: 50 });
    expect([ids, total, meter.readUnits]).toEqual([[], LARGE, 0.5]);
  });

  test('that nothing can be on cost the counter alone', async () => {
    for (const filter of [{ clientId: someId() }, { status: 'VALID', clientId: someId() } as const]) {
      const { ids, total, meter } = await read(large, filter, { page: 1, limit: 50 });
      expect([ids, total, meter.readUnits]).toEqual([[], 0, 0.5]);
    }
  });

  test('leave out what an index still shows and the record denies', async () => {
    const teamId = someId();
    const [moved] = await insertHeads(table.testContext(), [{ teamId, status: 'VALID' }, { teamId }]);
    await setCount(table.testContext(), teamId, undefined, { total: 2, DRAFT: 1, VALID: 1 });
    const stale = table.testContext({
      faults: [
        {
          action: 'BatchGetItem',
          skip: 1,
          times: 1,
          meanwhile: async () =>
            moved && insertHeads(table.testContext(), [{ teamId, id: moved.id, items: [], status: 'CANCELLED' }]),
        },
      ],
    });
    const { invoices } = await stale.use(listInvoices)(teamId, { status: 'VALID' }, { page: 1, limit: 10 });
    expect(invoices).toEqual([]);
  });
});

describe('tax 6.1: the invoice of a folio fiscal', () => {
  const uuid = '01890000-0000-4000-8000-00000000000f';
  const page = { page: 1, limit: 10 };

  test('is found by its key, with the other filters, in 2 reads', async () => {
    const [actor, tripId] = [{ id: someId(), teamId: someId() }, someId()];
    const testContext = table.testContext();
    const given = { teamId: actor.teamId, tripId, status: 'PENDING', clientId: someId() } as const;
    const record = await insertInvoice(testContext, given);
    const document = { providerId: 'p', folio: '1', series: 'F', livemode: true, issuedAt: record.createdAt, uuid };
    await testContext.use(recordStamped)(actor, record, document, undefined);
    const found = async (filter: InvoiceFilter, at = page) => {
      const reading = table.testContext();
      const { invoices, total } = await reading.use(listInvoicesOfUuid)(actor.teamId, uuid, filter, at);
      expect(reading.actions()).toEqual(['BatchGetItem', 'BatchGetItem']);
      return [invoices.map(({ id }) => id), total];
    };
    const one = [[record.id], 1];
    expect(await found({})).toEqual(one);
    expect(await found({ status: 'VALID', tripId, clientId: given.clientId })).toEqual(one);
    expect(await found({}, { page: 2, limit: 10 })).toEqual([[], 1]);
    for (const other of [{ status: 'DRAFT' }, { tripId: someId() }, { clientId: someId() }] as const)
      expect(await found(other)).toEqual([[], 0]);
  });

  test('is none for an unknown folio, and for a folio of another team', async () => {
    const read = table.testContext().use(listInvoicesOfUuid)(someId(), uuid, {}, page);
    expect(await read).toEqual({ invoices: [], total: 0 });
  });
});

describe('what stands in two indexes', () => {
  test('is found without reading all of either', async () => {
    const [clientId = ''] = large.clients;
    const partitions = [
      { index: 'gsi1', partition: invoicesInStatus(large.teamId, 'ERROR').gsi1pk },
      { index: 'gsi2', partition: invoicesOfClient(large.teamId, clientId).gsi2pk },
    ] as const;
    const all = expected(large, { status: 'ERROR', clientId });
    for (const ascending of [false, true]) {
      const testContext = table.testContext();
      const found = await intersect(testContext.context, partitions, 5, ascending);
      expect(found).toEqual((ascending ? [...all].reverse() : all).slice(0, 5));
      expect(testContext.meter.readUnits).toBeLessThanOrEqual(5);
    }
    expect(await intersect(table.testContext().context, partitions, LARGE, false)).toEqual(all);
  });

  test('is read in larger pages while half of them is of use, and in small ones where little is', async () => {
    const [teamId, clientId] = [someId(), someId()];
    const every = Array.from({ length: 240 }, (_, index) => index);
    const rest = (index: number) => (index % 60 === 31 ? 'ERROR' : 'DRAFT');
    await insertHeads(
      table.testContext(),
      every.map((index) => ({ teamId, clientId, status: index % 2 === 0 ? 'VALID' : rest(index) })),
    );
    const [all, half, few] = [
      { index: 'gsi2', partition: invoicesOfClient(teamId, clientId).gsi2pk },
      { index: 'gsi1', partition: invoicesInStatus(teamId, 'VALID').gsi1pk },
      { index: 'gsi1', partition: invoicesInStatus(teamId, 'ERROR').gsi1pk },
    ] as const;
    const costOf = async (one: IndexPartition, other: IndexPartition, ascending: boolean) => {
      const { context, meter } = table.testContext();
      const found = await intersect(context, [one, other], LARGE, ascending);
      return [found.length, meter.calls, meter.readUnits];
    };
    for (const ascending of [false, true]) {
      expect(await costOf(all, all, ascending)).toEqual([240, 10, 16]);
      expect(await costOf(half, all, ascending)).toEqual([120, 9, 12]);
      expect(await costOf(few, all, ascending)).toEqual([4, 5, 2.5]);
      expect(await costOf(all, few, ascending)).toEqual([4, 6, 3]);
    }
  });
});

describe('the invoices of a trip', () => {
  async function insertOfTrip() {
    const testContext = table.testContext();
    const fleet = await insertFleet(testContext);
    const { actor } = fleet;
    const client = await insertClient(testContext, { teamId: actor.teamId });
    const trip = await insertTrip(testContext, fleet, { revenue: 1_000 });
    const make = () =>
      testContext.use(createTripInvoice)(
        actor,
        { teamId: actor.teamId, tripId: trip.id, clientId: client.id, items: [ITEM] },
        undefined,
      );
    return { actor, client, trip, made: [await make(), await make()] };
  }

  test('are the trip’s own and those made by hand, by every filter beside it', async () => {
    const { actor, client, trip, made } = await insertOfTrip();
    const ids = [trip.invoiceId, ...made.map(({ id }) => id)].reverse();
    const list = (filter: InvoiceFilter, page: NumberedPage = { page: 1, limit: 10 }) =>
      read(actor, { tripId: trip.id, ...filter }, page);
    expect(await list({})).toMatchObject({ ids, total: 3 });
    expect(await list({}, { page: 2, limit: 2 })).toMatchObject({ ids: ids.slice(2), total: 3 });
    expect(await list({ clientId: client.id })).toMatchObject({ ids: ids.slice(0, 2), total: 2 });
    expect(await list({ status: 'VALID' })).toMatchObject({ ids: [], total: 0 });
    expect(await read(actor, { tripId: someId() }, { page: 1, limit: 10 })).toMatchObject({ ids: [], total: 0 });
  });

  test('are as many less as were deleted, the trip’s own among them', async () => {
    const { actor, trip, made } = await insertOfTrip();
    for (const id of [trip.invoiceId, made[0]?.id ?? '']) {
      const record = await getItem(table.testContext().context, invoiceKey(actor.teamId, id));
      if (record) await table.testContext().use(removeInvoice)(actor, record);
    }
    expect(await read(actor, { tripId: trip.id }, { page: 1, limit: 10 })).toMatchObject({
      ids: [made[1]?.id],
      total: 1,
    });
    expect(await table.partition(`TEAM#${actor.teamId}#TRIP#${trip.id}`, 'INVOICE#')).toHaveLength(1);
  });
});

describe('what lies beside a head', () => {
  const many = Array.from({ length: 5 }, (_, index) => ({ ...ITEM, description: `Viaje ${index + 1}` }));

  test('is answered with it, by one call more', async () => {
    const teamId = someId();
    const testContext = table.testContext();
    const plain = await insertInvoice(testContext, { teamId });
    const full = await insertInvoice(testContext, { teamId, items: many, cartaPorte: CARTA_PORTE });
    expect([plain.items, full.items]).toEqual([[ITEM], undefined]);
    const reading = table.testContext();
    const { invoices } = await reading.use(listInvoices)(teamId, {}, { page: 1, limit: 10 });
    expect(reading.actions()).toEqual(['BatchGetItem', 'Query', 'BatchGetItem']);
    expect(reading.meter.readUnits).toBe(2);
    expect(invoices).toMatchObject([
      { id: full.id, items: many, cartaPorte: CARTA_PORTE, hasCartaPorte: true },
      { id: plain.id, items: [ITEM], hasCartaPorte: false },
    ]);
    expect(invoices[1]).not.toHaveProperty('cartaPorte');
  });

  test('goes when it is no more wanted', async () => {
    const actor = { id: someId(), teamId: someId() };
    const full = await insertInvoice(table.testContext(), {
      teamId: actor.teamId,
      items: many,
      cartaPorte: CARTA_PORTE,
    });
    const edited = await table.testContext().use(editInvoice)(actor, full, { items: [ITEM], cartaPorte: null });
    expect(edited).toMatchObject({ items: [ITEM], hasCartaPorte: false, total: 28_000 });
    expect(edited).not.toHaveProperty('cartaPorte');
    const left = await table.partition(`TEAM#${actor.teamId}#INVOICE#${full.id}`);
    expect(left.filter(({ sk }) => !String(sk).startsWith('EVENT#'))).toEqual([]);
  });
});
