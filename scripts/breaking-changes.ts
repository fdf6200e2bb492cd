type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Resolves a reference within one document. */
type Resolve = (schema: unknown) => Json;

interface Comparison {
  readonly before: Resolve;
  readonly after: Resolve;
  /** The direction. A request must not require more than before, and an answer must not contain less. */
  readonly side: 'sent' | 'answered';
  /** References that were already followed, because a schema may contain itself. */
  readonly seen: Set<string>;
}

/**
 * Lists the promises of the contract that the newer document breaks, one line for each. A line begins with the
 * operation's id.
 */
export function breakingChanges(before: unknown, after: unknown): string[] {
  const [old, young] = [operationsOf(before), operationsOf(after)];
  return [...old].flatMap(([id, operation]) => {
    const now = young.get(id);
    if (now === undefined || now.route !== operation.route) return [`${id}: ${operation.route} was removed`];
    return changesOf(operation, now, { before: resolverOf(before), after: resolverOf(after) }).map(
      (one) => `${id}: ${one}`,
    );
  });
}

type Described = Json & { readonly route: string };

function operationsOf(document: unknown): Map<string, Described> {
  const paths = Object.entries(part(document, 'paths'));
  return new Map(
    paths.flatMap(([path, item]) =>
      Object.entries(part(item)).map(([method, operation]): [string, Described] => {
        const described = part(operation);
        return [String(described.operationId), { ...described, route: `${method.toUpperCase()} ${path}` }];
      }),
    ),
  );
}

const part = (value: unknown, ...path: readonly string[]): Json => {
  const found = path.reduce<unknown>((at, key) => (isJson(at) ? at[key] : undefined), value);
  return isJson(found) ? found : {};
};

const resolverOf =
  (document: unknown): Resolve =>
  (value) => {
    const { $ref } = part(value);
    return typeof $ref === 'string' ? part(document, ...$ref.slice(2).split('/')) : part(value);
  };

const JSON_SCHEMA = ['content', 'application/json', 'schema'];

function changesOf(old: Described, now: Described, resolve: Pick<Comparison, 'before' | 'after'>): string[] {
  const sent = { ...resolve, side: 'sent' as const, seen: new Set<string>() };
  const answered = { ...sent, side: 'answered' as const, seen: new Set<string>() };
  const bodies = [part(old, 'requestBody'), part(now, 'requestBody')] as const;
  const isAskedFor = bodies[1].required === true && bodies[0].required !== true;
  const statuses = Object.keys(part(old, 'responses')).filter((status) => status.startsWith('2') || status === '302');
  return [
    ...parametersBroken(old, now, sent),
    ...(isAskedFor ? ['a body is now required'] : []),
    ...compare(part(bodies[0], ...JSON_SCHEMA), part(bodies[1], ...JSON_SCHEMA), 'body', sent),
    ...statuses.flatMap((status) => {
      if (!(status in part(now, 'responses'))) return [`it no longer answers ${status}`];
      const [one, other] = [old, now].map((each) => part(each, 'responses', status, ...JSON_SCHEMA));
      return compare(one, other, 'answer', answered);
    }),
    ...(staysAllowed(old, now) ? [] : ['the security requirement changed']),
  ];
}

/** Each way in which a caller proved itself still works. Another way beside it breaks no caller, except at a public operation. */
function staysAllowed(old: Described, now: Described): boolean {
  const [before, after] = [old, now].map(({ security }) =>
    Array.isArray(security) ? security.map((one) => JSON.stringify(one)) : [],
  );
  if (before?.length === 0) return after?.length === 0;
  return before?.every((one) => after?.includes(one)) === true;
}

function parametersBroken(old: Described, now: Described, comparison: Comparison): string[] {
  const named = ({ parameters }: Json) =>
    new Map(
      (Array.isArray(parameters) ? parameters : []).map((one) => [`${part(one).in} ${part(one).name}`, part(one)]),
    );
  const [before, after] = [named(old), named(now)];
  const needed = [...after].filter(([name, { required }]) => required === true && before.get(name)?.required !== true);
  return [
    ...needed.map(([name]) => `${name} is now required`),
    ...[...before].flatMap(([name, one]) => {
      const other = after.get(name);
      return other ? compare(part(one, 'schema'), part(other, 'schema'), name, comparison) : [`${name} was removed`];
    }),
  ];
}

/** Bounds that callers rely on. A new version may widen them in requests and narrow them in answers. */
const UPPER = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems'];
const LOWER = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems'];

function compare(before: unknown, after: unknown, at: string, comparison: Comparison): string[] {
  const references = [part(before).$ref, part(after).$ref].join(' ');
  if (comparison.seen.has(references)) return [];
  if (references !== ' ') comparison.seen.add(references);
  const [old, now] = [comparison.before(before), comparison.after(after)];
  const isSent = comparison.side === 'sent';
  const [wider, closer] = isSent ? [now, old] : [old, now];
  return [
    ...valuesBroken(wider, closer, at, isSent),
    ...(isSent ? boundsBroken(old, now, at) : []),
    ...fieldsBroken(old, now, at, comparison),
    ...compareItems(old, now, at, comparison),
  ];
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

/**
 * Types and listed values: a request value must still be accepted, and an answer value must have been in the old
 * document.
 */
function valuesBroken(wider: Json, closer: Json, at: string, isSent: boolean): string[] {
  const said = isSent ? 'is no longer accepted' : 'is new in the answer';
  return ['type', 'enum'].flatMap((keyword) => {
    const [known, given] = [listOf(wider[keyword]), listOf(closer[keyword])];
    if (known.length === 0) return [];
    // Every integer is a number.
    const isKnown = (value: unknown) => known.includes(value) || (value === 'integer' && known.includes('number'));
    return given.filter((value) => !isKnown(value)).map((value) => `${at}: ${value} ${said}`);
  });
}

function boundsBroken(old: Json, now: Json, at: string): string[] {
  const isCloser = (name: string, sign: 1 | -1) =>
    typeof now[name] === 'number' && (typeof old[name] !== 'number' || sign * (now[name] - old[name]) > 0);
  return [...UPPER.filter((name) => isCloser(name, -1)), ...LOWER.filter((name) => isCloser(name, 1))].map(
    (name) => `${at}: ${name} is now ${now[name]}`,
  );
}

function fieldsBroken(old: Json, now: Json, at: string, comparison: Comparison): string[] {
  const [before, after] = [part(old, 'properties'), part(now, 'properties')];
  const [asked, given] = comparison.side === 'sent' ? [now, old] : [old, now];
  const missing = listOf(asked.required).filter((name) => !listOf(given.required).includes(name));
  const said = comparison.side === 'sent' ? 'is now required' : 'is no longer always present';
  return [
    ...missing.map((name) => `${at}.${name} ${said}`),
    ...Object.keys(before).flatMap((name) => {
      if (name in after) return compare(before[name], after[name], `${at}.${name}`, comparison);
      return comparison.side === 'answered' ? [`${at}.${name} was removed`] : [];
    }),
  ];
}

function compareItems(old: Json, now: Json, at: string, comparison: Comparison): string[] {
  const items = old.items && now.items ? compare(old.items, now.items, `${at}[]`, comparison) : [];
  const [before, after] = [listOf(old.anyOf), listOf(now.anyOf)];
  const choices = before.flatMap((one, index) => (after[index] ? compare(one, after[index], at, comparison) : []));
  return [...items, ...choices];
}
