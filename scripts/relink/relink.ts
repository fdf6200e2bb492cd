import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { ExportedAccount } from '../../shared/identity/account-exports';
import { type Context, makeContext, type Outbound } from '../../shared/platform/runtime/context';
import { liveRuntime } from '../../shared/platform/runtime/live';
import { transact } from '../../shared/platform/table/transact';
import { type Accounts, nameOf } from './export';
import {
  isKnown,
  MOVE_PERMISSIONS,
  MOVED,
  type Move,
  type Moved,
  moveOfDriver,
  movesOfStaff,
  storedSub,
} from './moves';
import { Pool } from './pool';

export interface RelinkOptions {
  readonly exported: Accounts;
  readonly tableName: string;
  readonly staffPool: string;
  readonly driversPool: string;
  /** Makes the accounts of the export that the pools lack. */
  readonly create: boolean;
  /** Without it nothing is written. */
  readonly apply: boolean;
  readonly print: (line: string) => void;
  /** Tests interrupt the run here. */
  readonly outbound?: Outbound;
}

export type Relinked = Readonly<Record<Moved | 'made' | 'missing', number>>;

/** A single call of the table or a pool ends after this time. */
const CALL_MS = 60_000;

/**
 * Moves the rows of all accounts to the `sub` that the pools have now. Each row moves in one transaction, so an interrupted
 * run is continued by the next one, and a complete one finds nothing to do.
 */
export async function relink(options: RelinkOptions): Promise<Relinked> {
  const client = new CognitoIdentityProviderClient({});
  try {
    const context = contextOf(options);
    const staff = await accountsOf(options, context, new Pool(client, options.staffPool), 'staff');
    const drivers = await accountsOf(options, context, new Pool(client, options.driversPool), 'drivers');
    const counts: Record<Moved | 'made' | 'missing', number> = {
      ...{ memberships: 0, securityEvents: 0, teamCounts: 0, registrations: 0, profiles: 0, drivers: 0 },
      made: staff.made + drivers.made,
      missing: staff.missing + drivers.missing,
    };
    for await (const move of movesOf(context, options.exported, staff.accounts, drivers.accounts)) {
      counts[move.of] += 1;
      if (options.apply) await transact(context, move.steps);
    }
    const moved = MOVED.map((of) => `${of} ${counts[of]}`).join(', ');
    options.print(
      `accounts made ${counts.made}, missing ${counts.missing}; ${options.apply ? 'moved' : 'to move'}: ${moved}`,
    );
    return counts;
  } finally {
    client.destroy();
  }
}

async function accountsOf(options: RelinkOptions, context: Context, pool: Pool, of: 'staff' | 'drivers') {
  const { exported, create, apply, print } = options;
  const present = await pool.list();
  const names = new Set(present.accounts.map(nameOf));
  const missing: ExportedAccount[] = [];
  for (const account of exported[of]) {
    if (!account.confirmed || names.has(nameOf(account))) continue;
    // The export is older than an erasure, and its account must not return.
    if (await isKnown(context, account)) missing.push(account);
    else print(`${of}: ${nameOf(account)} is not in the table and gets no account`);
  }
  if (!create || !apply) {
    for (const account of missing) print(`${of}: ${nameOf(account)} has no account now`);
    return { accounts: present.accounts, made: 0, missing: missing.length };
  }
  for (const account of missing) await pool.make(account);
  // Staff choose their password themselves, so this state shows an interrupted run. An invited driver has it too, and keeps it.
  if (of === 'staff') for (const username of present.unfinished) await pool.close(username);
  return { accounts: (await pool.list()).accounts, made: missing.length, missing: 0 };
}

async function* movesOf(
  context: Context,
  exported: Accounts,
  staff: readonly ExportedAccount[],
  drivers: readonly ExportedAccount[],
): AsyncGenerator<Move> {
  const subs = new Map(exported.staff.map((account) => [nameOf(account), account.sub]));
  for (const account of staff) {
    const former = subs.get(nameOf(account)) ?? (await storedSub(context, nameOf(account)));
    if (former !== undefined && former !== account.sub) yield* movesOfStaff(context, former, account.sub);
  }
  for (const account of drivers) {
    const move = await moveOfDriver(context, account);
    if (move) yield move;
  }
}

function contextOf({ tableName, outbound }: RelinkOptions): Context {
  const environment = { ...process.env, TABLE_NAME: tableName };
  const runtime = { ...liveRuntime(), environment, ...(outbound && { outbound }) };
  const meter = { calls: 0, readUnits: 0, writeUnits: 0 };
  return makeContext(runtime, { requestId: 'relink', remaining: () => CALL_MS, meter }, MOVE_PERMISSIONS);
}
