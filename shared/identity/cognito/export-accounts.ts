import {
  InvalidParameterException,
  ListUsersCommand,
  type ListUsersCommandOutput,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import * as v from 'valibot';
import { capability } from '../../platform/runtime/capability';
import type { Context } from '../../platform/runtime/context';
import { putDocument, readDocument } from '../../platform/storage/documents';
import {
  completeKey,
  EXPORTED_POOLS,
  type ExportedAccount,
  type ExportedPool,
  ExportProgress,
  isDue,
  PROGRESS_KEY,
  pageKey,
} from '../account-exports';
import { cognitoClient, DRIVERS_POOL, STAFF_POOL, type UserPool } from './user-pool';

const POOL_OF: Readonly<Record<ExportedPool, UserPool>> = { staff: STAFF_POOL, drivers: DRIVERS_POOL };
/** Cognito's maximum for one page. */
const PAGE = 60;
/** A run ends when less time than this is left. The next run continues. */
const LEAST_REMAINING_MS = 5_000;

interface Listed {
  readonly accounts: readonly ExportedAccount[];
  readonly token: string | undefined;
}

const listAccounts = capability(
  { staffPool: ['ListUsers'], driversPool: ['ListUsers'] },
  (context) => (pool: ExportedPool, token: string | undefined) => listPage(context, POOL_OF[pool], token),
);

const clock = capability({}, (context) => ({ now: context.now, remaining: context.remaining }));

/**
 * Exports both pools once a week, page by page, because Cognito has no backup. After each page the progress is stored, so an
 * interrupted run continues at the next call. Two runs at once write the same pages.
 */
export const exportAccounts = capability.of(
  { listAccounts, readDocument, putDocument, clock },
  (deps) => async (): Promise<Record<'exported' | 'failed', number>> => {
    const write = (key: string, value: unknown) =>
      deps.putDocument({ key, body: JSON.stringify(value), contentType: 'application/json' });
    const stored = await deps.readDocument(PROGRESS_KEY);
    let progress = progressFrom(stored, deps.clock.now());
    if (progress === undefined) return { exported: 0, failed: 0 };
    let exported = 0;
    while (progress.completedAt === undefined && deps.clock.remaining() >= LEAST_REMAINING_MS) {
      const { accounts, token } = await deps.listAccounts(progress.pool, progress.token);
      await write(pageKey(progress), { pool: progress.pool, accounts });
      exported += accounts.length;
      progress = afterPage(progress, accounts.length, token, deps.clock.now());
      if (progress.completedAt !== undefined) await write(completeKey(progress), progress);
      await write(PROGRESS_KEY, progress);
    }
    return { exported, failed: 0 };
  },
);

/** Undefined when the last complete export is younger than a week. */
function progressFrom(stored: string | undefined, now: Date): ExportProgress | undefined {
  const last = stored === undefined ? undefined : v.parse(ExportProgress, JSON.parse(stored));
  if (last !== undefined && last.completedAt === undefined) return last;
  if (last !== undefined && !isDue(last, now)) return undefined;
  return { startedAt: now.toISOString(), pool: EXPORTED_POOLS[0], part: 1, accounts: 0 };
}

function afterPage(progress: ExportProgress, count: number, token: string | undefined, now: Date): ExportProgress {
  const { token: _, ...rest } = progress;
  const accounts = rest.accounts + count;
  if (token !== undefined) return { ...rest, part: rest.part + 1, token, accounts };
  const next = EXPORTED_POOLS[EXPORTED_POOLS.indexOf(rest.pool) + 1];
  return next === undefined
    ? { ...rest, accounts, completedAt: now.toISOString() }
    : { ...rest, pool: next, part: 1, accounts };
}

/** A token that Cognito does not accept any more begins the pool again. Its pages replace or repeat the earlier ones. */
async function listPage(context: Context, pool: UserPool, token: string | undefined): Promise<Listed> {
  const answer = await sendList(context, pool, token).catch((failure: unknown) => {
    if (token === undefined || !(failure instanceof InvalidParameterException)) throw failure;
    return sendList(context, pool, undefined);
  });
  return { accounts: (answer.Users ?? []).map(accountOf), token: answer.PaginationToken };
}

/** Without `AttributesToGet`: with it Cognito refuses a page in which one user lacks an attribute. */
const sendList = (
  context: Context,
  { resource, poolId }: UserPool,
  PaginationToken: string | undefined,
): Promise<ListUsersCommandOutput> =>
  context.call({ resource, action: 'ListUsers' }, (signal) =>
    context.client(cognitoClient).send(
      new ListUsersCommand({
        UserPoolId: context.env(poolId),
        Limit: PAGE,
        ...(PaginationToken !== undefined && { PaginationToken }),
      }),
      { abortSignal: signal },
    ),
  );

/** The account of a listed user. The other attributes are not exported: they would be personal data without a use. */
export function accountOf({ Username = '', Enabled = true, UserStatus, Attributes = [] }: UserType): ExportedAccount {
  const attributeOf = (name: string) => Attributes.find(({ Name }) => Name === name)?.Value;
  const email = attributeOf('email');
  const sub = attributeOf('sub');
  if (sub === undefined) throw new Error('ListUsers returned an account without its sub.');
  const claims = Attributes.flatMap(({ Name = '', Value = '' }) => (Name.startsWith('custom:') ? [[Name, Value]] : []));
  return {
    sub,
    username: Username,
    ...(email !== undefined && { email }),
    enabled: Enabled,
    confirmed: UserStatus !== 'UNCONFIRMED',
    claims: Object.fromEntries(claims),
  };
}
