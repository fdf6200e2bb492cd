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

/** What of an HTTP request an operation may need beside its input. */
export interface HttpRequest {
  readonly requestId: string;
  /** The peer's address as the gateway saw it, never a forwarded header. */
  readonly sourceIp: string;
  /** The address that the gateway was called by, its own or a domain's of ours: `https://host`. No header can say another. */
  readonly publicUrl: string;
  /** Only for operations that set or clear session cookies: they alone have the environment that it needs. */
  readonly refreshCookie: () => string | undefined;
}

/**
 * An operation's declaration: everything else (function, role, route, local gateway, document, suites) is derived from it.
 * Path parameters are UUIDs; `input.path` names the exceptions.
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
    /** 302 answers no body: its `location` is where the caller is sent. */
    readonly status: 200 | 201 | 302;
    readonly body: O;
    /** Of 302: the media type of what is found there. */
    readonly leadsTo?: 'application/pdf' | 'application/xml';
    /** Answers 202 instead, when what was asked for is not done yet. */
    acceptedOnly?(body: v.InferOutput<O>): boolean;
    /** The same answer as a table, for who asks for `text/csv`. */
    csv?(body: v.InferOutput<O>): string;
    readonly setsSessionCookies?: true;
    readonly clearsSessionCookies?: true;
  };
  /** Beyond those that follow from `auth` and `input`. */
  readonly errors: readonly ErrorCode[];
  readonly uses: U;
  /** One item, read with the caller's right to it in the same call; its absence is NOT_FOUND. */
  entity?(given: { readonly path: PathOf<R, P>; readonly caller: CallerOf<A> }): ItemKey<E>;
  /** The entity is there for whoever has the right, as a team is for its members: then there is no 404, and its absence is a fault of ours. */
  readonly entityIsCertain?: true;
  /** The creation takes an Idempotency-Key and hands `once` to the capability that creates. */
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

/** Any operation, its own types forgotten: what the wrapper, the stack, the document and the suites work with. */
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
