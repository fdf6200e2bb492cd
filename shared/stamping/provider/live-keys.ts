import * as v from 'valibot';
import { capability } from '../../platform/runtime/capability';
import type { Context } from '../../platform/runtime/context';
import { askAsUser } from './ask';

/** A live key in the provider's list. The provider shows its secret only once, at its creation. */
export interface ListedKey {
  readonly id: string;
  readonly first12: string;
}

const Listed = v.pipe(
  v.object({ id: v.pipe(v.string(), v.nonEmpty()), first_12: v.string() }),
  v.transform(({ id, first_12 }): ListedKey => ({ id, first12: first_12 })),
);

/** The live keys of an organization, without their secrets. For capabilities that declare ListLiveApiKeys. */
export const readLiveKeys = (context: Context, organizationId: string): Promise<ListedKey[]> =>
  askAsUser(context, {
    action: 'ListLiveApiKeys',
    send: ({ organizations }) => organizations.listLiveApiKeys(organizationId),
    read: (answer) => v.parse(v.array(Listed), answer),
  });

export const listLiveKeys = capability(
  { stampingSecret: ['GetSecretValue'], stampingProvider: ['ListLiveApiKeys'] },
  (context) => (organizationId: string) => readLiveKeys(context, organizationId),
);

/** Creates one more live key and revokes none. The caller must count the request first with `leaseLiveKey`. */
export const makeLiveKey = capability(
  { stampingSecret: ['GetSecretValue'], stampingProvider: ['RenewLiveApiKey'] },
  (context) =>
    (organizationId: string): Promise<string> =>
      askAsUser(context, {
        action: 'RenewLiveApiKey',
        send: ({ organizations }) => organizations.renewLiveApiKey(organizationId),
        read: (answer) => v.parse(v.pipe(v.string(), v.startsWith('sk_live_')), answer),
      }),
);

/** Deletes live keys that were created for us but whose responses were lost. */
export const deleteLiveKeys = capability(
  { stampingSecret: ['GetSecretValue'], stampingProvider: ['DeleteLiveApiKey'] },
  (context) => async (organizationId: string, keys: readonly ListedKey[]) => {
    for (const { id } of keys) {
      await askAsUser(context, {
        action: 'DeleteLiveApiKey',
        send: ({ organizations }) => organizations.deleteLiveApiKey(organizationId, id),
        read: () => undefined,
      });
    }
  },
);

/** The keys without a user. The team uses the key with `secret`; `foreign` existed before our first request. */
export const orphansAmong = (keys: readonly ListedKey[], foreign: readonly string[], secret: string): ListedKey[] =>
  keys.filter(({ id, first12 }) => !foreign.includes(id) && !secret.startsWith(first12));
