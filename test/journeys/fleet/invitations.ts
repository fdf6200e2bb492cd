import assert from 'node:assert/strict';
import type { Fleet } from '../../../client/src/index';
import { expectRefused, expectSame, expectStatus, present, somebodyAt } from '../../../scenarios/expect';
import type { CodeFor } from '../sign-in';
import type { Scene } from './scene';

/** Invitations: sent, listed, withdrawn, and, where mails can be read, taken up by a first confirmed sign-in. */
export async function invitationsLeg(scene: Scene, codeFor: CodeFor | undefined): Promise<void> {
  const { team: teamId, owner, colleague, untyped } = scene;
  const invites = ['Newcomer.Fleet@demo.mx', 'regretted@demo.mx', 'member@demo.mx', 'no-address', 'owner@demo.mx'];
  const invite = (who: Fleet) =>
    who.POST('/teams/{teamId}/invitations', { params: { path: { teamId } }, body: { invites } });
  await expectRefused('403 FORBIDDEN', invite(colleague));
  const nobody = untyped(owner).POST(`/teams/${teamId}/invitations`, { body: {} });
  await expectRefused('400 VALIDATION_FAILED', nobody, 'invites');
  const { invitations } = await expectStatus(200, invite(owner));
  expectSame(
    invitations.map(({ status }) => status),
    ['invited', 'invited', 'added', 'invalid', 'invalid'],
  );
  await removeAgain(scene, 'member@demo.mx');
  expectSame(await open(scene), ['newcomer.fleet@demo.mx', 'regretted@demo.mx']);
  const withdraw = (email: string) =>
    owner.DELETE('/teams/{teamId}/invitations/{email}', { params: { path: { teamId, email } } });
  await expectStatus(200, withdraw('regretted@demo.mx'));
  await expectRefused('404 NOT_FOUND', withdraw('regretted@demo.mx'));
  if (codeFor === undefined) await expectStatus(200, withdraw('newcomer.fleet@demo.mx'));
  else await joinByFirstSignIn(scene, 'newcomer.fleet@demo.mx', codeFor);
  expectSame(await open(scene), []);
}

async function open({ team: teamId, owner }: Scene): Promise<string[]> {
  const emails: string[] = [];
  for await (const { email } of owner.each('/teams/{teamId}/invitations', { params: { path: { teamId } } }))
    emails.push(email);
  return emails.sort();
}

async function joinByFirstSignIn(scene: Scene, email: string, codeFor: CodeFor): Promise<void> {
  const nadia = somebodyAt(scene.baseUrl);
  const account = { email, password: 'Nuevo-Ingreso-26' };
  const registered = { ...account, name: 'Nadia Cordero', phone: '4421112233' };
  await expectStatus(201, nadia.POST('/auth/register', { body: registered }));
  await expectRefused('401 ACCOUNT_NOT_CONFIRMED', nadia.POST('/auth/login', { body: account }));
  const code = await codeFor(email, 'registration');
  await expectStatus(200, nadia.POST('/auth/register/confirm', { body: { email, code } }));
  await expectStatus(200, nadia.POST('/auth/login', { body: account }));
  const profile = await expectStatus(200, nadia.GET('/users/me'));
  expectSame(
    [profile.email, profile.name, profile.phone, profile.mfaEnabled],
    [email, 'Nadia Cordero', '4421112233', false],
  );
  await leave(scene, nadia, profile.id);
}

/** A new member sees the one team, and goes: that is everybody's right. */
async function leave({ team: teamId, owner }: Scene, nadia: Fleet, userId: string): Promise<void> {
  const { teams } = await expectStatus(200, nadia.GET('/teams'));
  expectSame(
    teams.map((one) => `${one.teamId} ${one.userRole}`),
    [`${teamId} MEMBER`],
  );
  const renamed = await expectStatus(200, nadia.PUT('/users/me', { body: { name: 'Nadia Cordero Luna' } }));
  assert.equal(renamed.name, 'Nadia Cordero Luna');
  const params = { path: { teamId } };
  const seat = { params: { path: { teamId, userId } } };
  await expectStatus(200, nadia.DELETE('/teams/{teamId}/members/{userId}', seat));
  await expectRefused('403 FORBIDDEN', nadia.GET('/teams/{teamId}', { params }));
  const { count } = await expectStatus(200, owner.GET('/teams/{teamId}/members', { params }));
  assert.equal(count, 2);
}

async function removeAgain({ team: teamId, owner }: Scene, email: string): Promise<void> {
  const { members } = await expectStatus(200, owner.GET('/teams/{teamId}/members', { params: { path: { teamId } } }));
  const { userId } = present(
    members.find((one) => one.email === email),
    email,
  );
  await expectStatus(200, owner.DELETE('/teams/{teamId}/members/{userId}', { params: { path: { teamId, userId } } }));
}
