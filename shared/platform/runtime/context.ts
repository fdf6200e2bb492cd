import { refuseGivenUp, withinDeadline } from './deadline';
import { type Environment, type EnvironmentKey, readEnvironment } from './env';
import type { OpenCalls } from './open-calls';
import type { GrantedPermissions, KeyScope, Resource, ServiceResource, TableResource } from './permissions';

/** One call to an external service, described for the permission check. */
export type OutboundCall = TableCall | ServiceCall;

interface TableCall extends Call {
  readonly resource: TableResource;
  /** The families of the partition keys in the call; they must be declared too. The keys themselves can contain a secret. */
  readonly families: readonly string[];
}

interface ServiceCall extends Call {
  readonly resource: ServiceResource | 'userToken' | 'jwks';
  readonly families?: never;
}

interface Call {
  readonly action: string;
  /**
   * The permissions that the call needs, if they differ from the action's name: a transaction needs the permissions of
   * its writes.
   */
  readonly needs?: readonly string[];
  /** The SDK must not retry the call, because a repeated call would have another effect. */
  readonly once?: true;
}

/** Sends a call. Tests replace it to delay calls, or to make them fail before or after the service acted. */
export type Outbound = <T>(call: OutboundCall, send: () => Promise<T>) => Promise<T>;

/** Sends a call within the request's time. The signal fires when the call is given up: `send` passes it on. */
type LimitedOutbound = <T>(call: OutboundCall, send: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/** All dependencies of the code that are not function arguments. Each execution environment has one. */
export interface Runtime {
  readonly environment: Environment;
  readonly now: () => Date;
  /** A UUID version 7 in lower case. It sorts by its creation time. */
  readonly newId: () => string;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Milliseconds since the process started. */
  readonly uptime: () => number;
  readonly outbound: Outbound;
  /** The longest time of a call with its retries. Tests shorten it. */
  readonly longestCallMs: (call: OutboundCall) => number;
  readonly log: (line: string) => void;
  /** Clients by their factory. Each client is made once, on first use. */
  readonly clients: Map<ClientFactory<unknown>, unknown>;
}

export type ClientFactory<Client> = () => Client;

/** The consumed request units of the table, and the number of external calls. */
export interface Meter {
  calls: number;
  readUnits: number;
  writeUnits: number;
}

/** The runtime of a capability, bound to one request and to the capability's permissions. */
export interface Context {
  readonly requestId: string;
  /** The trace of the call. Messages carry it, so that the log lines of the work that follows can be found. */
  readonly trace?: string | undefined;
  readonly meter: Meter;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly env: (key: EnvironmentKey) => string;
  readonly environment: Environment;
  readonly client: <Client>(make: ClientFactory<Client>) => Client;
  /** Every external call goes through this function. It throws when the call has no declared permission. */
  readonly call: LimitedOutbound;
  /** Checks the permission for a request that we sign and the client sends. */
  readonly assertGranted: (call: OutboundCall) => void;
  /** Milliseconds until the function's deadline. */
  readonly remaining: () => number;
  /** Adds identifiers to the request's log line. Never personal data. */
  readonly note: (identifiers: Readonly<Record<string, string>>) => void;
}

export interface RequestScope {
  readonly requestId: string;
  readonly trace?: string | undefined;
  readonly remaining: () => number;
  readonly meter: Meter;
  /** The open calls of the request, which its end gives up. */
  readonly open?: OpenCalls;
  /** Only a request has a line with identifiers. */
  readonly note?: Context['note'];
}

/** Time reserved for the answer. A call that is still open then is given up. */
const ANSWER_RESERVE_MS = 500;

export function makeContext(runtime: Runtime, scope: RequestScope, permissions: GrantedPermissions): Context {
  return {
    note: () => {},
    ...scope,
    now: runtime.now,
    newId: runtime.newId,
    randomBytes: runtime.randomBytes,
    sleep: runtime.sleep,
    env: (key) => readEnvironment(runtime.environment, key),
    environment: runtime.environment,
    client: (make) => clientOf(runtime.clients, make),
    assertGranted: (call) => assertGranted(permissions, call),
    call: (call, send) => {
      assertGranted(permissions, call);
      scope.meter.calls += 1;
      return withinDeadline({
        what: `${call.action} on ${call.resource}`,
        now: runtime.now,
        remaining: () =>
          Math.min(scope.remaining() - ANSWER_RESERVE_MS, runtime.longestCallMs(call) - (scope.open?.silentMs ?? 0)),
        open: scope.open,
        send: (signal) =>
          runtime.outbound(call, async () => {
            refuseGivenUp(signal);
            return send(signal);
          }),
      });
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

/**
 * The client of a factory, made on first use. The cast is needed because one map holds clients of all kinds: the compiler cannot know that a factory's entry has
 * the factory's type.
 */
export function clientOf<Client>(clients: Runtime['clients'], make: ClientFactory<Client>): Client {
  if (!clients.has(make)) clients.set(make, make());
  return clients.get(make) as Client;
}

function assertGranted(permissions: GrantedPermissions, call: OutboundCall): void {
  if (call.resource === 'userToken' || call.resource === 'jwks') return;
  const { resource, action, needs = [action], families } = call;
  assertAll(permissions, resource, needs);
  if (families) assertAll(permissions, `${call.resource}Keys`, families);
}

function assertAll(permissions: GrantedPermissions, scope: Resource | KeyScope, needs: readonly string[]): void {
  const missing = needs.filter((need) => !permissions[scope]?.includes(need));
  if (missing.length > 0) {
    throw new Error(`${missing.join(', ')} on ${scope} is not a declared permission. Add it to the capability.`);
  }
}
