import type { Client } from 'openapi-fetch';
import { TREE } from './contract.js';
import { within } from './deadline.js';
import { errorOf, FleetError } from './errors.js';
import type { CallOptions, Pending } from './operation.js';
import { pagesOf, recordsOf } from './pages.js';
import { answered, mediaTypeOf } from './reach.js';

/** An operation as the client calls it. */
export interface Operation {
  readonly id: string;
  readonly method: Verb;
  readonly path: string;
  /** True for a creation that takes an Idempotency-Key. */
  readonly isKeyed: boolean;
}

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';

const VERBS: Readonly<Record<string, Verb>> = { P: 'post', U: 'put', A: 'patch', D: 'delete' };

/** Reads the operations from the generated tree. A node is its depth, a segment, a group after `:` and methods after `,`. */
export function operationsIn(tree: string): Operation[] {
  const paths: string[] = [];
  const groups: (string | undefined)[] = [];
  return tree.split(' ').flatMap((node) => {
    const [place = '', ...methods] = node.slice(1).split(',');
    const [segment, group] = place.split(':');
    const depth = Number(node[0]);
    const path = `${paths[depth - 1] ?? ''}/${segment}`;
    paths[depth] = path;
    groups[depth] = group ?? groups[depth - 1];
    return methods.map((text) => {
      const [name = '', key] = text.slice(1).split('*');
      const id = name.includes('.') ? name : `${groups[depth]}.${name}`;
      return { id, method: VERBS[text[0] ?? ''] ?? 'get', path, isKeyed: key === '' };
    });
  });
}

export const OPERATIONS: readonly Operation[] = /* @__PURE__ */ operationsIn(TREE);

type Input = Readonly<Record<string, unknown>>;

/** An operation in the form that all have in common. */
interface AnyOperation {
  parameters: { path?: Record<string, unknown>; query?: Record<string, unknown> };
  requestBody?: { content: { 'application/json': unknown } };
  responses: { 200: { content: { 'application/json': unknown } } };
}

/** The document's paths without their own types: those of the methods come from `operation.ts`. */
export interface AnyPaths {
  [path: string]: Record<Verb, AnyOperation>;
}

/** Sends a request in the path form. */
export type Send = Client<AnyPaths>['request'];

/** A method for each operation, by group. */
export function methodsOf(send: Send): object {
  const groups: Record<string, Record<string, unknown>> = {};
  for (const operation of OPERATIONS) {
    const [group = '', name = ''] = operation.id.split('.');
    groups[group] ??= {};
    groups[group][name] = methodOf(send, operation);
  }
  return groups;
}

function methodOf(send: Send, operation: Operation) {
  const call = (input: Input = {}, options: CallOptions = {}) => pending(answerTo(send, operation, input, options));
  const getPage = (input?: Input, options?: CallOptions) => (page: Input) => call({ ...input, ...page }, options);
  return Object.assign(call, {
    failed: (thrown: unknown) => thrown instanceof FleetError && thrown.operation === operation.id,
    pages: (input?: Input, options?: CallOptions) => pagesOf(getPage(input, options)),
    each: (input?: Input, options?: CallOptions) => recordsOf(getPage(input, options)),
  });
}

const pending = (data: Promise<unknown>): Pending<unknown, FleetError> =>
  Object.assign(data, {
    result: () =>
      data.then(
        (value) => ({ data: value }),
        (error: unknown) => {
          if (error instanceof FleetError) return { error };
          throw error;
        },
      ),
  });

async function answerTo(send: Send, operation: Operation, input: Input, options: CallOptions): Promise<unknown> {
  const { id, method, path } = operation;
  const { body, ...given } = input;
  const query = Object.fromEntries(Object.entries(given).filter(([name]) => !path.includes(`{${name}}`)));
  // The library leaves out a header that is undefined.
  const headers = {
    accept: options.accept,
    'accept-language': options.language,
    'idempotency-key': options.idempotencyKey,
    'if-match': options.ifMatch,
  };
  try {
    return await within(options.timeout, options.signal, async (signal) => {
      const init = { params: { path: given, query }, headers, signal, parseAs: 'stream', body } as const;
      const { error, response } = await send(method, path, init);
      if (!response.ok) throw errorOf(error, response);
      return answered(response.url || path, signal, contentOf(response));
    });
  } catch (failure) {
    throw failure instanceof FleetError ? failure.of(id) : failure;
  }
}

/** The answer in the form of its media type. */
async function contentOf(answer: Response): Promise<unknown> {
  const type = mediaTypeOf(answer);
  if (type.includes('json')) return answer.json();
  return /^text\/|xml/.test(type) ? answer.text() : answer.blob();
}
