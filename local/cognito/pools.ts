import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TriggerSource } from '../../shared/operation/define-trigger';
import { invalidParameter, notAuthorized, notFound } from './errors';

/** The settings of a pool's further client. */
export interface ClientSettings {
  /** The environment variable with its identifier. */
  readonly variable: string;
  readonly clientId: string;
  readonly accessSeconds: number;
}

/** The settings of a user pool in the stack that affect its behaviour. */
interface PoolSettings {
  readonly name: 'staff' | 'drivers';
  readonly id: string;
  readonly clientId: string;
  /** The lifetime of access and ID tokens, in seconds. */
  readonly accessSeconds: number;
  /** Further clients of the pool. */
  readonly otherClients?: readonly ClientSettings[];
  /** Users sign in by e-mail address, and the pool makes the user name, which is the `sub`. */
  readonly usernameIsEmail: boolean;
  readonly selfSignUp: boolean;
  readonly preTokenGeneration?: TriggerSource;
  /** Attributes beyond Cognito's standard ones. They decide rights, so they can be set only when the user is created. */
  readonly immutableAttributes: readonly string[];
}

export const POOLS: readonly PoolSettings[] = [
  {
    name: 'staff',
    id: 'us-east-1_localStaf',
    clientId: '1localstaffclient000000000',
    accessSeconds: 15 * 60,
    otherClients: [
      {
        variable: 'STAFF_SELF_SERVICE_CLIENT_ID',
        clientId: '1localselfserviceclient000',
        accessSeconds: 5 * 60,
      },
    ],
    usernameIsEmail: true,
    selfSignUp: true,
    preTokenGeneration: 'staffPoolPreTokenGeneration',
    immutableAttributes: [],
  },
  {
    name: 'drivers',
    id: 'us-east-1_localDriv',
    clientId: '1localdriversclient0000000',
    accessSeconds: 60 * 60,
    usernameIsEmail: false,
    selfSignUp: false,
    preTokenGeneration: 'driversPoolPreTokenGeneration',
    immutableAttributes: ['custom:teamId', 'custom:driverId'],
  },
];

/** aws-jwt-verify computes the same issuer from the pool's id. */
export const issuerOf = ({ id }: PoolSettings): string => `https://cognito-idp.us-east-1.amazonaws.com/${id}`;

/** A pool as one of its clients sees it, with the values that each installation makes for itself. */
export interface Pool extends PoolSettings {
  readonly clientSecret: string;
}

/** One entry for each client. The first entry of a pool is its main client. */
export const clientsOf = (pool: PoolSettings): readonly PoolSettings[] => [
  pool,
  ...(pool.otherClients ?? []).map(({ clientId, accessSeconds }) => ({ ...pool, clientId, accessSeconds })),
];

export function poolById(pools: readonly Pool[], id: string): Pool {
  const pool = pools.find((one) => one.id === id);
  if (!pool) throw notFound(`User pool ${id} does not exist.`);
  return pool;
}

export function poolByClient(pools: readonly Pool[], clientId: string): Pool {
  const pool = pools.find((one) => one.clientId === clientId);
  if (!pool) throw notFound(`User pool client ${clientId} does not exist.`);
  return pool;
}

export function poolWithClient(pools: readonly Pool[], id: string, clientId: string): Pool {
  const { id: known } = poolById(pools, id);
  const pool = poolByClient(pools, clientId);
  if (pool.id !== known) throw notFound(`User pool client ${clientId} does not exist.`);
  return pool;
}

/** Checks the secret hash. Source: Cognito developer guide, "Computing secret hash values". */
export function checkSecretHash({ clientId, clientSecret }: Pool, username: string, sent: string | undefined): void {
  if (!sent) throw notAuthorized(`Client ${clientId} is configured with secret but SECRET_HASH was not received`);
  const wanted = createHmac('sha256', clientSecret).update(`${username}${clientId}`).digest();
  const given = Buffer.from(sent, 'base64');
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
    throw notAuthorized(`Unable to verify secret hash for client ${clientId}`);
  }
}

export function required(parameters: Readonly<Record<string, string>>, name: string): string {
  const value = parameters[name];
  if (!value) throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}
