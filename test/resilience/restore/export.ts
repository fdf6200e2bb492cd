import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';

/** An item as DynamoDB itself writes it down: every value with its type. */
export type Marshalled = Readonly<Record<string, AttributeValue>>;

/** As many items in one of the files as make a file of some size. */
const ITEMS_A_FILE = 1_000;

const SUMMARY = 'manifest-summary.json';
const FILES = 'manifest-files.json';

const Summary = v.object({
  outputFormat: v.literal('DYNAMODB_JSON', 'Only exports in DYNAMODB_JSON are read here.'),
  itemCount: v.number(),
});
const File = v.object({ itemCount: v.number(), md5Checksum: v.string(), dataFileS3Key: v.string() });
const Line = v.object({ Item: v.record(v.string(), v.unknown()) });

/**
 * Writes an export as `aws dynamodb export-table-to-point-in-time` lays it in S3, below `AWSDynamoDB/{id}`: gzip files of one
 * `{"Item":…}` a line, and the two manifests. Source: DynamoDB developer guide, "DynamoDB table export output format".
 */
export function writeExport(folder: string, items: readonly Marshalled[]): void {
  mkdirSync(join(folder, 'data'), { recursive: true });
  const files = Array.from({ length: Math.ceil(items.length / ITEMS_A_FILE) }, (_, index) => {
    const some = items.slice(index * ITEMS_A_FILE, (index + 1) * ITEMS_A_FILE);
    const bytes = gzipSync(some.map((Item) => `${JSON.stringify({ Item })}\n`).join(''));
    const name = `part-${index}.json.gz`;
    writeFileSync(join(folder, 'data', name), bytes);
    const dataFileS3Key = `AWSDynamoDB/${basename(folder)}/data/${name}`;
    return JSON.stringify({ itemCount: some.length, md5Checksum: md5(bytes), dataFileS3Key });
  });
  writeFileSync(join(folder, FILES), files.map((line) => `${line}\n`).join(''));
  const summary = { version: '2020-06-30', itemCount: items.length, outputFormat: 'DYNAMODB_JSON' };
  writeFileSync(join(folder, SUMMARY), JSON.stringify(summary));
}

/** Reads an export that was downloaded from S3. Throws where a file is missing or cut, or an item is not among them. */
export function readExport(folder: string): Marshalled[] {
  const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const { itemCount } = v.parse(Summary, JSON.parse(text(SUMMARY)));
  const items = linesOf(text(FILES)).flatMap((line) => readPart(folder, v.parse(File, JSON.parse(line))));
  if (items.length !== itemCount)
    throw new Error(`The export has ${items.length} items, its summary says ${itemCount}.`);
  return items;
}

function readPart(folder: string, { itemCount, md5Checksum, dataFileS3Key }: v.InferOutput<typeof File>): Marshalled[] {
  const bytes = readFileSync(join(folder, 'data', basename(dataFileS3Key)));
  if (md5(bytes) !== md5Checksum)
    throw new Error(`${dataFileS3Key} is not what was exported: its checksum is another.`);
  const items = linesOf(gunzipSync(bytes).toString('utf8')).map((line) => marshalledOf(JSON.parse(line)));
  if (items.length !== itemCount)
    throw new Error(`${dataFileS3Key} has ${items.length} items, the manifest says ${itemCount}.`);
  return items;
}

/** Every value has one type, or the item is none. */
function marshalledOf(line: unknown): Marshalled {
  const { Item } = v.parse(Line, line);
  const marshalled: Record<string, AttributeValue> = {};
  for (const [name, value] of Object.entries(Item)) marshalled[name] = Object(value);
  return marshalled;
}

const linesOf = (text: string): string[] => text.split('\n').filter(Boolean);
const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('base64');

/** What the product reads of an item. */
export const plain = (item: Marshalled): Record<string, unknown> => unmarshall({ ...item });
