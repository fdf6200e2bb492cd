import { ACTIVE_DRIVER_PERMISSIONS, assertDriverActive, refusalOfDriver } from '../fleet/active-driver';
import { driverKey } from '../fleet/driver';
import { AppError } from '../platform/errors';
import { makeDeps } from '../platform/runtime/capability';
import { type Context, makeContext, type RequestScope, type Runtime } from '../platform/runtime/context';
import type { GrantedPermissions } from '../platform/runtime/permissions';
import type { CheckSignature, WebhookCaller } from '../platform/runtime/signed-request';
import type { ItemKey } from '../platform/table/keys';
import { getItems } from '../platform/table/read';
import { isSessionOver } from '../platform/values/session-limits';
import type { Text } from '../platform/values/text';
import { apiKeyKey, apiKeyStatus } from '../teams/api-key-record';
import { noteApiKeyUse } from '../teams/note-api-key-use';
import { hasRole, type Membership, membershipKey } from '../teams/team';
import { userKey } from '../teams/user';
import { makeVerifyToken } from './access-tokens';
import { apiKeyIn } from './api-key-tokens';
import {
  type Auth,
  type Caller,
  type DriverCaller,
  type KeyCaller,
  type KeyIdentity,
  type PoolAuth,
  poolAuthOf,
  type StaffCaller,
  scopeOf,
  signatureOf,
  teamPlaceOf,
} from './caller';

/** The sender of a request, from a verified token, key or signature. Undefined for a public operation. */
export type Identity = StaffCaller | DriverCaller | KeyIdentity | WebhookCaller | undefined;

/** The parts of a request that prove its sender. */
interface Proof {
  readonly headers: Readonly<Partial<Record<string, string>>>;
  readonly queryStringParameters?: Readonly<Partial<Record<string, string>>> | undefined;
  readonly body?: unknown;
  readonly isBase64Encoded: boolean;
}

type Authenticate = (request: Proof, scope: RequestScope) => Promise<Identity>;

/** Makes the authentication that an operation's `auth` declares: by token or API key, by signature, or none. */
export function makeAuthenticate(auth: Auth, runtime: Runtime): Authenticate {
  const signature = signatureOf(auth);
  if (signature) return (request, scope) => checkSignature(makeDeps({ signature }, runtime, scope).signature, request);
  if (poolAuthOf(auth) === undefined) return async () => undefined;
  let verify: ReturnType<typeof makeVerifyToken> | undefined;
  return async ({ headers }) => {
    const key = apiKeyIn(headers.authorization);
    if (key !== undefined) return key;
    verify ??= makeVerifyToken(runtime);
    return verify(headers.authorization);
  };
}

async function checkSignature(check: CheckSignature, request: Proof): Promise<WebhookCaller> {
  const { isBase64Encoded, headers, queryStringParameters: query = {} } = request;
  const rawBody = Buffer.from(
    typeof request.body === 'string' ? request.body : '',
    isBase64Encoded ? 'base64' : 'utf8',
  );
  const caller = await check({ rawBody, headers, query });
  if (caller === undefined)
    throw new AppError('UNAUTHENTICATED', {
      message: {
        en: 'The signature is not valid. Check the signing key.',
        es: 'La firma no es válida. Revise la llave de firma.',
      },
    });
  return caller;
}

/** The permissions that {@link authorise} or {@link refuseInactiveDriver} needs in the function's role. */
export function authPermissions(auth: Auth): GrantedPermissions {
  if (checksOnWrite(auth)) return ACTIVE_DRIVER_PERMISSIONS;
  const poolAuth = poolAuthOf(auth);
  if (poolAuth === undefined) return {};
  const isUser = poolAuth.pool === 'staff' && teamPlaceOf(auth) === undefined;
  const reads = { table: ['BatchGetItem'], tableKeys: isUser ? ['USER#'] : ['TEAM#'] };
  return scopeOf(auth) === undefined ? reads : { ...reads, ...KEY_USE_PERMISSIONS };
}

const KEY_USE_PERMISSIONS = { apiKeyUses: ['PutItem'], apiKeyUsesKeys: ['API_KEY_USE#'] } as const;

/** True for a driver's operation whose own writes check that the driver is active. */
export function checksOnWrite(auth: Auth): boolean {
  return poolAuthOf(auth)?.check === 'onWrite';
}

interface Authorised {
  readonly caller: Caller | WebhookCaller | undefined;
  /** The operation's entity. Undefined if it does not exist or the operation declares none. */
  readonly entity: unknown;
}

/**
 * Refuses a caller of the wrong pool, a non-member, an ended session, a role that is too low, and an inactive driver.
 * The record that decides (membership, user or driver) and the operation's entity are read in one strongly consistent
 * call, so that a removed member loses access at once.
 */
export async function authorise(
  runtime: Runtime,
  scope: RequestScope,
  auth: Auth,
  identity: Identity,
  teamId: string | undefined,
  entityKey: (caller: Caller) => ItemKey | undefined,
  isRead: boolean,
): Promise<Authorised> {
  const poolAuth = poolAuthOf(auth);
  if (identity === undefined || !('pool' in identity)) {
    if (poolAuth === undefined) return { caller: identity, entity: undefined };
    throw new AppError('UNAUTHENTICATED');
  }
  if (poolAuth === undefined) throw new Error('An operation without a pool has the identity of one.');
  const context = makeContext(runtime, scope, authPermissions(auth));
  if (identity.pool === 'keys') return authoriseKey(context, poolAuth, identity, teamId, entityKey);
  return authorisePerson(context, poolAuth, identity, teamId, entityKey, isRead);
}

/**
 * Throws FORBIDDEN for an inactive driver whose request has an invalid body: the operation's writes, which normally
 * check this, do not run then. Only such requests cost this read.
 */
export async function refuseInactiveDriver(
  runtime: Runtime,
  scope: RequestScope,
  auth: Auth,
  identity: Identity,
): Promise<void> {
  if (!checksOnWrite(auth) || identity === undefined || !('sub' in identity)) return;
  await assertDriverActive(makeContext(runtime, scope, ACTIVE_DRIVER_PERMISSIONS), identity);
}

export async function authorisePerson(
  context: Context,
  auth: PoolAuth,
  caller: StaffCaller | DriverCaller,
  teamId: string | undefined,
  entityKey: (caller: Caller) => ItemKey | undefined,
  isRead: boolean,
): Promise<Authorised> {
  if (caller.pool === 'staff' && auth.pool === 'staff') {
    return auth.team === undefined
      ? authoriseUser(context, caller, entityKey)
      : authoriseMember(context, auth, caller, teamId, entityKey, isRead);
  }
  if (caller.pool === 'drivers' && auth.pool === 'drivers') {
    return checksOnWrite(auth) ? { caller, entity: undefined } : authoriseDriver(context, caller, entityKey);
  }
  throw new AppError('FORBIDDEN', {
    message:
      auth.pool === 'staff'
        ? {
            en: 'This operation is for office staff. Sign in with such an account.',
            es: 'Esta operación es para personal de oficina. Inicie sesión con una cuenta de ese tipo.',
          }
        : {
            en: 'This operation is for drivers. Sign in with such an account.',
            es: 'Esta operación es para operadores. Inicie sesión con una cuenta de ese tipo.',
          },
  });
}

/** A user without a record has never signed in here. */
async function authoriseUser(
  context: Context,
  caller: StaffCaller,
  entityKey: (caller: Caller) => ItemKey | undefined,
): Promise<Authorised> {
  const [user, found] = await getItems(context, [userKey(caller.id), entityKey(caller)]);
  if (user === undefined || isSessionOver(caller, user)) throw new AppError('UNAUTHENTICATED');
  return { caller: { ...caller, user }, entity: found };
}

async function authoriseMember(
  context: Context,
  { role = 'MEMBER', tellsUnknownTeam, needsRecentSignIn }: Extract<PoolAuth, { readonly pool: 'staff' }>,
  caller: StaffCaller,
  teamId = '',
  entityKey: (caller: Caller) => ItemKey | undefined,
  isRead: boolean,
): Promise<Authorised> {
  const entity = entityKey({ ...caller, teamId, role: 'MEMBER' });
  const [membership, found] = await getItems(context, [membershipKey(teamId, caller.id), entity]);
  if (membership === undefined) throw notAMember(tellsUnknownTeam === true && found === undefined);
  if (isSessionOver(caller, membership)) throw new AppError('UNAUTHENTICATED');
  if (!hasRole(membership.role, role)) {
    throw new AppError('FORBIDDEN', {
      message: {
        en: `This needs the role ${role} in the team. Ask its owner.`,
        es: `Esto requiere el rol ${role} en la empresa. Pídalo a su titular.`,
      },
    });
  }
  if (!isRead) assertPolicies(membership, caller, context.now(), needsRecentSignIn === true);
  return { caller: { ...caller, teamId, role: membership.role }, entity: found };
}

/**
 * Answers one 401 for each key that is not valid in this team: unknown, expired, revoked, or of another team. An operation without keys
 * refuses each key without a read, so that its answer tells nothing about the key.
 */
async function authoriseKey(
  context: Context,
  auth: PoolAuth,
  { digest }: KeyIdentity,
  teamId = '',
  entityKey: (caller: Caller) => ItemKey | undefined,
): Promise<Authorised> {
  const scope = scopeOf(auth);
  if (scope === undefined) throw forbiddenToKey(NEVER_A_KEY);
  const unproven: KeyCaller = { pool: 'keys', id: '', teamId, role: 'MEMBER', scopes: [] };
  const [key, found] = await getItems(context, [apiKeyKey(teamId, digest), entityKey(unproven)]);
  if (key === undefined || apiKeyStatus(key, context.now()) !== 'ACTIVE') throw new AppError('UNAUTHENTICATED');
  const { id, role, scopes } = key;
  context.note({ keyId: id });
  const needed = ('role' in auth && auth.role) || 'MEMBER';
  if (!scopes.includes(scope) || !hasRole(role, needed)) {
    throw forbiddenToKey({
      en: `This needs an API key with the scope ${scope} and the role ${needed}.`,
      es: `Esto requiere una llave de API con el alcance ${scope} y el rol ${needed}.`,
    });
  }
  await noteApiKeyUse(context, id);
  return { caller: { pool: 'keys', id, teamId, role, scopes }, entity: found };
}

const NEVER_A_KEY: Text = {
  en: 'No API key may call this operation. Sign in instead.',
  es: 'Ninguna llave de API puede usar esta operación. Inicie sesión en su lugar.',
};

const forbiddenToKey = (message: Text): AppError => new AppError('FORBIDDEN', { message });

const RECENT_MS = 10 * 60_000;

/** Refuses a change that the team's policies do not allow this member now. Reads are never refused. */
function assertPolicies(
  { policies, hasFactor }: Membership,
  { signedInAt }: StaffCaller,
  now: Date,
  needsRecentSignIn: boolean,
): void {
  if (policies?.mfa === 'REQUIRED' && hasFactor !== true) throw new AppError('MFA_REQUIRED');
  const isRecent = now.getTime() - Date.parse(signedInAt) <= RECENT_MS;
  if (needsRecentSignIn && policies?.recentSignIn === 'MINUTES_10' && !isRecent) throw new AppError('SIGN_IN_AGAIN');
}

/** Only GET /teams/{teamId} answers 404 for an unknown team. Elsewhere the answer is the same as for another team. */
const notAMember = (teamIsUnknown: boolean): AppError =>
  teamIsUnknown
    ? new AppError('NOT_FOUND')
    : new AppError('FORBIDDEN', {
        message: { en: 'You are not a member of this team.', es: 'Usted no es miembro de esta empresa.' },
      });

async function authoriseDriver(
  context: Context,
  caller: DriverCaller,
  entityKey: (caller: Caller) => ItemKey | undefined,
): Promise<Authorised> {
  const [record, found] = await getItems(context, [driverKey(caller.teamId, caller.id), entityKey(caller)]);
  if (record === undefined)
    throw new AppError('NOT_FOUND', {
      message: {
        en: 'Your driver record does not exist any more. Ask your dispatcher.',
        es: 'Su registro de operador ya no existe. Pregunte a su despachador.',
      },
    });
  const refusal = refusalOfDriver(record, caller);
  if (refusal) throw refusal;
  return { caller: { ...caller, record }, entity: found };
}
