import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { Instant, objectOf } from '../../shared/platform/values/fields';
import { rotateSecret } from '../../shared/webhook-endpoints/edit-endpoints';
import { endpointKey, OverlapHours } from '../../shared/webhook-endpoints/endpoint';

/**
 * Makes a new signing secret, which is answered only here. The old one signs too during the overlap, so that a consumer can change it without
 * a gap. A second rotation in an overlap answers 409, unless `overlapHours` is 0, which ends all older secrets at once.
 */
export const operation = defineOperation({
  id: 'rotateWebhookSecret',
  summary: 'Change the signing secret of a webhook endpoint',
  route: 'POST /teams/{teamId}/webhook-endpoints/{webhookEndpointId}/rotate-secret',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'webhook-endpoints:write' },
  input: {
    body: objectOf({
      /** Hours during which the old secret signs too. 0 ends all older secrets at once. */
      overlapHours: OverlapHours,
    }),
  },
  output: {
    status: 200,
    body: v.object({
      /** The new secret. It is shown once. */
      secret: v.string(),
      /** Until then the old secret signs too. */
      previousValidUntil: Instant,
    }),
  },
  errors: ['CONFLICT'],
  irreversible: true,
  withoutKey: 'SECRET',
  uses: { rotateSecret: rotateSecret() },
  entity: ({ path }) => endpointKey(path.teamId, path.webhookEndpointId),
  run: ({ input, caller, deps, entity }) => deps.rotateSecret(caller, entity, input.body.overlapHours),
});
