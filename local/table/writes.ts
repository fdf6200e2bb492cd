import { TABLE } from '../../shared/platform/table/table-definition';
import { parseCondition } from './expressions/conditions';
import { changedPaths, parseUpdate, updated } from './expressions/updates';
import { invalid, TableFailure } from './failure';
import {
  type KeyedRequest,
  type PutRequest,
  RequestExpressions,
  type TransactWrite,
  type UpdateRequest,
} from './requests';
import type { Change, Store } from './store';
import { exactKey, hasRepeatedKey, type Key, type Stored, storedItem } from './stored';

/** A write whose condition was checked. */
export interface Write extends Key {
  readonly before: Stored | undefined;
  readonly isHeld: boolean;
  /** Whether a refusal shows the item that was found. */
  readonly showsItem: boolean;
  /** Throws ValidationException when the item cannot become what the write asks for. */
  readonly after: () => Stored | undefined;
}

function judged(store: Store, request: KeyedRequest, key: Key, expressions: RequestExpressions): Omit<Write, 'after'> {
  const condition = expressions.read(parseCondition, request.ConditionExpression);
  expressions.end();
  const before = store.get(key);
  return {
    ...key,
    before,
    isHeld: condition === undefined || condition(before?.item(), expressions.given),
    showsItem: request.ReturnValuesOnConditionCheckFailure === 'ALL_OLD',
  };
}

export function putOf(store: Store, request: PutRequest): Write {
  const after = storedItem(request.Item ?? {});
  return { ...judged(store, request, after, new RequestExpressions(request)), after: () => after };
}

export function deleteOf(store: Store, request: KeyedRequest): Write {
  const key = exactKey(request.Key ?? {});
  return { ...judged(store, request, key, new RequestExpressions(request)), after: () => undefined };
}

function checkOf(store: Store, request: KeyedRequest): Write {
  const write = deleteOf(store, request);
  return { ...write, after: () => write.before };
}

export function updateOf(store: Store, request: UpdateRequest): Write {
  const { Key: given = {} } = request;
  const key = exactKey(given);
  const expressions = new RequestExpressions(request);
  const actions = expressions.read(parseUpdate, request.UpdateExpression) ?? [];
  for (const [name] of changedPaths(actions, expressions.given)) {
    if (name === TABLE.partitionKey || name === TABLE.sortKey)
      throw invalid(
        `One or more parameter values were invalid: Cannot update attribute ${name}. This attribute is part of the key`,
      );
  }
  const write = judged(store, request, key, expressions);
  return { ...write, after: () => storedItem(updated(write.before?.item() ?? given, actions, expressions.given)) };
}

export const changeOf = ({ pk, sk, before, after }: Write): Change => ({ pk, sk, before, after: after() });

/** The change of a write that is not in a transaction. */
export function singleChange(write: Write): Change {
  if (write.isHeld) return changeOf(write);
  throw new TableFailure('ConditionalCheckFailedException', 'The conditional request failed', shownItem(write));
}

const shownItem = ({ showsItem, before }: Write): { readonly Item?: Stored } =>
  showsItem && before ? { Item: before } : {};

/** The changes of a transaction. Throws TransactionCanceledException with a reason for each write. */
export function transactionChanges(store: Store, items: readonly TransactWrite[]): readonly Change[] {
  const writes = items.map((item) => writeOf(store, item));
  if (hasRepeatedKey(writes)) throw invalid('Transaction request cannot include multiple operations on one item');
  const judgements = writes.map(judge);
  if (judgements.every((one) => 'change' in one))
    return judgements.flatMap((one) => ('change' in one ? [one.change] : []));
  const reasons = judgements.map((one) => ('change' in one ? { Code: 'None' } : one));
  throw new TableFailure(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.map(({ Code }) => Code).join(', ')}]`,
    { CancellationReasons: reasons },
  );
}

type Judgement =
  | { readonly change: Change }
  | { readonly Code: string; readonly Message: string; readonly Item?: Stored };

/** What is wrong with the item alone is the reason of its own write. Source: API reference, "TransactWriteItems". */
function judge(write: Write): Judgement {
  if (!write.isHeld)
    return { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed', ...shownItem(write) };
  try {
    return { change: changeOf(write) };
  } catch (failure) {
    if (!(failure instanceof TableFailure)) throw failure;
    return { Code: 'ValidationError', Message: failure.message };
  }
}

function writeOf(store: Store, { Put, Update, Delete, ConditionCheck }: TransactWrite): Write {
  if (Put) return putOf(store, Put);
  if (Update) return updateOf(store, Update);
  if (Delete) return deleteOf(store, Delete);
  if (ConditionCheck) return checkOf(store, ConditionCheck);
  throw invalid('TransactItems can only contain one of Check, Put, Update or Delete');
}
