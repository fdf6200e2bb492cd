/**
 * What clients owe, computed a second time: from lists of documents, collections and their allocations, without any sum
 * that is kept. Amounts are cents. It imports nothing of the product.
 */
interface ModelDocument {
  readonly id: string;
  readonly client: string;
  readonly trip: string | undefined;
  readonly total: number;
  readonly issuedAt: string;
  isCancelled: boolean;
}

export interface ModelCollection {
  readonly id: string;
  readonly client: string;
  readonly amount: number;
  /** The trip on which a rest stays. */
  readonly forTrip: string | undefined;
  /** Cents by document. */
  allocations: Map<string, number>;
  isVoided: boolean;
}

interface ModelTrip {
  readonly id: string;
  readonly client: string;
  readonly estimate: number;
  /** A cancelled trip charges nothing without a document. */
  readonly isCancelled: boolean;
}

const sum = (amounts: Iterable<number>): number => [...amounts].reduce((total, one) => total + one, 0);
const byDate = (one: ModelDocument, other: ModelDocument): number => (one.issuedAt < other.issuedAt ? -1 : 1);

export class LedgerModel {
  readonly documents: ModelDocument[] = [];
  readonly collections: ModelCollection[] = [];
  readonly trips: ModelTrip[] = [];

  live(): ModelCollection[] {
    return this.collections.filter(({ isVoided }) => !isVoided);
  }

  allocated(document: string): number {
    return sum(this.live().map(({ allocations }) => allocations.get(document) ?? 0));
  }

  open({ id, total, isCancelled }: ModelDocument): number {
    return isCancelled ? 0 : total - this.allocated(id);
  }

  rest({ amount, allocations }: ModelCollection): number {
    return amount - sum(allocations.values());
  }

  addDocument(document: ModelDocument): void {
    this.documents.push(document);
    if (document.trip === undefined) return;
    // The advances of the trip, in the order of their payment.
    for (const collection of this.live().filter(({ forTrip }) => forTrip === document.trip))
      this.allocateTo(collection, [document]);
  }

  pay(collection: ModelCollection): void {
    this.collections.push(collection);
    const documents = this.documents.filter(({ trip }) => trip === collection.forTrip);
    this.allocateTo(collection, documents.toSorted(byDate));
  }

  collect(collection: ModelCollection): void {
    this.collections.push(collection);
    if (collection.allocations.size > 0) return;
    const documents = this.documents.filter(({ client }) => client === collection.client);
    this.allocateTo(collection, documents.toSorted(byDate));
  }

  cancel(document: ModelDocument): void {
    document.isCancelled = true;
    for (const { allocations } of this.collections) allocations.delete(document.id);
  }

  due(trip: ModelTrip): { due: number; isEstimate: boolean } {
    const documents = this.documents.filter((one) => one.trip === trip.id && !one.isCancelled);
    return documents.length === 0
      ? { due: trip.isCancelled ? 0 : trip.estimate, isEstimate: true }
      : { due: sum(documents.map(({ total }) => total)), isEstimate: false };
  }

  paid(trip: string): number {
    return sum(
      this.live().map((collection) => {
        const ofTrip = [...collection.allocations].filter(([id]) => this.tripOf(id) === trip);
        return sum(ofTrip.map(([, cents]) => cents)) + (collection.forTrip === trip ? this.rest(collection) : 0);
      }),
    );
  }

  /** The open amounts of all clients: documents, and trips without one. */
  receivables(): number {
    const trips = this.trips.flatMap((trip) => {
      const { due, isEstimate } = this.due(trip);
      return isEstimate ? [Math.max(0, due - this.paid(trip.id))] : [];
    });
    return sum([...this.documents.map((document) => this.open(document)), ...trips]);
  }

  inFavour(): number {
    const rests = this.live().map((collection) => (this.isAdvance(collection) ? 0 : this.rest(collection)));
    const beyond = this.trips.map((trip) => {
      const { due, isEstimate } = this.due(trip);
      return isEstimate ? Math.max(0, this.paid(trip.id) - due) : 0;
    });
    return sum([...rests, ...beyond]);
  }

  /** Money for a trip without a document is part of the trip's balance: what is beyond its estimate is counted there. */
  private isAdvance({ forTrip }: ModelCollection): boolean {
    const trip = this.trips.find(({ id }) => id === forTrip);
    return trip !== undefined && this.due(trip).isEstimate;
  }

  private tripOf(document: string): string | undefined {
    return this.documents.find(({ id }) => id === document)?.trip;
  }

  private allocateTo(collection: ModelCollection, documents: readonly ModelDocument[]): void {
    for (const document of documents) {
      const cents = Math.min(this.rest(collection), this.open(document));
      if (cents > 0) collection.allocations.set(document.id, (collection.allocations.get(document.id) ?? 0) + cents);
    }
  }
}
