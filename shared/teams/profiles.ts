import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { getItem } from '../platform/table/read';
import { update } from '../platform/table/steps';
import { writeOne } from '../platform/table/write';
import { membershipKey } from './team';
import { Gone, ignoreGone, inEachTeam, inLateTeams } from './teams-of-user';
import { type ProfileChanges, type User, userKey } from './user';

/**
 * Changes the caller's own profile and returns it. A sent name is always copied to the memberships too, even if it is
 * unchanged: a repeated request thus completes one that was interrupted.
 */
export const changeOwnProfile = capability(
  { table: ['GetItem', 'UpdateItem'], tableKeys: ['TEAM#', 'USER#'], gsi1: ['Query'], gsi1Keys: ['USER#'] },
  (context) =>
    async (user: User, changes: ProfileChanges): Promise<User> => {
      const present = new Map<string, unknown>(Object.entries(user));
      const changed = Object.entries(changes).filter(
        ([field, value]) => value !== undefined && (value ?? undefined) !== present.get(field),
      );
      const updatedAt = changed.length > 0 ? context.now().toISOString() : user.updatedAt;
      if (changed.length > 0) await writeProfile(context, user.id, changed, updatedAt);
      if (changes.name !== undefined) await copyName(context, user.id, changes.name);
      return {
        ...user,
        ...Object.fromEntries(changed.map(([field, value]) => [field, value ?? undefined])),
        updatedAt,
      };
    },
);

type Changed = readonly (readonly [string, string | null | undefined])[];

async function writeProfile(context: Context, userId: string, changed: Changed, updatedAt: string): Promise<void> {
  const set = { ...Object.fromEntries(changed.filter(([, value]) => value !== null)), updatedAt };
  const remove = changed.filter(([, value]) => value === null).map(([field]) => field);
  await writeOne(
    context,
    update(userKey(userId), { set, remove }, {}, () => new AppError('UNAUTHENTICATED')),
  );
}

/**
 * Copies the name to the memberships, and again while the profile has another one: two requests at once may write the
 * memberships in another order than the profile. The request that writes the memberships last reads the profile after
 * that, and finds the name that stays.
 */
async function copyName(context: Context, userId: string, name: string): Promise<void> {
  await renameMember(context, userId, name);
  const stored = (await getItem(context, userKey(userId)))?.name;
  if (stored !== undefined && stored !== name) await copyName(context, userId, stored);
}

const renameMember = (context: Context, userId: string, name: string): Promise<void> =>
  inEachTeam(context, userId, (teamId) =>
    writeOne(
      context,
      update(membershipKey(teamId, userId), { set: { name } }, {}, () => new Gone()),
    ),
  );

/**
 * Notes whether the user has a second factor, in the user's record and in each membership: the check of a team's policy
 * reads the membership alone. Each sign-in completes a note that was interrupted.
 */
export const noteFactor = capability(
  { table: ['UpdateItem'], tableKeys: ['TEAM#', 'USER#'], gsi1: ['Query'], gsi1Keys: ['USER#'] },
  (context) =>
    async (userId: string, hasFactor: boolean): Promise<void> => {
      const change = { set: { hasFactor } };
      const note = (teamId: string) =>
        writeOne(
          context,
          update(membershipKey(teamId, userId), change, {}, () => new Gone()),
        );
      const seen = new Set<string>();
      await inEachTeam(context, userId, note, seen);
      await writeOne(
        context,
        update(userKey(userId), change, {}, () => new Gone()),
      ).catch(ignoreGone);
      await inLateTeams(context, userId, note, seen);
    },
);

/** Like {@link noteFactor}, at a sign-in: writes only what the user's record does not say yet. */
export const followFactor = capability.of(
  { noteFactor },
  (deps) =>
    async (user: User, hasFactor: boolean): Promise<void> => {
      if ((user.hasFactor ?? false) !== hasFactor) await deps.noteFactor(user.id, hasFactor);
    },
);
