import { defineOperation } from '../../shared/operation/define';
import { AppError } from '../../shared/platform/errors';
import {
  isReady,
  Organization,
  organizationOf,
  stampingAccountKey,
} from '../../shared/stamping/organization/organization';

/** Reads the team's organization in the last known state of the stamping provider. */
export const operation = defineOperation({
  id: 'getOrganization',
  summary: 'Read the issuer of the team’s invoices',
  route: 'GET /invoices/organization',
  auth: { pool: 'staff', team: 'query.teamId', keys: 'never' },
  output: { status: 200, body: Organization },
  errors: [],
  uses: {},
  entity: ({ caller }) => stampingAccountKey(caller.teamId),
  run: async ({ entity: account }) => {
    if (!isReady(account)) throw new AppError('NOT_FOUND');
    return organizationOf(account);
  },
});
