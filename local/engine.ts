import { once } from 'node:events';
import { connect } from 'node:net';
import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  ResourceInUseException,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createTableInput } from '../shared/platform/table/table-definition';
import type { Schedule } from './functions';
import { Problem } from './problem';
import { attachTable } from './table/in-process';
import { serveTables } from './table/server';
import type { Change } from './table/store';
import { openTables } from './table/tables';

/** A running DynamoDB. */
export interface Engine {
  /** For tests, tools and the AWS CLI. */
  readonly endpoint: string;
  /** Makes the client send its requests to the engine. */
  readonly attach: (client: DynamoDBDocumentClient, tableName: string) => DynamoDBDocumentClient;
  /** Deletes the items whose time to live is over. */
  readonly sweep: () => void;
  /** Passes the changes of each commit on. An engine at another address has no such feed: the reconciler finds its events. */
  readonly watch: (listener: (changes: readonly Change[]) => void) => void;
  readonly stop: () => Promise<void>;
}

/** Credentials for services that check none. The SDK refuses to sign without credentials. */
export const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };
export const LOCAL_REGION = 'us-east-1';

interface EngineOptions {
  /** Without a folder, the data end with the process. */
  readonly dataDir?: string | undefined;
  /** Milliseconds. */
  readonly now?: (() => number) | undefined;
  readonly warn?: ((line: string) => void) | undefined;
}

const SWEEP_EVERY_MS = 60_000;

/**
 * Starts a DynamoDB in this process. When the environment has `LOCAL_DYNAMODB_ENDPOINT`, the engine at that address is used instead.
 */
export async function startEngine({
  dataDir,
  now = Date.now,
  warn = console.error,
}: EngineOptions = {}): Promise<Engine> {
  const given = process.env.LOCAL_DYNAMODB_ENDPOINT;
  if (given) {
    await refuseUnreachable(given);
    return { endpoint: given, attach: (client) => client, sweep: () => {}, watch: () => {}, stop: async () => {} };
  }
  const tables = openTables(dataDir, now);
  const listener = await serveTables(tables, warn);
  const sweeper = setInterval(tables.sweep, SWEEP_EVERY_MS).unref();
  return {
    endpoint: listener.endpoint,
    attach: (client, tableName) => attachTable(client, tables.named(tableName)),
    sweep: tables.sweep,
    watch: tables.watch,
    stop: async () => {
      clearInterval(sweeper);
      await listener.stop();
      tables.close();
    },
  };
}

/** A host that drops the request would hold the start for minutes. */
const REACHED_WITHIN_MS = 1_500;

/** Fails in one sentence when no program listens at the address of `LOCAL_DYNAMODB_ENDPOINT`. */
async function refuseUnreachable(endpoint: string): Promise<void> {
  const { protocol, hostname, port } = URL.canParse(endpoint)
    ? new URL(endpoint)
    : { protocol: '', hostname: '', port: '' };
  if (!/^https?:$/.test(protocol))
    throw new Problem(
      `LOCAL_DYNAMODB_ENDPOINT is "${endpoint}", which is no address: set one such as http://127.0.0.1:8000, or remove it to use the table of this process`,
    );
  const socket = connect(Number(port) || (protocol === 'http:' ? 80 : 443), hostname.replace(/^\[|\]$/g, ''));
  socket.setTimeout(REACHED_WITHIN_MS, () => socket.destroy(new Error('There was no answer.')));
  try {
    await once(socket, 'connect');
  } catch {
    throw new Problem(
      `No DynamoDB answers at ${endpoint}: start it, or remove LOCAL_DYNAMODB_ENDPOINT to use the table of this process`,
    );
  } finally {
    socket.destroy();
  }
}

interface TableOptions {
  /** Deletes a table that the engine has from an earlier run. */
  readonly fresh?: boolean;
  /** DynamoDB Local has a separate database for each access key. */
  readonly credentials?: typeof LOCAL_CREDENTIALS;
}

/** Creates the table of {@link createTableInput} unless it exists. */
export async function createTable(
  endpoint: string,
  tableName: string,
  { fresh = false, credentials = LOCAL_CREDENTIALS }: TableOptions = {},
): Promise<void> {
  const client = new DynamoDBClient({ endpoint, region: LOCAL_REGION, credentials });
  try {
    if (fresh) await client.send(new DeleteTableCommand({ TableName: tableName })).catch(() => {});
    await client.send(new CreateTableCommand(createTableInput(tableName)));
  } catch (failure) {
    if (!(failure instanceof ResourceInUseException)) throw failure;
  } finally {
    client.destroy();
  }
}

/**
 * DynamoDB deletes an item within days of the end of its time to live, so an hour is early. At each step of a moved clock the whole table would
 * be searched.
 */
export const expiryOf = ({ sweep }: Engine): Schedule => ({
  id: 'timeToLive',
  milliseconds: 3_600_000,
  needsStage: false,
  run: async () => sweep(),
});
