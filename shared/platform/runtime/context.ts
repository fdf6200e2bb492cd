import { type Environment, type EnvironmentKey, readEnvironment } from './env';
import type { GrantedPermissions, Resource } from './permissions';

/** One call that leaves the process: what the choke point sees of it. */
export interface OutboundCall {
  readonly resource: Resource | 'userToken' | 'jwks';
  readonly action: string;
  /** The rights it needs, where they are not the action's own name: a transaction needs those of its writes. */
  readonly needs?: readonly string[];
  /** It is never sent again by itself: a second one would not mean the same. */
  readonly once?: true;
}

/** Sends a call. A test puts its own here, to delay, fault or cut calls before and after the service acted. */
export type Outbound = <T>(call: OutboundCall, send: () => Promise<T>) => Promise<T>;

/** The seams to everything that is not a function of its arguments. One per execution environment. */
export interface Runtime {
  readonly environment: Environment;
  readonly now: () => Date;
  /** UUID version 7 in lower case: sorts by the instant it was made at. */
  readonly newId: () => string;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly outbound: Outbound;
  readonly log: (line: string) => void;
  /** Clients by the function that makes them: each is made once, on first use. */
  readonly clients: Map<ClientFactory<unknown>, unknown>;
}

export type ClientFactory<Client> = () => Client;

/** Request units that the table answered to have consumed, and the calls that left the process. */
export interface Meter {
  calls: number;
  readUnits: number;
  writeUnits: number;
}

/** What a capability is given: the runtime's seams, bound to one request and to the rights it may use. */
export interface Context {
  readonly requestId: string;
  readonly meter: Meter;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly env: (key: EnvironmentKey) => string;
  readonly client: <Client>(make: ClientFactory<Client>) => Client;
  /** The choke point: every outbound call goes through it. Refuses what the rights do not name. */
  readonly call: Outbound;
  /** Refuses as {@link call} does what somebody else will send with this function's rights: a request that is only signed here. */
  readonly assertGranted: (call: OutboundCall) => void;
  /** Milliseconds until the function must have answered. */
  readonly remaining: () => number;
}

export interface RequestScope {
  readonly requestId: string;
  readonly remaining: () => number;
  readonly meter: Meter;
}

/** Time kept for the answer itself: a call still open then is given up. */
const ANSWER_RESERVE_MS = 500;

/** A call to a service that did not answer inside the request's deadline: whether it acted is unknown. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
}

export function makeContext(runtime: Runtime, scope: RequestScope, permissions: GrantedPermissions): Context {
  return {
    ...scope,
    now: runtime.now,
    newId: runtime.newId,
    randomBytes: runtime.randomBytes,
    sleep: runtime.sleep,
    env: (key) => readEnvironment(runtime.environment, key),
    client: (make) => clientOf(runtime.clients, make),
    assertGranted: (call) => assertGranted(permissions, call),
    call: (call, send) => {
      assertGranted(permissions, call);
      scope.meter.calls += 1;
      return withinDeadline(runtime.outbound(call, send), scope.remaining() - ANSWER_RESERVE_MS, call);
    },
  };
}

/** The same context with fewer permissions: a call needs both these and those that the context already has. */
export const restrictContext = (context: Context, permissions: GrantedPermissions): Context => ({
  ...context,
  assertGranted: (call) => {
    assertGranted(permissions, call);
    context.assertGranted(call);
  },
  call: (call, send) => {
    assertGranted(permissions, call);
    return context.call(call, send);
  },
});

/** One map holds clients of all kinds, so the compiler cannot know that a factory's entry is what that factory made. */
function clientOf<Client>(clients: Map<ClientFactory<unknown>, unknown>, make: ClientFactory<Client>): Client {
  if (!clients.has(make)) clients.set(make, make());
  return clients.get(make) as Client;
}

function assertGranted(permissions: GrantedPermissions, { resource, action, needs = [action] }: OutboundCall): void {
  if (resource === 'userToken' || resource === 'jwks') return;
  const missing = needs.filter((need) => !permissions[resource]?.includes(need));
  if (missing.length > 0) {
    throw new Error(
      `${missing.join(', ')} on ${resource} is not among the rights declared here. Add it to the capability.`,
    );
  }
}

async function withinDeadline<T>(pending: Promise<T>, milliseconds: number, call: OutboundCall): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DeadlineExceeded(`${call.action} on ${call.resource} did not answer in time.`)),
      Math.max(0, milliseconds),
    );
  });
  try {
    return await Promise.race([pending, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
