import type * as v from 'valibot';
import type { Auth, CallerOf } from '../identity/caller';
import type { DeviceKind } from '../identity/device-proof';
import type { Person, SecurityEventRule } from '../identity/security-events';
import type { CookiePool } from '../identity/session-cookies';
import type { ErrorCode } from '../platform/errors';
import type { Deps, Uses } from '../platform/runtime/capability';
import type { Once } from '../platform/table/idempotency';
import type { ItemKey } from '../platform/table/keys';
import type { IfMatch } from '../platform/table/version';
import type { Language } from '../platform/values/text';
import type { CsvExport } from './csv-list';
import type { HttpAnswer, ServedEvent } from './http';
import type { Throttle } from './throttle';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Route = `${Method} /${string}`;
type PathParameter<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

type Schema = v.GenericSchema;
type ObjectSchema = v.GenericSchema<Record<string, unknown>>;
type PathSchemas<R extends string> = { readonly [Name in PathParameter<R>]?: v.GenericSchema<string, string> };
type OutputOf<S> = S extends Schema ? v.InferOutput<S> : undefined;

/** `true`, or the values of the body's fields that make a request irreversible. */
type IrreversibleRule<Body> = Body extends object
  ? true | { readonly [Field in keyof Body]?: readonly NonNullable<Body[Field]>[] }
  : true;

/** The parts of an HTTP request that an operation can use in addition to its input. */
interface HttpRequest {
  readonly requestId: string;
  /** The client's address, from the gateway or from the edge in front of it. X-Forwarded-For is ignored. */
  readonly sourceIp: string;
  /** The address of the called gateway or of its domain: `https://host`. Headers cannot change it. */
  readonly publicUrl: string;
  /** Only for operations that set or clear session cookies: other functions lack the environment variables for it. */
  readonly refreshCookie: (pool: CookiePool) => string | undefined;
  /** The device proof in the cookies, from any origin. */
  readonly deviceCookie: (kind: DeviceKind) => string | undefined;
  /** The client's own description of itself. It proves nothing. */
  readonly userAgent: string;
  /** Adds identifiers to the request's log line. Never personal data. */
  readonly note: (identifiers: Readonly<Record<string, string>>) => void;
  /** Names the person of a public request in the log line and in the security event, once the person is proven. */
  readonly notePerson: (person: Person | undefined) => void;
  /** True when the client accepts the media type before JSON. */
  readonly prefers: (type: string) => boolean;
}

/**
 * Why an operation takes no Idempotency-Key. AGAIN: each request is meant anew, such as a mail that is sent again. NAMED: the request names what it
 * sends, and a repeat is recognised by that. PROOF: it proves a person, and a stored answer would be a second way in. SAME: a repeat leaves
 * everything as the first request did. SECRET: its answer has a secret, which must not be stored.
 */
type WithoutKey = 'AGAIN' | 'NAMED' | 'PROOF' | 'SAME' | 'SECRET';

/** An operation that will be removed. Days are ISO 8601, and begin at midnight UTC. */
export interface Deprecation {
  /** Since this day the operation should not be used in new code. */
  readonly since: string;
  /** Not before this day, at least 180 days later, the operation is removed. */
  readonly sunset?: string;
  /** The route that replaces it. Its path parameters are those of this operation. */
  readonly instead?: Route;
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
  /** One of the 22 operations of docs/spec/interface.md. It ignores an unknown query parameter. */
  readonly isOfInterface?: true;
  readonly auth: A;
  readonly input?: { readonly path?: P; readonly query?: Q; readonly body?: B };
  readonly output: {
    /** 302 has no body and redirects the client to `location`. */
    readonly status: 200 | 201 | 202 | 302;
    readonly body: O;
    /** For 302: the media types of the redirect's target. */
    readonly leadsTo?: readonly ('application/pdf' | 'application/xml')[];
    /** For a client that accepts this type before JSON, `run` may answer `location`: a redirect with 302 in place of the body. */
    readonly orLeadsTo?: 'application/pdf';
    /** Answers 202 when the requested work is not finished yet. */
    acceptedOnly?(body: v.InferOutput<O>): boolean;
    /**
     * The version of the answered record, for the header ETag. A GET then answers 304 to a client that has it, and a PUT or
     * PATCH takes If-Match and passes `ifMatch` to the capability that writes.
     */
    version?(body: v.InferOutput<O>): number;
    /** The answer shows more than the record of that version: the time, the reader or other records decide too. A GET then never answers 304. */
    readonly showsMore?: true;
    /** The answer as CSV, for clients that ask for `text/csv`. */
    csv?(body: v.InferOutput<O>, language: Language): string;
    /** A list’s pages as CSV, for clients that accept `text/csv`. `listAnswer` makes it. */
    readonly exported?: CsvExport;
    /** The fields of a list’s records that its CSV leaves out. */
    readonly hidden?: readonly string[];
    /** Adds an ETag over the content, and answers 304 without a body to a client that has this content. */
    tagged?(answer: HttpAnswer, event: ServedEvent): HttpAnswer;
    /** The text to answer in place of the result, for a public answer that browsers and proxies may store. */
    packed?(event: ServedEvent, requestId: string): HttpAnswer;
    /** Headers of a success in addition to the usual ones. `Cache-Control` replaces `no-store`. */
    readonly headers?: Readonly<Record<string, string>>;
    /** The answer contains tokens of this pool, which also set its cookie. */
    readonly setsSessionCookies?: CookiePool;
    readonly clearsSessionCookies?: true;
    /** An answer with tokens is a sign-in and sets the proof of its device. */
    readonly setsDeviceCookie?: DeviceKind;
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
  /** Requests per second at the gateway, if they differ from those that follow from `auth`. */
  readonly throttle?: Throttle;
  /** The most calls at once, where the stage reserves concurrency. They are reserved: other functions leave them free. */
  readonly atOnce?: number;
  /** The security event of this operation, for its log line and the person's own list. */
  readonly securityEvent?: SecurityEventRule<OutputOf<B>, v.InferOutput<O>>;
  /**
   * The operation takes something away for good, or its return costs a person a second step: always, or for these values
   * of the body's fields. A front end asks for a confirmation first; the document says so as `x-irreversible`.
   */
  readonly irreversible?: IrreversibleRule<OutputOf<B>>;
  /** The operation will be removed. Every answer says so, and so does the document. */
  readonly deprecated?: Deprecation;
  /**
   * The operation accepts an Idempotency-Key and passes `once` to the capability that writes first. AS_IT_IS: the
   * operation goes on after that write, so a repeat is answered with the record as it is by then, not with the first
   * answer. FACT: the key is a UUID of version 7, the identifier of what the driver's phone recorded, and clients send
   * none of their own accord.
   */
  readonly idempotencyKey?: true | 'AS_IT_IS' | 'FACT';
  /** Why a POST or PATCH takes no Idempotency-Key. Each has a key or a reason. */
  readonly withoutKey?: WithoutKey;
  run(given: {
    readonly input: { readonly path: PathOf<R, P>; readonly query: OutputOf<Q>; readonly body: OutputOf<B> };
    readonly caller: CallerOf<A>;
    readonly deps: Deps<U>;
    readonly entity: v.InferOutput<E>;
    readonly once: Once | undefined;
    /** The versions that the writer accepts. Absent: any, and no check. */
    readonly ifMatch: IfMatch | undefined;
    readonly request: HttpRequest;
  }): Promise<v.InferInput<O>>;
}

type PathOf<R extends string, P> = {
  readonly [Name in PathParameter<R>]: Name extends keyof P ? OutputOf<P[Name]> : string;
};

/** Any operation, without its specific types. The handler, the stack, the document and the tests use it. */
export interface Operation
  extends Omit<Declaration, 'run' | 'entity' | 'input' | 'output' | 'securityEvent' | 'irreversible'> {
  readonly output: Omit<Declaration['output'], 'acceptedOnly' | 'csv' | 'version'> & {
    acceptedOnly?(body: unknown): boolean;
    version?(body: unknown): number;
    csv?(body: unknown, language: Language): string;
  };
  readonly input?: {
    readonly path?: Readonly<Partial<Record<string, v.GenericSchema<string, string>>>>;
    readonly query?: ObjectSchema | undefined;
    readonly body?: ObjectSchema | undefined;
  };
  readonly securityEvent?: SecurityEventRule<unknown, unknown>;
  readonly irreversible?: true | Readonly<Record<string, readonly unknown[] | undefined>>;
  entity?(given: { path: Record<string, string>; caller: unknown }): ItemKey;
  run(given: {
    input: { path: Record<string, string>; query: unknown; body: unknown };
    caller: unknown;
    deps: Record<string, unknown>;
    entity: unknown;
    once: Once | undefined;
    ifMatch: IfMatch | undefined;
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
