import { parseArgs } from 'node:util';

const PARTS_OF_BENCH = ['bundles', 'units', 'starts', 'cold', 'warm', 'local', 'validate', 'suite'] as const;
export type PartOfBench = (typeof PARTS_OF_BENCH)[number];

export interface Options {
  /** The short form: writes nothing and takes one minute. */
  readonly isCheck: boolean;
  readonly parts: readonly PartOfBench[];
}

/** The suite runs only when it is named: it takes two minutes on both cores. */
const USUAL = PARTS_OF_BENCH.filter((part) => part !== 'suite');
const SHORT: readonly PartOfBench[] = ['bundles', 'units', 'starts', 'cold', 'validate'];

/** Reads `--check` and `--only bundles,units`. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: { check: { type: 'boolean' }, only: { type: 'string' } },
  });
  const asked = values.only?.split(',');
  const unknown = asked?.find((one) => !PARTS_OF_BENCH.some((part) => part === one));
  if (unknown !== undefined) throw new Error(`Unknown part ${unknown}. Choose from ${PARTS_OF_BENCH.join(', ')}.`);
  const parts = values.check ? SHORT : USUAL;
  return {
    isCheck: values.check ?? false,
    parts: asked ? PARTS_OF_BENCH.filter((part) => asked.includes(part)) : parts,
  };
}
