import assert from 'node:assert/strict';
import type { components, Fleet } from '../../../client/src/index';
import { expectRefused, expectSame, expectStatus, present } from '../../../scenarios/expect';
import { ADDRESS, NOWHERE, type Scene } from './scene';

/** Makes the teams of the scene, and tells all that happens to a team's members on the way. */
export async function teamsLeg(people: Omit<Scene, 'team' | 'otherTeam'>): Promise<Scene> {
  const { owner, colleague, outsider } = people;
  const named = { name: 'Transportes del Bajío', address: ADDRESS, invites: ['admin@demo.mx'] };
  const created = await expectStatus(201, owner.POST('/teams', { body: named }));
  assert.equal(created.invitations[0]?.status, 'added');
  const other = await expectStatus(201, outsider.POST('/teams', { body: { name: 'Fletes Ajenos', address: ADDRESS } }));
  const scene: Scene = { ...people, team: created.team.teamId, otherTeam: other.team.teamId };
  await readAndChange(scene);
  await joinAndBeRemoved(scene);
  await handOver(scene);
  const byMember = colleague.PUT('/teams/{teamId}', { params: { path: { teamId: scene.team } }, body: {} });
  await expectRefused('403 FORBIDDEN', byMember);
  return scene;
}

const read = (who: Fleet, teamId: string) => who.GET('/teams/{teamId}', { params: { path: { teamId } } });

async function readAndChange({ team: teamId, owner, outsider }: Scene): Promise<void> {
  const { team } = await expectStatus(200, read(owner, teamId));
  assert.equal(team.userRole, 'OWNER');
  assert.match(team.joinCode, /^[A-Z2-9]{10}$/);
  await expectRefused('404 NOT_FOUND', read(owner, NOWHERE));
  await expectRefused('403 FORBIDDEN', read(outsider, teamId));
  const put = (body: components['schemas']['TeamChanges']) =>
    owner.PUT('/teams/{teamId}', { params: { path: { teamId } }, body });
  // What the system keeps is passed over.
  const changes = { timeZone: 'America/Tijuana', teamId: NOWHERE };
  const changed = await expectStatus(200, put(changes));
  assert.equal(changed.team.timeZone, 'America/Tijuana');
  assert.equal(changed.team.name, 'Transportes del Bajío');
  assert.equal(changed.team.teamId, teamId);
  expectSame(await expectStatus(200, put({})), changed);
  await expectRefused('400 VALIDATION_FAILED', put({ timeZone: 'America/Nowhere' }), 'timeZone');
  await expectStatus(200, put({ timeZone: 'America/Mexico_City' }));
}

/** Joining by code, a role, the rotation of the code, and a removal that shuts both doors. */
async function joinAndBeRemoved(scene: Scene): Promise<void> {
  const { team: teamId, owner, colleague, outsider } = scene;
  const join = (joinCode: string) => outsider.POST('/teams/join', { body: { joinCode } });
  const codeOfTeam = async () => (await expectStatus(200, read(owner, teamId))).team.joinCode;
  const rotate = () => colleague.POST('/teams/{teamId}/join-code/rotate', { params: { path: { teamId } } });
  const firstCode = await codeOfTeam();
  await expectRefused('403 FORBIDDEN', rotate());
  await setRole(scene, owner, await userId(scene, 'admin@demo.mx'), 'ADMIN');
  const { joinCode: code } = await expectStatus(200, rotate());
  assert.equal(code, await codeOfTeam());
  await expectRefused('404 NOT_FOUND', join(firstCode));
  const joined = await expectStatus(200, join(code.toLowerCase()));
  assert.equal(joined.team.userRole, 'MEMBER');
  await expectRefused('409 ALREADY_MEMBER', join(code));

  const [member, ownersSeat] = [await userId(scene, 'member@demo.mx'), await userId(scene, 'owner@demo.mx')];
  const remove = (who: Fleet, seat: string) =>
    who.DELETE('/teams/{teamId}/members/{userId}', { params: { path: { teamId, userId: seat } } });
  await expectRefused('403 FORBIDDEN', remove(outsider, ownersSeat));
  await expectRefused('409 TEAM_OWNER', remove(owner, ownersSeat));
  await expectStatus(200, remove(colleague, member));
  await expectRefused('403 FORBIDDEN', read(outsider, teamId));
  await expectRefused('404 NOT_FOUND', join(code));
  await expectRefused('404 NOT_FOUND', remove(owner, member));
}

/** The team is handed over and back; there is one owner at every moment. */
async function handOver(scene: Scene): Promise<void> {
  const { owner, colleague } = scene;
  const [ownerId, colleagueId] = [await userId(scene, 'owner@demo.mx'), await userId(scene, 'admin@demo.mx')];
  await setRole(scene, owner, colleagueId, 'OWNER');
  expectSame(await roles(scene), ['admin@demo.mx OWNER', 'owner@demo.mx ADMIN']);
  await expectRefused('403 FORBIDDEN', role(scene, owner, colleagueId, 'MEMBER'));
  await setRole(scene, colleague, ownerId, 'OWNER');
  await setRole(scene, owner, colleagueId, 'MEMBER');
  expectSame(await roles(scene), ['admin@demo.mx MEMBER', 'owner@demo.mx OWNER']);
}

type Role = components['schemas']['Member']['role'];

const role = ({ team: teamId }: Scene, who: Fleet, seat: string, to: Role) =>
  who.PUT('/teams/{teamId}/members/{userId}', { params: { path: { teamId, userId: seat } }, body: { role: to } });

async function setRole(scene: Scene, who: Fleet, seat: string, to: Role): Promise<void> {
  assert.equal((await expectStatus(200, role(scene, who, seat, to))).role, to);
}

async function members({ team: teamId, owner }: Scene) {
  return (await expectStatus(200, owner.GET('/teams/{teamId}/members', { params: { path: { teamId } } }))).members;
}

const roles = async (scene: Scene): Promise<string[]> =>
  (await members(scene)).map((one) => `${one.email} ${one.role}`).sort();

async function userId(scene: Scene, email: string): Promise<string> {
  const member = (await members(scene)).find((one) => one.email === email);
  return present(member, email).userId;
}
