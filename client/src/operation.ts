import type { ErrorCode, FieldError, FleetError, LocalCode } from './errors.js';
import type { ItemIn, Paged } from './pages.js';
import type { operations } from './schema.js';

/** The identifier of an operation in the OpenAPI document, such as `startTrip`. */
export type OperationId = keyof operations;

/** An absent member of the document's types is `undefined`. It adds nothing to an intersection. */
type Present<Part> = [NonNullable<Part>] extends [never] ? unknown : NonNullable<Part>;
type Flat<Parts> = { [Key in keyof Parts]: Parts[Key] };

type Parameters<Id extends OperationId> = operations[Id]['parameters'];
type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? { readonly body: Body }
  : NonNullable<operations[Id]['requestBody']> extends { content: { 'application/json': infer Body } }
    ? { readonly body?: Body }
    : unknown;

/** Parameters of path and query, side by side, and the body. */
export type InputOf<Id extends OperationId> = Flat<
  Present<Parameters<Id>['path']> & Present<Parameters<Id>['query']> & BodyOf<Id>
>;

type Responses<Id extends OperationId> = operations[Id]['responses'];
type ContentsOf<Response> = Response extends { content: infer Contents } ? NonNullable<Contents> : never;
type Succeeded = 200 | 201 | 202 | 204;
/** The contents of the answers that are no errors, by media type. */
type AnswersOf<Id extends OperationId> = {
  [Status in keyof Responses<Id>]: Status extends Succeeded ? ContentsOf<Responses<Id>[Status]> : never;
}[keyof Responses<Id>];
type KeysOf<Union> = Union extends unknown ? keyof Union : never;
type In<Union, Key> = Union extends unknown ? (Key extends keyof Union ? Union[Key] : never) : never;

/** The media types in which an operation can answer. */
export type AcceptOf<Id extends OperationId> = KeysOf<AnswersOf<Id>> & string;
type DefaultOf<Id extends OperationId> = 'application/json' extends AcceptOf<Id> ? 'application/json' : AcceptOf<Id>;

/** JSON has the type of the document, texts (CSV, XML) are strings, other files are Blobs. */
export type AnswerOf<Id extends OperationId, Accept = DefaultOf<Id>> = Accept extends 'application/json'
  ? In<AnswersOf<Id>, Accept>
  : Accept extends `text/${string}` | 'application/xml'
    ? string
    : Blob;

/** Codes of the contract that the answers of an operation declare. */
type DeclaredIn<Response> = Response extends { content: { 'application/json': { error: infer Code } } }
  ? string extends Code
    ? 'PROVIDER_ERROR'
    : Code
  : never;
/** The codes of an operation, and those that any call can have. */
export type CodesOf<Id extends OperationId> =
  | Extract<{ [Status in keyof Responses<Id>]: DeclaredIn<Responses<Id>[Status]> }[keyof Responses<Id>], ErrorCode>
  | LocalCode;

type PathIn<Name extends string> = Name | `${Name}.${string}` | `${Name}[${string}`;
/**
 * The fields that an operation's errors can name: its parameters, the fields of its body, and paths below them. The findings
 * before a stamp name fields of the invoice.
 */
export type FieldsOf<Id extends OperationId> =
  'INVOICE_NOT_READY' extends CodesOf<Id>
    ? string
    : PathIn<(keyof InputOf<Id> | KeysOf<In<InputOf<Id>, 'body'>> | 'Idempotency-Key' | 'If-Match') & string>;

/** An error of the operation: a FleetError whose codes and fields the compiler knows. */
export interface ErrorOf<Id extends OperationId> extends Omit<FleetError, 'code' | 'field' | 'errors'> {
  readonly code: CodesOf<Id>;
  readonly field: FieldsOf<Id> | undefined;
  readonly errors: readonly FieldError<FieldsOf<Id>>[];
}

/** Settings of one call. */
export interface CallOptions<Accept = string> {
  /** Ends the call. It then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Milliseconds for the whole call, with its retries. Then it ends with TIMEOUT. */
  readonly timeout?: number;
  /** The media type of the answer, where an operation has more than one. */
  readonly accept?: Accept;
  /** The language of this call's messages, such as `es-MX`. */
  readonly language?: string;
  /** Your own key for a creation. Default: a new one for each call. */
  readonly idempotencyKey?: string;
  /**
   * The version of the record that you read, in quotation marks: the change is made only if the record still has it. `*`: any
   * version.
   */
  readonly ifMatch?: `"${number}"` | '*';
}

/** What a call came to: `data`, or `error` with the codes of the operation. */
export type Result<Data, Failure> =
  | { readonly data: Data; readonly error?: never }
  | { readonly data?: never; readonly error: Failure };

/** A call on its way. It resolves to the data and rejects with a {@link FleetError}. */
export interface Pending<Data, Failure> extends Promise<Data> {
  /** Resolves also for an error. Rejects only when the caller ended the call, or for a fault of the program. */
  result(): Promise<Result<Data, Failure>>;
}

type Arguments<Id extends OperationId, Options> =
  Record<never, never> extends InputOf<Id>
    ? [input?: InputOf<Id>, options?: Options]
    : [input: InputOf<Id>, options?: Options];

interface Callable<Id extends OperationId> {
  <Accept extends AcceptOf<Id> = DefaultOf<Id>>(
    ...given: Arguments<Id, CallOptions<Accept>>
  ): Pending<AnswerOf<Id, Accept>, ErrorOf<Id>>;
  /** True for an error of this operation. The compiler then knows its codes and fields. */
  failed(thrown: unknown): thrown is ErrorOf<Id>;
}

/** Pages are JSON alone: a CSV names no next page. */
type PageOptions = Omit<CallOptions, 'accept'>;

interface List<Id extends OperationId> extends Callable<Id> {
  /** The records of all pages. The next page is requested after the last record of the current one. */
  each(...given: Arguments<Id, PageOptions>): AsyncGenerator<ItemIn<AnswerOf<Id>>, void>;
  /** All pages, one after the other. */
  pages(...given: Arguments<Id, PageOptions>): AsyncGenerator<AnswerOf<Id>, void>;
}

/** The method of an operation. Lists have `each` and `pages`. */
export type Method<Id extends OperationId> = AnswerOf<Id> extends Paged ? List<Id> : Callable<Id>;

/** An invalid field of an operation, for a form. */
export type InvalidField<Id extends OperationId> = FieldError<FieldsOf<Id>>;
