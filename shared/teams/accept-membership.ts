import type { TeamActor } from '../audit/audit';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { update } from '../platform/table/steps';
import { writeOne } from '../platform/table/write';
import { membershipKey } from './team';

/** Records that a member accepts the membership that another member has made. A repeated call changes nothing. */
export const acceptMembership = capability(
  { table: ['UpdateItem'] },
  (context) =>
    async ({ teamId, id }: TeamActor): Promise<void> => {
      const left = () => new AppError('FORBIDDEN');
      await writeOne(context, update(membershipKey(teamId, id), { remove: ['accepted'] }, {}, left));
    },
);
