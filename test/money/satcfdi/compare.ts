import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { baseEnvironment } from '../../deploy/command';
import { pythonProgram } from '../../support/python';
import { violationsOf } from '../judge';
import { decimalOf, isEqual, isImporteInLimits, isTaxInLimits, type ModelItem, withoutZeros } from '../model';
import { computedBy } from '../product';
import { randomInvoice } from '../random-invoice';
import { VECTORS } from '../vectors';
import { documentWith, type RoundedDocument, STEPS } from './rounding';

const Tax = v.object({
  name: v.picklist(['IVA', 'ISR']),
  withheld: v.boolean(),
  base: v.string(),
  rate: v.string(),
  amount: v.string(),
});
const Line = v.object({ importe: v.string(), taxes: v.array(Tax) });
const Document = v.object({
  lines: v.array(Line),
  subtotal: v.string(),
  tax: v.string(),
  withheld: v.string(),
  total: v.string(),
});
type Document = v.InferOutput<typeof Document>;

const centsOf = (text: string): bigint => BigInt(Number(text).toFixed(2).replace('.', ''));

/** Adds up a comparison. */
class Comparison {
  invoices = 0;
  equal = 0;
  /** Changes of a total by step: how many, and the largest in cents. */
  readonly changes = STEPS.map(() => ({ count: 0, most: 0n }));
  largest = 0n;
  /** Lines of satcfdi with an importe of 0, which CFDI40174 refuses. */
  empty = 0;
  readonly failures: string[] = [];

  take(name: string, items: readonly ModelItem[], theirs: Document): void {
    this.invoices += 1;
    const computed = computedBy(items);
    const stages = [...STEPS.keys(), STEPS.length].map((steps) => documentWith(steps, items));
    const [first, last] = [stages[0], stages.at(-1)];
    this.failures.push(
      ...violationsOf(items, computed).map((violation) => `${name}, ours: ${violation}`),
      ...(first?.total === centsOf(String(computed.amounts.total)) ? [] : [`${name}: the first step is not ours`]),
      ...(last && isSame(theirs, last) ? [] : [`${name}: satcfdi's ${theirs.total} is not explained`]),
      ...theirs.lines.flatMap((line, index) => limitsOf(items[index], line).map((code) => `${name}, satcfdi: ${code}`)),
    );
    this.empty += theirs.lines.filter(({ importe }) => Number(importe) === 0).length;
    for (const [step, change] of this.changes.entries()) {
      const moved = (stages[step + 1]?.total ?? 0n) - (stages[step]?.total ?? 0n);
      if (moved === 0n) continue;
      change.count += 1;
      change.most = largestOf(change.most, moved);
    }
    const difference = (last?.total ?? 0n) - (first?.total ?? 0n);
    if (difference === 0n) this.equal += 1;
    this.largest = largestOf(this.largest, difference);
  }
}

const largestOf = (most: bigint, one: bigint): bigint => {
  const size = one < 0n ? -one : one;
  return size > most ? size : most;
};

/** Whether satcfdi's lines and sums are those of the explanation. */
const isSame = (theirs: Document, { lines, subtotal, tax, withheld, total }: RoundedDocument): boolean =>
  [theirs.subtotal, theirs.tax, theirs.withheld, theirs.total].every(
    (text, index) => centsOf(text) === [subtotal, tax, withheld, total][index],
  ) &&
  lines.length === theirs.lines.length &&
  lines.every(({ importe, taxes }, index) => {
    const line = theirs.lines[index];
    if (line === undefined || line.taxes.length !== taxes.length) return false;
    const isSameTax = taxes.every(({ name, withheld, rate, amount }) =>
      line.taxes.some(
        (one) =>
          one.name === name &&
          one.withheld === withheld &&
          isEqual(decimalOf(one.rate), decimalOf(rate)) &&
          isEqual(decimalOf(one.amount), amount),
      ),
    );
    return isSameTax && isEqual(decimalOf(line.importe), importe);
  });

/** The limits of the matrix that a line of satcfdi does not keep, with the decimals as written and without zeros at the end. */
function limitsOf(item: ModelItem | undefined, { importe, taxes }: v.InferOutput<typeof Line>): string[] {
  if (item === undefined) return ['one line too many'];
  const [price, quantity, amount] = [decimalOf(item.price), decimalOf(item.quantity), decimalOf(importe)];
  const isWithin =
    isImporteInLimits(price, quantity, amount) &&
    isImporteInLimits(withoutZeros(price), withoutZeros(quantity), withoutZeros(amount));
  return [
    ...(isWithin ? [] : ['CFDI40167']),
    ...taxes.flatMap((tax) => {
      const [base, rate, value] = [decimalOf(tax.base), decimalOf(tax.rate), decimalOf(tax.amount)];
      const isTaxWithin =
        isTaxInLimits(base, rate, value) && isTaxInLimits(withoutZeros(base), rate, withoutZeros(value));
      return isTaxWithin ? [] : [tax.withheld ? 'CFDI40186' : 'CFDI40180'];
    }),
  ];
}

/**
 * Compares the totals of random invoices and of the vectors of tax §2.5 with satcfdi (PyPI, MIT), which rounds otherwise. Each difference must
 * follow from satcfdi's roundings alone, and the lines of both must be within the SAT's limits.
 */
export async function proveSatcfdi(seeds: number): Promise<boolean> {
  const began = Date.now();
  const invoices: [string, readonly ModelItem[]][] = [
    ...VECTORS.map(({ name, items }): [string, readonly ModelItem[]] => [name, items]),
    ...Array.from({ length: seeds }, (_, seed): [string, ModelItem[]] => [`seed ${seed}`, randomInvoice(seed)]),
  ];
  const comparison = new Comparison();
  const others: string[] = [];
  await compute(
    invoices.map(([, items]) => items),
    (document, index) => {
      const [name = '', items = []] = invoices[index] ?? [];
      comparison.take(name, items, document);
      const vector = VECTORS[index];
      if (vector && centsOf(String(vector.total)) !== centsOf(document.total))
        others.push(`${name}: ${document.total}, not ${vector.total.toFixed(2)}`);
    },
  );
  const { equal, changes, largest, empty, failures } = comparison;
  for (const failure of failures.slice(0, 20)) console.log(failure);
  console.log(`Vectors of tax §2.5 with another total of satcfdi: ${others.join('; ') || 'none'}.`);
  for (const [step, { count, most }] of changes.entries())
    console.log(`${String(count).padStart(8)}  totals that change by ${STEPS[step]}: at most ${most} cents`);
  console.log(`${String(empty).padStart(8)}  lines of satcfdi with importe 0, which CFDI40174 refuses`);
  const seconds = Math.round((Date.now() - began) / 1000);
  const unequal = comparison.invoices - equal;
  console.log(
    `${comparison.invoices} invoices in ${seconds} s: ${equal} equal totals, ${unequal} other ones by at most ${largest} cents, ${failures.length} not explained or outside of the limits.`,
  );
  const isProved = failures.length === 0 && comparison.invoices === invoices.length && unequal > 0;
  console.log(isProved ? '1 passed, 0 failed' : '0 passed, 1 failed');
  return isProved;
}

/** Sends invoices to satcfdi and takes its answers in their order. */
async function compute(
  invoices: readonly (readonly ModelItem[])[],
  take: (document: Document, index: number) => void,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'satcfdi-'));
  try {
    const python = await pythonProgram(join(__dirname, 'requirements.txt'), 'python', join(folder, 'install.log'));
    const program = spawn(python, [join(__dirname, 'compute.py')], {
      env: baseEnvironment(),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = once(program, 'exit');
    program.stdin.end(invoices.map((items) => `${JSON.stringify(items)}\n`).join(''));
    let index = 0;
    for await (const line of createInterface({ input: program.stdout })) {
      take(v.parse(Document, JSON.parse(line)), index);
      index += 1;
    }
    const [code] = await ended;
    if (code !== 0) throw new Error(`satcfdi ended with ${code}.`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
