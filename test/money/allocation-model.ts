/**
 * Allocation and proration, computed a second time: from lists of documents, collections, notes and lines of receipts, without any sum that
 * is kept. Amounts are cents, bases are millionths. It imports nothing of the product.
 */
interface ModelGroup {
  readonly rates: string;
  readonly base: bigint;
}

export interface ModelLine {
  readonly document: string;
  readonly paid: number;
  readonly bases: readonly bigint[];
}

interface Document {
  readonly id: string;
  readonly total: number;
  readonly groups: readonly ModelGroup[];
  readonly notes: number[];
}

interface Part {
  readonly document: string;
  readonly cents: number;
  isReceipted: boolean;
}

interface Collection {
  readonly id: string;
  readonly amount: number;
  parts: Part[];
  isVoided: boolean;
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

export class AllocationModel {
  readonly documents: Document[] = [];
  readonly collections: Collection[] = [];
  readonly lines: ModelLine[] = [];

  private partsOf(document: string): Part[] {
    return this.collections
      .filter(({ isVoided }) => !isVoided)
      .flatMap(({ parts }) => parts.filter((part) => part.document === document));
  }

  document(id: string): Document {
    const found = this.documents.find((one) => one.id === id);
    if (found === undefined) throw new Error('The model has no such document.');
    return found;
  }

  charged(id: string): number {
    const { total, notes } = this.document(id);
    return total - sum(notes);
  }

  allocated(id: string): number {
    return sum(this.partsOf(id).map(({ cents }) => cents));
  }

  receipted(id: string): number {
    return sum(this.lines.filter(({ document }) => document === id).map(({ paid }) => paid));
  }

  open(id: string): number {
    return this.charged(id) - this.allocated(id);
  }

  /** The oldest first: the documents stand in the order of their dates. */
  spread(amount: number): { document: string; cents: number }[] {
    const parts = [];
    let left = amount;
    for (const { id } of this.documents) {
      const cents = Math.min(left, Math.max(0, this.open(id)));
      if (cents > 0) parts.push({ document: id, cents });
      left -= cents;
    }
    return parts;
  }

  /** A note takes unconfirmed allocations back, the newest collection first, one cent at a time. */
  note(id: string, cents: number): void {
    this.document(id).notes.push(cents);
    for (const collection of [...this.collections].reverse()) {
      if (collection.isVoided) continue;
      const kept: Part[] = [];
      for (const part of collection.parts) {
        const back = part.document === id && !part.isReceipted ? Math.min(part.cents, Math.max(0, -this.open(id))) : 0;
        // The sums are read from the lists, so the list is changed at once.
        collection.parts = collection.parts.map((one) => (one === part ? { ...part, cents: part.cents - back } : one));
        kept.push({ ...part, cents: part.cents - back });
      }
      collection.parts = kept.filter(({ cents }) => cents > 0);
    }
  }

  /** What receipts confirm beyond the documents. */
  creditOfNotes(): number {
    return sum(this.documents.map(({ id }) => Math.max(0, this.receipted(id) - this.charged(id))));
  }

  onAccount(): number {
    return sum(
      this.collections.map(({ amount, parts, isVoided }) =>
        isVoided ? 0 : amount - sum(parts.map(({ cents }) => cents)),
      ),
    );
  }

  /** The line of a receipt that confirms a part of a collection. `takenByNotes` are bases of notes, by group. */
  receipt(
    document: string,
    paid: number,
    takenByNotes: readonly bigint[],
  ): { last: number; number: number; bases: bigint[] } {
    const own = this.lines.filter((line) => line.document === document);
    const last = this.charged(document) - this.receipted(document);
    const bases = this.document(document).groups.map(({ base }, group) => {
      const taken = own.reduce((all, line) => all + (line.bases[group] ?? 0n), takenByNotes[group] ?? 0n);
      return shareOf(base - taken, BigInt(paid), BigInt(last));
    });
    this.lines.push({ document, paid, bases });
    return { last, number: own.length + 1, bases };
  }
}

/** tax 4.5: half up to a millionth; the last line takes all; another one takes and leaves at least a millionth. */
function shareOf(remaining: bigint, paid: bigint, last: bigint): bigint {
  if (paid === last) return remaining;
  if (remaining < 2n) return 0n;
  const [whole, rest] = [(remaining * paid) / last, (remaining * paid) % last];
  const rounded = rest * 2n >= last ? whole + 1n : whole;
  if (rounded === 0n) return 1n;
  return rounded >= remaining ? remaining - 1n : rounded;
}
