import { capability } from '../../platform/runtime/capability';
import type { ProviderKey } from '../provider/port';
import { readStampingAccount } from './accounts';
import { keyInUse, openTeamKeys } from './provider-keys';

/** A team's keys at the provider, opened for one call. */
export interface OpenKeys {
  /** The one that stamps now. */
  readonly current: ProviderKey;
  readonly all: readonly ProviderKey[];
}

/** Undefined before the team has an organization at the provider. */
export const openKeys = capability.of(
  { readStampingAccount, openTeamKeys },
  (deps) =>
    async (teamId: string): Promise<OpenKeys | undefined> => {
      const account = await deps.readStampingAccount(teamId);
      const keys = account && (await deps.openTeamKeys(account));
      return keys && { current: keyInUse(keys), all: [keys.test, ...(keys.live ? [keys.live] : [])] };
    },
);
