import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { Message } from '../../shared/platform/values/text';
import { checkStampingSignature } from '../../shared/stamping/organization/check-signature';
import { WEBHOOK_USES } from '../../shared/stamping/uses';
import { StampingNotice, takeNotice } from '../../shared/stamping/webhook';

/**
 * Receives a webhook of the stamping provider. The webhook only reports a change; the operation reads the new state
 * from the provider.
 */
export const operation = defineOperation({
  id: 'stamping',
  summary: 'Receive a webhook of the stamping provider',
  route: 'POST /webhooks/stamping',
  auth: { signature: checkStampingSignature },
  input: { body: StampingNotice },
  output: { status: 200, body: v.object({ message: Message }) },
  errors: ['CONFLICT', 'PROVIDER_ERROR'],
  withoutKey: 'NAMED',
  uses: WEBHOOK_USES,
  run: async ({ input, caller, deps }) => {
    await takeNotice(deps, caller.teamId, input.body);
    return { message: { en: 'Taken.', es: 'Recibido.' } };
  },
});
