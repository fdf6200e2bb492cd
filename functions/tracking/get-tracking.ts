import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { Tracking } from '../../shared/trips/tracking-link';
import { readTracking } from '../../shared/trips/tracking-links';

/**
 * Shows the trip of a tracking link, without a sign-in. The position is there only while the trip is under way, to about one kilometre and five
 * minutes. An unknown, ended and revoked link have the same answer. A browser may keep an answer for a minute.
 */
export const operation = defineOperation({
  id: 'getTracking',
  summary: 'Follow a trip by its tracking link',
  route: 'GET /tracking/{token}',
  auth: 'public',
  throttle: { perSecond: 50, burst: 100 },
  input: { path: { token: v.string() } },
  output: {
    status: 200,
    body: Tracking,
    headers: { 'Cache-Control': 'private, max-age=60', 'X-Robots-Tag': 'noindex' },
  },
  errors: ['NOT_FOUND'],
  uses: { readTracking },
  run: ({ input, deps }) => deps.readTracking(input.path.token),
});
