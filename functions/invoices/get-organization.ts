import { defineOperation } from '../../shared/operation/define';
import { AppError } from '../../shared/platform/errors';
import {
  isReady,
  Organization,
  organizationOf,
  stampingAccountKey,
} from '../../shared/stamping/organization/organization';

/** The team's organization at the stamping provider, as it was last seen there. */
export const operation = defineOperation({
  id: 'getOrganization',
  summary: 'Read who issues the team’s invoices',
  route: 'GET /invoices/organization',
  auth: { pool: 'staff', team: 'query.teamId' },
  output: { status: 200, body: Organization },
  errors: [],
  uses: {},
  entity: ({ caller }) => stampingAccountKey(caller.teamId),
  run: async ({ entity: account }) => {
    if (!isReady(account)) throw new AppError('NOT_FOUND');
    return organizationOf(account);
  },
});
