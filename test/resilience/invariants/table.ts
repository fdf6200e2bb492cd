import { eventsOf } from '../../../shared/audit/audit-event';
import { boxKey, economicNumberKey, normalEconomicNumber } from '../../../shared/boxes/box';
import { reservationKey } from '../../../shared/boxes/reservation';
import { clientKey } from '../../../shared/clients/client';
import { driverKey } from '../../../shared/fleet/driver';
import { normalPlate, plateKey, vehicleKey } from '../../../shared/fleet/vehicle';
import { allocatedKey } from '../../../shared/invoices/allocated';
import {
  invoiceCountKey,
  invoiceKey,
  invoiceOfUuidKey,
  invoicesOfTrip,
  LISTED_COUNT,
} from '../../../shared/invoices/invoice-record';
import { paymentsOf } from '../../../shared/payments/payment';
import { joinCodeKey } from '../../../shared/teams/join-code';
import { membersOf, teamKey } from '../../../shared/teams/team';
import {
  clientCreditKey,
  creditNoteCreditKey,
  creditsOf,
  documentReceivableKey,
  receivableKey,
  receivablesOf,
} from '../../../shared/trips/receivable';
import { tripKey } from '../../../shared/trips/trip';

/** An item as stored. */
export type Item = Readonly<Record<string, unknown>>;

/** The inconsistencies between the items of a table, one sentence each. It reads only items, so it can check a restored table too. */
export function brokenPromises(items: Iterable<Item>): string[] {
  const table = new Table(items);
  return [...table.teams()].flatMap(([team, partitions]) => new TeamChecks(table, team, partitions).all());
}

interface Address {
  readonly pk: string;
  readonly sk: string;
}

const nameOf = ({ pk, sk }: Address): string => `${pk}\n${sk}`;

class Table {
  private readonly byName = new Map<string, Item>();
  private readonly byPartition = new Map<string, Item[]>();

  constructor(items: Iterable<Item>) {
    for (const item of items) {
      const address = { pk: String(item.pk), sk: String(item.sk) };
      this.byName.set(nameOf(address), item);
      const others = this.byPartition.get(address.pk);
      if (others) others.push(item);
      else this.byPartition.set(address.pk, [item]);
    }
  }

  at(address: Address): Item | undefined {
    return this.byName.get(nameOf(address));
  }

  /** The items of the partition whose sort key has this prefix. */
  from({ pk, sk }: Address): Item[] {
    return (this.byPartition.get(pk) ?? []).filter((item) => String(item.sk).startsWith(sk));
  }

  /** The partitions of every team id in the table, even when the team itself is missing. */
  teams(): ReadonlyMap<string, readonly string[]> {
    const found = new Map<string, string[]>();
    for (const pk of this.byPartition.keys()) {
      const team = /^TEAM#([0-9a-f-]{36})/.exec(pk)?.[1];
      if (team !== undefined) found.set(team, [...(found.get(team) ?? []), pk]);
    }
    return found;
  }
}

const centsOf = (amount: unknown): number => Math.round(Number(amount ?? 0) * 100);
const sumOf = (items: readonly Item[]): number => items.reduce((sum, { amount }) => sum + centsOf(amount), 0);
const isOpenLedger = ({ ledgerVersion, isLedgerClosed }: Item): boolean =>
  ledgerVersion !== undefined && isLedgerClosed === undefined;
const chargedOf = ({ documentTotal, total, credited }: Item): number =>
  Number(documentTotal ?? centsOf(total)) - Number(credited ?? 0);

class TeamChecks {
  private readonly trips: readonly Item[];
  private readonly drivers: readonly Item[];
  private readonly vehicles: readonly Item[];
  private readonly boxes: readonly Item[];
  private readonly reservations: readonly Item[];
  private readonly invoices: readonly Item[];
  private readonly payments: readonly Item[];

  constructor(
    private readonly table: Table,
    private readonly team: string,
    private readonly partitions: readonly string[],
  ) {
    this.trips = table.from(tripKey(team, ''));
    this.drivers = table.from(driverKey(team, ''));
    this.vehicles = table.from(vehicleKey(team, ''));
    this.boxes = table.from(boxKey(team, ''));
    this.reservations = table.from(reservationKey(team, ''));
    this.invoices = table.from(invoiceKey(team, ''));
    this.payments = table.from({ ...paymentsOf(team), sk: '' });
  }

  all(): string[] {
    return [
      ...this.busy(),
      ...this.rented(),
      ...this.counted(),
      ...this.listed(),
      ...this.timelines(),
      ...this.drafts(),
      ...this.balances(),
      ...this.credits(),
      ...this.orphans(),
      ...this.indexes(),
    ].map((sentence) => `team ${this.team}: ${sentence}`);
  }

  /** A driver or vehicle is EN_VIAJE exactly for the one trip that is EN_PROCESO with it. */
  private busy(): string[] {
    const underWay = this.trips.filter(({ status }) => status === 'EN_PROCESO');
    const busy = (what: string, units: readonly Item[], field: 'driverId' | 'vehicleId') => {
      const present = units.flatMap(({ id, status, tripId }) =>
        status === 'EN_VIAJE' || tripId !== undefined ? [`${what} ${id} ${status} for trip ${tripId}`] : [],
      );
      const wanted = underWay.flatMap((trip) =>
        trip[field] === undefined ? [] : [`${what} ${trip[field]} EN_VIAJE for trip ${trip.id}`],
      );
      return difference(wanted, present);
    };
    return [...busy('driver', this.drivers, 'driverId'), ...busy('vehicle', this.vehicles, 'vehicleId')];
  }

  /** A box is held by its one ACTIVA reservation, and is RENTADA only while it is held. */
  private rented(): string[] {
    const active = this.reservations.filter(({ status }) => status === 'ACTIVA');
    return [
      ...difference(
        active.map(({ id, boxId }) => `box ${boxId} held by ${id}`),
        this.boxes.flatMap(({ id, reservationId }) =>
          reservationId === undefined ? [] : [`box ${id} held by ${reservationId}`],
        ),
      ),
      ...this.boxes
        .filter(({ status, reservationId }) => status === 'RENTADA' && reservationId === undefined)
        .map(({ id }) => `box ${id} is RENTADA without a reservation`),
    ];
  }

  /** The counters of the team and of each client equal the number of their invoices. */
  private counted(): string[] {
    const clients = new Set(this.invoices.flatMap(({ clientId }) => (typeof clientId === 'string' ? [clientId] : [])));
    return [undefined, ...clients].flatMap((clientId) => {
      const theirs = this.invoices.filter((invoice) => clientId === undefined || invoice.clientId === clientId);
      const { pk: _, sk: __, ...counts } = this.table.at(invoiceCountKey(this.team, clientId)) ?? {};
      const names = new Set([...theirs.map(countOf), ...Object.keys(counts)]);
      return [...names].flatMap((name) => {
        const isTheirs = (invoice: Item) => (name === 'total' ? invoice.type === undefined : countOf(invoice) === name);
        const there = theirs.filter(isTheirs).length;
        const counted = Number(counts[name] ?? 0);
        return counted === there || !/^[A-Z_]+$|^total$/.test(name)
          ? []
          : [`${there} invoices ${name} of ${clientId ?? 'the team'}, counted ${counted}`];
      });
    });
  }

  /** `listed` is the number of the documents of types I and E that reports find by date: their folio fiscal says so. */
  private listed(): string[] {
    const dated = this.table.from(invoiceOfUuidKey(this.team, '')).filter(({ isDated }) => isDated === true).length;
    const listed = Number(this.table.at(invoiceCountKey(this.team))?.[LISTED_COUNT] ?? 0);
    return dated === listed ? [] : [`${dated} documents are found by date, but ${listed} are counted as listed`];
  }

  /** The timeline has one entry for each change of a trip's status, beginning with its planning. */
  private timelines(): string[] {
    return this.trips.flatMap((trip) => {
      const { pk, prefix } = eventsOf(this.team, 'TRIP', String(trip.id));
      const way = this.table.from({ pk, sk: prefix }).filter(({ newStatus }) => newStatus !== undefined);
      const sorted = way.toSorted((one, other) => (String(one.sk) < String(other.sk) ? -1 : 1));
      const isUnbroken = sorted.every(({ previousStatus }, index) => previousStatus === sorted[index - 1]?.newStatus);
      const statuses = sorted.map(({ newStatus }) => newStatus);
      return isUnbroken && statuses.at(-1) === trip.status && new Set(statuses).size === statuses.length
        ? []
        : [`trip ${trip.id} is ${trip.status}, but its timeline has ${statuses.join(', ') || 'no entry'}`];
    });
  }

  /** Every trip has exactly one automatic invoice. */
  private drafts(): string[] {
    return difference(
      this.trips.flatMap(({ id, invoiceId }) =>
        invoiceId === undefined ? [`no invoice of trip ${id}`] : [`invoice ${invoiceId} of trip ${id}`],
      ),
      this.invoices.flatMap(({ id, tripId }) => {
        const trip = tripId === undefined ? undefined : this.table.at(tripKey(this.team, String(tripId)));
        const isByHand =
          this.table.at({ pk: invoicesOfTrip(this.team, String(tripId)).pk, sk: `INVOICE#${id}` }) !== undefined;
        return tripId === undefined || (trip && isByHand) ? [] : [`invoice ${id} of trip ${tripId}`];
      }),
    );
  }

  /** What is kept in favour of clients is what their payments and ledgers say. */
  private credits(): string[] {
    const wanted = new Map<string, number>();
    const add = (sk: string, cents: number) => wanted.set(sk, (wanted.get(sk) ?? 0) + cents);
    for (const { tripId, clientId, amount, allocations, creditKind } of this.livePayments()) {
      if (clientId === undefined) continue;
      const rest = centsOf(amount) - sumOf(Array.isArray(allocations) ? allocations : []);
      if (tripId === undefined) add(clientCreditKey(this.team, String(clientId)).sk, rest);
      if (creditKind !== undefined) add(creditNoteCreditKey(this.team, String(clientId)).sk, -centsOf(amount));
    }
    for (const invoice of this.invoices) {
      const beyond = isOpenLedger(invoice) ? Number(invoice.receipted ?? 0) - chargedOf(invoice) : 0;
      if (beyond > 0) add(creditNoteCreditKey(this.team, String(invoice.clientId)).sk, beyond);
    }
    const kept = new Map(
      this.table
        .from({ pk: creditsOf(this.team).pk, sk: '' })
        .filter(({ sk }) => !String(sk).startsWith('CREDIT#TRIP#'))
        .map(({ sk, inFavour }) => [String(sk), Number(inFavour)]),
    );
    return [...new Set([...wanted.keys(), ...kept.keys()])]
      .filter((sk) => (wanted.get(sk) ?? 0) !== (kept.get(sk) ?? 0))
      .map((sk) => `the credit ${sk} has ${kept.get(sk) ?? 0} cents, but its records say ${wanted.get(sk) ?? 0}`);
  }

  /**
   * A trip's paid amount is the sum of its payments, and its other amounts are those of its open ledgers. A receivable exists for a document
   * that is not paid, and for a COMPLETADO trip without a document.
   */
  private balances(): string[] {
    return [
      ...this.trips.flatMap((trip) => this.balanceOf(trip)),
      ...this.invoices.flatMap((one) => this.ledgerOf(one)),
    ];
  }

  private balanceOf(trip: Item): string[] {
    const cents = sumOf(this.livePayments().filter(({ tripId }) => tripId === trip.id));
    const paid = centsOf(trip.paid);
    const documents = this.invoices.filter((one) => one.tripId === trip.id && isOpenLedger(one));
    const billed = documents.reduce((sum, one) => sum + chargedOf(one), 0);
    const applied = documents.reduce((sum, one) => sum + this.allocatedTo(one), 0);
    const estimate = Number(trip.estimate ?? centsOf(trip.revenue));
    const isOwed = trip.status === 'COMPLETADO' && documents.length === 0 && trip.ownGoods !== true;
    const owed = isOwed ? Math.max(0, estimate - paid) : 0;
    const row = this.table.at(receivableKey(this.team, String(trip.id)));
    const asKept = row ? centsOf(row.total ?? row.revenue) - centsOf(row.paid) : 0;
    const kept = [Number(trip.documents ?? 0), Number(trip.billed ?? 0), Number(trip.applied ?? 0)];
    return [
      ...(paid === cents ? [] : [`the paid amount of trip ${trip.id} is ${paid}, but its payments are ${cents} cents`]),
      ...(String(kept) === String([documents.length, billed, applied])
        ? []
        : [`trip ${trip.id} keeps ${kept}, but its documents say ${[documents.length, billed, applied]}`]),
      ...(owed === asKept ? [] : [`the balance of trip ${trip.id} is ${owed} cents, but its receivable has ${asKept}`]),
    ];
  }

  private ledgerOf(invoice: Item): string[] {
    const { id, clientId } = invoice;
    const allocated = this.allocatedTo(invoice);
    const sum = sumOf(
      this.livePayments()
        .flatMap(({ allocations }) => (Array.isArray(allocations) ? allocations : []))
        .filter(({ invoiceId }) => invoiceId === id),
    );
    const open = isOpenLedger(invoice) ? Math.max(0, chargedOf(invoice) - allocated) : 0;
    const row = this.table.at(documentReceivableKey(this.team, String(clientId), String(id)));
    const asKept = row ? centsOf(row.total) - centsOf(row.paid) : 0;
    return [
      ...(sum === allocated
        ? []
        : [`the ledger of invoice ${id} has ${allocated} allocated, its payments ${sum} cents`]),
      ...(open === asKept
        ? []
        : [`the open amount of invoice ${id} is ${open} cents, but its receivable has ${asKept}`]),
    ];
  }

  private allocatedTo({ id }: Item): number {
    return Number(this.table.at(allocatedKey(this.team, String(id)))?.allocated ?? 0);
  }

  private livePayments(): Item[] {
    return this.payments.filter(({ voidedAt }) => voidedAt === undefined);
  }

  /** No item belongs to a record that does not exist. */
  private orphans(): string[] {
    const { table, team } = this;
    const holders = [
      // Another vehicle can have the plate of a BAJA vehicle (desk 1.9).
      ...this.vehicles
        .filter(({ status }) => status !== 'BAJA')
        .map((vehicle) => ({
          address: plateKey(team, normalPlate(String(vehicle.plate))),
          field: 'vehicleId',
          id: vehicle.id,
        })),
      ...this.boxes.map((box) => ({
        address: economicNumberKey(team, normalEconomicNumber(String(box.economicNumber))),
        field: 'boxId',
        id: box.id,
      })),
    ];
    const unique = [plateKey(team, ''), economicNumberKey(team, '')].flatMap((key) => table.from(key));
    const { joinCode } = table.at(teamKey(team)) ?? {};
    return [
      ...(joinCode === undefined ? ['the team itself is missing'] : []),
      ...(table.at(joinCodeKey(String(joinCode)))?.teamId === team
        ? []
        : [`join code ${joinCode} does not lead to it`]),
      ...(table.from({ ...membersOf(team), sk: 'MEMBER#' }).some(({ role }) => role === 'OWNER')
        ? []
        : ['it has no owner']),
      ...holders
        .filter(({ address, field, id }) => table.at(address)?.[field] !== id)
        .map(({ address }) => `${address.sk} is not held by its own record`),
      ...(unique.length === holders.length
        ? []
        : [`${holders.length} records hold ${unique.length} plates and numbers`]),
      ...this.reservations
        .filter(({ boxId }) => !table.at(boxKey(team, String(boxId))))
        .map(({ id }) => `reservation ${id} has no box`),
      ...this.payments
        .filter(({ tripId }) => tripId !== undefined && !table.at(tripKey(team, String(tripId))))
        .map(({ sk }) => `payment ${sk} has no trip`),
      ...this.countedClients(),
      ...this.strayPartitions(),
    ];
  }

  private countedClients(): string[] {
    return this.table
      .from(invoiceCountKey(this.team, ''))
      .filter(({ sk }) => String(sk).includes('#CLIENT#'))
      .filter(({ sk }) => !this.table.at(clientKey(this.team, String(sk).split('#CLIENT#')[1] ?? '')))
      .map(({ sk }) => `counter ${sk} has no client`);
  }

  /** Items of a trip or an invoice in partitions of their own. */
  private strayPartitions(): string[] {
    const { table, team } = this;
    const beside = this.partitions.flatMap((pk) => {
      const [, , type, id = ''] = pk.split('#');
      const owner = type === 'TRIP' ? tripKey(team, id) : type === 'INVOICE' ? invoiceKey(team, id) : undefined;
      if (owner === undefined || table.at(owner)) return [];
      const items = table.from({ pk, sk: '' });
      const isDeleted = items.some(({ action }) => action === 'DELETE');
      return items
        .filter(({ sk }) => !isDeleted || !String(sk).startsWith('EVENT#'))
        .map(({ sk }) => `${pk} / ${sk} has no record`);
    });
    const owed = table
      .from({ ...receivablesOf(team), sk: '' })
      .filter(
        ({ invoiceId, sk }) => !table.at(invoiceId ? invoiceKey(team, String(invoiceId)) : tripKey(team, String(sk))),
      );
    return [...beside, ...owed.map(({ sk }) => `receivable ${sk} has no trip or invoice`)];
  }

  /** A trip's index entries match its record. */
  private indexes(): string[] {
    return this.trips
      .filter(({ gsi1pk, gsi1sk, status, startDate, id }) => {
        return !String(gsi1pk).endsWith(`#${status}`) || gsi1sk !== `${startDate}#${id}`;
      })
      .map(({ id, status }) => `trip ${id} is ${status}, but its index entry does not match`);
  }
}

/** The counter of an invoice: by its status, and for other types than I by type and status. */
const countOf = ({ type, status }: Item): string => (type === undefined ? String(status) : `${type}_${status}`);

/** Entries of one list that are missing in the other. An entry that occurs twice in one list and once in the other is missing once. */
function difference(wanted: readonly string[], present: readonly string[]): string[] {
  const minus = (some: readonly string[], others: readonly string[]) => {
    const left = [...others];
    return some.filter((one) => {
      const at = left.indexOf(one);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  };
  return [
    ...minus(wanted, present).map((one) => `missing: ${one}`),
    ...minus(present, wanted).map((one) => `too many: ${one}`),
  ];
}
