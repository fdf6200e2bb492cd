import assert from 'node:assert/strict';
import type { Fleet } from '../../../client/src/index';
import { expectRefused, expectSame, expectStatus, present } from '../../expect';
import type { Body, Desk } from '../../steps/desk';
import {
  acceptMembership,
  changeRole,
  changeTeam,
  createTeam,
  join,
  listMembers,
  readTeam,
  removeMember,
  rotateJoinCode,
} from '../../steps/teams';
import { ADDRESS, NOWHERE, type TestContext } from './scene';

interface People extends Pick<TestContext, 'baseUrl' | 'untyped'> {
  readonly owner: Fleet;
  readonly colleague: Fleet;
  readonly outsider: Fleet;
}

/** Makes the teams of the scene, and tells all that happens to a team's members on the way. */
export async function teamsLeg({ owner, colleague, outsider, ...rest }: People): Promise<TestContext> {
  const named = { name: 'Transportes del Bajío', address: ADDRESS, invites: ['admin@demo.mx'] };
  const created = await expectStatus(201, createTeam(owner, named));
  assert.equal(created.invitations[0]?.status, 'added');
  const other = await expectStatus(201, createTeam(outsider, { name: 'Fletes Ajenos', address: ADDRESS }));
  const { teamId } = created.team;
  const testContext: TestContext = {
    ...rest,
    owner: { fleet: owner, teamId },
    colleague: { fleet: colleague, teamId },
    outsider: { fleet: outsider, teamId },
    abroad: { fleet: outsider, teamId: other.team.teamId },
  };
  await acceptMemberships(testContext);
  await readAndChange(testContext);
  await joinAndBeRemoved(testContext);
  await handOver(testContext);
  await expectRefused('403 FORBIDDEN', changeTeam(testContext.colleague, {}));
  return testContext;
}

/** The colleague who was added has no name in the team until the acceptance. */
async function acceptMemberships({ owner, colleague }: TestContext): Promise<void> {
  const rowOf = async () => {
    const { members } = await expectStatus(200, listMembers(owner));
    return present(
      members.find(({ email }) => email === 'admin@demo.mx'),
      'admin@demo.mx',
    );
  };
  const before = await rowOf();
  expectSame([before.accepted, before.name], [false, undefined]);
  await expectStatus(200, acceptMembership(colleague));
  const after = await rowOf();
  expectSame([after.accepted, typeof after.name], [true, 'string']);
}

async function readAndChange({ owner, outsider }: TestContext): Promise<void> {
  const { team } = await expectStatus(200, readTeam(owner));
  assert.equal(team.userRole, 'OWNER');
  assert.match(team.joinCode, /^[A-Z2-9]{10}$/);
  await expectRefused('404 NOT_FOUND', readTeam({ ...owner, teamId: NOWHERE }));
  await expectRefused('403 FORBIDDEN', readTeam(outsider));
  // What the system keeps is passed over.
  const changes = { timeZone: 'America/Tijuana', teamId: NOWHERE };
  const changed = await expectStatus(200, changeTeam(owner, changes));
  assert.equal(changed.team.timeZone, 'America/Tijuana');
  assert.equal(changed.team.name, 'Transportes del Bajío');
  assert.equal(changed.team.teamId, owner.teamId);
  expectSame(await expectStatus(200, changeTeam(owner, {})), changed);
  await expectRefused('400 VALIDATION_FAILED', changeTeam(owner, { timeZone: 'America/Nowhere' }), 'timeZone');
  await expectStatus(200, changeTeam(owner, { timeZone: 'America/Mexico_City' }));
}

/** Joining by code, a role, the rotation of the code, and a removal that shuts both doors. */
async function joinAndBeRemoved({ owner, colleague, outsider }: TestContext): Promise<void> {
  const codeOfTeam = async () => (await expectStatus(200, readTeam(owner))).team.joinCode;
  const firstCode = await codeOfTeam();
  await expectRefused('403 FORBIDDEN', rotateJoinCode(colleague));
  await setRole(owner, await userId(owner, 'admin@demo.mx'), 'ADMIN');
  const { joinCode: code } = await expectStatus(200, rotateJoinCode(colleague));
  assert.equal(code, await codeOfTeam());
  await expectRefused('404 NOT_FOUND', join(outsider.fleet, firstCode));
  const joined = await expectStatus(200, join(outsider.fleet, code.toLowerCase()));
  assert.equal(joined.team.userRole, 'MEMBER');
  await expectRefused('409 ALREADY_MEMBER', join(outsider.fleet, code));

  const [member, ownersSeat] = [await userId(owner, 'member@demo.mx'), await userId(owner, 'owner@demo.mx')];
  await expectRefused('403 FORBIDDEN', removeMember(outsider, ownersSeat));
  await expectRefused('409 TEAM_OWNER', removeMember(owner, ownersSeat));
  await expectStatus(200, removeMember(colleague, member));
  await expectRefused('403 FORBIDDEN', readTeam(outsider));
  await expectRefused('404 NOT_FOUND', join(outsider.fleet, code));
  await expectRefused('404 NOT_FOUND', removeMember(owner, member));
}

/** The team is handed over and back; there is one owner at every moment. */
async function handOver({ owner, colleague }: TestContext): Promise<void> {
  const [ownerId, colleagueId] = [await userId(owner, 'owner@demo.mx'), await userId(owner, 'admin@demo.mx')];
  await setRole(owner, colleagueId, 'OWNER');
  expectSame(await roles(owner), ['admin@demo.mx OWNER', 'owner@demo.mx ADMIN']);
  await expectRefused('403 FORBIDDEN', changeRole(owner, colleagueId, 'MEMBER'));
  await setRole(colleague, ownerId, 'OWNER');
  await setRole(owner, colleagueId, 'MEMBER');
  expectSame(await roles(owner), ['admin@demo.mx MEMBER', 'owner@demo.mx OWNER']);
}

async function setRole(desk: Desk, seat: string, to: Body<'changeMemberRole'>['role']): Promise<void> {
  assert.equal((await expectStatus(200, changeRole(desk, seat, to))).role, to);
}

const roles = async (owner: Desk): Promise<string[]> =>
  (await expectStatus(200, listMembers(owner))).members.map((one) => `${one.email} ${one.role}`).sort();

/** The identifier of a member. */
export async function userId(owner: Desk, email: string): Promise<string> {
  const { members } = await expectStatus(200, listMembers(owner));
  return present(
    members.find((one) => one.email === email),
    email,
  ).userId;
}
