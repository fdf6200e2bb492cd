import type { JsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { poolAuthOf, teamPlaceOf } from '../shared/identity/caller';
import type { Operation } from '../shared/operation/define';
import { takesIfMatch } from '../shared/operation/if-match';
import { pathParameters } from '../shared/operation/validate';
import { Uuid } from '../shared/platform/values/fields';
import type { DeclaredFields } from './declared-texts';
import { describedProperty } from './describe';
import type { Example, Examples } from './examples';
import { FILTERS, IN_PATH } from './field-texts';
import type { Schemas, Side } from './json-schemas';
import { CONTENT_TAG, errorReferences, REQUEST_ID, securityOf, VERSION_TAG } from './openapi-errors';
import { textOf } from './operation-texts';

/** The schemas of an operation's parts, each with a unique name. */
export function schemasOf(operation: Operation): Record<Side, Schemas> {
  const { id, route, input, output } = operation;
  const path = pathParameters(route).map((name) => [partName(id, 'path', name), input?.path?.[name] ?? Uuid]);
  const query = Object.entries(queryOf(operation)).map(([name, schema]) => [partName(id, 'query', name), schema]);
  return {
    input: { ...Object.fromEntries([...path, ...query]), ...(input?.body && { [partName(id, 'body')]: input.body }) },
    output: { [partName(id, 'answer')]: output.body },
  };
}

const partName = (id: string, part: 'path' | 'query' | 'body' | 'answer', name = ''): string => `${id} ${part} ${name}`;

/** The query parameters. `auth` adds the team, so that an operation does not declare it again. */
export const queryOf = ({ auth, input }: Pick<Operation, 'auth' | 'input'>): Schemas => ({
  ...(teamPlaceOf(auth) === 'query.teamId' && { teamId: Uuid }),
  ...entriesOf(input?.query),
});

/** The fields of an object schema. */
export function entriesOf(schema: v.GenericSchema | undefined): Schemas {
  if (schema === undefined) return {};
  if (!hasEntries(schema)) throw new Error('Declare the query as an object schema: its fields become the parameters.');
  return schema.entries;
}

const hasEntries = (schema: v.GenericSchema): schema is v.GenericSchema & { entries: Schemas } => 'entries' in schema;

/** The folder of an operation's file. */
export const tagOf = (file: string): string => file.slice(0, file.indexOf('/'));

/** The operation in the OpenAPI document. `schemas` holds the converted schemas by the names of {@link schemasOf}. */
export function operationObject(
  file: string,
  operation: Operation,
  schemas: Readonly<Record<string, JsonSchema>>,
  examples: Pick<Examples, 'operations'>,
  fields?: DeclaredFields,
) {
  const { id, summary, input, output } = operation;
  const example = examples.operations[id];
  const shown = shownOf(examples.operations, id);
  const usual = shown.filter(([, { status }]) => status === output.status);
  const parameters = parametersOf(operation, schemas, example, tagOf(file), fields);
  return {
    operationId: id,
    summary,
    description: textOf(file, operation),
    tags: [tagOf(file)],
    security: securityOf(operation),
    ...roleOf(operation),
    ...(operation.deprecated && { deprecated: true }),
    ...(operation.withoutKey && { 'x-without-idempotency-key': operation.withoutKey }),
    ...(operation.irreversible && { 'x-irreversible': operation.irreversible }),
    ...(example?.as && { 'x-example-sender': example.as }),
    ...(parameters.length > 0 && { parameters }),
    ...(input?.body && {
      requestBody: { required: !v.is(input.body, {}), ...json(schemas[partName(id, 'body')], usual, 'body') },
    }),
    responses: {
      ...successes(operation, schemas[partName(id, 'answer')], shown),
      ...errorReferences(operation),
    },
  };
}

/** The least role in the team that the caller needs, as an extension that a front end reads. Absent: no role is asked for. `x-key-scope` is the scope that an API key needs. Absent: no key may call it. */
function roleOf({ auth }: Operation): { readonly 'x-role'?: string; readonly 'x-key-scope'?: string } {
  const asked = auth === 'public' ? undefined : poolAuthOf(auth);
  if (asked?.pool !== 'staff' || !asked.team) return {};
  return { 'x-role': asked.role ?? 'MEMBER', ...(asked.keys !== 'never' && { 'x-key-scope': asked.keys }) };
}

const LOCATION = { description: 'The address of the file.', schema: { type: 'string', format: 'uri' } };

function successes(operation: Operation, schema: JsonSchema | undefined, shown: Shown) {
  const { output } = operation;
  const headers = { ...REQUEST_ID, ...cookieHeader(output), ...tagHeader(output), ...ownHeaders(output) };
  if (output.status === 302) {
    const followed = {
      description: 'The file itself, for a client that follows the redirect.',
      content: Object.fromEntries((output.leadsTo ?? ['*/*']).map((type) => [type, {}])),
    };
    return { 200: followed, 302: { description: 'Found.', headers: { ...headers, Location: LOCATION } } };
  }
  const ofStatus = (status: number) => shown.filter(([, example]) => example.status === status);
  const { content } = json(schema, ofStatus(output.status), 'answer');
  const table = (output.csv ?? output.exported) && { 'text/csv': { schema: { type: 'string' } } };
  const followed = output.orLeadsTo && { [output.orLeadsTo]: {} };
  return {
    [output.status]: {
      description: output.status === 201 ? 'Created.' : 'Done.',
      headers: { ...headers, ...(output.exported && NEXT_PAGE) },
      content: { ...content, ...table, ...followed },
    },
    ...(output.orLeadsTo && {
      302: {
        description: `Found: to a client that accepts ${output.orLeadsTo} before JSON.`,
        headers: { ...headers, Location: LOCATION },
      },
    }),
    ...(answersNotModified(operation) && {
      304: { description: 'The record has the version that If-None-Match names. There is no body.', headers },
    }),
    ...((output.packed ?? output.tagged) && {
      304: { description: 'The client has this answer: If-None-Match names its ETag.', headers },
    }),
    ...(output.acceptedOnly && {
      202: {
        description: 'The outcome is pending: ask again later.',
        headers,
        ...json(schema, ofStatus(202), 'answer'),
      },
    }),
  };
}

/** Only CSV has it: JSON names the next page in the body. */
const NEXT_PAGE = {
  Link: { description: 'Of CSV: the address of the next page, with rel="next".', schema: { type: 'string' } },
};

/** The examples of an operation by name. The usual one is the first. */
type Shown = readonly (readonly [name: string, example: Example])[];

const shownOf = (operations: Examples['operations'], id: string): Shown =>
  Object.entries(operations).flatMap(([key, example]) => {
    const [of, name = 'usual'] = key.split(', ');
    return of === id ? [[name, example] as const] : [];
  });

function json(schema: JsonSchema | undefined, shown: Shown, part: 'body' | 'answer') {
  const values = shown.flatMap(([name, { [part]: value }]) => (value === undefined ? [] : [[name, value] as const]));
  const [[, example] = []] = values;
  const several = { examples: Object.fromEntries(values.map(([name, value]) => [name, { value }])) };
  const one = example === undefined ? {} : { example };
  return { content: { 'application/json': { schema: schema ?? {}, ...(values.length > 1 ? several : one) } } };
}

/** The headers of a success that the declaration adds, each with its one value. */
const ownHeaders = ({ headers = {} }: Operation['output']) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      { description: HEADER_TEXTS[name], schema: { type: 'string', const: value } },
    ]),
  );

const HEADER_TEXTS: Readonly<Record<string, string>> = {
  'Cache-Control': 'How long a client may keep the answer.',
  'X-Robots-Tag': 'Search engines do not list the answer.',
};

/** The header by which a client asks whether the answer is still the present one. */
function tagHeader({ version, tagged }: Operation['output']) {
  if (version) return VERSION_TAG;
  return tagged ? CONTENT_TAG : {};
}

/** The header of an answer that sets or clears the session cookies. */
function cookieHeader({ setsSessionCookies, clearsSessionCookies, setsDeviceCookie: kind }: Operation['output']) {
  if (setsSessionCookies) {
    const name = setsSessionCookies === 'staff' ? 'staff' : 'driver';
    const device = kind ? ` Also the device proof \`__Host-device-${kind}\`.` : '';
    return setCookie(`With tokens: the cookie \`__Host-${name}-refresh\` with the refresh token.${device}`);
  }
  return clearsSessionCookies ? setCookie('Clears the session cookies.') : {};
}

const setCookie = (description: string) => ({
  'Set-Cookie': { description: `${description} HttpOnly and Secure.`, schema: { type: 'string' } },
});

function parametersOf(
  operation: Operation,
  schemas: Readonly<Record<string, JsonSchema>>,
  example: Example | undefined,
  folder: string,
  fields: DeclaredFields | undefined,
) {
  const { id, route, idempotencyKey, input } = operation;
  const declared = fields?.get(entriesOf(input?.query));
  const inPath = { ...IN_PATH, id: IN_PATH[`${folder} id`] ?? '' };
  const texted = (part: 'path' | 'query', name: string): JsonSchema => {
    const schema = schemas[partName(id, part, name)] ?? {};
    if (fields === undefined) return schema;
    const field = part === 'query' ? declared?.get(name) : undefined;
    const text = describedProperty(name, schema, field, part === 'query' ? FILTERS : inPath);
    return typeof text === 'object' ? text : schema;
  };
  /** Moves the description from the schema to the parameter, where documentation tools show it. */
  const described = (part: 'path' | 'query', name: string) => {
    const { description, ...schema } = texted(part, name);
    const value = example?.parameters[name];
    return {
      ...(description && { description }),
      schema,
      ...(value !== undefined && { example: schema.type === 'string' ? value : JSON.parse(value) }),
    };
  };
  const path = pathParameters(route).map((name) => ({
    name,
    in: 'path',
    required: true,
    ...described('path', name),
  }));
  const query = Object.entries(queryOf(operation)).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !v.is(schema, undefined),
    ...described('query', name),
  }));
  return [...path, ...query, ...keyOf(idempotencyKey), ...conditionOf(operation)];
}

const answersNotModified = ({ route, output }: Operation): boolean =>
  output.version !== undefined && !output.showsMore && route.startsWith('GET ');

/** The headers of a request that depends on the version of the record. */
function conditionOf(operation: Operation) {
  if (takesIfMatch(operation)) return [IF_MATCH];
  return operation.output.tagged || answersNotModified(operation) ? [IF_NONE_MATCH] : [];
}

/** `*`, or entity tags (RFC 9110 §8.8.3) that are separated by commas. */
const CONDITION = '^(\\*|(W/)?"[!#-~]*"([ \\t]*,[ \\t]*(W/)?"[!#-~]*")*)$';

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The ETag of the record that you read, or several, or `*` for any. The change is made only if the record still has it; else 412.',
  schema: { type: 'string', pattern: CONDITION },
};

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of the answer that you have. 304 without a body if it is still the present one.',
  schema: { type: 'string' },
};

/** The key of a move that a phone recorded. */
const FACT_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The identifier of the fact, as in a sync: a UUID of version 7 with the time of now, which the phone makes once for each tap and sends again with every repetition. The same key with the same request returns the first answer again; with another request, 409. With a key, a status that the trip has already is no error: the driver’s time takes precedence.',
  schema: { type: 'string', format: 'uuid' },
};

const keyOf = (kind: Operation['idempotencyKey']) =>
  kind === undefined ? [] : [kind === 'FACT' ? FACT_KEY : keyParameter(kind)];

const keyParameter = (kind: true | 'AS_IT_IS') => ({
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: `The same key with the same request within 24 hours ${kind === 'AS_IT_IS' ? 'changes nothing and returns the record as it is by then' : 'returns the first answer again'}; with another request, 409.`,
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
});
