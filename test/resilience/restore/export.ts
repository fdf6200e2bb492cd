import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';

/** An item in DynamoDB's own format: every value with its type. */
export type Marshalled = Readonly<Record<string, AttributeValue>>;

/** The number of items in a file, so that an export has several files. */
const ITEMS_A_FILE = 1_000;

const SUMMARY = 'manifest-summary.json';
const FILES = 'manifest-files.json';

const Summary = v.object({
  outputFormat: v.literal('DYNAMODB_JSON', 'This reader supports only exports in DYNAMODB_JSON.'),
  itemCount: v.number(),
});
const File = v.object({ itemCount: v.number(), md5Checksum: v.string(), dataFileS3Key: v.string() });
const Line = v.object({ Item: v.record(v.string(), v.unknown()) });

/**
 * Writes an export in the layout of `aws dynamodb export-table-to-point-in-time`, below `AWSDynamoDB/{id}`: gzip files with one
 * `{"Item":…}` a line, and the two manifests. Source: DynamoDB developer guide, "DynamoDB table export output format".
 */
export function writeExport(folder: string, items: readonly Marshalled[]): void {
  mkdirSync(join(folder, 'data'), { recursive: true });
  const files = Array.from({ length: Math.ceil(items.length / ITEMS_A_FILE) }, (_, index) => {
    const some = items.slice(index * ITEMS_A_FILE, (index + 1) * ITEMS_A_FILE);
    const bytes = gzipSync(some.map((Item) => `${asExported({ Item })}\n`).join(''));
    const name = `part-${index}.json.gz`;
    writeFileSync(join(folder, 'data', name), bytes);
    const dataFileS3Key = `AWSDynamoDB/${basename(folder)}/data/${name}`;
    return JSON.stringify({ itemCount: some.length, md5Checksum: md5(bytes), dataFileS3Key });
  });
  writeFileSync(join(folder, FILES), files.map((line) => `${line}\n`).join(''));
  const summary = { version: '2020-06-30', itemCount: items.length, outputFormat: 'DYNAMODB_JSON' };
  writeFileSync(join(folder, SUMMARY), JSON.stringify(summary));
}

/** Reads an export that was downloaded from S3. Throws when a file is missing or cut off, or an item is missing. */
export function readExport(folder: string): Marshalled[] {
  const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const { itemCount } = v.parse(Summary, JSON.parse(text(SUMMARY)));
  const items = linesOf(text(FILES)).flatMap((line) => readPart(folder, v.parse(File, JSON.parse(line))));
  if (items.length !== itemCount)
    throw new Error(`The export has ${items.length} items, but its summary counts ${itemCount}.`);
  return items;
}

function readPart(folder: string, { itemCount, md5Checksum, dataFileS3Key }: v.InferOutput<typeof File>): Marshalled[] {
  const bytes = readFileSync(join(folder, 'data', basename(dataFileS3Key)));
  if (md5(bytes) !== md5Checksum)
    throw new Error(`${dataFileS3Key} was changed after the export: its checksum differs.`);
  const items = linesOf(gunzipSync(bytes).toString('utf8')).map((line) => marshalledOf(JSON.parse(line)));
  if (items.length !== itemCount)
    throw new Error(`${dataFileS3Key} has ${items.length} items, but the manifest counts ${itemCount}.`);
  return items;
}

/** The text of a value in an export. */
export const asExported = (value: unknown): string => JSON.stringify(value, withBase64);

/** A binary value is base 64 in an export. `toJSON` of a Buffer has run before. */
function withBase64(this: unknown, name: string, value: unknown): unknown {
  const given: unknown = Object(this)[name];
  return given instanceof Uint8Array ? Buffer.from(given).toString('base64') : value;
}

/** The binary values of an item, which an export has in base 64. */
function withBytes(value: AttributeValue): AttributeValue {
  const text: unknown = value.B;
  if (typeof text === 'string') return { B: Buffer.from(text, 'base64') };
  if (value.L) return { L: value.L.map(withBytes) };
  if (value.M)
    return { M: Object.fromEntries(Object.entries(value.M).map(([name, member]) => [name, withBytes(member)])) };
  return value;
}

/** Checks that every value has exactly one type. */
function marshalledOf(line: unknown): Marshalled {
  const { Item } = v.parse(Line, line);
  const marshalled: Record<string, AttributeValue> = {};
  for (const [name, value] of Object.entries(Item)) marshalled[name] = withBytes(Object(value));
  return marshalled;
}

const linesOf = (text: string): string[] => text.split('\n').filter(Boolean);
const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('base64');

/** The item with native values, as the product reads it. */
export const plain = (item: Marshalled): Record<string, unknown> => unmarshall({ ...item });
