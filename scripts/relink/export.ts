import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { AccountPage, type ExportedAccount, type ExportedPool } from '../../shared/identity/account-exports';

export type Accounts = Readonly<Record<ExportedPool, readonly ExportedAccount[]>>;

/**
 * Reads the pages of one export from a folder. Throws when the export is not complete. A page that was written twice may
 * repeat accounts: the last one counts.
 */
export function readAccounts(folder: string): Accounts {
  const files = readdirSync(folder).sort();
  if (!files.includes('complete.json'))
    throw new Error(
      `${folder} holds no complete export: complete.json is missing. Take the export of the week before.`,
    );
  const pages = files
    .filter((file) => /^(staff|drivers)-\d+\.json$/.test(file))
    .map((file) => v.parse(AccountPage, JSON.parse(readFileSync(join(folder, file), 'utf8'))));
  const of = (pool: ExportedPool) => {
    const all = pages.filter((page) => page.pool === pool).flatMap(({ accounts }) => accounts);
    return [...new Map(all.map((account) => [account.sub, account])).values()];
  };
  return { staff: of('staff'), drivers: of('drivers') };
}

/** The name by which an account is the same person in both pools: the address of staff, the user name of a driver. */
export const nameOf = ({ email, username }: ExportedAccount): string => (email ?? username).toLowerCase();
