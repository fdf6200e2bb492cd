import { mayUse } from './api-document.js';

const segmentsOf = (path) => path.split('/').filter(Boolean);
const kebab = (name) => name.replaceAll(/([a-z\d])([A-Z])/g, '$1-$2').toLowerCase();

/** The records of a list's answer: the property with the array, and the key by which a record is named. */
export function recordsOf({ answer }, resolve, name) {
  for (const [property, given] of Object.entries(answer?.properties ?? {})) {
    const item = resolve(resolve(given).items ?? {});
    const key = item.properties?.id ? 'id' : item.properties?.[name] ? name : undefined;
    if (key) return { property, key, fields: Object.keys(item.properties) };
  }
  return undefined;
}

/** The lists of the document that this session may read without knowing more than the team. */
const listsFor = ({ operations }, session) =>
  operations.filter(
    (one) =>
      one.method === 'GET' &&
      mayUse(session, one) &&
      one.fields.every(({ name, isRequired }) => !isRequired || (name === 'teamId' && session.team)),
  );

/** Fields that name a record by its part in the operation. */
const NAMED_BY_PART = { substitution: 'invoiceId' };

/** The list from which the value of an identifier is chosen; undefined where the document has none. */
export function listFor(document, session, operation, { name: given, place }) {
  const lists = listsFor(document, session);
  const name = NAMED_BY_PART[given] ?? given;
  const found = place === 'path' ? listBefore(lists, operation.path, name) : listNamed(lists, name);
  const records = found && recordsOf(found, document.resolve, name);
  if (records) return { operation: found, ...records };
  return listKeyed(lists, document.resolve, name);
}

/** In `/clients/{id}`, the list is `/clients`. */
function listBefore(lists, path, name) {
  const segments = segmentsOf(path);
  const before = segments.slice(0, segments.indexOf(`{${name}}`));
  const whole = `/${before.join('/')}`;
  return lists.find((one) => one.path === whole) ?? lists.find((one) => one.path.endsWith(`/${before.at(-1)}`));
}

/** `boxId` names a record of the list whose path ends with `boxes`, and `routePointId` of the one with `route-points`. */
function listNamed(lists, name) {
  const noun = /^(.+)Ids?$/.exec(name)?.[1];
  if (noun === undefined) return undefined;
  const parts = kebab(noun).split('-');
  const nouns = parts.map((_, index) => parts.slice(index).join('-'));
  const plurals = nouns.flatMap((one) => [`${one}s`, `${one}es`]);
  for (const plural of plurals) {
    const found = lists.find(({ path }) => path.endsWith(`/${plural}`) || path.endsWith(`-${plural}`));
    if (found) return found;
  }
  return undefined;
}

/** The list whose records are known by a field of this name, such as `userId` of the members. */
function listKeyed(lists, resolve, name) {
  for (const operation of lists) {
    const records = recordsOf(operation, resolve, name);
    if (records?.key === name) return { operation, ...records };
  }
  return undefined;
}

/** The part of a path that names one record: `/clients/{id}` in `/clients/{id}/statement`. Undefined for a path without one. */
export function recordPathOf({ path }) {
  const segments = segmentsOf(path);
  const last = segments.findLastIndex((one) => one.startsWith('{'));
  return last < 1
    ? undefined
    : { whole: `/${segments.slice(0, last + 1).join('/')}`, end: `/${segments.slice(last - 1, last + 1).join('/')}` };
}

/** The operation that reads the record at which an operation works. */
export function readerFor({ operations }, session, operation) {
  const reads = operations.filter((one) => one.method === 'GET' && !one.isRedirect && mayUse(session, one));
  const same = reads.find(({ path }) => path === operation.path);
  const record = recordPathOf(operation);
  if (same || !record) return same;
  return reads.find(({ path }) => path === record.whole) ?? reads.find(({ path }) => path.endsWith(record.end));
}
