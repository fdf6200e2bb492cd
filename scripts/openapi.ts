import { version } from '../package.json';
import type { Operation } from '../shared/operation/define';
import type { DeclaredFields } from './declared-texts';
import type { Examples } from './examples';
import { type Converted, jsonSchemas, type Schemas, type Side } from './json-schemas';
import { errorResponses, SECURITY_SCHEMES } from './openapi-errors';
import { operationObject, schemasOf, tagOf } from './openapi-operation';
import { WEBHOOK_PARAMETERS, webhooks } from './openapi-webhooks';
import { namesWithin, REFERENCE, settled } from './references';
import { tagObject } from './tags';

export type Operations = Readonly<Record<string, Operation>>;

const DESCRIPTION = [
  'Every answer of the service carries `X-Request-Id`. An error is `{error, message, field}`: a stable code, a sentence to act on, and the',
  'JSON path of the first invalid field. Instants are ISO 8601 UTC with milliseconds; amounts have at most two decimals. An absent body',
  'is `{}`. Unknown fields of a body are ignored unless the operation says otherwise. An empty text in an optional field of a body counts',
  'as null, whatever the format of the field. With `Accept-Language: es` every sentence is Spanish, else English; `Content-Language` names the',
  'language. A path that no operation has answers 404 `NOT_FOUND`. The gateway in front answers 413, 429 and 503 by itself with `{message}`.',
  '',
  'The examples name records of the demo that a fresh `npm start` shows; `owner@demo.mx` and the driver `demo.driver` send them unless',
  '`x-example-sender` names another person. Put the value of your own call in the place of a text in angle brackets, of the code `123456` and of identifiers that begin with `019cafde`.',
].join('\n');

/**
 * The OpenAPI 3.1 document of the operations, by file. `named` holds the schemas that become components, `examples` the
 * recorded answers of the service, `fields` the texts of the fields. Without `fields` neither fields nor parameters have a
 * text.
 */
export function openapiDocument(operations: Operations, named: Schemas, examples: Examples, fields?: DeclaredFields) {
  const input = convert('input', operations, named, fields);
  const output = convert('output', operations, named, fields);
  const document = {
    openapi: '3.1.0',
    info: { title: 'Fleet operations', version, license: { name: 'MIT', identifier: 'MIT' }, description: DESCRIPTION },
    servers: [{ url: '/' }],
    tags: [...new Set(Object.keys(operations).map(tagOf))].sort().map(tagObject),
    paths: pathsOf(operations, { ...input.schemas, ...output.schemas }, examples, fields),
    webhooks: webhooks(),
  };
  const responses = errorResponses(Object.values(operations), examples);
  const components = {
    parameters: WEBHOOK_PARAMETERS,
    responses,
    schemas: componentSchemas([document.paths, document.webhooks, responses], {
      ...input.definitions,
      ...output.definitions,
    }),
    securitySchemes: SECURITY_SCHEMES,
  };
  return settled({ ...document, components });
}

function convert(side: Side, operations: Operations, named: Schemas, fields: DeclaredFields | undefined): Converted {
  const schemas = Object.assign({}, ...Object.values(operations).map((operation) => schemasOf(operation)[side]));
  const { schemas: converted, definitions } = jsonSchemas(
    schemas,
    named,
    side,
    (name) => `${REFERENCE}${side}:${name}`,
    fields,
  );
  const keyed = Object.entries(definitions).map(([name, schema]) => [`${side}:${name}`, schema]);
  return { schemas: converted, definitions: Object.fromEntries(keyed) };
}

function pathsOf(
  operations: Operations,
  schemas: Converted['schemas'],
  examples: Examples,
  fields: DeclaredFields | undefined,
) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [file, operation] of Object.entries(operations).sort(byRoute)) {
    const [method = '', path = ''] = operation.route.split(' ');
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: operationObject(file, operation, schemas, examples, fields),
    };
  }
  return paths;
}

const byRoute = ([, one]: [string, Operation], [, other]: [string, Operation]): number =>
  pathFirst(one) < pathFirst(other) ? -1 : 1;

const pathFirst = ({ route }: Operation): string => route.split(' ').reverse().join(' ');

/** The named schemas that are referenced, directly or through other schemas. */
function componentSchemas(referring: unknown, definitions: Converted['definitions']): Converted['definitions'] {
  const reached = new Set<string>();
  let names = namesWithin(referring);
  while (names.length > 0) {
    for (const name of names) reached.add(name);
    names = names.flatMap((name) => namesWithin(definitions[name])).filter((name) => !reached.has(name));
  }
  return Object.fromEntries([...reached].sort().map((name) => [name, definitions[name] ?? {}]));
}
