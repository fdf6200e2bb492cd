import { BatchGetCommand, GetCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { VirtualTime } from '../../proof/virtual-time';
import { cancelled, named } from '../../support/faults';
import type { MemoryTable } from '../../support/memory-table';

/** DynamoDB's latencies within a region, in milliseconds: a read, and the time for which a transaction holds its items. */
const READ_MS = { least: 2, most: 6 };
const HELD_MS = { least: 8, most: 25 };

type Between = (range: { readonly least: number; readonly most: number }) => number;

/**
 * The table in memory with DynamoDB's transaction conflicts: a transaction that writes or checks an item that another transaction holds is
 * cancelled, and so is a single write of such an item. Source: DynamoDB developer guide, "Transaction conflict handling in DynamoDB".
 */
export class ConflictingTable {
  private readonly held = new Set<string>();
  conflicts = 0;

  constructor(
    private readonly table: MemoryTable,
    private readonly time: VirtualTime,
    private readonly between: Between,
    private readonly reason: 'TransactionConflict' | 'ConditionalCheckFailed',
  ) {}

  /** Replaces the `send` of the SDK's document client. */
  readonly send = async (command: { readonly input: unknown }): Promise<unknown> => {
    const isRead =
      command instanceof GetCommand || command instanceof BatchGetCommand || command instanceof QueryCommand;
    await this.time.sleep(this.between(READ_MS) / 2);
    if (isRead) {
      const answer = await this.table.send(command);
      await this.time.sleep(this.between(READ_MS) / 2);
      return answer;
    }
    const isTransaction = command instanceof TransactWriteCommand;
    const items = itemsOf(command.input);
    const isTaken = items.map((item) => this.held.has(item));
    if (isTaken.includes(true)) {
      this.conflicts += 1;
      await this.time.sleep(this.between(READ_MS) / 2);
      throw isTransaction
        ? cancelled(...isTaken.map((one) => (one ? this.reason : 'None')))
        : named('TransactionConflictException');
    }
    return isTransaction ? this.holding(items, () => this.table.send(command)) : this.table.send(command);
  };

  private async holding<T>(items: readonly string[], write: () => Promise<T>): Promise<T> {
    for (const item of items) this.held.add(item);
    try {
      await this.time.sleep(this.between(HELD_MS));
      return await write();
    } finally {
      for (const item of items) this.held.delete(item);
    }
  }
}

interface Write {
  readonly Item?: Readonly<Record<string, unknown>>;
  readonly Key?: Readonly<Record<string, unknown>>;
  readonly TransactItems?: readonly Readonly<Record<string, Write>>[];
}

/** The items that a command writes or checks. */
function itemsOf(input: unknown): string[] {
  const { TransactItems, Item, Key }: Write = Object(input);
  if (TransactItems) return TransactItems.flatMap((one) => Object.values(one).flatMap(itemsOf));
  const { pk, sk } = Item ?? Key ?? {};
  return [`${pk}\n${sk}`];
}
