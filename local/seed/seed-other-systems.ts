import { readEnvironment } from '../../shared/platform/runtime/env';
import { API_KEY_BYTES, apiKeyDigest, apiKeyFrom } from '../../shared/platform/values/api-key-form';
import { apiKeyKey } from '../../shared/teams/api-key-record';
import { createApiKey } from '../../shared/teams/api-keys';
import { trackingLinkKey } from '../../shared/trips/tracking-link';
import { createTrackingLink } from '../../shared/trips/tracking-links';
import { tripKey } from '../../shared/trips/trip';
import { createEndpoint } from '../../shared/webhook-endpoints/edit-endpoints';
import { endpointKey } from '../../shared/webhook-endpoints/endpoint';
import { look, use, withFixedBytes } from './capabilities';
import { API_KEY, TRACKING_LINK, WEBHOOK_ENDPOINT } from './other-systems';
import { earlier, type Seeding } from './seed-records';

/** Makes the API key, the webhook endpoint and the tracking link of the demo. Each is the same on every machine. */
export async function connectOtherSystems(seeding: Seeding, ownUrl: string): Promise<void> {
  await addApiKey(seeding);
  await addEndpoint(seeding, ownUrl);
  await addTrackingLink(seeding);
}

async function addApiKey(seeding: Seeding): Promise<void> {
  const { actor } = seeding;
  const runtime = withFixedBytes(seeding.runtime, 'API key');
  const { key } = apiKeyFrom(readEnvironment(runtime.environment, 'STAGE'), runtime.randomBytes(API_KEY_BYTES));
  if (await earlier(seeding, apiKeyKey(actor.teamId, apiKeyDigest(key)))) return;
  await use(runtime, createApiKey, API_KEY.id)(actor, API_KEY.fields);
}

async function addEndpoint(seeding: Seeding, ownUrl: string): Promise<void> {
  const { actor, runtime } = seeding;
  const { id, fields } = WEBHOOK_ENDPOINT;
  if (await earlier(seeding, endpointKey(actor.teamId, id))) return;
  await use(runtime, createEndpoint, id)(actor, fields, ownUrl);
}

async function addTrackingLink(seeding: Seeding): Promise<void> {
  const { actor } = seeding;
  const { id, tripId } = TRACKING_LINK;
  if (await earlier(seeding, trackingLinkKey(actor.teamId, tripId, 0))) return;
  const runtime = withFixedBytes(seeding.runtime, 'tracking link');
  const trip = await look(runtime, tripKey(actor.teamId, tripId));
  if (trip) await use(runtime, createTrackingLink, id)(actor, trip, {});
}
