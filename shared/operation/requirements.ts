import { environmentOfUses } from '../runtime/capability';
import { type EnvironmentKey, environmentOfRights, SESSION_ENVIRONMENT, TOKEN_ENVIRONMENT } from '../runtime/env';
import { type GrantedRights, unionOfRights } from '../runtime/rights';
import { authRights } from './authorise';
import { poolAuthOf } from './caller';
import type { Operation } from './define';

/** All that the function of an operation may do: exactly what its declaration uses, and what enforcing its `auth` reads. */
export const rightsOf = (operation: Pick<Operation, 'uses' | 'auth'>): GrantedRights =>
  unionOfRights([
    authRights(operation.auth),
    ...Object.values(operation.uses).map(({ rights }) => rights),
    ...(operation.auth !== 'public' && 'signature' in operation.auth ? [operation.auth.signature.rights] : []),
  ]);

/** The environment variables that the function of an operation reads, sorted. */
export function environmentOf(operation: Pick<Operation, 'uses' | 'auth' | 'output'>): EnvironmentKey[] {
  const keys = [
    ...environmentOfRights(rightsOf(operation)),
    ...environmentOfUses(operation.uses),
    ...(poolAuthOf(operation.auth) ? TOKEN_ENVIRONMENT : []),
    ...(operation.output.setsSessionCookies || operation.output.clearsSessionCookies ? SESSION_ENVIRONMENT : []),
  ];
  return [...new Set(keys)].sort();
}
