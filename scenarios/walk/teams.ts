import type { Fleet } from '../../client/src/index';
import { expectRefused, succeed } from '../expect';
import { changeProfile, readProfile } from '../steps/accounts';
import { registerVehicle } from '../steps/fleet';
import {
  acceptMembership,
  changePolicies,
  changeRoadPolicy,
  changeRole,
  changeTeam,
  createApiKey,
  createTeam,
  deleteApiKey,
  endMemberSessions,
  invite,
  join,
  listApiKeys,
  listInvitations,
  listMembers,
  readPolicies,
  readRoadPolicy,
  readTeam,
  removeMember,
  rotateJoinCode,
  withdrawInvitation,
} from '../steps/teams';
import { planTrip } from '../steps/trips';
import { ADDRESS, type Ground } from './ground';

/** Teams, their members and invitations: the newcomer joins and is removed. Returns the owner's second team. */
export async function teamsWalk({ owner, mark }: Ground, newcomer: Fleet): Promise<string> {
  const invites = ['admin@demo.mx', `contador${mark}@fletes.example`];
  const { team: second } = await succeed(
    createTeam(owner.fleet, { name: 'Fletes Cerro de la Silla', address: ADDRESS, invites }),
  );
  const { team } = await succeed(readTeam(owner));
  await expectRefused('403 FORBIDDEN', readTeam({ ...owner, fleet: newcomer }));
  await succeed(join(newcomer, team.joinCode));
  await expectRefused('409 ALREADY_MEMBER', join(newcomer, team.joinCode));
  const { id: userId } = await succeed(readProfile(newcomer));
  await succeed(acceptMembership({ ...owner, fleet: newcomer }));
  await succeed(listMembers(owner));
  await succeed(changeRole(owner, userId, 'ADMIN'));
  await succeed(changeProfile(newcomer, { phone: '8119998877' }));
  await succeed(endMemberSessions(owner, userId));
  await succeed(removeMember(owner, userId));
  const { id: ownId } = await succeed(readProfile(owner.fleet));
  await expectRefused('409 TEAM_OWNER', removeMember(owner, ownId));
  await succeed(rotateJoinCode(owner));
  await succeed(changeTeam(owner, { timeZone: 'America/Monterrey' }));
  await succeed(readPolicies(owner));
  await succeed(changePolicies(owner, { joinCode: 'ADMINS' }));
  await succeed(changePolicies(owner, { joinCode: 'MEMBERS' }));
  await expectRefused('403 MFA_REQUIRED', changePolicies(owner, { mfa: 'REQUIRED' }));
  await succeed(readRoadPolicy(owner));
  await succeed(changeRoadPolicy(owner, { trackDays: 90 }));
  await expectRefused('400 VALIDATION_FAILED', changeRoadPolicy(owner, { trackDays: 366 }));
  const email = `despacho${mark}@fletes.example`;
  await succeed(invite(owner, [email, 'not-an-address']));
  await succeed(listInvitations(owner));
  await succeed(withdrawInvitation(owner, email));
  await keysWalk(owner);
  return second.teamId;
}

/** A team that refuses overlaps plans a vehicle twice in the same hours. */
export async function refusalWalk(office: Ground['owner']): Promise<void> {
  await succeed(changeRoadPolicy(office, { overlap: 'REFUSE' }));
  const plate = { plate: '72-AE-4K', brand: 'Kenworth', model: 'T680', year: 2021 };
  const { id: vehicleId } = await succeed(registerVehicle(office, { ...plate, type: 'TRACTOCAMION' }));
  const plan = { vehicleId, startDate: '2026-03-04T06:00:00-06:00' };
  await succeed(planTrip(office, plan));
  await expectRefused('409 PLAN_OVERLAPS', planTrip(office, plan));
}

/** A team makes keys for other systems up to the twenty that it may have, and deletes them. */
async function keysWalk(owner: Ground['owner']): Promise<void> {
  const make = () => createApiKey(owner, { name: 'ERP', scopes: ['clients:read', 'trips:read', 'trips:write'] });
  const made = [(await succeed(make())).id];
  const { count } = await succeed(listApiKeys(owner));
  for (let number = count; number < 20; number += 1) made.push((await succeed(make())).id);
  await expectRefused('409 API_KEY_LIMIT', make());
  for (const id of made) await succeed(deleteApiKey(owner, id));
}
