import { expectRefused, succeed } from '../expect';
import { listAudit } from '../steps/teams';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  readWebhook,
  redeliver,
  redeliverSince,
  rotateWebhookSecret,
  testWebhook,
} from '../steps/webhooks';
import type { Ground } from './ground';

/** The most webhook endpoints of a team. */
const MOST = 10;

/** A webhook endpoint from its registration to its deletion. Nothing receives the events: the address is outside of this machine. */
export async function webhooksWalk({ owner }: Ground): Promise<void> {
  const endpoint = { url: 'https://hooks.empresa.mx/fleet', types: ['trip.started', 'trip.completed'] };
  const { id } = await succeed(createWebhook(owner, { ...endpoint, types: ['trip.started', 'trip.completed'] }));
  await succeed(listWebhooks(owner));
  await succeed(readWebhook(owner, id));
  await succeed(testWebhook(owner, id));
  await succeed(listDeliveries(owner, id));
  await succeed(rotateWebhookSecret(owner, id, { overlapHours: 48 }));
  await expectRefused('409 CONFLICT', rotateWebhookSecret(owner, id, {}));
  const { entries } = await succeed(listAudit(owner, { entityType: 'CLIENT' }));
  await succeed(redeliver(owner, id, entries[0]?.id ?? ''));
  await succeed(redeliverSince(owner, id, { since: new Date(Date.now() - 60_000).toISOString() }));
  await succeed(changeWebhook(owner, id, { status: 'DISABLED' }));
  await expectRefused('409 WEBHOOK_DISABLED', testWebhook(owner, id));
  const { count } = await succeed(listWebhooks(owner));
  const further: string[] = [];
  for (let number = count; number < MOST; number += 1)
    further.push((await succeed(createWebhook(owner, { url: endpoint.url, types: ['*'] }))).id);
  await expectRefused('409 WEBHOOK_LIMIT', createWebhook(owner, { url: endpoint.url, types: ['*'] }));
  for (const one of [id, ...further]) await succeed(deleteWebhook(owner, one));
}
