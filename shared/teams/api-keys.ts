import type * as v from 'valibot';
import { auditStep } from '../audit/audit';
import { creationOf, newRecord } from '../audit/create-record';
import { AppError, validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { allItems, type Listed, listItems } from '../platform/table/lists';
import { getItem, HIGHEST, LOWEST, queryItems } from '../platform/table/read';
import { deleteItem, increment, incrementIf, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { API_KEY_BYTES, apiKeyDigest, apiKeyFrom } from '../platform/values/api-key-form';
import type { Page } from '../platform/values/pages';
import type { CreatedApiKey, NewApiKey } from './api-key';
import {
  type ApiKeyRecord,
  type ApiKeyStatus,
  apiKeyCountKey,
  apiKeyIndexes,
  apiKeyKey,
  apiKeyStatus,
  apiKeysOf,
  apiKeyUsesOf,
} from './api-key-record';
import { endKeyReview, reviewEndSteps } from './end-api-keys';
import type { MemberActor } from './members';
import { SCOPES, type Scope } from './scopes';
import { membershipKey } from './team';

/** The open keys that a team may have. */
const MOST_API_KEYS = 20;
const LONGEST_LIFE_MS = 400 * 24 * 60 * 60 * 1000;

/**
 * Creates a key. The count of the team is a condition, so that two creations at once cannot pass the limit. The membership counts its
 * keys in the same transaction: a removal at the same moment sees the new key, or refuses its creation.
 */
export const createApiKey = capability(
  { table: ['PutItem', 'UpdateItem'] },
  (context) =>
    async (actor: MemberActor, { expiresAt, ...wanted }: NewApiKey): Promise<v.InferInput<typeof CreatedApiKey>> => {
      const { key, prefix } = apiKeyFrom(context.env('STAGE'), context.randomBytes(API_KEY_BYTES));
      const digest = apiKeyDigest(key);
      const record: ApiKeyRecord = {
        ...newRecord(context, actor),
        ...wanted,
        digest,
        prefix,
        expiresAt: endOfKey(context.now(), expiresAt),
        createdBy: actor.id,
      };
      const { steps } = creationOf(
        context,
        actor,
        'API_KEY',
        apiKeyKey(actor.teamId, digest),
        record,
        apiKeyIndexes(record),
      );
      await transact(context, [
        update(
          membershipKey(actor.teamId, actor.id),
          { add: { apiKeys: 1 } },
          { differs: { role: 'MEMBER' } },
          () => new AppError('FORBIDDEN'),
        ),
        incrementIf(
          apiKeyCountKey(actor.teamId),
          { add: { open: 1 } },
          { absentOrAtMost: { open: MOST_API_KEYS - 1 } },
          () => new AppError('API_KEY_LIMIT'),
        ),
        ...steps,
      ]);
      return { ...record, scopes: wanted.scopes, key };
    },
  ['STAGE'],
);

function endOfKey(now: Date, wanted: string | undefined): string {
  const latest = new Date(now.getTime() + LONGEST_LIFE_MS).toISOString();
  if (wanted === undefined) return latest;
  if (wanted <= now.toISOString() || wanted > latest)
    throw validationError('expiresAt', {
      en: 'Send an instant in the future, at most 400 days from now.',
      es: 'Envíe un instante futuro, a más tardar dentro de 400 días.',
    });
  return wanted;
}

type ListedKey = Omit<ApiKeyRecord, 'scopes'> & {
  readonly scopes: Scope[];
  readonly status: ApiKeyStatus;
  readonly lastUsedOn?: string;
};

/** Lists the keys of a team, also expired and revoked ones. The order follows from their digests and does not change. */
export const listApiKeys = capability(
  { table: ['Query'], tableKeys: ['TEAM#', 'API_KEY_USE#'] },
  (context) =>
    async (teamId: string, page: Page): Promise<Listed<ListedKey>> => {
      const listed = await listItems(context, { ...apiKeysOf(teamId), ascending: true }, page);
      const now = context.now();
      const lastUses = await Promise.all(listed.records.map(({ id }) => lastUseOf(context, id)));
      return { ...listed, records: listed.records.map((key, index) => shownKey(key, now, lastUses[index])) };
    },
);

/** The last day on which the key was used. */
async function lastUseOf(context: Context, keyId: string): Promise<string | undefined> {
  const { items } = await queryItems(context, { ...apiKeyUsesOf(keyId), between: EVERY_DAY, limit: 1 });
  return items[0]?.sk;
}

const EVERY_DAY = { from: LOWEST, to: HIGHEST };

const shownKey = (key: ApiKeyRecord, now: Date, lastUsedOn: string | undefined): ListedKey => ({
  ...key,
  scopes: SCOPES.filter((scope) => key.scopes.includes(scope)),
  status: apiKeyStatus(key, now),
  ...(lastUsedOn && { lastUsedOn }),
});

/** Deletes a key: the next call with it answers 401. A key that is revoked already takes no place of the team. */
export const deleteApiKey = capability(
  { table: ['Query', 'GetItem', 'BatchGetItem', 'DeleteItem', 'UpdateItem', 'PutItem'] },
  (context) =>
    async (actor: MemberActor, keyId: string): Promise<void> => {
      const { teamId } = actor;
      const all = await allItems(context, { ...apiKeysOf(teamId), consistent: true });
      const key = all.find(({ id }) => id === keyId);
      if (key === undefined) throw new AppError('NOT_FOUND');
      const isOpen = key.revokedAt === undefined;
      const now = context.now();
      const isValidOther = (one: ApiKeyRecord): boolean =>
        one.id !== keyId && one.createdBy === key.createdBy && apiKeyStatus(one, now) === 'ACTIVE';
      const isLast = !all.some(isValidOther);
      const maker = await getItem(context, membershipKey(teamId, key.createdBy));
      const conflict = () => new AppError('CONFLICT');
      await transact(context, [
        deleteItem(apiKeyKey(teamId, key.digest), isOpen ? { absent: ['revokedAt'] } : {}, (found) =>
          found === undefined ? new AppError('NOT_FOUND') : conflict(),
        ),
        ...(isOpen ? [increment(apiKeyCountKey(teamId), { open: -1 })] : []),
        ...(isLast ? await reviewEndSteps(context, maker, conflict) : []),
        auditStep(context, actor, { entityType: 'API_KEY', entityId: keyId, action: 'DELETE' }),
      ]);
      // The other key may end at the same time, which found this one valid.
      if (!isLast) await endKeyReview(context, teamId, key.createdBy);
    },
);
