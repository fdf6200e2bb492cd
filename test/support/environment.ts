import type { Environment } from '../../shared/platform/runtime/env';
import { ENVIRONMENT } from './engine-runtime';
import type { TestPools } from './user-pools';

/** All variables of a function, with pools whose tokens a test can make. */
export const environmentOf = ({ staff, drivers }: TestPools): Environment => ({
  ...ENVIRONMENT,
  STAFF_USER_POOL_ID: staff.poolId,
  STAFF_CLIENT_ID: staff.clientId,
  STAFF_JWKS: staff.keySet,
  DRIVERS_USER_POOL_ID: drivers.poolId,
  DRIVERS_CLIENT_ID: drivers.clientId,
  DRIVERS_JWKS: drivers.keySet,
  ALLOWED_ORIGINS: 'https://app.example,http://localhost:5173',
  COOKIE_SAME_SITE: 'None',
});
