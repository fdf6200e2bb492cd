import { createHash } from 'node:crypto';
import { capability } from '../../platform/runtime/capability';
import type { ProviderKey } from '../provider/port';
import { openTeamSecret } from './vault';

/** The fields of a stamping account that hold its keys as envelopes. */
interface SealedKeys {
  readonly teamId: string;
  readonly testKey?: string | undefined;
  readonly liveKey?: string | undefined;
  /** Whether the live key stamps. Otherwise the test key does. */
  readonly livemode: boolean;
}

interface TeamKeys {
  readonly test: ProviderKey;
  readonly live?: ProviderKey;
  readonly livemode: boolean;
}

/** Decrypts a team's keys. Undefined before its organization is complete. The caller keeps them only during its own call. */
export const openTeamKeys = capability.of(
  { openTeamSecret },
  (deps) =>
    async ({ teamId, testKey, liveKey, livemode }: SealedKeys): Promise<TeamKeys | undefined> => {
      if (testKey === undefined) return undefined;
      const test = providerKey(await deps.openTeamSecret(teamId, 'testKey', testKey), false);
      if (liveKey === undefined) return { test, livemode };
      return { test, live: providerKey(await deps.openTeamSecret(teamId, 'liveKey', liveKey), true), livemode };
    },
);

/** The key for new attempts: the live key if the team stamps live and has one, else the test key. */
export const keyInUse = ({ test, live, livemode }: TeamKeys): ProviderKey => (livemode && live ? live : test);

/** The key with the fingerprint that an attempt recorded. Undefined when the team no longer has it. */
export const keyOf = ({ test, live }: TeamKeys, fingerprint: string): ProviderKey | undefined =>
  [test, live].find((key) => key?.fingerprint === fingerprint);

export const providerKey = (secret: string, livemode: boolean): ProviderKey => ({
  secret,
  livemode,
  fingerprint: createHash('sha256').update(secret).digest('hex').slice(0, 16),
});
