import { call } from './api.js';
import { blank, draftOf, isSame, valueToSend } from './form-values.js';
import { t } from './language.js';

/** The drafts with which a form opens. `given` are values by field, for example the identifier of the record. */
export function openingDrafts({ fields, method }, { session, resolve, given }) {
  const of = ({ name, schema, isRequired }) => {
    const value = given[name] ?? (name === 'teamId' ? session.team?.teamId : undefined);
    if (value !== undefined) return draftOf(schema, name, value, resolve);
    return blank(schema, name, { resolve, isRequired, isCreation: method === 'POST' });
  };
  return Object.fromEntries(fields.map((field) => [field.name, of(field)]));
}

export const isMissing = () => t('This is needed.', 'Falta este dato.');

export const isNoNumber = () => t('Write a number, such as 1250.50.', 'Escriba un número, como 1250.50.');
export const isUnreadable = () => t('This cannot be read.', 'No se puede leer.');

const PROBLEMS = { MISSING: isMissing, NO_NUMBER: isNoNumber, UNREADABLE: isUnreadable };

/** An error of the console itself. Its text is looked up when it is shown, in the language of the page by then. */
export const ofConsole = (say) => ({
  get text() {
    return say();
  },
});

/** The request of a form: its values by their place, and the problems that need no server. */
export function requestOf({ fields }, { drafts, before, resolve }) {
  const problems = {};
  const places = { path: {}, query: {}, header: {}, body: {} };
  for (const { name, place, schema, isRequired } of fields) {
    const draft = drafts[name];
    const stored = place === 'body' ? before?.[name] : undefined;
    if (stored !== undefined && !isRequired && isSame(draft, stored)) continue;
    const value = valueToSend(schema, draft, { name, path: name, isRequired, before: stored, resolve, problems });
    if (place === 'whole') places.body = value;
    else if (value !== undefined) places[place][name] = value;
  }
  const errors = Object.entries(problems).map(([path, problem]) => [path, ofConsole(PROBLEMS[problem])]);
  return { ...places, errors: Object.fromEntries(errors) };
}

/** A repeated press within this time is taken for a part of the first one. */
const AGAIN_MS = 2_500;

/**
 * The Idempotency-Keys of a form, by what was sent. Sending the same again after a lost answer creates nothing twice, also when another request was sent
 * between.
 */
export function makeKeys() {
  const known = new Map();
  let last;
  return {
    keyFor: (sent) => {
      const text = JSON.stringify(sent);
      const before = known.get(text);
      const isSamePress = before === last && Date.now() - before?.endedAt <= AGAIN_MS;
      const isNew = before === undefined || (before.endedAt !== undefined && !isSamePress);
      last = isNew ? { key: crypto.randomUUID() } : before;
      known.set(text, last);
      return last.key;
    },
    /** Called when the answer to what was sent is there. The second press of a double click still takes the same key. */
    forget: (sent) => {
      const answered = known.get(JSON.stringify(sent));
      // A request without a key has none to forget.
      if (answered) answered.endedAt = Date.now();
    },
  };
}

/** The path of an operation with these values in it. */
export const pathFor = ({ path }, values) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values[name] ?? '')));

/** Sends a request and returns the answer: its status and body, the address to which it redirects, or a file. */
export function sendRequest(session, operation, request, { keys, accept }) {
  const query = new URLSearchParams(Object.entries(request.query).map(([name, value]) => [name, String(value)]));
  const address = `${operation.method} ${pathFor(operation, request.path)}${query.size > 0 ? `?${query}` : ''}`;
  return call(operation.pool && !operation.isSigned ? session : undefined, address, {
    ...(operation.hasBody && { body: request.body }),
    ...(operation.hasKey && { once: keys.keyFor(request) }),
    headers: { ...request.header, ...(accept && { accept }) },
    read: async (response) => {
      if (operation.isRedirect || accept === 'application/pdf') return { status: 302, address: response.url };
      if (accept === 'text/csv') return { status: 200, file: URL.createObjectURL(await response.blob()) };
      return { status: response.status, body: await response.json().catch(() => undefined) };
    },
  });
}

/** The errors of a refusal by the path of their field, and those for which the form has no field. */
export function errorsOf({ errors = [], field, message, lang }, paths) {
  const all = errors.length > 0 ? errors : field ? [{ field, message }] : [];
  const here = all.filter((one) => paths(one.field));
  const text = (one) => [one.field, { text: one.message, lang }];
  return { errors: Object.fromEntries(here.map(text)), others: all.filter((one) => !here.includes(one)) };
}
