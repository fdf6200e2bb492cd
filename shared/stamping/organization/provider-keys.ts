import { createHash } from 'node:crypto';
import { capability } from '../../platform/runtime/capability';
import type { ProviderKey } from '../provider/port';
import { openTeamSecret } from './vault';

/** What of a team's stamping account its keys are opened from: they are in it as envelopes. */
export interface SealedKeys {
  readonly teamId: string;
  readonly testKey?: string | undefined;
  readonly liveKey?: string | undefined;
  /** Which of the two stamps now. */
  readonly livemode: boolean;
}

export interface TeamKeys {
  readonly test: ProviderKey;
  readonly live?: ProviderKey;
  readonly livemode: boolean;
}

/** Opens a team's keys; undefined before its organization was made. Keep them no longer than the call that needs them. */
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

/** The key that stamps now. */
export const keyInUse = ({ test, live, livemode }: TeamKeys): ProviderKey => (livemode && live ? live : test);

/** The key that an attempt was made with, by the fingerprint that it recorded; undefined when the team has it no more. */
export const keyOf = ({ test, live }: TeamKeys, fingerprint: string): ProviderKey | undefined =>
  [test, live].find((key) => key?.fingerprint === fingerprint);

export const providerKey = (secret: string, livemode: boolean): ProviderKey => ({
  secret,
  livemode,
  fingerprint: createHash('sha256').update(secret).digest('hex').slice(0, 16),
});
