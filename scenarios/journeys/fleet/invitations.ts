import assert from 'node:assert/strict';
import type { CodeFor } from '../../../test/journeys/sign-in';
import { expectRefused, expectSame, expectStatus, somebodyAt } from '../../expect';
import { changeProfile, confirmRegistration, readProfile, register, signIn } from '../../steps/accounts';
import type { Desk } from '../../steps/desk';
import { invite, listMembers, listTeams, readTeam, removeMember, withdrawInvitation } from '../../steps/teams';
import type { TestContext } from './scene';
import { userId } from './teams';

/** Invitations: sent, listed, withdrawn, and, where mails can be read, taken up by a first confirmed sign-in. */
export async function invitationsLeg(testContext: TestContext, codeFor: CodeFor | undefined): Promise<void> {
  const { owner, colleague, untyped } = testContext;
  const invites = ['Newcomer.Fleet@demo.mx', 'regretted@demo.mx', 'member@demo.mx', 'no-address', 'owner@demo.mx'];
  await expectRefused('403 FORBIDDEN', invite(colleague, invites));
  const nobody = untyped(owner.fleet).POST(`/teams/${owner.teamId}/invitations`, { body: {} });
  await expectRefused('400 VALIDATION_FAILED', nobody, 'invites');
  const { invitations } = await expectStatus(200, invite(owner, invites));
  expectSame(
    invitations.map(({ status }) => status),
    ['invited', 'invited', 'added', 'invalid', 'invalid'],
  );
  await expectStatus(200, removeMember(owner, await userId(owner, 'member@demo.mx')));
  expectSame(await open(owner), ['newcomer.fleet@demo.mx', 'regretted@demo.mx']);
  await expectStatus(200, withdrawInvitation(owner, 'regretted@demo.mx'));
  await expectRefused('404 NOT_FOUND', withdrawInvitation(owner, 'regretted@demo.mx'));
  if (codeFor === undefined) await expectStatus(200, withdrawInvitation(owner, 'newcomer.fleet@demo.mx'));
  else await joinByFirstSignIn(testContext, 'newcomer.fleet@demo.mx', codeFor);
  expectSame(await open(owner), []);
}

async function open({ fleet, teamId }: Desk): Promise<string[]> {
  const emails: string[] = [];
  for await (const { email } of fleet.each('/teams/{teamId}/invitations', { params: { path: { teamId } } }))
    emails.push(email);
  return emails.sort();
}

async function joinByFirstSignIn({ baseUrl, owner }: TestContext, email: string, codeFor: CodeFor): Promise<void> {
  const nadia = somebodyAt(baseUrl);
  const account = { email, password: 'Nuevo-Ingreso-26' };
  await expectStatus(201, register(nadia, { email, name: 'Nadia Cordero', phone: '4421112233' }));
  const code = await codeFor(email, 'registration');
  await expectStatus(200, confirmRegistration(nadia, { ...account, code }));
  await expectStatus(200, signIn(nadia, account));
  const profile = await expectStatus(200, readProfile(nadia));
  expectSame(
    [profile.email, profile.name, profile.phone, profile.mfaEnabled],
    [email, 'Nadia Cordero', '4421112233', false],
  );
  await leave(owner, { ...owner, fleet: nadia }, profile.id);
}

/** A new member sees the one team, and leaves it: every member may. */
async function leave(owner: Desk, nadia: Desk, ownId: string): Promise<void> {
  const { teams } = await expectStatus(200, listTeams(nadia.fleet));
  expectSame(
    teams.map((one) => `${one.teamId} ${one.userRole}`),
    [`${owner.teamId} MEMBER`],
  );
  const renamed = await expectStatus(200, changeProfile(nadia.fleet, { name: 'Nadia Cordero Luna' }));
  assert.equal(renamed.name, 'Nadia Cordero Luna');
  await expectStatus(200, removeMember(nadia, ownId));
  await expectRefused('403 FORBIDDEN', readTeam(nadia));
  assert.equal((await expectStatus(200, listMembers(owner))).count, 2);
}
