import { createHash } from 'node:crypto';
import { invalid, TableFailure } from './failure';
import { type BatchAnswer, type BatchGetRequest, batchGet, getItem, type Page, query, scan } from './reads';
import {
  type BatchWrite,
  type GetRequest,
  type KeyedRequest,
  noSuchTable,
  type OfTable,
  type PageRequest,
  type PutRequest,
  type QueryRequest,
  type TransactWrite,
  type UpdateRequest,
} from './requests';
import type { Change, Store } from './store';
import { hasRepeatedKey, isExpired } from './stored';
import { writeUnits } from './units';
import { deleteOf, putOf, singleChange, transactionChanges, updateOf } from './writes';

/** Ten minutes: DynamoDB's lifetime of a transaction token. */
const TOKEN_MS = 600_000;
const MOST_TRANSACTION_WRITES = 100;
const LARGEST_TRANSACTION = 4 * 1024 * 1024;
const MOST_BATCH_WRITES = 25;

type ByTable<T> = Readonly<Record<string, T>>;

/** What a read of many items found, by table. */
interface BatchAnswers {
  readonly found: ByTable<BatchAnswer['found']>;
  /** Only tables of which some were left. */
  readonly unprocessed: ByTable<{ readonly Keys: BatchAnswer['unprocessed'] }>;
  readonly units: number;
}

export interface Counted {
  readonly ReturnConsumedCapacity?: string | undefined;
}

/** A write that happened. */
export interface Done {
  readonly change: Change;
  readonly units: number;
}

/**
 * DynamoDB's table with this service's definition, in this process. Calls happen one after the other, so they never conflict. Differences to
 * AWS are listed in docs/decisions/0056.
 */
export class LocalTable {
  private readonly tokens = new Map<string, { readonly at: number; readonly digest: string }>();

  constructor(
    readonly name: string,
    private readonly store: Store,
    private readonly now: () => number,
  ) {}

  private checkName({ TableName }: OfTable): void {
    if (TableName !== this.name) throw noSuchTable();
  }

  get(request: GetRequest) {
    this.checkName(request);
    return getItem(this.store, request);
  }

  /** Reads the items of a call, by the name of their table. */
  batchGet(requests: ByTable<Omit<BatchGetRequest, 'TableName'>>): BatchAnswers {
    const answers = Object.entries(requests).map(([TableName, request]) => {
      this.checkName({ TableName });
      return { TableName, ...batchGet(this.store, { ...request, TableName }) };
    });
    const left = answers.filter(({ unprocessed }) => unprocessed.length > 0);
    return {
      found: Object.fromEntries(answers.map(({ TableName, found }) => [TableName, found])),
      unprocessed: Object.fromEntries(left.map(({ TableName, unprocessed }) => [TableName, { Keys: unprocessed }])),
      units: answers.reduce((sum, { units }) => sum + units, 0),
    };
  }

  query(request: QueryRequest): Page {
    this.checkName(request);
    return query(this.store, request);
  }

  scan(request: PageRequest): Page {
    this.checkName(request);
    return scan(this.store, request);
  }

  put(request: PutRequest): Done {
    this.checkName(request);
    return this.done(singleChange(putOf(this.store, request)));
  }

  update(request: UpdateRequest): Done {
    this.checkName(request);
    return this.done(singleChange(updateOf(this.store, request)));
  }

  delete(request: KeyedRequest): Done {
    this.checkName(request);
    return this.done(singleChange(deleteOf(this.store, request)));
  }

  /** The units of a call for its answer. Undefined when the call does not ask for them. */
  consumed({ ReturnConsumedCapacity: wanted = 'NONE' }: Counted, units: number) {
    return wanted === 'NONE' ? undefined : { TableName: this.name, CapacityUnits: units };
  }

  private done(change: Change): Done {
    this.store.commit([change]);
    return { change, units: writeUnits(change) };
  }

  /** Makes the writes of a call without conditions, by the name of their table. Returns the units. */
  batchWrite(requests: ByTable<readonly BatchWrite[]>): number {
    return Object.entries(requests).reduce((sum, [name, writes]) => sum + this.writeAll(name, writes), 0);
  }

  private writeAll(TableName: string, writes: readonly BatchWrite[]): number {
    this.checkName({ TableName });
    if (writes.length > MOST_BATCH_WRITES) throw invalid('Too many items requested for the BatchWriteItem call');
    const changes = writes.map(({ PutRequest, DeleteRequest }) =>
      singleChange(PutRequest ? putOf(this.store, PutRequest) : deleteOf(this.store, DeleteRequest ?? {})),
    );
    if (hasRepeatedKey(changes)) throw invalid('Provided list of item keys contains duplicates');
    this.store.commit(changes);
    return changes.reduce((sum, change) => sum + writeUnits(change), 0);
  }

  /** Makes all writes or none. Returns the units. A repeated token writes nothing. */
  transact(items: readonly TransactWrite[], token?: string): number {
    checkCount(items.length);
    for (const { Put, Update, Delete, ConditionCheck } of items)
      this.checkName(Put ?? Update ?? Delete ?? ConditionCheck ?? {});
    const digest = token === undefined ? '' : digestOf(items);
    if (token !== undefined && this.isRepeated(token, digest)) return 0;
    const changes = transactionChanges(this.store, items);
    const bytes = changes.reduce((sum, { after }) => sum + (after?.size ?? 0), 0);
    if (bytes > LARGEST_TRANSACTION) throw invalid('Transaction request size exceeds the maximum allowed size of 4 MB');
    this.store.commit(changes.filter((_, index) => items[index]?.ConditionCheck === undefined));
    if (token !== undefined) this.tokens.set(token, { at: this.now(), digest });
    return changes.reduce((sum, change) => sum + writeUnits(change, true), 0);
  }

  private isRepeated(token: string, digest: string): boolean {
    const oldest = this.now() - TOKEN_MS;
    for (const [one, { at }] of this.tokens) {
      if (at > oldest) break;
      this.tokens.delete(one);
    }
    const known = this.tokens.get(token);
    if (known === undefined) return false;
    if (known.digest === digest) return true;
    throw new TableFailure(
      'IdempotentParameterMismatchException',
      'Request uses the same client token as a previous, but non-identical request',
    );
  }

  /** Deletes the items that are past their time to live. DynamoDB does so within days. */
  sweep(): void {
    const seconds = this.now() / 1_000;
    const past = [...this.store.all()].filter((item) => isExpired(item, seconds));
    if (past.length > 0) this.store.commit(past.map((before) => ({ ...before, before, after: undefined })));
  }

  close(): void {
    this.store.close();
  }
}

/** Ten minutes of requests as they are would fill the memory of a busy server. */
const digestOf = (items: readonly TransactWrite[]): string =>
  createHash('sha1').update(JSON.stringify(items)).digest('base64');

function checkCount(count: number): void {
  if (count >= 1 && count <= MOST_TRANSACTION_WRITES) return;
  const bound = count < 1 ? 'greater than or equal to 1' : `less than or equal to ${MOST_TRANSACTION_WRITES}`;
  throw invalid(
    `1 validation error detected: Value '${count}' at 'transactItems' failed to satisfy constraint: Member must have length ${bound}`,
  );
}
