import assert from 'node:assert/strict';
import { expectRefused, expectSame, expectStatus, present } from '../../expect';
import type { Query } from '../../steps/desk';
import { registerVehicle, setVehicleStatus } from '../../steps/fleet';
import { listAlerts, listAudit, listEvents, listExpirations, setAlert } from '../../steps/teams';
import { planTrip, setTripStatus } from '../../steps/trips';
import { expectPages, idsOf } from './lists';
import { NOWHERE, type TestContext } from './scene';

/** What the service watches by itself: alerts taken on and settled, the audit of it, and the papers about to expire. */
export async function watchLeg(testContext: TestContext): Promise<void> {
  const { colleague } = testContext;
  const { id: tripId } = await expectStatus(201, planTrip(colleague, { startDate: '2026-03-02T15:00:00Z' }));
  await expectStatus(200, setTripStatus(colleague, tripId, 'CANCELADO'));
  await auditLeg(testContext, { alert: await alertsLeg(testContext), trip: tripId });
  await papers(testContext);
}

async function alertsLeg({ colleague, outsider, abroad, untyped }: TestContext): Promise<string> {
  const list = (query: Query<'listAlerts'>) => listAlerts(colleague, query);
  const drafts = { type: 'TRIP_CANCELLED_WITH_DRAFT' } as const;
  const [alert = ''] = await idsOf(list, { ...drafts, status: 'OPEN' });
  await expectPages(list, drafts);
  await expectRefused('403 FORBIDDEN', setAlert(outsider, alert, 'RESOLVED'));
  await expectRefused('404 NOT_FOUND', setAlert(abroad, alert, 'RESOLVED'));
  await expectRefused('404 NOT_FOUND', setAlert(colleague, NOWHERE, 'RESOLVED'));
  const path = `/teams/${colleague.teamId}/alerts/${alert}`;
  const closed = untyped(colleague.fleet).PATCH(path, { body: { status: 'CLOSED' } });
  await expectRefused('400 VALIDATION_FAILED', closed, 'status');
  for (const status of ['ACKNOWLEDGED', 'ACKNOWLEDGED', 'RESOLVED'] as const)
    assert.equal((await expectStatus(200, setAlert(colleague, alert, status))).status, status);
  await expectRefused('409 ALERT_STATUS', setAlert(colleague, alert, 'ACKNOWLEDGED'), 'status');
  assert.ok((await idsOf(list, { status: 'RESOLVED' })).includes(alert));
  return alert;
}

async function auditLeg(
  { owner, colleague, outsider }: TestContext,
  { alert, trip }: { readonly alert: string; readonly trip: string },
): Promise<void> {
  const audit = (query: Query<'listAudit'>) => listAudit(owner, query);
  assert.equal((await idsOf(audit, { entityType: 'ALERT', entityId: alert })).length, 3);
  assert.equal((await idsOf(audit, { entityType: 'TRIP', entityId: trip })).length, 2);
  await expectPages(audit, { entityType: 'ALERT', from: '2026-01-01' });
  for (const desk of [colleague, outsider]) {
    await expectRefused('403 FORBIDDEN', listAudit(desk));
    await expectRefused('403 FORBIDDEN', listEvents(desk));
  }
  const { events, count } = await expectStatus(200, listEvents(owner, { type: 'alert.raised' }));
  assert.equal(events.length, count);
}

async function papers({ owner, colleague, outsider }: TestContext): Promise<void> {
  const truck = { plate: '77-PP-7P', insuranceExpiry: '2020-02-29', registrationExpiry: '2099-12-31' };
  const { id: vehicleId } = await expectStatus(201, registerVehicle(owner, truck));
  const listed = async () => {
    const { expirations } = await expectStatus(200, listExpirations(colleague));
    return expirations.filter(({ entityId }) => entityId === vehicleId);
  };
  const [found, ...others] = await listed();
  expectSame(others, []);
  const insurance = present(found, 'paper');
  assert.equal(insurance.paper, 'INSURANCE');
  assert.equal(insurance.expiresOn, '2020-02-29');
  assert.ok(insurance.daysLeft < -2000);
  await expectRefused('403 FORBIDDEN', listExpirations(outsider));
  await expectStatus(200, setVehicleStatus(owner, vehicleId, 'BAJA'));
  expectSame(await listed(), []);
}
