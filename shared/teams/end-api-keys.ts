import { alertKey } from '../alerts/alert';
import { alertSteps, notedResolutionSteps, resolutionSteps } from '../alerts/alerts';
import { AppError } from '../platform/errors';
import type { Context } from '../platform/runtime/context';
import { unchanged } from '../platform/table/expression';
import { TIME_TO_LIVE } from '../platform/table/keys';
import { allItems } from '../platform/table/lists';
import { ignoreOvertaken, overtaken } from '../platform/table/overtaken';
import { getItem } from '../platform/table/read';
import { increment, type Step, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { type ApiKeyRecord, apiKeyCountKey, apiKeyKey, apiKeyStatus, apiKeysOf } from './api-key-record';
import { hasRole, type Membership, membershipKey, type Role } from './team';

/** A revoked key stays in the list for so long, so that its identifier in the audit has a name. */
const KEPT_SECONDS = 400 * 24 * 60 * 60;

const changed = () => new AppError('CONFLICT');

/** The keys that a member made and that are not revoked. A member who never made one costs no read. */
async function keysMadeBy(context: Context, { teamId, userId, apiKeys = 0 }: Membership): Promise<ApiKeyRecord[]> {
  if (apiKeys === 0) return [];
  const all = await allItems(context, { ...apiKeysOf(teamId), consistent: true });
  return all.filter(({ createdBy, revokedAt }) => createdBy === userId && revokedAt === undefined);
}

/** The condition on a membership that no key was made since it was read. */
export const noKeySince = ({ apiKeys }: Membership) =>
  apiKeys === undefined ? { absent: ['apiKeys'] } : { equals: { apiKeys } };

/** The steps that revoke the keys of a removed member, with an alert for each that was still valid. No key is left to review. */
export async function revocationSteps(context: Context, member: Membership): Promise<Step[]> {
  const { teamId } = member;
  const now = context.now();
  const keys = await keysMadeBy(context, member);
  const expires = Math.floor(now.getTime() / 1000) + KEPT_SECONDS;
  const revoked = { revokedAt: now.toISOString(), [TIME_TO_LIVE]: expires };
  const alerts = keys
    .filter((key) => apiKeyStatus(key, now) === 'ACTIVE')
    .flatMap(({ id }) => alertSteps(context, teamId, { type: 'API_KEY_REVOKED', entityId: id }));
  return [
    ...keys.map(({ digest }) =>
      update(
        apiKeyKey(teamId, digest),
        { set: revoked, remove: ['gsi2pk', 'gsi2sk'] },
        { absent: ['revokedAt'] },
        changed,
      ),
    ),
    ...(keys.length > 0 ? [increment(apiKeyCountKey(teamId), { open: -keys.length })] : []),
    ...alerts,
    ...(await resolutionSteps(context, teamId, member.keysToReview ?? [], changed)),
  ];
}

/** The steps that give the keys of a member the member's lower role. */
export async function loweringSteps(context: Context, member: Membership, role: Role): Promise<Step[]> {
  if (hasRole(role, member.role)) return [];
  const keys = await keysMadeBy(context, member);
  return keys
    .filter((key) => !hasRole(role, key.role))
    .map(({ digest }) =>
      update(apiKeyKey(member.teamId, digest), { set: { role } }, { absent: ['revokedAt'] }, changed),
    );
}

/**
 * The alert that asks the team to review the keys of a member whose account was recovered. Undefined without a valid key, and while an earlier one is not
 * resolved: the transaction that removes the member resolves all of them.
 */
export async function keyReview(
  context: Context,
  teamId: string,
  userId: string,
): Promise<{ readonly id: string; readonly steps: readonly Step[] } | undefined> {
  const member = await getItem(context, membershipKey(teamId, userId));
  if (member === undefined || !(await hasValidKey(context, member))) return undefined;
  const asked = await Promise.all((member.keysToReview ?? []).map((id) => getItem(context, alertKey(teamId, id))));
  if (asked.some((alert) => alert !== undefined && alert.status !== 'RESOLVED')) return undefined;
  const id = context.newId();
  return { id, steps: alertSteps(context, teamId, { type: 'API_KEYS_TO_REVIEW', entityId: userId }, id) };
}

async function hasValidKey(context: Context, member: Membership): Promise<boolean> {
  const keys = await keysMadeBy(context, member);
  return keys.some((key) => apiKeyStatus(key, context.now()) === 'ACTIVE');
}

/** The steps that end the review of a member's keys, none of which is valid any more. */
export async function reviewEndSteps(
  context: Context,
  member: Membership | undefined,
  refused: () => Error,
): Promise<Step[]> {
  if (member?.keysToReview === undefined) return [];
  return [
    update(
      membershipKey(member.teamId, member.userId),
      { remove: ['keysToReview'] },
      unchanged(member, ['keysToReview']),
      refused,
    ),
    ...(await notedResolutionSteps(context, member.teamId, member.keysToReview, refused)),
  ];
}

/**
 * Resolves the alerts that ask for a review of a member's keys, once none of these is valid. It runs after the end of a key: of two ends at once,
 * at least one finds no other valid key.
 */
export async function endKeyReview(context: Context, teamId: string, userId: string): Promise<void> {
  const member = await getItem(context, membershipKey(teamId, userId));
  if (member?.keysToReview === undefined || (await hasValidKey(context, member))) return;
  const steps = await reviewEndSteps(context, member, overtaken('The review of the keys changed meanwhile.'));
  await transact(context, steps).catch(ignoreOvertaken);
}
