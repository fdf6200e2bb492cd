import * as v from 'valibot';
import { maskedMembers } from './mask';

/** An item that a call wrote, or an item that it only checked as a condition of the write. */
export interface WrittenItem {
  readonly action: 'Put' | 'Update' | 'Delete' | 'ConditionCheck';
  readonly key: Readonly<Record<string, unknown>>;
  /** The whole item of a Put. */
  readonly item?: Readonly<Record<string, unknown>>;
  /** The fields that an Update changed. */
  readonly set?: Readonly<Record<string, unknown>>;
  readonly add?: Readonly<Record<string, unknown>>;
  readonly removed?: readonly string[];
}

const Attributes = v.record(v.string(), v.unknown());

/** The fields of a command's input that are read here. The values are native, because the input is the document client's. */
const Write = v.object({
  Key: v.optional(Attributes),
  Item: v.optional(Attributes),
  UpdateExpression: v.optional(v.string(), ''),
  ExpressionAttributeNames: v.optional(v.record(v.string(), v.string()), {}),
  ExpressionAttributeValues: v.optional(Attributes, {}),
});
type Write = v.InferOutput<typeof Write>;

const Transaction = v.object({
  TransactItems: v.array(
    v.object({
      Put: v.optional(Write),
      Update: v.optional(Write),
      Delete: v.optional(Write),
      ConditionCheck: v.optional(Write),
    }),
  ),
});

const SINGLE = { PutItem: 'Put', UpdateItem: 'Update', DeleteItem: 'Delete' } as const;
const isSingle = (action: string): action is keyof typeof SINGLE => action in SINGLE;

/** Lists the writes of a table call in their order, with secrets masked. A read gives an empty list. */
export function writtenItems(action: string, input: object): WrittenItem[] {
  if (isSingle(action)) return [writtenItem(SINGLE[action], v.parse(Write, input))];
  if (action !== 'TransactWriteItems') return [];
  return v
    .parse(Transaction, input)
    .TransactItems.flatMap(({ Put, Update, Delete, ConditionCheck }) => [
      ...(Put ? [writtenItem('Put', Put)] : []),
      ...(Update ? [writtenItem('Update', Update)] : []),
      ...(Delete ? [writtenItem('Delete', Delete)] : []),
      ...(ConditionCheck ? [writtenItem('ConditionCheck', ConditionCheck)] : []),
    ]);
}

function writtenItem(action: WrittenItem['action'], write: Write): WrittenItem {
  const { pk, sk, ...item } = write.Item ?? {};
  const key = maskedMembers(write.Key ?? { pk, sk });
  if (action === 'Put') return { action, key, item: maskedMembers(item) };
  return { action, key, ...(action === 'Update' && changesOf(write)) };
}

/** Parses the expressions that shared/platform/table/expression.ts writes: `SET #n0 = :v0, … ADD #n1 :v1, … REMOVE #n2, …`. */
function changesOf({ UpdateExpression, ExpressionAttributeNames, ExpressionAttributeValues }: Write) {
  const nameOf = (placeholder: string): string => ExpressionAttributeNames[placeholder] ?? placeholder;
  const clause = (keyword: string): string => new RegExp(`${keyword} ([^A-Z]+)`).exec(UpdateExpression)?.[1] ?? '';
  const pairs = (text: string): [string, unknown][] =>
    [...text.matchAll(/(#\w+)(?: =)? (:\w+)/g)].map(([, name = '', value = '']) => [
      nameOf(name),
      ExpressionAttributeValues[value],
    ]);
  const set = maskedMembers(Object.fromEntries(pairs(clause('SET'))));
  const add = Object.fromEntries(pairs(clause('ADD')));
  const removed = [...clause('REMOVE').matchAll(/#\w+/g)].map(([name]) => nameOf(name));
  return {
    ...(Object.keys(set).length > 0 && { set }),
    ...(Object.keys(add).length > 0 && { add }),
    ...(removed.length > 0 && { removed }),
  };
}
