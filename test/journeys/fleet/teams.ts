import assert from 'node:assert/strict';
import { expectRefused, expectStatus, listAt, type Send, textAt, valueAt } from '../http';
import { ADDRESS, NOWHERE, type Scene } from './scene';

/** Makes the teams of the scene, and tells all that happens to a team's members on the way. */
export async function teamsLeg(send: Send, tokens: Pick<Scene, 'owner' | 'colleague' | 'outsider'>): Promise<Scene> {
  const { owner, colleague, outsider } = tokens;
  const created = await expectStatus(
    201,
    send('POST /teams', {
      token: owner,
      body: { name: 'Transportes del Bajío', address: ADDRESS, invites: ['admin@demo.mx'] },
    }),
  );
  assert.equal(textAt(created, 'invitations.0.status'), 'added');
  const other = { name: 'Fletes Ajenos', address: ADDRESS };
  const otherTeam = await expectStatus(201, send('POST /teams', { token: outsider, body: other }));
  const scene: Scene = {
    send,
    ...tokens,
    team: textAt(created, 'team.teamId'),
    otherTeam: textAt(otherTeam, 'team.teamId'),
  };
  await readAndChange(scene);
  await joinAndBeRemoved(scene);
  await handOver(scene);
  await expectRefused('403 FORBIDDEN', send(`PUT /teams/${scene.team}`, { token: colleague, body: {} }));
  return scene;
}

async function readAndChange({ send, team, owner, outsider }: Scene): Promise<void> {
  const read = await expectStatus(200, send(`GET /teams/${team}`, { token: owner }));
  assert.equal(textAt(read, 'team.userRole'), 'OWNER');
  assert.match(textAt(read, 'team.joinCode'), /^[A-Z2-9]{10}$/);
  await expectRefused('404 NOT_FOUND', send(`GET /teams/${NOWHERE}`, { token: owner }));
  await expectRefused('403 FORBIDDEN', send(`GET /teams/${team}`, { token: outsider }));
  const put = (body: object) => send(`PUT /teams/${team}`, { token: owner, body });
  const changed = await expectStatus(200, put({ timeZone: 'America/Tijuana', teamId: NOWHERE }));
  assert.equal(textAt(changed, 'team.timeZone'), 'America/Tijuana');
  assert.equal(textAt(changed, 'team.name'), 'Transportes del Bajío');
  assert.equal(textAt(changed, 'team.teamId'), team);
  assert.deepEqual(await expectStatus(200, put({})), changed);
  await expectRefused('400 VALIDATION_FAILED', put({ timeZone: 'America/Nowhere' }), 'timeZone');
  await expectStatus(200, put({ timeZone: 'America/Mexico_City' }));
}

/** Joining by code, a role, the rotation of the code, and a removal that shuts both doors. */
async function joinAndBeRemoved(scene: Scene): Promise<void> {
  const { send, team, owner, colleague, outsider } = scene;
  const join = (joinCode: string) => send('POST /teams/join', { token: outsider, body: { joinCode } });
  const codeOfTeam = async () =>
    textAt(await expectStatus(200, send(`GET /teams/${team}`, { token: owner })), 'team.joinCode');
  const firstCode = await codeOfTeam();
  await expectRefused('403 FORBIDDEN', send(`POST /teams/${team}/join-code/rotate`, { token: colleague }));
  await setRole(scene, owner, await userId(scene, 'admin@demo.mx'), 'ADMIN');
  const rotated = await expectStatus(200, send(`POST /teams/${team}/join-code/rotate`, { token: colleague }));
  const code = textAt(rotated, 'joinCode');
  assert.equal(code, await codeOfTeam());
  await expectRefused('404 NOT_FOUND', join(firstCode));
  const joined = await expectStatus(200, join(code.toLowerCase()));
  assert.equal(textAt(joined, 'team.userRole'), 'MEMBER');
  await expectRefused('409 ALREADY_MEMBER', join(code));

  const member = `/teams/${team}/members/${await userId(scene, 'member@demo.mx')}`;
  const ownersSeat = `/teams/${team}/members/${await userId(scene, 'owner@demo.mx')}`;
  await expectRefused('403 FORBIDDEN', send(`DELETE ${ownersSeat}`, { token: outsider }));
  await expectRefused('409 TEAM_OWNER', send(`DELETE ${ownersSeat}`, { token: owner }));
  await expectStatus(200, send(`DELETE ${member}`, { token: colleague }));
  await expectRefused('403 FORBIDDEN', send(`GET /teams/${team}`, { token: outsider }));
  await expectRefused('404 NOT_FOUND', join(code));
  await expectRefused('404 NOT_FOUND', send(`DELETE ${member}`, { token: owner }));
}

/** The team is handed over and back; there is one owner at every moment. */
async function handOver(scene: Scene): Promise<void> {
  const { owner, colleague } = scene;
  const [ownerId, colleagueId] = [await userId(scene, 'owner@demo.mx'), await userId(scene, 'admin@demo.mx')];
  await setRole(scene, owner, colleagueId, 'OWNER');
  assert.deepEqual(await roles(scene), ['admin@demo.mx OWNER', 'owner@demo.mx ADMIN']);
  const back = { token: owner, body: { role: 'MEMBER' } };
  await expectRefused('403 FORBIDDEN', scene.send(`PUT /teams/${scene.team}/members/${colleagueId}`, back));
  await setRole(scene, colleague, ownerId, 'OWNER');
  await setRole(scene, owner, colleagueId, 'MEMBER');
  assert.deepEqual(await roles(scene), ['admin@demo.mx MEMBER', 'owner@demo.mx OWNER']);
}

async function setRole({ send, team }: Scene, token: string, member: string, role: string): Promise<void> {
  const changed = await expectStatus(200, send(`PUT /teams/${team}/members/${member}`, { token, body: { role } }));
  assert.equal(textAt(changed, 'role'), role);
}

async function members({ send, team, owner }: Scene): Promise<readonly unknown[]> {
  return listAt(await expectStatus(200, send(`GET /teams/${team}/members`, { token: owner })), 'members');
}

const roles = async (scene: Scene): Promise<string[]> =>
  (await members(scene)).map((one) => `${textAt(one, 'email')} ${textAt(one, 'role')}`).sort();

async function userId(scene: Scene, email: string): Promise<string> {
  const member = (await members(scene)).find((one) => valueAt(one, 'email') === email);
  return textAt(member, 'userId');
}
