import { scopeOf } from '../shared/identity/caller';
import type { Operation } from '../shared/operation/define';
import { errorsOf } from '../shared/operation/error-answer';
import { ERRORS, type ErrorCode } from '../shared/platform/errors';
import type { Examples } from './examples';
import { REFERENCE } from './references';

/** The form of the tokens. Tokens of both pools look alike, but each is refused by the other pool's operations. */
export const SECURITY_SCHEMES = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'fleet_{stage}_ and 46 characters',
    description:
      'API key of a team, from POST /teams/{teamId}/api-keys. `x-key-scope` of an operation is the scope that the key needs.',
  },
  drivers: bearerOf('drivers', 'POST /auth/drivers/login'),
  staff: bearerOf('office staff', 'POST /auth/login'),
  webhook: {
    type: 'apiKey',
    in: 'header',
    name: 'Facturapi-Signature',
    description: 'HMAC-SHA256 of the raw body in hexadecimal, with the webhook’s secret.',
  },
};

function bearerOf(people: string, source: string) {
  return {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: `Access token of ${people}, from ${source}.`,
  };
}

export function securityOf({ auth }: Pick<Operation, 'auth'>) {
  if (auth === 'public') return [];
  const token = { ['pool' in auth ? auth.pool : 'webhook']: [] };
  return scopeOf(auth) === undefined ? [token] : [token, { apiKey: [] }];
}

export const REQUEST_ID = {
  'X-Request-Id': { description: 'Identifies this request in our log.', schema: { type: 'string' } },
};

export const VERSION_TAG = {
  ETag: {
    description: 'The version of the record in quotation marks, for If-Match and If-None-Match.',
    schema: { type: 'string' },
  },
};

export const CONTENT_TAG = {
  ETag: { description: 'The tag of this content, for If-None-Match.', schema: { type: 'string' } },
};

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } } };

const count = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } });
const RATE_LIMIT = {
  'RateLimit-Limit': count(
    'The most uses in the period of the reached limit. Absent when attempts of a secret are counted.',
  ),
  'RateLimit-Remaining': count('0: none is left in the period.'),
  'RateLimit-Reset': count('Seconds until the period ends, as Retry-After.'),
};

/** Errors that the gateway itself returns before a function runs, in its own form. */
const GATEWAY: Readonly<Record<string, string>> = {
  413: 'The gateway: the request is larger than 10 MB.',
  429: 'The gateway: too many requests at once.',
  503: 'The gateway: the function did not answer within 30 seconds, or no function was free.',
};

interface Group {
  readonly status: string;
  readonly codes: readonly ErrorCode[];
}

/** The errors of an operation: its codes by status, and the gateway's. */
function groupsOf(operation: Operation): Group[] {
  const codes = errorsOf(operation);
  const statuses = new Set([...codes.map((code) => String(ERRORS[code].status)), ...Object.keys(GATEWAY)]);
  return [...statuses]
    .sort()
    .map((status) => ({ status, codes: codes.filter((code) => String(ERRORS[code].status) === status) }));
}

const nameOf = ({ status, codes }: Group): string => [status, ...codes].join('.');

/** The error answers of an operation: references to components that operations with the same errors share. */
export const errorReferences = (operation: Operation) =>
  Object.fromEntries(
    groupsOf(operation).map((group) => [group.status, { $ref: `#/components/responses/${nameOf(group)}` }]),
  );

/** The components that {@link errorReferences} refers to. */
export function errorResponses(operations: readonly Operation[], { errors }: Pick<Examples, 'errors'>) {
  const named = operations.flatMap(groupsOf).map((group) => [nameOf(group), responseOf(group, errors)] as const);
  return Object.fromEntries([...new Map(named)].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function responseOf({ status, codes }: Group, errors: Examples['errors']) {
  const gateway = GATEWAY[status];
  const schemas = [...(codes.length > 0 ? [errorSchema(codes)] : []), ...(gateway ? [GATEWAY_BODY] : [])];
  const shown = codes.filter((code) => code in errors);
  const ours = codes.map((code) => `\`${code}\`: ${ERRORS[code].message.en}`);
  return {
    description: [...ours, ...(gateway ? [gateway] : [])].join('\n\n'),
    headers: {
      ...REQUEST_ID,
      ...(codes.some((code) => RETRIED.includes(code)) && RETRY_AFTER),
      ...(codes.includes('TOO_MANY_REQUESTS') && RATE_LIMIT),
      ...(codes.includes('PRECONDITION_FAILED') && VERSION_TAG),
    },
    content: {
      'application/json': {
        schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas },
        ...(shown.length > 0 && { examples: Object.fromEntries(shown.map((code) => [code, { value: errors[code] }])) }),
      },
    },
  };
}

const RETRIED: readonly ErrorCode[] = ['TOO_MANY_REQUESTS', 'UNAVAILABLE'];

const MESSAGE = {
  type: 'string',
  description: 'A sentence that says what to do. It can change; programs read `error`.',
};
const GATEWAY_BODY = { type: 'object', properties: { message: MESSAGE }, required: ['message'] };

/** The list of INVOICE_NOT_READY (docs/decisions/0026). */
const FINDINGS = {
  type: 'array',
  items: { $ref: `${REFERENCE}output:Finding` },
  description: '`INVOICE_NOT_READY`: all findings of the validation that prevent the stamp.',
};

/** The list of PLAN_OVERLAPS (docs/decisions/0101). */
const OVERLAPS = {
  type: 'array',
  items: { $ref: `${REFERENCE}output:TripWarning` },
  description: '`PLAN_OVERLAPS`: the other trips that need the driver or the vehicle in these hours.',
};

/** The fields that are not valid. */
const FIELDS = {
  type: 'array',
  maxItems: 20,
  items: {
    type: 'object',
    properties: {
      field: { type: 'string', description: 'JSON path of the field.' },
      message: { type: 'string', description: 'What to send instead.' },
    },
    required: ['field', 'message'],
    additionalProperties: false,
  },
  description: '`VALIDATION_FAILED`: every invalid field, the first 20 in the order of the declared body.',
};

/** The list that an answer with one of these codes can have. */
function errorsSchema(codes: readonly ErrorCode[]) {
  const lists = [
    ...(codes.includes('VALIDATION_FAILED') ? [FIELDS] : []),
    ...(codes.includes('INVOICE_NOT_READY') ? [FINDINGS] : []),
    ...(codes.includes('PLAN_OVERLAPS') ? [OVERLAPS] : []),
  ];
  const [only] = lists;
  const description = 'With `VALIDATION_FAILED` the invalid fields, with `INVOICE_NOT_READY` the findings.';
  return lists.length > 1 ? { anyOf: lists, description } : only;
}

/** The body of an error. PROVIDER_ERROR, the failure of an external service, has only `error`. */
function errorSchema(codes: readonly ErrorCode[]) {
  const codeText = 'The stable code of the refusal. The description of the answer says what each code means.';
  const error = { type: 'string', enum: codes, description: codeText };
  if (codes.includes('PROVIDER_ERROR')) {
    const sentence = { type: 'string', description: 'The reason of the refusal as a sentence, if it is known.' };
    return {
      type: 'object',
      properties: { error: { anyOf: [error, sentence], description: codeText } },
      required: ['error'],
    };
  }
  const field = { type: 'string', description: 'JSON path of the first invalid field, such as `stops[3].order`.' };
  const errors = errorsSchema(codes);
  return {
    type: 'object',
    properties: { error, message: MESSAGE, field, ...(errors && { errors }) },
    required: ['error', 'message'],
  };
}
