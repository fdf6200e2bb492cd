import type * as v from 'valibot';
import type { Auth, CallerOf } from '../identity/caller';
import type { ErrorCode } from '../platform/errors';
import type { Deps, Uses } from '../platform/runtime/capability';
import type { Once } from '../platform/table/idempotency';
import type { ItemKey } from '../platform/table/keys';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Route = `${Method} /${string}`;
export type PathParameter<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

type Schema = v.GenericSchema;
type ObjectSchema = v.GenericSchema<Record<string, unknown>>;
type PathSchemas<R extends string> = { readonly [Name in PathParameter<R>]?: v.GenericSchema<string, string> };
type OutputOf<S> = S extends Schema ? v.InferOutput<S> : undefined;

/** The parts of an HTTP request that an operation can use in addition to its input. */
export interface HttpRequest {
  readonly requestId: string;
  /** The client's address from the gateway. Headers such as X-Forwarded-For are ignored. */
  readonly sourceIp: string;
  /** The address of the called gateway or of its domain: `https://host`. Headers cannot change it. */
  readonly publicUrl: string;
  /** Only for operations that set or clear session cookies: other functions lack the environment variables for it. */
  readonly refreshCookie: () => string | undefined;
}

/**
 * The declaration of an operation. Function, role, route, local gateway, OpenAPI document and tests are derived from
 * it. Path parameters are UUIDs; `input.path` names the exceptions.
 */
export interface Declaration<
  R extends Route = Route,
  A extends Auth = Auth,
  P extends PathSchemas<R> = PathSchemas<R>,
  Q extends ObjectSchema | undefined = ObjectSchema | undefined,
  B extends ObjectSchema | undefined = ObjectSchema | undefined,
  O extends Schema = Schema,
  U extends Uses = Uses,
  E extends Schema = Schema,
> {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly route: R;
  readonly auth: A;
  readonly input?: { readonly path?: P; readonly query?: Q; readonly body?: B };
  readonly output: {
    /** 302 has no body and redirects the client to `location`. */
    readonly status: 200 | 201 | 302;
    readonly body: O;
    /** For 302: the media type of the redirect's target. */
    readonly leadsTo?: 'application/pdf' | 'application/xml';
    /** Answers 202 when the requested work is not finished yet. */
    acceptedOnly?(body: v.InferOutput<O>): boolean;
    /** The answer as CSV, for clients that ask for `text/csv`. */
    csv?(body: v.InferOutput<O>): string;
    /** The answer is public and the same for every caller, so that browsers and proxies may store it. */
    readonly isCacheable?: true;
    readonly setsSessionCookies?: true;
    readonly clearsSessionCookies?: true;
  };
  /** Additional error codes. Those of `auth` and `input` are added automatically. */
  readonly errors: readonly ErrorCode[];
  readonly uses: U;
  /** An item that is read in the same call as the caller's membership. A missing item answers NOT_FOUND. */
  entity?(given: { readonly path: PathOf<R, P>; readonly caller: CallerOf<A> }): ItemKey<E>;
  /**
   * The entity exists for every authorised caller, such as the team of a member. There is no NOT_FOUND; a missing
   * entity is a fault of the service.
   */
  readonly entityIsCertain?: true;
  /** The operation accepts an Idempotency-Key and passes `once` to the capability that creates the record. */
  readonly idempotencyKey?: true;
  run(given: {
    readonly input: { readonly path: PathOf<R, P>; readonly query: OutputOf<Q>; readonly body: OutputOf<B> };
    readonly caller: CallerOf<A>;
    readonly deps: Deps<U>;
    readonly entity: v.InferOutput<E>;
    readonly once: Once | undefined;
    readonly request: HttpRequest;
  }): Promise<v.InferInput<O>>;
}

type PathOf<R extends string, P> = {
  readonly [Name in PathParameter<R>]: Name extends keyof P ? OutputOf<P[Name]> : string;
};

/** Any operation, without its specific types. The handler, the stack, the document and the tests use it. */
export interface Operation extends Omit<Declaration, 'run' | 'entity' | 'input' | 'output'> {
  readonly output: Omit<Declaration['output'], 'acceptedOnly' | 'csv'> & {
    acceptedOnly?(body: unknown): boolean;
    csv?(body: unknown): string;
  };
  readonly input?: {
    readonly path?: Readonly<Partial<Record<string, v.GenericSchema<string, string>>>>;
    readonly query?: ObjectSchema | undefined;
    readonly body?: ObjectSchema | undefined;
  };
  entity?(given: { path: Record<string, string>; caller: unknown }): ItemKey;
  run(given: {
    input: { path: Record<string, string>; query: unknown; body: unknown };
    caller: unknown;
    deps: Record<string, unknown>;
    entity: unknown;
    once: Once | undefined;
    request: HttpRequest;
  }): Promise<unknown>;
}

export const defineOperation = <
  const R extends Route,
  const A extends Auth,
  O extends Schema,
  U extends Uses,
  P extends PathSchemas<R> = Record<never, never>,
  Q extends ObjectSchema | undefined = undefined,
  B extends ObjectSchema | undefined = undefined,
  E extends Schema = v.UnknownSchema,
>(
  declaration: Declaration<R, A, P, Q, B, O, U, E>,
): Declaration<R, A, P, Q, B, O, U, E> => declaration;
