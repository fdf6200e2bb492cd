import { auditStep, type TeamActor } from '../audit/audit';
import { editItem } from '../audit/edit-record';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { AlreadyThere } from '../platform/table/already-there';
import { unchanged } from '../platform/table/expression';
import { getItem } from '../platform/table/read';
import { check, create, deleteItem, type Step, unexpectedConflict, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { joinCodeFrom, joinCodeKey, normalJoinCode } from './join-code';
import { copyPolicies } from './policies';
import { policiesOf, type TeamChanges, type TeamRecord, teamKey } from './team';
import { type User, userKey } from './user';
import { joinSteps, memberOf } from './users';

/** Changes the fields of a team that an administrator can edit. Returns the changed team. */
export const editTeam = capability(
  { table: ['UpdateItem', 'PutItem'] },
  (context) =>
    async (actor: TeamActor, team: TeamRecord, changes: TeamChanges): Promise<TeamRecord> => {
      const updatedAt = Object.keys(changes).length > 0 ? context.now().toISOString() : undefined;
      const edit = { key: teamKey(team.teamId), entityType: 'TEAM', entityId: team.teamId, record: team } as const;
      const refused = unexpectedConflict('A team');
      return editItem(context, actor, { ...edit, refused, changes: { ...changes, updatedAt } });
    },
);

/** Replaces the join code. The old code stops working at once. */
export const rotateJoinCode = capability(
  { table: ['UpdateItem', 'PutItem', 'DeleteItem'], tableKeys: ['JOIN_CODE#', 'TEAM#'] },
  (context) =>
    async (actor: TeamActor, team: TeamRecord): Promise<string> => {
      const { joinCode, steps } = rotation(context, team);
      const entry = {
        entityType: 'TEAM',
        entityId: team.teamId,
        action: 'UPDATE',
        changes: { fields: ['joinCode'] },
      } as const;
      await transact(context, [...steps, auditStep(context, actor, entry)]);
      return joinCode;
    },
);

/** The steps that replace the join code. A member's removal adds them to its own transaction. */
export function rotation(context: Context, team: TeamRecord): { joinCode: string; steps: Step[] } {
  const joinCode = joinCodeFrom(context.randomBytes(40));
  const closed = policiesOf(team).join === 'CLOSED' ? { isClosed: true } : {};
  const changedMeanwhile = () =>
    new AppError('CONFLICT', {
      message: {
        en: 'The join code changed meanwhile. Try again.',
        es: 'El código de ingreso cambió mientras tanto. Vuelva a intentarlo.',
      },
    });
  const steps = [
    update(teamKey(team.teamId), { set: { joinCode } }, unchanged(team, ['joinCode', 'policies']), changedMeanwhile),
    deleteItem(joinCodeKey(team.joinCode), {}, changedMeanwhile),
    create(joinCodeKey(joinCode), { teamId: team.teamId, ...closed }, unexpectedConflict('A join code')),
  ];
  return { joinCode, steps };
}

/** Makes a user a member by the team's join code. Throws NOT_FOUND for an unknown code, and ALREADY_MEMBER. */
export const joinTeam = capability(
  { table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'], tableKeys: ['JOIN_CODE#', 'TEAM#', 'USER#'] },
  (context) =>
    async (user: User, code: string): Promise<TeamRecord> => {
      const key = joinCodeKey(normalJoinCode(code));
      const found = await getItem(context, key);
      if (found === undefined || found.isClosed) throw noSuchCode();
      await transact(context, [
        check(key, { differs: { isClosed: true } }, noSuchCode),
        // The membership copies these. A session that was ended since the read must not be valid in the new team.
        check(userKey(user.id), unchanged(user, COPIED), () => new AppError('UNAUTHENTICATED')),
        ...joinSteps(context, { ...memberOf(user), teamId: found.teamId, role: 'MEMBER' }),
      ]).catch((failure: unknown) => {
        throw failure instanceof AlreadyThere ? new AppError('ALREADY_MEMBER') : failure;
      });
      const team = await getItem(context, teamKey(found.teamId));
      if (team === undefined) throw new Error('The team of a join code does not exist.');
      await copyPolicies(context, team.teamId, user.id, team);
      return team;
    },
);

const COPIED = ['sessionsValidFrom', 'keptSession', 'endedSessions', 'hasFactor'] as const;

const noSuchCode = () =>
  new AppError('NOT_FOUND', {
    message: {
      en: 'No team has that join code. Ask a member of the team for the current code.',
      es: 'Ninguna empresa tiene ese código de ingreso. Pida el código actual a un miembro de la empresa.',
    },
  });
