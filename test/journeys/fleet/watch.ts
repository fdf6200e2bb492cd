import assert from 'node:assert/strict';
import type { components, Fleet } from '../../../client/src/index';
import { expectRefused, expectSame, expectStatus, present } from '../../../scenarios/expect';
import { expectPages, idsOf, type Query } from './lists';
import { NOWHERE, type Scene } from './scene';

type AlertStatus = components['schemas']['Alert']['status'];

/** What the service watches by itself: alerts taken on and settled, the audit of it, and the papers about to expire. */
export async function watchLeg(scene: Scene): Promise<void> {
  const { team: teamId, colleague } = scene;
  const body = { startDate: '2026-03-02T15:00:00Z' };
  const planned = colleague.POST('/teams/{teamId}/trips', { params: { path: { teamId } }, body });
  const { id: tripId } = await expectStatus(201, planned);
  const cancel = colleague.PUT('/teams/{teamId}/trips/{tripId}/status', {
    params: { path: { teamId, tripId } },
    body: { status: 'CANCELADO' },
  });
  await expectStatus(200, cancel);
  await auditLeg(scene, { alert: await alertsLeg(scene), trip: tripId });
  await papers(scene);
}

async function alertsLeg({ team, otherTeam, colleague, outsider, untyped }: Scene): Promise<string> {
  const list = (query: Query<'listAlerts'>) =>
    colleague.GET('/teams/{teamId}/alerts', { params: { path: { teamId: team }, query } });
  const drafts = { type: 'TRIP_CANCELLED_WITH_DRAFT' } as const;
  const [alert = ''] = await idsOf(list, { ...drafts, status: 'OPEN' });
  await expectPages(list, drafts);
  const set = (who: Fleet, status: AlertStatus, teamId = team, alertId = alert) =>
    who.PATCH('/teams/{teamId}/alerts/{alertId}', { params: { path: { teamId, alertId } }, body: { status } });
  await expectRefused('403 FORBIDDEN', set(outsider, 'RESOLVED'));
  await expectRefused('404 NOT_FOUND', set(outsider, 'RESOLVED', otherTeam));
  await expectRefused('404 NOT_FOUND', set(colleague, 'RESOLVED', team, NOWHERE));
  const closed = untyped(colleague).PATCH(`/teams/${team}/alerts/${alert}`, { body: { status: 'CLOSED' } });
  await expectRefused('400 VALIDATION_FAILED', closed, 'status');
  for (const status of ['ACKNOWLEDGED', 'ACKNOWLEDGED', 'RESOLVED'] as const)
    assert.equal((await expectStatus(200, set(colleague, status))).status, status);
  await expectRefused('409 ALERT_STATUS', set(colleague, 'ACKNOWLEDGED'), 'status');
  assert.ok((await idsOf(list, { status: 'RESOLVED' })).includes(alert));
  return alert;
}

async function auditLeg(
  { team, owner, colleague, outsider }: Scene,
  { alert, trip }: { readonly alert: string; readonly trip: string },
): Promise<void> {
  const auditFor = (who: Fleet) => (query: Query<'listAudit'>) =>
    who.GET('/teams/{teamId}/audit', { params: { path: { teamId: team }, query } });
  const audit = auditFor(owner);
  assert.equal((await idsOf(audit, { entityType: 'ALERT', entityId: alert })).length, 2);
  assert.equal((await idsOf(audit, { entityType: 'TRIP', entityId: trip })).length, 2);
  await expectPages(audit, { entityType: 'ALERT', from: '2026-01-01' });
  for (const who of [colleague, outsider]) await expectRefused('403 FORBIDDEN', auditFor(who)({}));
}

async function papers({ team: teamId, owner, colleague, outsider }: Scene): Promise<void> {
  const params = { path: { teamId } };
  const truck = { plate: '77-PP-7P', insuranceExpiry: '2020-02-29', registrationExpiry: '2099-12-31' };
  const registered = owner.POST('/teams/{teamId}/vehicles', { params, body: truck });
  const { id: vehicleId } = await expectStatus(201, registered);
  const listed = async () => {
    const { expirations } = await expectStatus(200, colleague.GET('/teams/{teamId}/expirations', { params }));
    return expirations.filter(({ entityId }) => entityId === vehicleId);
  };
  const [found, ...others] = await listed();
  expectSame(others, []);
  const insurance = present(found, 'paper');
  assert.equal(insurance.paper, 'INSURANCE');
  assert.equal(insurance.expiresOn, '2020-02-29');
  assert.ok(insurance.daysLeft < -2000);
  await expectRefused('403 FORBIDDEN', outsider.GET('/teams/{teamId}/expirations', { params }));
  const sold = owner.PUT('/teams/{teamId}/vehicles/{vehicleId}/status', {
    params: { path: { teamId, vehicleId } },
    body: { status: 'BAJA' },
  });
  await expectStatus(200, sold);
  expectSame(await listed(), []);
}
