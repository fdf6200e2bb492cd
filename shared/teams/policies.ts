import { auditStep, type TeamActor } from '../audit/audit';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { unchanged } from '../platform/table/expression';
import { allItems } from '../platform/table/lists';
import { getItem, getItems } from '../platform/table/read';
import { update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { writeOne } from '../platform/table/write';
import { joinCodeKey } from './join-code';
import {
  type Membership,
  membershipKey,
  membersOf,
  type Policies,
  type PolicyChanges,
  policiesOf,
  type TeamRecord,
  teamKey,
} from './team';
import { Gone, ignoreGone, inEachTeam } from './teams-of-user';

/**
 * Changes the security policies of a team and returns all of them. Absent ones stay. The members get their copies
 * afterwards: a repeated request completes an interrupted one. An owner without a second factor cannot require one,
 * because the owner could not withdraw that policy. Throws CONFLICT when another request changed the policies first.
 */
export const changePolicies = capability(
  { table: ['GetItem', 'UpdateItem', 'PutItem', 'Query'], tableKeys: ['JOIN_CODE#', 'TEAM#'] },
  (context) =>
    async (actor: TeamActor, team: TeamRecord, changes: PolicyChanges): Promise<Policies> => {
      const policies = { ...policiesOf(team), ...withoutUndefined(changes) };
      if (policies.mfa === 'REQUIRED') await assertFactor(context, actor);
      const { teamId, joinCode, policiesRevision = 0 } = team;
      const changed = { policies, policiesRevision: policiesRevision + 1 };
      const asRead = unchanged(team, ['policies', 'policiesRevision', 'joinCode']);
      await transact(context, [
        update(teamKey(teamId), { set: changed }, asRead, changedMeanwhile),
        update(joinCodeKey(joinCode), { set: { isClosed: policies.join === 'CLOSED' } }, {}, changedMeanwhile),
        auditStep(context, actor, { entityType: 'TEAM', entityId: teamId, action: 'UPDATE', changes: { policies } }),
      ]);
      const members = await allItems(context, { ...membersOf(teamId), consistent: true });
      for (const { userId } of members) await copyPolicies(context, teamId, userId, changed);
      return policies;
    },
);

const changedMeanwhile = () => new AppError('CONFLICT');

const withoutUndefined = (changes: PolicyChanges): Partial<Policies> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

async function assertFactor(context: Context, { teamId, id }: TeamActor): Promise<void> {
  const membership = await getItem(context, membershipKey(teamId, id));
  if (membership?.hasFactor !== true) {
    throw new AppError('MFA_REQUIRED', {
      message: {
        en: 'Turn on your own authenticator app first: POST /users/me/mfa/setup. Then require it of the team.',
        es: 'Primero active su propia aplicación de códigos: POST /users/me/mfa/setup. Después exíjala a la empresa.',
      },
    });
  }
}

/**
 * Copies the team's policies to a new membership. It runs after the membership was written: a change of the policies
 * that it does not read comes later, and finds the membership.
 */
export async function followPolicies(context: Context, teamId: string, userId: string): Promise<void> {
  const team = await getItem(context, teamKey(teamId));
  if (team) await copyPolicies(context, teamId, userId, team);
}

/**
 * Writes the copy of a membership. Without that membership, without policies, and where the membership has those of a later change, nothing is written.
 */
export async function copyPolicies(
  context: Context,
  teamId: string,
  userId: string,
  { policies, policiesRevision = 0 }: Pick<TeamRecord, 'policies' | 'policiesRevision'>,
): Promise<void> {
  if (policies === undefined) return;
  const set = { policies: checkedOf(policies), policiesRevision };
  const isNotOlder = { absentOrAtMost: { policiesRevision } };
  await writeOne(
    context,
    update(membershipKey(teamId, userId), { set }, isNotOlder, () => new Gone()),
  ).catch(ignoreGone);
}

/** The policies that are checked before an operation runs, for which only the membership is read. */
const checkedOf = ({ mfa, recentSignIn }: Policies): NonNullable<Membership['policies']> => ({ mfa, recentSignIn });

/** True when one of the user's teams requires a mailed code for the recovery. All teams count, on every page. */
export const requiresMailedCode = capability(
  { table: ['BatchGetItem'], gsi1: ['Query'], gsi1Keys: ['USER#'] },
  (context) =>
    async (userId: string): Promise<boolean> => {
      const strict: boolean[] = [];
      await inEachTeam(context, userId, async (teamId) => {
        const [team] = await getItems(context, [teamKey(teamId)]);
        strict.push(team !== undefined && policiesOf(team).recovery === 'MAILED_CODE');
      });
      return strict.includes(true);
    },
);
