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

/** Who sent a request, by a verified token or signature. Undefined where the operation is public. */
export type Identity = StaffCaller | DriverCaller | WebhookCaller | undefined;

/** What of a request proves its sender. */
interface Proof {
  readonly headers: Readonly<Partial<Record<string, string>>>;
  readonly queryStringParameters?: Readonly<Partial<Record<string, string>>> | undefined;
  readonly body?: unknown;
  readonly isBase64Encoded: boolean;
}

type Authenticate = (request: Proof, scope: RequestScope) => Promise<Identity>;

/** Makes the check that an operation's `auth` asks for: of a token, of a signature, or none. */
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
  if (caller === undefined) throw new AppError('UNAUTHENTICATED', { message: 'The signature is not right.' });
  return caller;
}

/** What {@link authorise}, or the check of a driver's standing in its place, reads itself, for the function's role. */
export function authPermissions(auth: Auth): GrantedPermissions {
  if (isConditioned(auth)) return ACTIVE_DRIVER_PERMISSIONS;
  const readsTable = teamPlaceOf(auth) !== undefined || poolAuthOf(auth)?.pool === 'drivers';
  return readsTable ? { table: ['BatchGetItem'] } : {};
}

/** A driver's operation whose own writes check the driver's standing. */
export function isConditioned(auth: Auth): boolean {
  return poolAuthOf(auth)?.standing === 'conditioned';
}

interface Authorised {
  readonly caller: Caller | WebhookCaller | undefined;
  /** The operation's entity, when it declares one: undefined where there is none. */
  readonly entity: unknown;
}

/**
 * Refuses the wrong pool, who is no member, whose session was ended, too low a role, and drivers who are out. Membership (or the driver's
 * own record) and the operation's entity are read in one strongly consistent call, so that a removed member is out at once.
 */
export async function authorise(
  runtime: Runtime,
  scope: RequestScope,
  auth: Auth,
  identity: Identity,
  teamId: string | undefined,
  entityKey: (caller: Caller) => ItemKey | undefined,
): Promise<Authorised> {
  const asked = poolAuthOf(auth);
  if (asked === undefined) return { caller: identity, entity: undefined };
  if (identity === undefined || !('pool' in identity)) throw new AppError('UNAUTHENTICATED');
  return authorisePerson(makeContext(runtime, scope, authPermissions(auth)), asked, identity, teamId, entityKey);
}

/**
 * Before a bad body is refused: refuses a driver who may not work, where the operation's own writes would have told. Only a request that is
 * refused anyway pays for this read.
 */
export async function refuseInactiveDriver(
  runtime: Runtime,
  scope: RequestScope,
  auth: Auth,
  identity: Identity,
): Promise<void> {
  if (!isConditioned(auth) || identity === undefined || !('sub' in identity)) return;
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
    return isConditioned(auth) ? { caller, entity: undefined } : authoriseDriver(context, caller, entityKey);
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

/** Only GET /teams/{teamId} tells that there is no such team; elsewhere an unknown team is one of others. */
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
    throw new AppError('NOT_FOUND', { message: 'Your driver record is gone. Ask your dispatcher.' });
  if (!isActiveAs(record, caller.sub)) throw driverInactive();
  return { caller: { ...caller, record }, entity: found };
}
