import assert from 'node:assert/strict';
import { expectRefused, expectStatus, listAt, textAt, valueAt } from '../http';
import { expectPages, idsOf } from './lists';
import { create, NOWHERE, type Scene } from './scene';

/** What the service watches by itself: alerts taken on and settled, the audit of it, and the papers about to expire. */
export async function watchLeg(scene: Scene): Promise<void> {
  await alertsAndAudit(scene);
  await papers(scene);
}

async function alertsAndAudit({ send, team, otherTeam, owner, colleague, outsider }: Scene): Promise<void> {
  const plan = { startDate: '2026-03-02T15:00:00Z' };
  const trip = await create(send, colleague, `POST /teams/${team}/trips`, plan);
  const cancel = { token: colleague, body: { status: 'CANCELADO' } };
  await expectStatus(200, send(`PUT /teams/${team}/trips/${trip}/status`, cancel));

  const list = { send, token: colleague, path: `/teams/${team}/alerts`, plural: 'alerts' };
  const drafts = { type: 'TRIP_CANCELLED_WITH_DRAFT' };
  const [alert = ''] = await idsOf(list, { ...drafts, status: 'OPEN' });
  await expectPages(list, drafts);
  const set = (token: string, status: string, teamId = team, id = alert) =>
    send(`PATCH /teams/${teamId}/alerts/${id}`, { token, body: { status } });
  await expectRefused('403 FORBIDDEN', set(outsider, 'RESOLVED'));
  await expectRefused('404 NOT_FOUND', set(outsider, 'RESOLVED', otherTeam));
  await expectRefused('404 NOT_FOUND', set(colleague, 'RESOLVED', team, NOWHERE));
  await expectRefused('400 VALIDATION_FAILED', set(colleague, 'CLOSED'), 'status');
  for (const status of ['ACKNOWLEDGED', 'ACKNOWLEDGED', 'RESOLVED'])
    assert.equal(textAt(await expectStatus(200, set(colleague, status)), 'status'), status);
  await expectRefused('409 ALERT_STATUS', set(colleague, 'ACKNOWLEDGED'), 'status');
  assert.ok((await idsOf(list, { status: 'RESOLVED' })).includes(alert));

  const audit = { send, token: owner, path: `/teams/${team}/audit`, plural: 'entries' };
  assert.equal((await idsOf(audit, { entityType: 'ALERT', entityId: alert })).length, 2);
  assert.equal((await idsOf(audit, { entityType: 'TRIP', entityId: trip })).length, 2);
  await expectPages(audit, { entityType: 'ALERT', from: '2026-01-01' });
  for (const token of [colleague, outsider]) await expectRefused('403 FORBIDDEN', send(`GET ${audit.path}`, { token }));
}

async function papers({ send, team, owner, colleague, outsider }: Scene): Promise<void> {
  const truck = { plate: '77-PP-7P', insuranceExpiry: '2020-02-29', registrationExpiry: '2099-12-31' };
  const vehicle = await create(send, owner, `POST /teams/${team}/vehicles`, truck);
  const listed = async () => {
    const answer = await expectStatus(200, send(`GET /teams/${team}/expirations`, { token: colleague }));
    return listAt(answer, 'expirations').filter((one) => textAt(one, 'entityId') === vehicle);
  };
  const [insurance, ...others] = await listed();
  assert.deepEqual(others, []);
  assert.equal(textAt(insurance, 'paper'), 'INSURANCE');
  assert.equal(textAt(insurance, 'expiresOn'), '2020-02-29');
  assert.ok(Number(valueAt(insurance, 'daysLeft')) < -2000);
  await expectRefused('403 FORBIDDEN', send(`GET /teams/${team}/expirations`, { token: outsider }));
  const path = `/teams/${team}/vehicles/${vehicle}`;
  await expectStatus(200, send(`PUT ${path}/status`, { token: owner, body: { status: 'BAJA' } }));
  assert.deepEqual(await listed(), []);
}
