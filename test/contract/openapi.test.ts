import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import document from '../../docs/openapi.json';
import { OPERATIONS } from '../../functions/catalog';
import { TEST_SEAL } from '../../local/seed/seal';
import { queryOf } from '../../scripts/openapi-operation';
import { undescribedIn } from '../../scripts/undescribed';
import { FleetEvent } from '../../shared/events/event';
import { EVENT_TYPES } from '../../shared/events/event-type';
import { scopeOf } from '../../shared/identity/caller';
import { errorsOf } from '../../shared/operation/error-answer';
import { ERRORS } from '../../shared/platform/errors';
import { SCOPES } from '../../shared/teams/scopes';
import { fits } from '../support/json-schema';
import { type Extent, sample } from '../support/sample';

/**
 * The part of OpenAPI 3.1 that this document uses. The schema is strict: a field outside the standard is an error. Source: OpenAPI 3.1.0,
 * §4.8.
 */
const Schema = v.record(v.string(), v.unknown());
const Reference = v.strictObject({ $ref: v.pipe(v.string(), v.startsWith('#/components/')) });
const MediaType = v.strictObject({
  schema: Schema,
  example: v.optional(v.unknown()),
  examples: v.optional(v.record(v.string(), v.strictObject({ value: v.unknown() }))),
});
const Content = v.strictObject({
  'application/json': MediaType,
  'text/csv': v.optional(MediaType),
  // Of an answer that can lead to a PDF instead.
  'application/pdf': v.optional(v.strictObject({})),
});
/** The document describes only the type of the file that a redirect leads to. */
const Followed = v.record(v.picklist(['application/pdf', 'application/xml']), v.strictObject({}));
const Header = v.strictObject({ description: v.string(), schema: Schema });
const Response = v.strictObject({
  description: v.pipe(v.string(), v.nonEmpty()),
  headers: v.optional(v.record(v.string(), Header)),
  content: v.optional(v.union([Content, Followed])),
});
const Parameter = v.pipe(
  v.strictObject({
    name: v.string(),
    in: v.picklist(['path', 'query', 'header']),
    required: v.boolean(),
    description: v.string(),
    schema: Schema,
    example: v.optional(v.unknown()),
  }),
  v.check((parameter) => parameter.in !== 'path' || parameter.required, 'A path parameter is required.'),
);
const OperationObject = v.strictObject({
  operationId: v.pipe(v.string(), v.regex(/^[a-z][A-Za-z]+$/)),
  summary: v.pipe(v.string(), v.nonEmpty()),
  description: v.pipe(v.string(), v.nonEmpty()),
  tags: v.pipe(v.array(v.string()), v.length(1)),
  security: v.array(v.record(v.picklist(['staff', 'drivers', 'webhook', 'apiKey']), v.array(v.string()))),
  'x-role': v.optional(v.picklist(['MEMBER', 'ADMIN', 'OWNER'])),
  'x-key-scope': v.optional(v.picklist(SCOPES)),
  'x-without-idempotency-key': v.optional(v.picklist(['AGAIN', 'NAMED', 'PROOF', 'SAME', 'SECRET'])),
  'x-example-sender': v.optional(v.string()),
  'x-irreversible': v.optional(
    v.union([v.literal(true), v.record(v.string(), v.pipe(v.array(v.string()), v.nonEmpty()))]),
  ),
  parameters: v.optional(v.array(Parameter)),
  requestBody: v.optional(v.strictObject({ required: v.boolean(), content: Content })),
  responses: v.record(v.pipe(v.string(), v.regex(/^[2-5]\d\d$/)), v.union([Reference, Response])),
});
const PathItem = v.record(v.picklist(['get', 'post', 'put', 'patch', 'delete']), OperationObject);
const ComponentName = v.pipe(v.string(), v.regex(/^[\w.-]+$/));
const Document = v.strictObject({
  openapi: v.literal('3.1.0'),
  info: v.strictObject({
    title: v.string(),
    version: v.string(),
    description: v.string(),
    license: v.strictObject({ name: v.string(), identifier: v.string() }),
  }),
  servers: v.array(v.strictObject({ url: v.string() })),
  tags: v.array(v.strictObject({ name: v.string(), description: v.string() })),
  paths: v.record(v.pipe(v.string(), v.startsWith('/')), PathItem),
  webhooks: v.record(
    v.picklist(EVENT_TYPES),
    v.strictObject({
      post: v.strictObject({
        operationId: v.pipe(v.string(), v.regex(/^send[A-Z][A-Za-z]+$/)),
        security: v.strictTuple([]),
        summary: v.string(),
        description: v.string(),
        tags: v.array(v.string()),
        parameters: v.array(Reference),
        requestBody: v.strictObject({ required: v.literal(true), content: Content }),
        responses: v.record(v.picklist(['2XX', '410', 'default']), v.strictObject({ description: v.string() })),
      }),
    }),
  ),
  components: v.strictObject({
    parameters: v.record(ComponentName, Parameter),
    responses: v.record(ComponentName, Response),
    schemas: v.record(ComponentName, Schema),
    securitySchemes: v.record(
      ComponentName,
      v.variant('type', [
        v.strictObject({
          type: v.literal('http'),
          scheme: v.literal('bearer'),
          bearerFormat: v.string(),
          description: v.string(),
        }),
        v.strictObject({
          type: v.literal('apiKey'),
          in: v.literal('header'),
          name: v.string(),
          description: v.string(),
        }),
      ]),
    ),
  }),
});

const { paths, components, tags, webhooks } = v.parse(Document, document);
const described = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, ...operation })),
);

/** Resolves a reference. An unresolved reference is an error. */
function resolve(reference: string): Record<string, unknown> {
  const steps = reference.replace(/^#\//, '').split('/');
  return v.parse(
    Schema,
    steps.reduce((at: unknown, step) => v.parse(Schema, at)[step], document),
  );
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => (name === '$ref' ? [String(one)] : referencesIn(one)));
}

test('every operation stands in it once, under its own route and id', () => {
  const expected = Object.values(OPERATIONS).map(({ id, route }) => `${id}: ${route}`);
  expect(described.map(({ operationId, route }) => `${operationId}: ${route}`).sort()).toEqual(expected.sort());
  expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(described.length);
});

test('every reference points at something, and every component is referred to', () => {
  const references = [...new Set(referencesIn(document))];
  for (const reference of references) expect(resolve(reference)).toBeDefined();
  const named = ['parameters', 'responses', 'schemas'] as const;
  const all = named.flatMap((kind) => Object.keys(components[kind]).map((name) => `#/components/${kind}/${name}`));
  expect(references.sort()).toEqual(all.sort());
});

test('an operation is described by the comment above it, and by who may call it', () => {
  expect(descriptionOf('logout').description).toMatch(/^Ends a session of either pool: .* is not an error\.$/);
  expect(descriptionOf('recoverMfa').description).toMatch(/A mail informs the user\.$/);
  expect(descriptionOf('listTeams').description).toMatch(/\n\nFor every signed-in user of the office\.$/);
  expect(descriptionOf('getTrip').description).toMatch(
    /\n\nFor any member of the team, or an API key with the scope `trips:read`\.$/,
  );
  expect(descriptionOf('stampInvoice').description).toMatch(
    /\n\nFor an ADMIN or the OWNER of the team, or an API key with the scope `invoices:stamp`\.$/,
  );
  expect(descriptionOf('startTrip').description).toMatch(/\n\nFor drivers, with a token of their own pool\.$/);
});

test('desk 6.1: every field, parameter and operation has a description that says more than its name', () => {
  expect(undescribedIn(document)).toEqual([]);
});

const textOf = (schema: string, field: string): unknown =>
  v.parse(Schema, v.parse(Schema, components.schemas[schema]?.properties)[field]).description;

test('desk 6.1: the text of a field is written once and follows it into every body and answer', () => {
  const plate = textOf('Vehicle', 'plate');
  expect(plate).toMatch(/^As on the licence plate\./);
  expect([textOf('VehicleChanges', 'plate'), textOf('VehicleFields', 'plate')]).toEqual([plate, plate]);
  expect(textOf('OwnTrip', 'startDate')).toBe(textOf('NewTrip', 'startDate'));
  expect(textOf('Invoice', 'teamId')).toBe(textOf('Box', 'teamId'));
});

test('desk 6.1: a code says what it means', () => {
  expect(textOf('Client', 'cfdiUse')).toContain('G03 (Gastos en general)');
  expect(textOf('Trip', 'status')).toContain('NO_INICIADO = planned; EN_PROCESO = on the road;');
  expect(textOf('TripMoved', 'newStatus')).toContain('CANCELADO = given up.');
});

test('every tag is used, and every used one is there', () => {
  expect(tags.map(({ name }) => name)).toEqual([...new Set(described.flatMap((operation) => operation.tags))].sort());
});

const descriptionOf = (id: string) => {
  const found = described.find(({ operationId }) => operationId === id);
  if (found === undefined) throw new Error(`${id} is not in the document. Run "npm run docs".`);
  return found;
};

/** The JSON schema of an answer. */
const schemaOf = (id: string, status: number) => {
  const { content = {} } = answerOf(id, status);
  return 'application/json' in content ? content['application/json'].schema : {};
};

const answerOf = (id: string, status: number) => {
  const answer = descriptionOf(id).responses[status];
  return v.parse(Response, answer && '$ref' in answer ? resolve(answer.$ref) : answer);
};

test('every error code is shown by an answer that the service gave', () => {
  const contents = Object.values(components.responses).map(({ content = {} }) => content);
  const shown = contents.flatMap((content) =>
    'application/json' in content ? Object.keys(content['application/json'].examples ?? {}) : [],
  );
  expect([...new Set(shown)].sort()).toEqual(Object.keys(ERRORS).sort());
});

test('no example holds what looks like a token, a key or an address of this machine, but the public certificate of the SAT for tests', () => {
  const text = readFileSync(join(__dirname, '..', '..', 'docs', 'examples.json'), 'utf8');
  const { cerFile, keyFile } = TEST_SEAL;
  expect(text.replace(cerFile, '').replace(keyFile, '')).not.toMatch(
    /eyJ[\w-]{10}|MII[A-Za-z0-9+/]{10}|sk_(?:live|user|test)_|127\.0\.0\.1|X-Amz-Credential/,
  );
});

test('an invoice is shown of both types: for a client, and of own goods (tax 7.10)', () => {
  const { requestBody } = descriptionOf('createInvoice');
  const types = valuesOf(shownIn(requestBody?.content)).map((body) => Object(body).type ?? 'I');
  expect(types).toEqual(['I', 'T']);
});

test('desk 6.2: an answer with status 202 is shown by an example whose outcome is open', () => {
  const withPending = described.filter(({ responses }) => '202' in responses);
  const accepted = withPending.flatMap(({ operationId }) => {
    const shown = shownIn(answerOf(operationId, 202).content);
    return valuesOf(shown).map((value) => `${operationId}: ${Object(value).status}`);
  });
  // A redelivery and a test event are listed among the deliveries: their answers have no status.
  expect(accepted.filter((one) => !one.endsWith(': undefined')).sort()).toEqual([
    'createArchive: CREATED',
    'stampInvoice: PENDING',
  ]);
});

/** Operations without an example: one answers the document itself; only the stamping provider can sign the request of the other. */
const WITHOUT_EXAMPLE = ['getOpenapi', 'stamping'];

test('a stamp that is not ready says all that stands in the way, as validate does', () => {
  const schema = schemaOf('stampInvoice', 400);
  const refused = { error: 'INVOICE_NOT_READY', message: 'A sentence.', field: 'driver.rfc' };
  const finding = { code: 'CP167', field: 'driver.rfc', message: 'A sentence.', source: 'SAT' };
  expect(fits(schema, { ...refused, errors: [finding] }, resolve)).toBe(true);
  expect(fits(schema, { ...refused, errors: [{ ...finding, source: 'ELSEWHERE' }] }, resolve)).toBe(false);
});

interface Shown {
  readonly schema?: v.InferOutput<typeof Schema>;
  readonly example?: unknown;
  /** Several examples by name, in place of the one. */
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>> | undefined;
}

const valuesOf = ({ example, examples = {} }: Shown): unknown[] => [
  ...(example === undefined ? [] : [example]),
  ...Object.values(examples).map(({ value }) => value),
];

const shownIn = (content: v.InferOutput<typeof Content> | v.InferOutput<typeof Followed> = {}): Shown =>
  'application/json' in content ? content['application/json'] : {};

const EXTENTS: readonly Extent[] = ['full', 'minimal'];

describe.each(Object.values(OPERATIONS).map((operation) => [operation.id, operation] as const))(
  '%s',
  (id, operation) => {
    const { route, auth, input, output } = operation;

    test('has the parameters of its route, and the pool and role of its callers', () => {
      const { parameters = [], security } = descriptionOf(id);
      const inPath = parameters.filter((one) => one.in === 'path').map(({ name }) => `{${name}}`);
      expect(inPath).toEqual(route.match(/\{\w+\}/g) ?? []);
      const pool = auth === 'public' ? undefined : 'pool' in auth ? auth.pool : 'webhook';
      const scope = scopeOf(auth);
      const key = scope === undefined ? [] : [{ apiKey: [] }];
      expect(security).toEqual(pool === undefined ? [] : [{ [pool]: [] }, ...key]);
      expect(descriptionOf(id)['x-key-scope']).toBe(scope);
      const hasRole = auth !== 'public' && 'pool' in auth && auth.pool === 'staff' && auth.team;
      expect(descriptionOf(id)['x-role']).toBe(hasRole ? (auth.role ?? 'MEMBER') : undefined);
      expect(parameters.some(({ name }) => name === 'Idempotency-Key')).toBe(operation.idempotencyKey !== undefined);
    });

    test('integrations 4: has the headers of the record’s version, and the answers that they cause', () => {
      const { parameters = [], responses } = descriptionOf(id);
      const names = parameters.filter((one) => one.in === 'header').map(({ name }) => name);
      const isRead = route.startsWith('GET ') && !output.showsMore;
      const isChange = /^(PUT|PATCH) /.test(route);
      const isVersioned = output.version !== undefined;
      const isTagged = output.tagged !== undefined;
      const isConditional = isTagged || (isVersioned && isRead);
      expect(names.includes('If-None-Match')).toBe(isConditional);
      expect('304' in responses).toBe(isConditional || output.packed !== undefined);
      expect(names.includes('If-Match')).toBe(isVersioned && isChange);
      expect('412' in responses).toBe(isVersioned && isChange);
      const tagged = [output.status, ...(isConditional ? [304] : []), ...(isVersioned && isChange ? [412] : [])];
      for (const status of tagged) expect('ETag' in (answerOf(id, status).headers ?? {})).toBe(isVersioned || isTagged);
    });

    test('lists every error that it can answer, and no other', () => {
      const statuses = Object.keys(descriptionOf(id).responses)
        .map(Number)
        .filter((status) => status >= 400);
      const codes = statuses.flatMap((status) => {
        const schema = schemaOf(id, status);
        return errorsOf(operation).filter(
          (error) => fits(schema, { error, message: 'A sentence.' }, resolve) && ERRORS[error].status === status,
        );
      });
      expect(codes.sort()).toEqual(errorsOf(operation));
      const listed =
        JSON.stringify(statuses.map((status) => answerOf(id, status).content)).match(/"enum":\[[^\]]*\]/g) ?? [];
      expect(
        listed
          .join()
          .match(/[A-Z_]{4,}/g)
          ?.sort(),
      ).toEqual(errorsOf(operation));
    });

    test('describes its answer: what the declaration lets out fits', () => {
      const { headers, content } = answerOf(id, output.status);
      if (output.status === 302) {
        expect([Object.keys(headers ?? {}), content]).toEqual([expect.arrayContaining(['Location']), undefined]);
        expect(answerOf(id, 200).content).toEqual(Object.fromEntries((output.leadsTo ?? []).map((type) => [type, {}])));
        return;
      }
      const schema = schemaOf(id, output.status);
      for (const extent of EXTENTS) {
        const answer: unknown = JSON.parse(JSON.stringify(v.parse(output.body, sample(output.body, extent))));
        expect(fits(schema, answer, resolve)).toBe(true);
      }
      expect(fits(schema, 'no answer', resolve)).toBe(false);
    });

    if (input?.body) {
      const { body } = input;
      test('describes its body: what it takes fits, and it takes no body where none is needed', () => {
        const { requestBody } = descriptionOf(id);
        const schema = requestBody?.content['application/json'].schema ?? {};
        for (const extent of EXTENTS) expect(fits(schema, sample(body, extent), resolve)).toBe(true);
        expect(requestBody?.required).toBe(!v.is(body, {}));
        expect(fits(schema, {}, resolve)).toBe(v.is(body, {}));
      });
    }

    if (!WITHOUT_EXAMPLE.includes(id)) {
      test('is shown by a call that the service answered', () => {
        const { parameters = [], requestBody } = descriptionOf(id);
        const needed = parameters.filter(({ required }) => required).map(({ name }) => name);
        const given = parameters.filter(({ example }) => example !== undefined);
        expect(given.map(({ name }) => name)).toEqual(expect.arrayContaining(needed));
        const shown: Shown[] = [...given, shownIn(requestBody?.content), shownIn(answerOf(id, output.status).content)];
        if (requestBody?.required) expect(valuesOf(shownIn(requestBody.content))).not.toEqual([]);
        if (output.status !== 302) expect(valuesOf(shownIn(answerOf(id, output.status).content))).not.toEqual([]);
        for (const { schema = {}, ...one } of shown)
          for (const value of valuesOf(one)) expect(fits(schema, value, resolve)).toBe(true);
      });
    }

    test('describes every field of its query', () => {
      const inQuery = descriptionOf(id).parameters?.filter((one) => one.in === 'query') ?? [];
      const declared = Object.keys(queryOf(operation));
      expect(inQuery.map(({ name }) => name)).toEqual(expect.arrayContaining(declared));
    });
  },
);

test.each(EVENT_TYPES)('integrations 8: %s is a webhook that takes an event of this type and no other', (type) => {
  const post = webhooks[type]?.post;
  const schema = post?.requestBody.content['application/json'].schema ?? {};
  const event = JSON.parse(JSON.stringify({ ...v.parse(FleetEvent, sample(FleetEvent, 'full')), type }));
  expect(fits(schema, event, resolve)).toBe(true);
  expect(fits(schema, { ...event, type: type === 'trip.created' ? 'trip.started' : 'trip.created' }, resolve)).toBe(
    false,
  );
  const names = post?.parameters.map(
    ({ $ref }) => components.parameters[$ref.replace('#/components/parameters/', '')]?.name,
  );
  expect(names).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
});
