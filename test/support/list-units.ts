import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Operation } from '../../shared/operation/define';
import { tableClient } from '../../shared/platform/table/client';
import type { Step } from '../../shared/platform/table/steps';
import { ENVIRONMENT } from './engine-runtime';
import { type Office, recordsOf } from './office';

/** Lists over many records: lays the records, follows the cursors, and checks what each call costs. */

const TABLE_NAME = String(ENVIRONMENT.TABLE_NAME);
/** Items in one call of BatchWriteItem. */
const BATCH = 25;

export const unitsOf = ({ testContext }: Office) =>
  v.parse(v.object({ rru: v.number(), wru: v.number() }), JSON.parse(testContext.logs.at(-1) ?? '{}'));

/** Writes the items of creations without their conditions. */
export async function layItems({ testContext }: Office, stepsOf: (number: number) => Step[], count: number) {
  const client = testContext.context.client(tableClient);
  const steps = Array.from({ length: count }, (_, number) => stepsOf(number)).flat();
  for (let start = 0; start < steps.length; start += BATCH) {
    const puts = steps
      .slice(start, start + BATCH)
      .map((step) => ({ PutRequest: { Item: step.write(TABLE_NAME).Put?.Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [TABLE_NAME]: puts } }));
  }
}

interface ListRead {
  readonly list: Operation;
  readonly plural: string;
  readonly query: Readonly<Record<string, string>>;
  /** The name of the field that identifies a record. */
  readonly id?: string;
  readonly most?: number;
}

/** Follows the cursors. Each call costs at most 8 RRU, and no record is answered twice. */
export async function followList(office: Office, { list, plural, query, id = 'id', most = 100_000 }: ListRead) {
  const records: Record<string, unknown>[] = [];
  let calls = 0;
  let units = 0;
  for (let cursor: unknown; cursor !== null && calls < most; calls += 1) {
    const answer = await office.send(list, { query: { ...query, ...(typeof cursor === 'string' && { cursor }) } });
    const { rru } = unitsOf(office);
    expect(rru).toBeGreaterThan(0);
    expect(rru).toBeLessThanOrEqual(8);
    units = Math.max(units, rru);
    records.push(...recordsOf(answer, plural));
    cursor = answer.body.nextCursor;
  }
  expect(new Set(records.map((record) => record[id])).size).toBe(records.length);
  return { count: records.length, calls, units };
}
