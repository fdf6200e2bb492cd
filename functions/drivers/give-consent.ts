import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { Instant, Line } from '../../shared/platform/values/fields';
import { noteConsent } from '../../shared/privacy/consent';

/** Notes that the driver agrees to a version of the privacy notice. Health data is accepted without it too. */
export const operation = defineOperation({
  id: 'giveConsent',
  summary: 'Agree to the privacy notice',
  route: 'POST /drivers/me/consent',
  auth: { pool: 'drivers', check: 'beforeRun', keys: 'never' },
  input: {
    body: v.object({
      /**
       * The version of the privacy notice that the driver read and agreed to.
       * @example aviso-2026-01
       */
      notice: Line(100, 1),
    }),
  },
  output: {
    status: 200,
    body: v.object({
      /** The version of the privacy notice of the request. */
      notice: v.string(),
      at: Instant,
    }),
  },
  errors: [],
  withoutKey: 'SAME',
  uses: { noteConsent },
  run: ({ input, caller, deps }) => deps.noteConsent(caller.record, input.body.notice),
});
