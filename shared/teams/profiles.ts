import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { getItem } from '../platform/table/read';
import { update } from '../platform/table/steps';
import { writeOne } from '../platform/table/write';
import { membershipKey } from './team';
import { Gone, inEachTeam } from './teams-of-user';
import { isSessionOver, type ProfileChanges, type User, userKey } from './user';

/** The owner of a profile and the start of the owner's session. */
export interface ProfileOwner {
  readonly id: string;
  readonly signedInAt: string;
}

/**
 * Reads the caller's own record. Throws UNAUTHENTICATED before the first sign-in has created it, and for an ended
 * session.
 */
export const readOwnUser = capability(
  { table: ['GetItem'] },
  (context) => (owner: ProfileOwner) => ownUser(context, owner),
);

/**
 * Changes the caller's own profile and returns it. A sent name is always copied to the memberships too, even if it is
 * unchanged: a repeated request thus completes one that was interrupted.
 */
export const changeOwnProfile = capability(
  { table: ['GetItem', 'UpdateItem'], gsi1: ['Query'] },
  (context) =>
    async (owner: ProfileOwner, changes: ProfileChanges): Promise<User> => {
      const user = await ownUser(context, owner);
      const present = new Map<string, unknown>(Object.entries(user));
      const changed = Object.entries(changes).filter(
        ([field, value]) => value !== undefined && value !== (present.get(field) ?? ''),
      );
      const updatedAt = changed.length > 0 ? context.now().toISOString() : user.updatedAt;
      if (changed.length > 0) await writeProfile(context, user.id, changed, updatedAt);
      if (changes.name !== undefined) await renameMember(context, user.id, changes.name);
      return {
        ...user,
        ...Object.fromEntries(changed.map(([field, value]) => [field, value || undefined])),
        updatedAt,
      };
    },
);

async function ownUser(context: Context, { id, signedInAt }: ProfileOwner): Promise<User> {
  const user = await getItem(context, userKey(id));
  if (user === undefined || isSessionOver(signedInAt, user.sessionsValidFrom)) throw new AppError('UNAUTHENTICATED');
  return user;
}

type Changed = readonly (readonly [string, string | undefined])[];

/** An empty text removes its field, because the interface omits empty fields. */
async function writeProfile(context: Context, userId: string, changed: Changed, updatedAt: string): Promise<void> {
  const set = { ...Object.fromEntries(changed.filter(([, value]) => value !== '')), updatedAt };
  const remove = changed.filter(([, value]) => value === '').map(([field]) => field);
  await writeOne(
    context,
    update(userKey(userId), { set, remove }, {}, () => new AppError('UNAUTHENTICATED')),
  );
}

const renameMember = (context: Context, userId: string, name: string): Promise<void> =>
  inEachTeam(context, userId, (teamId) =>
    writeOne(
      context,
      update(membershipKey(teamId, userId), { set: { name } }, {}, () => new Gone()),
    ),
  );
