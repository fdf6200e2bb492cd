import { keyInUse, openTeamKeys } from '../providers/secrets/team-keys';
import type { ProviderKey } from '../providers/stamping/port';
import { capability } from '../runtime/capability';
import { readStampingAccount } from '../store/invoices/stamping-accounts';

/** A team's keys at the provider, opened for one call. */
export interface OpenKeys {
  /** The one that stamps now. */
  readonly current: ProviderKey;
  readonly all: readonly ProviderKey[];
}

/** Undefined before the team has an organization at the provider. */
export const openKeys = capability(
  { ...readStampingAccount.rights, ...openTeamKeys.rights },
  (context) =>
    async (teamId: string): Promise<OpenKeys | undefined> => {
      const account = await readStampingAccount.make(context)(teamId);
      const keys = account && (await openTeamKeys.make(context)(account));
      return keys && { current: keyInUse(keys), all: [keys.test, ...(keys.live ? [keys.live] : [])] };
    },
);
