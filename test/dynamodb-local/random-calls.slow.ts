import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { expressionsFor } from '../../shared/platform/table/expression';
import { Chance } from '../load/chance';
import { MemoryTable } from '../support/memory-table';
import { conditionOf, stepOf } from '../support/random-steps';
import { allEngines, answerOf } from './engines';
import { type Command, TABLE_NAME as TableName } from './odd-requests';

/** Another seed tries other calls: `SEED=7 SEQUENCES=500 npm run test:dynamodb`. */
const FIRST = Number(process.env.SEED ?? 1);
const SEQUENCES = Number(process.env.SEQUENCES ?? 60);
const CALLS = 30;
const ITEMS = ['ITEM#1', 'ITEM#2', 'ITEM#3', 'ITEM#4', 'ITEM#5', 'OTHER#1'];

const engines = allEngines();

/** The partition of one sequence. Each sequence has items and an index of its own. */
const partitionOf = (seed: number) => `SEQUENCE#${seed}`;

type Kind = 'put' | 'update' | 'delete' | 'transaction' | 'get' | 'batch' | 'query' | 'index';
const WEIGHTS: Readonly<Record<Kind, number>> = {
  ...{ put: 4, update: 4, delete: 1, transaction: 6 },
  ...{ get: 2, batch: 2, query: 5, index: 5 },
};

/** A random command in the form of the product. The same chance gives the same command, so each engine gets a copy of its own. */
function commandOf(kind: Kind, chance: Chance, pk: string, start: QueryCommandInput['ExclusiveStartKey']): Command {
  const sk = chance.among(ITEMS);
  // As in the product, the sort key of an index ends with the item's own name: engines may choose the order of equal keys.
  const indexesOf = (item: string) =>
    chance.below(2) === 0 ? { gsi1pk: `${pk}#INDEX`, gsi1sk: `2026-0${1 + chance.below(9)}#${item}` } : {};
  const condition = () => {
    const { condition: ConditionExpression, names, values } = expressionsFor(conditionOf(chance));
    return { ConditionExpression, ExpressionAttributeNames: names, ExpressionAttributeValues: values };
  };
  const commands: Readonly<Record<Kind, () => Command>> = {
    put: () =>
      new PutCommand({
        TableName,
        Item: { pk, sk, status: 'PENDING', count: chance.below(9), ...indexesOf(sk) },
        ...condition(),
      }),
    update: () => {
      const { update, names, values } = expressionsFor({}, { set: indexesOf(sk), add: { moved: 1 + chance.below(3) } });
      return new UpdateCommand({
        TableName,
        Key: { pk, sk },
        UpdateExpression: update,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: values,
      });
    },
    delete: () => new DeleteCommand({ TableName, Key: { pk, sk }, ...condition() }),
    transaction: () => {
      const items = ITEMS.filter(() => chance.below(3) === 0);
      const written = items.length > 0 ? items : [sk];
      return new TransactWriteCommand({
        TransactItems: written.map((one) => stepOf(chance, pk, one, indexesOf(one)).write(TableName)),
      });
    },
    get: () => new GetCommand({ TableName, Key: { pk, sk }, ConsistentRead: true }),
    batch: () => {
      const Keys = ITEMS.filter((one) => one === sk || chance.below(2) === 0).map((one) => ({ pk, sk: one }));
      return new BatchGetCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead: true } } });
    },
    query: () => new QueryCommand({ ...range(chance, pk, 'ITEM#'), ExclusiveStartKey: start }),
    index: () => new QueryCommand({ ...indexRange(chance, pk), ExclusiveStartKey: start }),
  };
  return commands[kind]();
}

const page = (chance: Chance) => ({
  ScanIndexForward: chance.below(2) === 0,
  ...(chance.below(3) > 0 && { Limit: 1 + chance.below(4) }),
  ...(chance.below(4) === 0 && { Select: 'COUNT' as const }),
});

const range = (chance: Chance, pk: string, prefix: string): QueryCommandInput => ({
  TableName,
  KeyConditionExpression: '#pk = :pk AND begins_with(#sk, :prefix)',
  ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
  ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
  ConsistentRead: true,
  ...page(chance),
});

const indexRange = (chance: Chance, pk: string): QueryCommandInput => ({
  TableName,
  IndexName: 'gsi1',
  KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :low AND :high',
  ExpressionAttributeNames: { '#pk': 'gsi1pk', '#sk': 'gsi1sk' },
  ExpressionAttributeValues: { ':pk': `${pk}#INDEX`, ':low': '2026-02', ':high': '2026-08' },
  ...page(chance),
});

const Followed = v.object({ LastEvaluatedKey: v.optional(v.record(v.string(), v.unknown())) });
const Refused = v.object({ error: v.string() });

interface Call {
  readonly seed: number;
  readonly call: number;
  readonly kind: Kind;
}

/** Sends calls to the engines and the table in memory, compares their answers, and counts them. */
class Comparison {
  readonly counts = new Map<string, number>();
  private readonly memory = new MemoryTable(() => 0);

  async sequence(seed: number): Promise<void> {
    const chance = new Chance(Math.imul(seed, 7919));
    for (let call = 0; call < CALLS; call += 1) {
      const kind = chance.oneOf(WEIGHTS);
      const own = chance.below(2 ** 31);
      const made = (start: QueryCommandInput['ExclusiveStartKey']) => () =>
        commandOf(kind, new Chance(own), partitionOf(seed), start);
      let answer = await this.compare({ seed, call, kind }, made(undefined));
      for (let start = keyAfter(answer); start; start = keyAfter(answer)) {
        this.count(`${kind}, next page`);
        answer = await this.compare({ seed, call, kind }, made(start));
      }
    }
  }

  private async compare(call: Call, command: () => Command): Promise<unknown> {
    const aws = await answerOf(engines.aws(), command());
    const local = await answerOf(engines.local(), command());
    const rust = await answerOf(engines.rust(), command());
    const memory = await answerOf(this.memory, command());
    expect({ ...call, local, rust, memory }).toEqual({ ...call, local: aws, rust: aws, memory: aws });
    this.count(v.is(Refused, aws) ? `${call.kind}, ${aws.error}` : call.kind);
    return aws;
  }

  private count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }
}

const keyAfter = (answer: unknown) => (v.is(Followed, answer) ? answer.LastEvaluatedKey : undefined);

test(`random calls have the same answers at DynamoDB Local, the Rust engine, and the table of npm start behind the SDK and without it: ${SEQUENCES} sequences`, async () => {
  const comparison = new Comparison();
  for (let seed = FIRST; seed < FIRST + SEQUENCES; seed += 1) await comparison.sequence(seed);
  const { counts } = comparison;
  const lines = [...counts].sort().map(([what, times]) => `${String(times).padStart(7)} ${what}`);
  process.stdout.write(`${lines.join('\n')}\n`);
  for (const kind of Object.keys(WEIGHTS)) expect(counts.get(kind)).toBeGreaterThan(SEQUENCES / 4);
}, 1_800_000);
