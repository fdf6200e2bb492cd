import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { type ExternalKind, externalIdKey } from '../platform/table/external-ids';
import { type Eventual, getItems } from '../platform/table/read';
import { isUuid } from '../platform/values/fields';
import type { Text } from '../platform/values/text';
import { IS_GONE } from '../trips/create-trip';
import { fieldOf } from './columns';
import { type KindRules, keyColumn, type StoredRecord } from './kinds';
import { type PreparedRow, RowRefused } from './prepare-rows';
import type { RowError } from './results';

/** A row with what the table has of it. */
export interface FoundRow extends PreparedRow {
  readonly record: StoredRecord | undefined;
  /** Why the row cannot be written: a reference that the team does not have, or a name that an earlier row has. */
  readonly errors: readonly RowError[];
  /** In a dry run: another record has the row's unique name. `by` is its key in the other system. */
  readonly taken?: { readonly by: string | undefined } | undefined;
}

const UNKNOWN: Text = {
  en: 'This team has no record with this key. Import that record first, or correct the key.',
  es: 'Esta empresa no tiene un registro con esta clave. Importe antes ese registro o corrija la clave.',
};
const NOT_OF_TEAM: Text = {
  en: 'This team has no record with this id. Send the id of one of its records.',
  es: 'Esta empresa no tiene un registro con este id. Envíe el id de uno de sus registros.',
};
const IN_USE: Text = {
  en: 'Another record of this team has this value, which is unique.',
  es: 'Otro registro de esta empresa ya tiene este valor, que es único.',
};
const inRow = (row: number): Text => ({
  en: `Row ${row} has the same value, which is unique in the team.`,
  es: `La fila ${row} tiene el mismo valor, que es único en la empresa.`,
});

/**
 * Finds the records of rows by their keys, and the records that the rows refer to. The reads are eventually consistent, because they cost half:
 * a creation is refused when the key exists by then, and a reference that is not found is read again.
 */
export const readRows = capability(
  { table: ['BatchGetItem'] },
  (context) =>
    async (teamId: string, rules: KindRules, rows: readonly PreparedRow[], isDry: boolean): Promise<FoundRow[]> => {
      const records = await recordsOf(context, teamId, rules, rows);
      const named = await resolved(context, teamId, rules, rows);
      const problems = isDry ? await problemsOf(context, teamId, rules, named, records) : [];
      // Also in a real run: otherwise the row would be written after all when the earlier one is refused.
      const repeated = rows.map(({ sameNameAs }): RowError[] =>
        sameNameAs === undefined ? [] : [{ field: rules.unique?.field, message: inRow(sameNameAs) }],
      );
      return named.map(({ row, errors }, index) => ({
        ...row,
        record: records[index],
        errors: [...errors, ...(problems[index]?.errors ?? []), ...(repeated[index] ?? [])],
        taken: problems[index]?.taken,
      }));
    },
);

/** The record with this key as it is now. */
export const readRecord = capability(
  { table: ['BatchGetItem'] },
  (context) =>
    async (teamId: string, { external, keyOf }: KindRules, externalId: string): Promise<StoredRecord | undefined> => {
      const id = (await idsOf(context, teamId, [{ kind: external, externalId }]))[0];
      if (id === undefined) return undefined;
      const [record] = await getItems(context, [keyOf(teamId, id)]);
      return record?.externalId === externalId ? record : undefined;
    },
);

async function idsOf(
  context: Context,
  teamId: string,
  keys: readonly { readonly kind: ExternalKind; readonly externalId: string }[],
  consistency?: Eventual,
): Promise<(string | undefined)[]> {
  const wanted = keys.map(({ kind, externalId }) => externalIdKey(teamId, kind, externalId));
  return (await getItems(context, wanted, consistency)).map((holder) => holder?.id);
}

async function recordsOf(context: Context, teamId: string, rules: KindRules, rows: readonly PreparedRow[]) {
  const keys = rows.map(({ externalId }) => ({ kind: rules.external, externalId }));
  const ids = await idsOf(context, teamId, keys, 'eventual');
  const wanted = ids.map((id) => (id === undefined ? undefined : rules.keyOf(teamId, id)));
  const records = await getItems(context, wanted, 'eventual');
  return records.map((record, index) => (record?.externalId === rows[index]?.externalId ? record : undefined));
}

/** Puts the ids of the named records into the bodies. Rows that name the same record cost one read. */
async function resolved(context: Context, teamId: string, { references }: KindRules, rows: readonly PreparedRow[]) {
  const named = rows.map((row) =>
    [...row.references].flatMap(([field, externalId]) => {
      const reference = references[field];
      return reference ? [{ field, externalId, kind: reference.kind }] : [];
    }),
  );
  const keys = named.flat();
  const soon = await idsOf(context, teamId, keys, 'eventual');
  const missing = keys.filter((_, index) => soon[index] === undefined);
  const late = await idsOf(context, teamId, missing);
  const nameOf = ({ kind, externalId }: (typeof keys)[number]) => `${kind}#${externalId}`;
  const ids = new Map([
    ...keys.map((one, index) => [nameOf(one), soon[index]] as const),
    ...missing.map((one, index) => [nameOf(one), late[index]] as const),
  ]);
  return rows.map((row, index) => {
    const found = (named[index] ?? []).map((one) => ({ field: one.field, id: ids.get(nameOf(one)) }));
    const body = { ...row.body, ...Object.fromEntries(found.flatMap(({ field, id }) => (id ? [[field, id]] : []))) };
    const errors = found.flatMap(({ field, id }) => (id ? [] : [{ field: keyColumn(field), message: UNKNOWN }]));
    return { row: { ...row, body }, errors };
  });
}

/** What the writes of a real run would refuse: records that the team does not have, and names in use. */
async function problemsOf(
  context: Context,
  teamId: string,
  rules: KindRules,
  rows: readonly { readonly row: PreparedRow }[],
  records: readonly (StoredRecord | undefined)[],
): Promise<Pick<FoundRow, 'errors' | 'taken'>[]> {
  const named = rows.map(({ row: { body } }, index) =>
    Object.entries(rules.references).flatMap(([field, { keyOf }]) => {
      const id = body[field];
      const isNew = typeof id === 'string' && isUuid(id) && id !== fieldOf(records[index], field);
      return isNew ? [{ field, key: keyOf(teamId, id) }] : [];
    }),
  );
  const found = await recordsAt(
    context,
    named.flat().map(({ key }) => key),
  );
  const taken = await takenNames(context, teamId, rules, rows, records);
  return rows.map((_, index) => {
    const errors = (named[index] ?? []).flatMap(({ field, key }) => {
      const record = found.get(key.sk);
      if (record === undefined) return [{ field, message: NOT_OF_TEAM }];
      return fieldOf(record, 'status') === 'BAJA' ? [{ field, message: IS_GONE }] : [];
    });
    return { errors, taken: taken[index] };
  });
}

/** Which rows have a unique name that another record has. A row that keeps the name of its record costs no look-up. */
async function takenNames(
  context: Context,
  teamId: string,
  { keyOf, unique }: KindRules,
  rows: readonly { readonly row: PreparedRow }[],
  records: readonly (StoredRecord | undefined)[],
): Promise<FoundRow['taken'][]> {
  const names = rows.map(({ row }, index) => {
    const kept = unique && fieldOf(records[index], unique.field);
    const isKept = typeof kept === 'string' && unique?.normal(kept) === row.uniqueName;
    // A vehicle that is BAJA holds no plate.
    const holdsNone = fieldOf(records[index], 'status') === 'BAJA';
    return unique && row.uniqueName && !isKept && !holdsNone ? unique.keyOf(teamId, row.uniqueName) : undefined;
  });
  const holders = await getItems(context, names, 'eventual');
  const ids = holders.map((holder, index) => {
    const [id] = Object.values(holder ?? {});
    return typeof id === 'string' && id !== records[index]?.id ? id : undefined;
  });
  const owners = await getItems(
    context,
    ids.map((id) => (id === undefined ? undefined : keyOf(teamId, id))),
    'eventual',
  );
  return ids.map((id, index) => (id === undefined ? undefined : { by: owners[index]?.externalId }));
}

type ReferenceKey = ReturnType<KindRules['references'][string]['keyOf']>;

/** The records that the team has, by their sort keys. */
async function recordsAt(context: Context, keys: readonly ReferenceKey[]): Promise<ReadonlyMap<string, object>> {
  const found = await getItems(context, keys, 'eventual');
  return new Map(keys.flatMap(({ sk }, index) => (found[index] ? [[sk, found[index]] as const] : [])));
}

/** Whether an earlier row of the file took a unique name from the record with this key. */
export type HasGivenUp = (externalId: string, name: string | undefined) => boolean;

/** Throws the reasons for which a row cannot be written. */
export function assertWritable(
  { errors, taken, uniqueName }: FoundRow,
  { unique }: KindRules,
  hasGivenUp: HasGivenUp,
): void {
  const isFree = taken === undefined || (taken.by !== undefined && hasGivenUp(taken.by, uniqueName));
  const all = isFree ? errors : [...errors, { field: unique?.field, message: IN_USE }];
  if (all.length > 0) throw new RowRefused(all);
}
