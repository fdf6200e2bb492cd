import assert from 'node:assert/strict';
import { expectRefused, expectStatus, listAt, textAt, valueAt } from '../http';
import type { CodeFor } from '../sign-in';
import type { Scene } from './scene';

/** Invitations: sent, listed, withdrawn, and, where mails can be read, taken up by a first confirmed sign-in. */
export async function invitationsLeg(scene: Scene, codeFor: CodeFor | undefined): Promise<void> {
  const { send, team, owner, colleague } = scene;
  const route = `/teams/${team}/invitations`;
  const invites = ['Newcomer.Fleet@demo.mx', 'regretted@demo.mx', 'member@demo.mx', 'no-address', 'owner@demo.mx'];
  await expectRefused('403 FORBIDDEN', send(`POST ${route}`, { token: colleague, body: { invites } }));
  await expectRefused('400 VALIDATION_FAILED', send(`POST ${route}`, { token: owner, body: {} }), 'invites');
  const sent = await expectStatus(200, send(`POST ${route}`, { token: owner, body: { invites } }));
  assert.deepEqual(
    listAt(sent, 'invitations').map((one) => textAt(one, 'status')),
    ['invited', 'invited', 'added', 'invalid', 'invalid'],
  );
  await removeAgain(scene, 'member@demo.mx');
  assert.deepEqual(await open(scene), ['newcomer.fleet@demo.mx', 'regretted@demo.mx']);
  await expectStatus(200, send(`DELETE ${route}/regretted%40demo.mx`, { token: owner }));
  await expectRefused('404 NOT_FOUND', send(`DELETE ${route}/regretted%40demo.mx`, { token: owner }));
  if (codeFor === undefined) {
    await expectStatus(200, send(`DELETE ${route}/newcomer.fleet%40demo.mx`, { token: owner }));
  } else {
    await joinByFirstSignIn(scene, 'newcomer.fleet@demo.mx', codeFor);
  }
  assert.deepEqual(await open(scene), []);
}

async function open({ send, team, owner }: Scene): Promise<string[]> {
  const body = await expectStatus(200, send(`GET /teams/${team}/invitations`, { token: owner }));
  return listAt(body, 'invitations')
    .map((one) => textAt(one, 'email'))
    .sort();
}

async function joinByFirstSignIn({ send, team, owner }: Scene, email: string, codeFor: CodeFor): Promise<void> {
  const account = { email, password: 'Nuevo-Ingreso-26' };
  const registered = { ...account, name: 'Nadia Cordero', phone: '4421112233' };
  await expectStatus(201, send('POST /auth/register', { body: registered }));
  await expectRefused('401 ACCOUNT_NOT_CONFIRMED', send('POST /auth/login', { body: account }));
  const code = await codeFor(email, 'registration');
  await expectStatus(200, send('POST /auth/register/confirm', { body: { email, code } }));
  const token = textAt(await expectStatus(200, send('POST /auth/login', { body: account })), 'tokens.accessToken');
  const profile = await expectStatus(200, send('GET /users/me', { token }));
  assert.deepEqual(
    ['email', 'name', 'phone', 'mfaEnabled'].map((key) => profile[key]),
    [email, 'Nadia Cordero', '4421112233', false],
  );
  const teams = await expectStatus(200, send('GET /teams', { token }));
  assert.deepEqual(
    listAt(teams, 'teams').map((one) => `${textAt(one, 'teamId')} ${textAt(one, 'userRole')}`),
    [`${team} MEMBER`],
  );
  const renamed = await expectStatus(200, send('PUT /users/me', { token, body: { name: 'Nadia Cordero Luna' } }));
  assert.equal(textAt(renamed, 'name'), 'Nadia Cordero Luna');
  // Leaving is everybody's right.
  await expectStatus(200, send(`DELETE /teams/${team}/members/${textAt(profile, 'id')}`, { token }));
  await expectRefused('403 FORBIDDEN', send(`GET /teams/${team}`, { token }));
  const { count } = await expectStatus(200, send(`GET /teams/${team}/members`, { token: owner }));
  assert.equal(count, 2);
}

async function removeAgain({ send, team, owner }: Scene, email: string): Promise<void> {
  const body = await expectStatus(200, send(`GET /teams/${team}/members`, { token: owner }));
  const member = listAt(body, 'members').find((one) => valueAt(one, 'email') === email);
  await expectStatus(200, send(`DELETE /teams/${team}/members/${textAt(member, 'userId')}`, { token: owner }));
}
