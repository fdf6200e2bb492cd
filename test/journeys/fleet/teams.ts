import assert from 'node:assert/strict';
import type { components, Fleet } from '../../../client/src/index';
import { expectRefused, expectSame, expectStatus, present } from '../calls';
import { ADDRESS, NOWHERE, type TestContext } from './scene';

/** Makes the teams of the scene, and tells all that happens to a team's members on the way. */
export async function teamsLeg(people: Omit<TestContext, 'team' | 'otherTeam'>): Promise<TestContext> {
  const { owner, colleague, outsider } = people;
  const named = { name: 'Transportes del Bajío', address: ADDRESS, invites: ['admin@demo.mx'] };
  const created = await expectStatus(201, owner.POST('/teams', { body: named }));
  assert.equal(created.invitations[0]?.status, 'added');
  const other = await expectStatus(201, outsider.POST('/teams', { body: { name: 'Fletes Ajenos', address: ADDRESS } }));
  const testContext: TestContext = { ...people, team: created.team.teamId, otherTeam: other.team.teamId };
  await readAndChange(testContext);
  await joinAndBeRemoved(testContext);
  await handOver(testContext);
  const byMember = colleague.PUT('/teams/{teamId}', { params: { path: { teamId: testContext.team } }, body: {} });
  await expectRefused('403 FORBIDDEN', byMember);
  return testContext;
}

const read = (who: Fleet, teamId: string) => who.GET('/teams/{teamId}', { params: { path: { teamId } } });

async function readAndChange({ team: teamId, owner, outsider }: TestContext): Promise<void> {
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
async function joinAndBeRemoved(testContext: TestContext): Promise<void> {
  const { team: teamId, owner, colleague, outsider } = testContext;
  const join = (joinCode: string) => outsider.POST('/teams/join', { body: { joinCode } });
  const codeOfTeam = async () => (await expectStatus(200, read(owner, teamId))).team.joinCode;
  const rotate = () => colleague.POST('/teams/{teamId}/join-code/rotate', { params: { path: { teamId } } });
  const firstCode = await codeOfTeam();
  await expectRefused('403 FORBIDDEN', rotate());
  await setRole(testContext, owner, await userId(testContext, 'admin@demo.mx'), 'ADMIN');
  const { joinCode: code } = await expectStatus(200, rotate());
  assert.equal(code, await codeOfTeam());
  await expectRefused('404 NOT_FOUND', join(firstCode));
  const joined = await expectStatus(200, join(code.toLowerCase()));
  assert.equal(joined.team.userRole, 'MEMBER');
  await expectRefused('409 ALREADY_MEMBER', join(code));

  const [member, ownersSeat] = [
    await userId(testContext, 'member@demo.mx'),
    await userId(testContext, 'owner@demo.mx'),
  ];
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
async function handOver(testContext: TestContext): Promise<void> {
  const { owner, colleague } = testContext;
  const [ownerId, colleagueId] = [
    await userId(testContext, 'owner@demo.mx'),
    await userId(testContext, 'admin@demo.mx'),
  ];
  await setRole(testContext, owner, colleagueId, 'OWNER');
  expectSame(await roles(testContext), ['admin@demo.mx OWNER', 'owner@demo.mx ADMIN']);
  await expectRefused('403 FORBIDDEN', role(testContext, owner, colleagueId, 'MEMBER'));
  await setRole(testContext, colleague, ownerId, 'OWNER');
  await setRole(testContext, owner, colleagueId, 'MEMBER');
  expectSame(await roles(testContext), ['admin@demo.mx MEMBER', 'owner@demo.mx OWNER']);
}

type Role = components['schemas']['Member']['role'];

const role = ({ team: teamId }: TestContext, who: Fleet, seat: string, to: Role) =>
  who.PUT('/teams/{teamId}/members/{userId}', { params: { path: { teamId, userId: seat } }, body: { role: to } });

async function setRole(testContext: TestContext, who: Fleet, seat: string, to: Role): Promise<void> {
  assert.equal((await expectStatus(200, role(testContext, who, seat, to))).role, to);
}

async function members({ team: teamId, owner }: TestContext) {
  return (await expectStatus(200, owner.GET('/teams/{teamId}/members', { params: { path: { teamId } } }))).members;
}

const roles = async (testContext: TestContext): Promise<string[]> =>
  (await members(testContext)).map((one) => `${one.email} ${one.role}`).sort();

async function userId(testContext: TestContext, email: string): Promise<string> {
  const member = (await members(testContext)).find((one) => one.email === email);
  return present(member, email).userId;
}
