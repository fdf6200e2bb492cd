import { answerTo } from './api.js';
import { language } from './language.js';

/** The methods of an operation in the document. */
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const RANKS = { MEMBER: 1, ADMIN: 2, OWNER: 3 };

/** The waits before further attempts to read the document. Pages show no buttons without it, and do not say why. */
const PAUSES_MS = [500, 2_000];

let reading;

/** The operations that the server itself describes. Read once for each page load, because the document changes only with the server. */
export function readDocument() {
  reading ??= askAgain(PAUSES_MS).catch((failure) => {
    reading = undefined;
    throw failure;
  });
  return reading;
}

const askAgain = ([pause, ...others]) =>
  ask().catch(async (failure) => {
    if (pause === undefined) throw failure;
    await new Promise((done) => setTimeout(done, pause));
    return askAgain(others);
  });

async function ask() {
  const [document, spanish] = await Promise.all(['/openapi.json', '/_local/console/spanish.json'].map(readJson));
  return readOperations(document, new Map(Object.entries(spanish)));
}

async function readJson(path) {
  const response = await answerTo(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

/** The operations of a document, by their ids, each with the fields of its request. `spanish` has the Spanish of its descriptions. */
function readOperations(document, spanish) {
  const resolve = (schema) => resolved(document, schema);
  const describe = (text) => described(text, spanish);
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) =>
      operationOf(item[method], method, path, document, resolve, describe),
    ),
  );
  return {
    operations,
    tags: document.tags ?? [],
    resolve,
    describe,
    of: (id) => operations.find((one) => one.id === id),
  };
}

/** A description in the language of the console. One without Spanish stays English, and `lang` says so. */
function described(text, spanish) {
  const known = language() === 'es' ? spanish.get(text) : undefined;
  return { text: (known ?? text).replaceAll('`', ''), lang: language() === 'es' && !known ? 'en' : undefined };
}

function resolved(document, schema = {}) {
  if (!schema.$ref) return schema;
  const { $ref, ...beside } = schema;
  const found = $ref
    .slice(2)
    .split('/')
    .reduce((part, name) => part?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  return { ...resolved(document, found), ...beside };
}

function operationOf(declared, method, path, { components = {} }, resolve, describe) {
  const body = declared.requestBody?.content?.['application/json']?.schema;
  const answers = Object.entries(declared.responses ?? {}).filter(([status]) => status < 400);
  const hasJson = answers.some(([, one]) => one.content?.['application/json']);
  const answer = resolve(answers.find(([, one]) => one.content)?.[1].content['application/json']?.schema);
  const pool = Object.keys(declared.security?.[0] ?? {})[0];
  const scheme = components.securitySchemes?.[pool];
  const header = scheme?.type === 'apiKey' ? scheme : undefined;
  return {
    id: declared.operationId,
    method: method.toUpperCase(),
    path,
    tag: declared.tags?.[0] ?? '',
    summary: declared.summary ?? declared.operationId,
    description: declared.description ?? '',
    /** The paragraphs of the description in the language of the console. */
    paragraphs: () => (declared.description ?? '').split('\n\n').map(describe),
    pool,
    isSigned: header !== undefined,
    role: declared['x-role'],
    irreversible: declared['x-irreversible'],
    fields: fieldsOf(declared, body && resolve(body), header, resolve),
    hasBody: body !== undefined,
    // A key with a format is the phone's own identifier: the console makes none.
    hasKey: (declared.parameters ?? []).some(({ name, schema }) => name === 'Idempotency-Key' && !schema.format),
    answer,
    // An operation that also answers JSON leads to a file only when it is asked for it.
    isRedirect: answers.some(([status]) => status === '302') && !hasJson,
    hasPdf: hasJson && answers.some(([, one]) => one.content?.['application/pdf']),
    isTable: answers.some(([, one]) => one.content?.['text/csv']),
  };
}

/** The fields of a request, each with its place, in the order of the document: those that must be given come first. */
function fieldsOf({ parameters = [] }, body, header, resolve) {
  const given = parameters
    .filter((one) => one.in === 'path' || one.in === 'query')
    .map(({ name, in: place, required, description, schema, example }) => ({
      name,
      place,
      isRequired: required === true,
      schema: { ...resolve(schema), ...(description && { description }), ...(example !== undefined && { example }) },
    }));
  const signature = header ? [signatureOf(header)] : [];
  const sent = Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
    name,
    place: 'body',
    isRequired: body.required?.includes(name) === true,
    schema: resolve(schema),
  }));
  const whole =
    body && !body.properties ? [{ name: 'body', place: 'whole', isRequired: true, schema: { ...body } }] : [];
  const all = [...given, ...signature, ...sent, ...whole];
  return [...all.filter(({ isRequired }) => isRequired), ...all.filter(({ isRequired }) => !isRequired)];
}

/** The header by which a service, instead of a person, proves itself. */
const signatureOf = ({ name, description }) => ({
  name,
  place: 'header',
  isRequired: true,
  schema: { type: 'string', description },
});

/** Whether the person of this session may use the operation: by the pool of the token, and by the role in the team. */
export function mayUse(session, { pool, isSigned, role }) {
  if (pool === undefined || isSigned) return true;
  if (pool === 'drivers') return session.kind === 'driver';
  if (session.kind !== 'staff') return false;
  return role === undefined || RANKS[session.team?.userRole] >= RANKS[role];
}
