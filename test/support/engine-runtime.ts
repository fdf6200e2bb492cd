import { longestCallMs } from '../../shared/platform/runtime/aws-client';
import { type Capability, makeDeps } from '../../shared/platform/runtime/capability';
import {
  type Context,
  type Meter,
  makeContext,
  type OutboundCall,
  type Runtime,
} from '../../shared/platform/runtime/context';
import type { Environment } from '../../shared/platform/runtime/env';
import { KEY_FAMILIES } from '../../shared/platform/runtime/key-families';
import type { GrantedPermissions } from '../../shared/platform/runtime/permissions';
import { uuidVersion7 } from '../../shared/platform/runtime/uuid';
import type { Fault } from './faults';
import { faultyOutbound } from './faults';
import { perFile } from './per-file';

/** The start time of every test context: a Monday morning in Mexico. */
export const START = Date.parse('2026-03-02T15:00:00.000Z');

/** The milliseconds since the process started, by the clock of every test context. */
export const UPTIME = 314;

export const ENVIRONMENT: Environment = {
  STAGE: 'test',
  STAGE_KEY: 'a key of the stage, 32 bytes or longer',
  TABLE_NAME: 'fleet-test',
  STAFF_USER_POOL_ID: 'us-east-1_TestStaff',
  STAFF_CLIENT_ID: 'staff-client',
  STAFF_CLIENT_SECRET: 'secret of staff-client',
  STAFF_SELF_SERVICE_CLIENT_ID: 'self-service-client',
  STAFF_SELF_SERVICE_CLIENT_SECRET: 'secret of self-service-client',
  DRIVERS_USER_POOL_ID: 'us-east-1_TestDrivers',
  DRIVERS_CLIENT_ID: 'drivers-client',
  DRIVERS_CLIENT_SECRET: 'secret of drivers-client',
  MAIL_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/000000000000/mails',
  DELIVERY_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/000000000000/deliveries',
  IMPORT_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/000000000000/imports',
  SEND_OUT_FUNCTION: 'fleet-dev-sendOut',
  MAIL_SENDER: 'flota@example.com',
  MAIL_CONFIGURATION_SET: 'fleet-test',
  MAILS_PER_SECOND: '10',
  ASSETS_BUCKET_NAME: 'fleet-local-assets',
  ASSETS_URL: 'https://assets.example',
  DOCUMENTS_BUCKET_NAME: 'fleet-local-documents',
  STAMPING_SECRET_ARN: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:stamping',
  DATA_KEY_ARN: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:data-key',
  STAMPING_PROVIDER_URL: 'http://127.0.0.1:1/v2',
  ACCEPT_TEST_SEALS: 'true',
  STAMPS_PER_DAY: '500',
  STAMPING_CALLS_PER_SECOND: '5',
  RETENTION_MONTHS: '60',
};

const EVERY_RIGHT: GrantedPermissions = {
  table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
  tableKeys: KEY_FAMILIES,
  apiKeyUses: ['PutItem'],
  apiKeyUsesKeys: KEY_FAMILIES,
  gsi1: ['Query'],
  gsi1Keys: KEY_FAMILIES,
  gsi2: ['Query'],
  gsi2Keys: KEY_FAMILIES,
};

/**
 * Identifiers and random bytes are counted over the whole test file, because two test contexts on one table must not make the same ones.
 */
const made = perFile(0);
const seed = perFile(1);

const nextId = (milliseconds: number): string => {
  const bytes = Buffer.alloc(10);
  made.value += 1;
  bytes.writeUInt32BE(made.value, 6);
  return uuidVersion7(milliseconds, bytes);
};

/** A UUID of version 7, different at every call in this file. */
export const someId = (): string => nextId(START);

/** Such a UUID that ends with this digit, by which some rows choose their partition. */
export function someIdEnding(digit: string): string {
  const id = someId();
  return id.endsWith(digit) ? id : someIdEnding(digit);
}

/** Numerical Recipes' linear congruential generator: repeatable, and random enough for codes and jitter. */
function someBytes(size: number): Uint8Array {
  return Uint8Array.from({ length: size }, () => {
    seed.value = (Math.imul(seed.value, 1_664_525) + 1_013_904_223) >>> 0;
    return seed.value >>> 24;
  });
}

/** Replaces the limits of live calls, so that tests of silent services do not wait. */
const SHORT_CALL_MS = 1;

export interface TestContextOptions {
  readonly environment?: Environment;
  /** Faults of outbound calls: see {@link Fault}. */
  readonly faults?: readonly Fault[];
  /** Milliseconds until the function's timeout. */
  readonly remaining?: () => number;
  readonly clients?: Runtime['clients'];
  /** The number of outbound calls that are answered. All later ones are not, and end after a millisecond. */
  readonly silentFrom?: number;
}

/** One request whose clock, randomness and waiting the test controls. */
export interface TestContext {
  readonly runtime: Runtime;
  /** Has all rights on the table, for items that a test inserts or reads directly. */
  readonly context: Context;
  readonly meter: Meter;
  /** Every outbound call, in order. */
  readonly calls: readonly OutboundCall[];
  /** The calls that ended with a time-out. */
  readonly unanswered: () => readonly OutboundCall[];
  readonly actions: () => string[];
  /** Every pause, in milliseconds. A pause takes no real time. */
  readonly pauses: readonly number[];
  readonly logs: readonly string[];
  readonly now: () => Date;
  /** Moves the clock forward. */
  readonly pass: (milliseconds: number) => void;
  /** Makes a capability with its own rights, as an operation receives it. */
  readonly use: <Do>(capability: Capability<Do>) => Do;
}

export function makeTestContext(options: TestContextOptions = {}): TestContext {
  let instant = START;
  const calls: OutboundCall[] = [];
  const open = new Set<OutboundCall>();
  const pauses: number[] = [];
  const logs: string[] = [];
  const outbound = faultyOutbound(options.faults ?? []);
  const runtime: Runtime = {
    environment: options.environment ?? ENVIRONMENT,
    now: () => new Date(instant),
    newId: () => nextId(instant),
    randomBytes: someBytes,
    sleep: async (milliseconds) => {
      pauses.push(milliseconds);
    },
    uptime: () => UPTIME,
    outbound: (call, send) => {
      calls.push(call);
      open.add(call);
      if (calls.length > (options.silentFrom ?? Number.POSITIVE_INFINITY)) return new Promise(() => {});
      return outbound(call, send).finally(() => open.delete(call));
    },
    longestCallMs: options.silentFrom === undefined ? longestCallMs : () => SHORT_CALL_MS,
    log: (line) => logs.push(line),
    clients: options.clients ?? new Map(),
  };
  const meter = { calls: 0, readUnits: 0, writeUnits: 0 };
  const scope = { requestId: someId(), remaining: options.remaining ?? (() => 29_000), meter };
  return {
    runtime,
    context: makeContext(runtime, scope, EVERY_RIGHT),
    meter,
    calls,
    unanswered: () => [...open],
    actions: () => calls.map(({ action }) => action),
    pauses,
    logs,
    now: runtime.now,
    pass: (milliseconds) => {
      instant += milliseconds;
    },
    use: (capability) => makeDeps({ capability }, runtime, scope).capability,
  };
}
