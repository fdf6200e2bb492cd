import { join } from 'node:path';
import { KEY_FAMILIES } from '../../shared/platform/runtime/key-families';
import { pathsBelow } from '../support/source-files';
import { documentAt } from './named-tests';

/**
 * Compares docs/table.md with the code. The test does not read source text. It calls every exported function of shared/ that makes a key or
 * the index keys of an item.
 */
const ROOT = join(__dirname, '..', '..');

/** Stands for each value that a key contains. */
const VALUE = '⁂';
/** The allocation of a payment that needs a receipt: only such a payment has a key in `gsi2`. */
const ALLOCATIONS = [{ isPpd: true }];
/** An argument for any key function: it acts as a text, and as a record in which each field is such a text. */
const SAMPLE: object = new Proxy(Object(VALUE), {
  has: () => true,
  get(target, name): unknown {
    if (name === 'allocations') return ALLOCATIONS;
    const own: unknown = Reflect.get(target, name, target);
    if (typeof own === 'function') return own.bind(target);
    return own === undefined && typeof name === 'string' ? VALUE : own;
  },
});

/** Key functions that return one of two keys. These arguments make them return the second. */
const SECOND_CALLS = new Map<string, readonly unknown[]>([
  ['shared/invoices/invoice-record.ts invoiceCountKey', [VALUE]],
  ['shared/teams/team.ts mailQuotaKey', [{ recipient: VALUE }, VALUE]],
]);
/**
 * Functions whose names match but that make no key of an item. In this order: two helpers of key functions, four that return the key of
 * another record, and three that handle keys of the stamping provider.
 */
const NOT_KEYS = new Set([
  'shared/platform/table/keys.ts key',
  'shared/platform/table/work-list.ts workKey',
  'shared/files/file-owners.ts filedEntityKey',
  'shared/invoices/issuer.ts taxIssuerKey',
  'shared/fleet/expiring-documents.ts holderKey',
  'shared/identity/session-record.ts sessionKey',
  'shared/stamping/organization/live-key.ts issueLiveKey',
  'shared/stamping/organization/provider-keys.ts providerKey',
  'shared/stamping/provider/user-key.ts userKey',
]);

type Call = (...given: readonly unknown[]) => unknown;
const isFunction = (value: unknown): value is Call => typeof value === 'function';
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Calls all exported functions of shared/ whose name matches with sample arguments, and returns their results. */
async function answersOf(name: RegExp): Promise<{ file: string; answer: unknown }[]> {
  const files = pathsBelow('shared').filter((file) => file.endsWith('.ts'));
  const answers: { file: string; answer: unknown }[] = [];
  for (const file of files) {
    const module: Record<string, unknown> = await import(join(ROOT, file));
    for (const [exported, make] of Object.entries(module)) {
      const id = `${file} ${exported}`;
      if (!name.test(exported) || !isFunction(make) || NOT_KEYS.has(id)) continue;
      const samples = Array.from({ length: make.length }, () => SAMPLE);
      for (const given of [samples, SECOND_CALLS.get(id)]) if (given) answers.push({ file, answer: make(...given) });
    }
  }
  return answers;
}

interface Key {
  readonly file: string;
  readonly pk: string;
  readonly sk: string;
}

const named = ({ file, pk, sk }: Key): string => `${file}: ${pk} | ${sk}`;

async function keysInTheCode(): Promise<(Key & { schema: unknown })[]> {
  return (await answersOf(/key$/i)).flatMap(({ file, answer }) =>
    isRecord(answer) && answer.pk !== undefined
      ? [{ file, pk: String(answer.pk), sk: String(answer.sk), schema: answer.schema }]
      : [],
  );
}

async function indexKeysInTheCode(): Promise<Key[]> {
  return (await answersOf(/indexes$/i)).flatMap(({ file, answer }) =>
    ['gsi1', 'gsi2'].flatMap((index) => {
      const [pk, sk] = isRecord(answer) ? [answer[`${index}pk`], answer[`${index}sk`]] : [];
      return typeof pk === 'string' ? [{ file, pk: `${index} ${pk}`, sk: String(sk) }] : [];
    }),
  );
}

/** Replaces each `{value}` in a key of the document by the sample, and `{shard}` by 0, because a shard is a digit. */
const asInCode = (pattern: string): string => pattern.replace(/\{shard\}/g, '0').replace(/\{\w+\}/g, VALUE);

const rows = documentAt('docs/table.md')
  .split('\n')
  .flatMap((line) => {
    const [, , pk, sk, indexes, file] = line.split('|').map((cell) => cell.trim());
    const bare = (cell = ''): string => asInCode(cell.replaceAll('`', ''));
    return pk?.startsWith('`') ? [{ file: bare(file), pk: bare(pk), sk: bare(sk), indexes: bare(indexes) }] : [];
  });

test('the document lists the keys of the code, and no others', async () => {
  expect(rows.map(named).sort()).toEqual((await keysInTheCode()).map(named).sort());
});

test('the document lists the index keys of the code, and no others', async () => {
  const listed = rows.flatMap(({ file, indexes }) =>
    [...indexes.matchAll(/(gsi\d \S+) \/ (\S+?)(?=<br>|$)/g)].map(([, pk = '', sk = '']) => ({ file, pk, sk })),
  );
  expect(listed.map(named).sort()).toEqual((await indexKeysInTheCode()).map(named).sort());
});

test('doors 25: the families of keys are those of the code, and no others', async () => {
  const partitions = [
    ...(await keysInTheCode()).map(({ pk }) => pk),
    ...(await indexKeysInTheCode()).map(({ pk }) => pk.replace(/^gsi\d /, '')),
  ];
  const families = partitions.map((pk) => /^[^#]*#?/.exec(pk)?.[0]);
  expect([...new Set(families)].sort()).toEqual([...KEY_FAMILIES].sort());
});

const parts = (key: string): string[] => key.split('#');
/** True when the shorter of two keys, part by part, can be the beginning of the longer. */
const canBeginAlike = (one: string, other: string): boolean =>
  parts(one).every((part, index) => {
    const against = parts(other)[index];
    return against === undefined || part === against || part.includes(VALUE) || against.includes(VALUE);
  });
const canShare = (one: Key, other: Key): boolean =>
  parts(one.pk).length === parts(other.pk).length && canBeginAlike(one.pk, other.pk) && canBeginAlike(one.sk, other.sk);

test('no two items share a partition and the beginning of a sort key', async () => {
  const keys = await keysInTheCode();
  const shared = keys.flatMap((one, index) =>
    keys.slice(index + 1).flatMap((other) => {
      const isOneItem = one.schema === other.schema && one.file === other.file;
      return !isOneItem && canShare(one, other) ? [`${named(one)} and ${named(other)}`] : [];
    }),
  );
  expect(keys.length).toBeGreaterThan(40);
  expect(shared).toEqual([]);
});
