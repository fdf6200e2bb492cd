import * as v from 'valibot';
import { type IndexKeys, type ItemKey, key, ofTeam, part, TIME_TO_LIVE } from '../platform/table/keys';
import { Instant, Line, Uuid } from '../platform/values/fields';

/** The roles of a key. A key is never an owner. */
export const KEY_ROLES = ['MEMBER', 'ADMIN'] as const;

/** The stored key, which every call with this key reads. The key itself is not stored: its digest is the sort key. */
export const ApiKeyRecord = v.object({
  id: Uuid,
  teamId: Uuid,
  /** The SHA-256 of the key, which its sort key holds too. */
  digest: v.string(),
  name: Line(100, 1),
  prefix: v.string(),
  /** Not compared with the list of scopes: a release without a scope still reads a key that has it. */
  scopes: v.array(v.string()),
  role: v.picklist(KEY_ROLES),
  expiresAt: Instant,
  createdAt: Instant,
  createdBy: Uuid,
  /** The instant at which the removal of its maker ended the key. */
  revokedAt: v.optional(Instant),
  [TIME_TO_LIVE]: v.optional(v.number()),
});
export type ApiKeyRecord = v.InferOutput<typeof ApiKeyRecord>;

export const API_KEY_STATUSES = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const;
export type ApiKeyStatus = (typeof API_KEY_STATUSES)[number];

export function apiKeyStatus(
  { revokedAt, expiresAt }: Pick<ApiKeyRecord, 'revokedAt' | 'expiresAt'>,
  now: Date,
): ApiKeyStatus {
  if (revokedAt !== undefined) return 'REVOKED';
  return expiresAt > now.toISOString() ? 'ACTIVE' : 'EXPIRED';
}

/** The item of a key, by the digest of the key. */
export const apiKeyKey = (teamId: string, digest: string): ItemKey<typeof ApiKeyRecord> =>
  key(ApiKeyRecord, ofTeam(teamId), `API_KEY#${digest}`);
/** The keys that have an end, by their end, until the alert about it. A revoked key is not among them. */
export const API_KEYS_DUE = 'API_KEYS_DUE';
export const apiKeyIndexes = ({
  teamId,
  digest,
  expiresAt,
}: Pick<ApiKeyRecord, 'teamId' | 'digest' | 'expiresAt'>): IndexKeys => ({
  gsi2pk: API_KEYS_DUE,
  gsi2sk: `${expiresAt}#${teamId}#${digest}`,
});
/** Reads team and digest from a sort key that {@link apiKeyIndexes} built. */
export function dueApiKeyAt(position: string): Pick<ApiKeyRecord, 'teamId' | 'digest'> {
  const [, teamId, digest] = position.split('#');
  return v.parse(v.pick(ApiKeyRecord, ['teamId', 'digest']), { teamId, digest });
}
export const apiKeysOf = (teamId: string) => part(ApiKeyRecord, ofTeam(teamId), 'API_KEY#');

/** The number of keys of a team that are neither deleted nor revoked. */
const ApiKeyCount = v.object({ open: v.optional(v.number(), 0) });
export const apiKeyCountKey = (teamId: string) => key(ApiKeyCount, ofTeam(teamId), 'API_KEYS');

/** A day in UTC on which a key was used. The day is the sort key. */
const ApiKeyUse = v.object({ [TIME_TO_LIVE]: v.number() });
export const apiKeyUseKey = (keyId: string, day: string) => key(ApiKeyUse, `API_KEY_USE#${keyId}`, day);
export const apiKeyUsesOf = (keyId: string) => part(ApiKeyUse, `API_KEY_USE#${keyId}`, '');
