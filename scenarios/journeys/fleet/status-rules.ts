import type { Call } from '../../../client/src/index';
import type { ErrorCode } from '../../../shared/platform/errors';
import { expectRefused, expectStatus } from '../../expect';

/**
 * Moves a record by hand from every status to every other, and to the one that only trips give, and expects what the table of states says.
 * The record is free before and after: that can be reached from everywhere.
 */
export async function statusRules<Status extends string>(
  rules: {
    readonly statuses: readonly Status[];
    readonly transitions: readonly { readonly from: readonly Status[]; readonly to: Status }[];
    readonly free: Status;
  },
  refusal: ErrorCode,
  put: (status: Status) => Call<unknown>,
): Promise<void> {
  const { statuses, transitions, free } = rules;
  for (const from of statuses) {
    const followers = transitions.flatMap((row) => (row.from.includes(from) ? [row.to] : []));
    if (followers.length === 0) continue;
    if (from !== free) await expectStatus(200, put(from));
    for (const to of statuses.filter((status) => status !== from && !followers.includes(status))) {
      await expectRefused(`409 ${refusal}`, put(to), 'status');
    }
    for (const to of followers.filter((status) => status !== free)) {
      await expectStatus(200, put(to));
      await expectStatus(200, put(free));
      if (from !== free) await expectStatus(200, put(from));
    }
    if (from !== free) await expectStatus(200, put(free));
  }
}
