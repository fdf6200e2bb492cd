import * as v from 'valibot';
import { Unexpected } from '../print/teller';
import computed from './figures.json';
import told from './month.json';

const Method = v.picklist(['TRANSFERENCIA', 'CHEQUE', 'EFECTIVO']);
const Month = v.object({
  clients: v.record(
    v.string(),
    v.object({
      name: v.string(),
      rfc: v.string(),
      taxRegime: v.string(),
      zipCode: v.string(),
      paymentTerms: v.number(),
    }),
  ),
  trips: v.array(v.object({ client: v.string(), revenue: v.number(), paidAtOnce: v.optional(v.boolean(), false) })),
  handling: v.object({ client: v.string(), lines: v.number(), price: v.number() }),
  collections: v.array(
    v.object({
      client: v.string(),
      amount: v.number(),
      method: Method,
      allocations: v.record(v.string(), v.number()),
    }),
  ),
  creditNote: v.object({ of: v.string(), share: v.number() }),
  substitution: v.object({ of: v.string(), price: v.number() }),
});

/** What happens in the month. */
export const MONTH = v.parse(Month, told);

/** The figures of the month as `figures.py` computes them. */
export const FIGURES: Readonly<Record<string, unknown>> = computed;

/** Compares answers with figures that another program computed, and counts them. */
export class Figures {
  private compared = 0;

  constructor(private readonly expected: Readonly<Record<string, unknown>> = FIGURES) {}

  get count(): number {
    return this.compared;
  }

  /** Throws {@link Unexpected} at the first figure that differs. The path names it: `trips.trip 3`. */
  compare(path: string, came: unknown): void {
    const expected = path.split('.').reduce<unknown>((at, name) => Object(at)[name], this.expected);
    this.compareAt(path, came, expected);
  }

  private compareAt(path: string, came: unknown, expected: unknown): void {
    if (typeof expected === 'object' && expected !== null) {
      const names = [...new Set([...Object.keys(expected), ...Object.keys(Object(came))])];
      if (names.length === 0 && typeof came !== 'object') throw different(path, came, expected);
      for (const name of names) this.compareAt(`${path}.${name}`, Object(came)[name], Object(expected)[name]);
      return;
    }
    this.compared += 1;
    if (expected === undefined || came !== expected) throw different(path, came, expected);
  }
}

const different = (path: string, came: unknown, expected: unknown): Unexpected =>
  new Unexpected(
    `The figure ${path} is ${JSON.stringify(came)}, and scenarios/month/figures.py computes ${JSON.stringify(expected)}.`,
  );
