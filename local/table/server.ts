import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { type Listener, serveWire } from '../wire';
import { actionOf } from './in-process';
import type { Tables } from './tables';
import { answered, answerOf, type TableAnswer } from './wire-table';

const Named = v.object({ TableName: v.string() });
const OfBatch = v.object({ RequestItems: v.record(v.string(), v.unknown()) });
const OfTransaction = v.object({ TransactItems: v.array(v.record(v.string(), Named)) });

/** The table of a request. All writes of a transaction and all keys of a batch are of one table here, and so is a transaction without writes. */
function tableNameOf(request: unknown, { names }: Tables): string {
  if (v.is(Named, request)) return request.TableName;
  if (v.is(OfBatch, request)) return Object.keys(request.RequestItems)[0] ?? '';
  const items = v.is(OfTransaction, request) ? request.TransactItems : [];
  return Object.values(items[0] ?? {})[0]?.TableName ?? names()[0] ?? '';
}

function answerTo(tables: Tables, action: string, request: unknown): TableAnswer {
  const name = tableNameOf(request, tables);
  const done = (change: () => void) =>
    answered(() => {
      change();
      return JSON.stringify({ TableDescription: { TableName: name } });
    });
  if (action === 'CreateTable') return done(() => tables.create(name));
  if (action === 'DeleteTable') return done(() => tables.delete(name));
  if (action === 'ListTables') return answered(() => JSON.stringify({ TableNames: tables.names() }));
  const found = answered(() => tables.named(name).name);
  return found.status === 200 ? answerOf(tables.named(name), action, request) : found;
}

/** Serves the tables over HTTP, for tests, tools and the AWS CLI. */
export const serveTables = (tables: Tables, warn: (line: string) => void): Promise<Listener> =>
  serveWire(({ headers, body }) => {
    const request: unknown = JSON.parse(body.toString('utf8') || '{}');
    const { status, text } = answerTo(tables, actionOf(headers['x-amz-target']), request);
    const answerHeaders = { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': randomUUID() };
    return { status, headers: answerHeaders, body: text };
  }, warn);
