import type { Item } from './table';

type Change = (item: Item) => Item | undefined;

/** A corruption of a correct table that the check must notice. */
interface Plant {
  readonly what: string;
  /** Selects the items that can be corrupted. */
  readonly of: (item: Item) => boolean;
  /** Returns the corrupted item; undefined deletes it. */
  readonly change: Change;
}

const under = (prefix: string) => (item: Item) =>
  String(item.sk).startsWith(prefix) && /^TEAM#[^#]+$/.test(String(item.pk));
const inStatus = (prefix: string, status: string) => (item: Item) => under(prefix)(item) && item.status === status;
const gone: Change = () => undefined;
const elsewhere = '01890000-0000-7000-8000-000000000000';

export const PLANTS: readonly Plant[] = [
  {
    what: 'a driver EN_VIAJE without a trip',
    of: inStatus('DRIVER#', 'DISPONIBLE'),
    change: (item) => ({ ...item, status: 'EN_VIAJE' }),
  },
  {
    what: 'a vehicle EN_VIAJE for another trip',
    of: inStatus('VEHICLE#', 'DISPONIBLE'),
    change: (item) => ({ ...item, status: 'EN_VIAJE', tripId: elsewhere }),
  },
  {
    what: 'a trip EN_PROCESO whose driver is free',
    of: (item) => inStatus('TRIP#', 'COMPLETADO')(item) && item.driverId !== undefined,
    change: (item) => ({ ...item, status: 'EN_PROCESO' }),
  },
  {
    what: 'a box RENTADA without a reservation',
    of: inStatus('BOX#', 'DISPONIBLE'),
    change: (item) => ({ ...item, status: 'RENTADA' }),
  },
  {
    what: 'a reservation ACTIVA that holds no box',
    of: inStatus('RESERVATION#', 'CERRADA'),
    change: (item) => ({ ...item, status: 'ACTIVA' }),
  },
  {
    what: 'a counter of invoices one too high',
    of: (item) => item.sk === 'INVOICE_COUNT',
    change: (item) => ({ ...item, total: Number(item.total) + 1 }),
  },
  {
    what: 'a counter of the documents that are found by date one too high',
    of: (item) => item.sk === 'INVOICE_COUNT',
    change: (item) => ({ ...item, listed: Number(item.listed ?? 0) + 1 }),
  },
  {
    what: 'a counter of a client’s drafts one too low',
    of: under('INVOICE_COUNT#CLIENT#'),
    change: (item) => ({ ...item, DRAFT: Number(item.DRAFT) - 1 }),
  },
  {
    what: 'a change of status without its timeline entry',
    of: (item) => item.newStatus === 'COMPLETADO',
    change: gone,
  },
  {
    what: 'a timeline entry with a wrong previous status',
    of: (item) => item.newStatus === 'COMPLETADO',
    change: (item) => ({ ...item, previousStatus: 'NO_INICIADO' }),
  },
  {
    what: 'a trip whose automatic invoice is gone',
    of: (item) => under('INVOICE#')(item) && item.tripId !== undefined,
    change: gone,
  },
  {
    what: 'a second automatic invoice',
    of: (item) => under('INVOICE#')(item) && item.tripId !== undefined,
    change: (item) => ({ ...item, id: elsewhere }),
  },
  {
    what: 'a payment that its trip does not count',
    of: (item) => String(item.pk).endsWith('#PAYMENTS'),
    change: (item) => ({ ...item, amount: Number(item.amount) + 0.01 }),
  },
  { what: 'a receivable that is gone', of: (item) => String(item.pk).endsWith('#RECEIVABLES'), change: gone },
  {
    what: 'a receivable with one cent too much',
    of: (item) => String(item.pk).endsWith('#RECEIVABLES'),
    change: (item) => ({ ...item, total: Number(item.total) + 0.01 }),
  },
  { what: 'a plate without its lock', of: under('PLATE#'), change: gone },
  {
    what: 'an economic number held by another box',
    of: under('ECONOMIC_NUMBER#'),
    change: (item) => ({ ...item, boxId: elsewhere }),
  },
  { what: 'a deleted trip whose other items remain', of: under('TRIP#'), change: gone },
  { what: 'a team that is gone', of: (item) => item.sk === 'TEAM', change: gone },
  { what: 'a team without its owner', of: (item) => under('MEMBER#')(item) && item.role === 'OWNER', change: gone },
  { what: 'a join code that leads nowhere', of: (item) => item.sk === 'JOIN_CODE', change: gone },
  {
    what: 'a trip in the index of another status',
    of: inStatus('TRIP#', 'COMPLETADO'),
    change: (item) => ({ ...item, gsi1pk: String(item.gsi1pk).replace('COMPLETADO', 'EN_PROCESO') }),
  },
];

/** The table with the corruption in the first suitable item; undefined when no item is suitable. */
export function planted(items: readonly Item[], { of, change }: Plant): Item[] | undefined {
  const at = items.findIndex(of);
  const item = items[at];
  if (item === undefined) return undefined;
  const changed = change(item);
  return [...items.slice(0, at), ...(changed ? [changed] : []), ...items.slice(at + 1)];
}
