import { ACTIVE_DRIVER_PERMISSIONS, assertDriverActive } from '../fleet/active-driver';
import { driverInactive, driverKey, isActiveAs } from '../fleet/driver';
import { AppError } from '../platform/errors';
import { makeDeps } from '../platform/runtime/capability';
import { type Context, makeContext, type RequestScope, type Runtime } from '../platform/runtime/context';
import type { GrantedPermissions } from '../platform/runtime/permissions';
import type { CheckSignature, WebhookCaller } from '../platform/runtime/signed-request';
import type { ItemKey } from '../platform/table/keys';
import { getItems } from '../platform/table/read';
import { hasRole, membershipKey } from '../teams/team';
import { isSessionOver } from '../teams/user';
import { makeVerifyToken } from './access-tokens';
import {
  type Auth,
  type Caller,
  type DriverCaller,
  type PoolAuth,
  poolAuthOf,
  type StaffCaller,
  signatureOf,
  teamPlaceOf,
} from './caller';

/** The sender of a request, from a verified token or signature. Undefined for a public operation. */
export type Identity = StaffCaller | DriverCaller | WebhookCaller | undefined;

/** The parts of a request that prove its sender. */
interface Proof {
  readonly headers: Readonly<Partial<Record<string, string>>>;
  readonly queryStringParameters?: Readonly<Partial<Record<string, string>>> | undefined;
  readonly body?: unknown;
  readonly isBase64Encoded: boolean;
}

type Authenticate = (request: Proof, scope: RequestScope) => Promise<Identity>;

/** Makes the authentication that an operation's `auth` declares: by token, by signature, or none. */
export function makeAuthenticate(auth: Auth, runtime: Runtime): Authenticate {
  const signature = signatureOf(auth);
  if (signature) return (request, scope) => checkSignature(makeDeps({ signature }, runtime, scope).signature, request);
  if (poolAuthOf(auth) === undefined) return async () => undefined;
  let verify: ReturnType<typeof makeVerifyToken> | undefined;
  return ({ headers }) => {
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
    throw new AppError('UNAUTHENTICATED', { message: 'The signature is not valid. Check the signing key.' });
  return caller;
}

/** The permissions that {@link authorise} or {@link refuseInactiveDriver} needs in the function's role. */
export function authPermissions(auth: Auth): GrantedPermissions {
  if (checksOnWrite(auth)) return ACTIVE_DRIVER_PERMISSIONS;
  const readsTable = teamPlaceOf(auth) !== undefined || poolAuthOf(auth)?.pool === 'drivers';
  return readsTable ? { table: ['BatchGetItem'] } : {};
}

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
 * The membership or driver record and the operation's entity are read in one strongly consistent call, so that a
 * removed member loses access at once.
 */
export async function authorise(
  runtime: Runtime,
  scope: RequestScope,
  auth: Auth,
  identity: Identity,
  teamId: string | undefined,
  entityKey: (caller: Caller) => ItemKey | undefined,
): Promise<Authorised> {
  const poolAuth = poolAuthOf(auth);
  if (poolAuth === undefined) return { caller: identity, entity: undefined };
  if (identity === undefined || !('pool' in identity)) throw new AppError('UNAUTHENTICATED');
  return authorisePerson(makeContext(runtime, scope, authPermissions(auth)), poolAuth, identity, teamId, entityKey);
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
): Promise<Authorised> {
  if (caller.pool === 'staff' && auth.pool === 'staff') {
    return auth.team === undefined
      ? { caller, entity: undefined }
      : authoriseMember(context, auth, caller, teamId, entityKey);
  }
  if (caller.pool === 'drivers' && auth.pool === 'drivers') {
    return checksOnWrite(auth) ? { caller, entity: undefined } : authoriseDriver(context, caller, entityKey);
  }
  throw new AppError('FORBIDDEN', {
    message: `This operation is for ${auth.pool === 'staff' ? 'office staff' : 'drivers'}. Sign in with such an account.`,
  });
}

async function authoriseMember(
  context: Context,
  { role = 'MEMBER', tellsUnknownTeam }: Extract<PoolAuth, { readonly pool: 'staff' }>,
  caller: StaffCaller,
  teamId = '',
  entityKey: (caller: Caller) => ItemKey | undefined,
): Promise<Authorised> {
  const entity = entityKey({ ...caller, teamId, role: 'MEMBER' });
  const [membership, found] = await getItems(context, [membershipKey(teamId, caller.id), entity]);
  if (membership === undefined) throw notAMember(tellsUnknownTeam === true && found === undefined);
  if (isSessionOver(caller.signedInAt, membership.sessionsValidFrom)) throw new AppError('UNAUTHENTICATED');
  if (!hasRole(membership.role, role)) {
    throw new AppError('FORBIDDEN', { message: `This needs the role ${role} in the team. Ask its owner.` });
  }
  return { caller: { ...caller, teamId, role: membership.role }, entity: found };
}

/** Only GET /teams/{teamId} answers 404 for an unknown team. Elsewhere the answer is the same as for another team. */
const notAMember = (teamIsUnknown: boolean): AppError =>
  teamIsUnknown
    ? new AppError('NOT_FOUND')
    : new AppError('FORBIDDEN', { message: 'You are not a member of this team.' });

async function authoriseDriver(
  context: Context,
  caller: DriverCaller,
  entityKey: (caller: Caller) => ItemKey | undefined,
): Promise<Authorised> {
  const [record, found] = await getItems(context, [driverKey(caller.teamId, caller.id), entityKey(caller)]);
  if (record === undefined)
    throw new AppError('NOT_FOUND', { message: 'Your driver record does not exist any more. Ask your dispatcher.' });
  if (!isActiveAs(record, caller.sub)) throw driverInactive();
  return { caller: { ...caller, record }, entity: found };
}
