import * as v from 'valibot';
import { capability } from '../platform/runtime/capability';
import { key } from '../platform/table/keys';
import { putItem, type Step } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { deleteOne } from '../platform/table/write';
import { Instant, StoredEmail, Uuid } from '../platform/values/fields';
import { itemsOf } from './sweep';

/**
 * An erasure that began. The record exists until the last step is done, so that the schedule completes an erasure that
 * was interrupted: the person may not be able to repeat the request.
 */
export const OpenErasure = v.variant('kind', [
  v.object({
    kind: v.literal('USER'),
    personId: Uuid,
    /** The profile may be deleted already, and the other records are found by the address. */
    email: StoredEmail,
    beganAt: Instant,
  }),
  v.object({ kind: v.literal('DRIVER'), personId: Uuid, teamId: Uuid, beganAt: Instant }),
]);
export type OpenErasure = v.InferOutput<typeof OpenErasure>;
type Erased = Pick<OpenErasure, 'kind' | 'personId'>;

/** Erasures are rare, so one partition holds those of all teams. */
const OPEN_ERASURES = 'ERASURES#OPEN';
export const openErasureKey = ({ kind, personId }: Erased) => key(OpenErasure, OPEN_ERASURES, `${kind}#${personId}`);

/** The step that notes an erasure. */
export const noteErasure = (erasure: OpenErasure): Step => putItem(openErasureKey(erasure), erasure);

/** Notes the erasure of a user before its first change. */
export const beginErasure = capability(
  { table: ['PutItem'], tableKeys: ['ERASURES#'] },
  (context) =>
    ({ id: personId, email }: { readonly id: string; readonly email: string }): Promise<void> =>
      transact(context, [noteErasure({ kind: 'USER', personId, email, beganAt: context.now().toISOString() })]),
);

/** Ends an erasure of which no step is left. */
export const endErasure = capability(
  { table: ['DeleteItem'], tableKeys: ['ERASURES#'] },
  (context) =>
    (erased: Erased): Promise<void> =>
      deleteOne(context, openErasureKey(erased)),
);

/** The erasures that began before the instant and are not done. */
export const listOpenErasures = capability(
  { table: ['Query'], tableKeys: ['ERASURES#'] },
  (context) =>
    async (before: string): Promise<OpenErasure[]> => {
      const open = v.parse(v.array(OpenErasure), await itemsOf(context, OPEN_ERASURES));
      return open.filter(({ beganAt }) => beganAt < before);
    },
);
