import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BatchGetCommand, BatchWriteCommand, type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { journalsIn } from '../../../local/journal';
import { OBJECTS_FOLDER } from '../../../local/s3/objects';

type Item = Readonly<Record<string, unknown>>;

/** Everything that the local cloud holds at one moment: the table's items, the journals of the stand-ins, the bodies of objects. */
export interface State {
  readonly items: ReadonlyMap<string, Item>;
  readonly journals: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
  readonly putBackJournals: () => void;
  readonly objects: ReadonlyMap<string, Buffer>;
}

/** Keeps and puts back the state of a cloud. It knows the table by following its writes, because reading all of it takes too long. */
export class Keeper {
  private readonly items = new Map<string, Item>();
  private readonly touched = new Set<string>();

  constructor(
    private readonly client: DynamoDBDocumentClient,
    private readonly table: string,
    private readonly dataDir: string,
  ) {
    client.middlewareStack.add(
      (next, { commandName = '' }) =>
        (args) => {
          if (/Put|Update|Delete|TransactWrite/.test(commandName))
            for (const name of written(args.input)) this.touched.add(name);
          return next(args);
        },
      { step: 'initialize', name: 'followWrites', priority: 'high' },
    );
  }

  /** Reads the whole table once. */
  async begin(): Promise<void> {
    let from: Record<string, unknown> | undefined;
    do {
      const page = await this.client.send(
        new ScanCommand({ TableName: this.table, ConsistentRead: true, ExclusiveStartKey: from }),
      );
      for (const item of page.Items ?? []) this.items.set(nameOf(item), item);
      from = page.LastEvaluatedKey;
    } while (from);
    this.touched.clear();
  }

  async state(): Promise<State> {
    await this.readTouched();
    const journals = [...journalsIn(this.dataDir)];
    const putBack = journals.map(([, journal]) => journal.keep());
    return {
      items: new Map(this.items),
      journals: new Map(journals.map(([file, { entries }]) => [basename(file, '.jsonl'), new Map(entries())])),
      putBackJournals: () => {
        for (const one of putBack) one();
      },
      objects: this.objects(),
    };
  }

  /** Puts everything back as it was. */
  async putBack(state: State): Promise<void> {
    await this.readTouched();
    const names = new Set([...this.items.keys(), ...state.items.keys()]);
    const writes = [...names].flatMap((name) => {
      const wanted = state.items.get(name);
      if (wanted === this.items.get(name)) return [];
      return [wanted ? { PutRequest: { Item: wanted } } : { DeleteRequest: { Key: keyOf(name) } }];
    });
    for (let at = 0; at < writes.length; at += 25) {
      await this.client.send(new BatchWriteCommand({ RequestItems: { [this.table]: writes.slice(at, at + 25) } }));
    }
    this.items.clear();
    for (const [name, item] of state.items) this.items.set(name, item);
    state.putBackJournals();
    this.putBackObjects(state.objects);
  }

  private async readTouched(): Promise<void> {
    const names = [...this.touched];
    this.touched.clear();
    for (let at = 0; at < names.length; at += 100) {
      const asked = names.slice(at, at + 100);
      const answer = await this.client.send(
        new BatchGetCommand({ RequestItems: { [this.table]: { Keys: asked.map(keyOf), ConsistentRead: true } } }),
      );
      const found = new Map((answer.Responses?.[this.table] ?? []).map((item) => [nameOf(item), item]));
      for (const name of asked) this.take(name, found.get(name));
    }
  }

  /** An item that is as it was stays the same object, so that two states are quickly compared. */
  private take(name: string, item: Item | undefined): void {
    if (item === undefined) this.items.delete(name);
    else if (JSON.stringify(sorted(item)) !== JSON.stringify(sorted(this.items.get(name)))) this.items.set(name, item);
  }

  private objects(): Map<string, Buffer> {
    const folder = join(this.dataDir, OBJECTS_FOLDER);
    return new Map(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file))]));
  }

  private putBackObjects(wanted: ReadonlyMap<string, Buffer>): void {
    const folder = join(this.dataDir, OBJECTS_FOLDER);
    for (const file of readdirSync(folder)) if (!wanted.has(file)) rmSync(join(folder, file));
    const present = new Set(readdirSync(folder));
    for (const [file, body] of wanted) if (!present.has(file)) writeFileSync(join(folder, file), body);
  }
}

const nameOf = ({ pk, sk }: Item): string => `${pk}\n${sk}`;
const keyOf = (name: string): { pk: string; sk: string } => {
  const [pk = '', sk = ''] = name.split('\n');
  return { pk, sk };
};

/** A value with the members of its objects in one order. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null || value instanceof Set) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}

/** The items that a command writes, whether or not its values are marshalled by now. */
function written(input: unknown): string[] {
  const { TransactItems, Key, Item }: { TransactItems?: readonly object[]; Key?: object; Item?: object } =
    Object(input);
  if (TransactItems) return TransactItems.flatMap((one) => Object.values(one).flatMap(written));
  const key: { pk?: unknown; sk?: unknown } = Object(Key ?? Item);
  return key.pk === undefined ? [] : [`${textOf(key.pk)}\n${textOf(key.sk)}`];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : String(Object(value).S));
