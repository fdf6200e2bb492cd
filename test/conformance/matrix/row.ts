import type { Accounts } from '../../support/accounts';
import type { RandomDocument } from '../product/random-documents';
import { type Changes, examine } from './scene';

/** What a row's check needs. */
export interface Bench {
  readonly world: Accounts;
  readonly documents: () => Promise<readonly RandomDocument[]>;
}

/** A row of the matrix with the check that shows its result. The check returns why the result is another one, or nothing. */
export interface Row {
  /** Code and break, as in the matrix. */
  readonly name: string;
  readonly result: 'refused' | 'warned' | 'not checked' | 'cannot occur';
  readonly failure: (bench: Bench) => Promise<string | undefined>;
}

const differs = (found: readonly string[], expected: readonly string[]): string | undefined =>
  found.join(', ') === expected.join(', ') ? undefined : `Found [${found.join(', ')}], not [${expected.join(', ')}].`;

/** Validate reports exactly these codes and fields, or the creation is refused with the one status and field. */
export const refused = (name: string, changes: Changes, ...expected: string[]): Row => ({
  name,
  result: 'refused',
  failure: async ({ world }) => differs((await examine(world, changes)).errors, expected),
});

/** Validate reports this warning, and the invoice is ready. */
export const warned = (name: string, changes: Changes, expected: string): Row => ({
  name,
  result: 'warned',
  failure: async ({ world }) => {
    const { errors, warnings } = await examine(world, changes);
    return (
      differs(errors, []) ?? (warnings.includes(expected) ? undefined : `Warned of [${warnings}], not of ${expected}.`)
    );
  },
});

/** Validate lists it among the facts that it cannot check. */
export const notChecked = (name: string, listed: RegExp, changes: Changes = {}): Row => ({
  name,
  result: 'not checked',
  failure: async ({ world }) => {
    const said = await examine(world, changes);
    return said.notChecked.some((one) => listed.test(one))
      ? undefined
      : `Listed are only ${said.notChecked.join(' / ')}`;
  },
});

/** None of the random documents has it. With a type, there is at least one document of this type. */
export const cannotOccur = (name: string, occurs: (document: RandomDocument) => boolean, type?: 'T' | 'P'): Row => ({
  name,
  result: 'cannot occur',
  failure: async ({ documents }) => {
    const all = await documents();
    const meant = all.filter((document) => (type === undefined ? document.xml !== '' : document.type === type));
    if (meant.length === 0) return `There is no document of type ${type}.`;
    const found = meant.find(occurs);
    return found && `Document of seed ${found.seed}: ${found.xml}`;
  },
});

/** A check of its own, through other operations: it returns what was answered. */
export const answered = (
  name: string,
  result: Row['result'],
  ask: (bench: Bench) => Promise<string>,
  expected: string,
): Row => ({ name, result, failure: async (bench) => differs([await ask(bench)], [expected]) });
