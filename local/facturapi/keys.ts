import { ApiError, notFound } from './errors';
import { changeOrganization, isProductionReady, type Manifest, organizationNamed } from './organizations';
import { type FacturapiState, instant, type LiveKey, newId, newSecret, type OrganizationRecord } from './state';

/** The service's own key here: it opens nothing but this stand-in. */
export const LOCAL_USER_KEY = 'sk_user_local_stand_in_0000000000';

/** Who sends a request: the service itself, or one of an organization's keys. */
export type Sender = 'user' | { readonly organization: OrganizationRecord; readonly livemode: boolean };

const unauthorized = (): ApiError => new ApiError(401, 'invalid_api_key', 'The API key is not valid.');

export function senderOf(state: FacturapiState, authorization: string | string[] | undefined): Sender {
  const [, secret = ''] = /^Bearer (\S+)$/.exec(String(authorization ?? '')) ?? [];
  if (secret === LOCAL_USER_KEY) return 'user';
  for (const [, organization] of state.organizations.entries()) {
    if (organization.testKey === secret) return { organization, livemode: false };
    if (organization.liveKeys.some((key) => key.secret === secret)) return { organization, livemode: true };
  }
  throw unauthorized();
}

export function asUser(sender: Sender): void {
  if (sender !== 'user') throw unauthorized();
}

export function asOrganization(sender: Sender): Exclude<Sender, 'user'> {
  if (sender === 'user') throw unauthorized();
  return sender;
}

const HOUR_MS = 3_600_000;
const KEYS_AN_HOUR = 5;
const KEYS_A_DAY = 10;

/** One more live key each time, and none revoked: five an hour, ten a day. */
export function renewLiveKey(state: FacturapiState, id: string, manifest: Manifest): string {
  const organization = organizationNamed(state, id);
  const now = state.now().getTime();
  const asksWithin = (milliseconds: number): number =>
    organization.liveKeyAsks.filter((at) => Date.parse(at) > now - milliseconds).length;
  if (asksWithin(HOUR_MS) >= KEYS_AN_HOUR || asksWithin(24 * HOUR_MS) >= KEYS_A_DAY) {
    throw new ApiError(429, 'too_many_live_keys', 'Too many live keys were asked for.');
  }
  if (!isProductionReady(organization, manifest)) {
    throw new ApiError(400, 'organization_not_ready', 'The organization is not ready for production.');
  }
  const key: LiveKey = { id: newId(), secret: newSecret('sk_live'), createdAt: instant(state) };
  changeOrganization(state, id, {
    liveKeys: [...organization.liveKeys, key],
    liveKeyAsks: [...organization.liveKeyAsks, key.createdAt],
  });
  return key.secret;
}

export const liveKeyViews = ({ liveKeys }: OrganizationRecord) =>
  liveKeys.map(({ id, secret, createdAt }) => ({ id, first_12: secret.slice(0, 12), created_at: createdAt }));

export function deleteLiveKey(state: FacturapiState, id: string, keyId: string) {
  const { liveKeys } = organizationNamed(state, id);
  if (!liveKeys.some((key) => key.id === keyId)) throw notFound('API key');
  return liveKeyViews(changeOrganization(state, id, { liveKeys: liveKeys.filter((key) => key.id !== keyId) }));
}
