import { choicesOf, kindOf, partsOf } from './form-kinds.js';
import { instantOf, zoned } from './zone.js';

/**
 * A draft is what the form holds of a value: a text for a field, an array for a list, an object for a group, and
 * `undefined` for a group that is not added.
 */

/** The draft of a field that has no value yet. `isCreation`: defaults are filled in, because an edit keeps what is there. */
export function blank(given, name, { resolve, isRequired, isCreation }) {
  const { kind, schema } = kindOf(given, name, resolve);
  if (kind === 'list') return isRequired && schema.minItems > 0 ? [blankItem(schema, name, resolve)] : [];
  if (kind === 'group') return isRequired ? blankGroup(schema, resolve) : undefined;
  const only = choicesOf(schema);
  if (isRequired && only.length === 1) return String(only[0]);
  const usual = isCreation ? (schema.default ?? '') : '';
  return typeof usual === 'object' ? JSON.stringify(usual) : String(usual);
}

export const blankItem = (schema, name, resolve) =>
  blank(schema.items, name, { resolve, isRequired: true, isCreation: true });

export const blankGroup = (schema, resolve) =>
  Object.fromEntries(
    partsOf(schema).map(([name, part, isRequired]) => [
      name,
      blank(part, name, { resolve, isRequired, isCreation: true }),
    ]),
  );

/** The draft of a value that exists. */
export function draftOf(given, name, value, resolve) {
  const { kind, schema } = kindOf(given, name, resolve);
  if (kind === 'list')
    return Array.isArray(value) ? value.map((item) => draftOf(schema.items, name, item, resolve)) : [];
  if (value === undefined || value === null) return kind === 'group' ? undefined : '';
  if (kind === 'group') return draftOfGroup(schema, value, resolve);
  if (kind === 'moment') return zoned(value);
  if (kind === 'day') return dayOf(String(value));
  return kind === 'json' ? JSON.stringify(value, null, 2) : String(value);
}

/** The day of a date that may be stored as an instant: that of the company's zone, as the page of the record shows it. */
const dayOf = (value) => (value.includes('T') ? zoned(value) : value).slice(0, 10);

const draftOfGroup = (schema, value, resolve) =>
  Object.fromEntries(partsOf(schema).map(([name, part]) => [name, draftOf(part, name, value[name], resolve)]));

/** Whether two drafts hold the same. */
export const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

const isEmpty = (kind, draft) => (kind === 'list' ? draft.length === 0 : draft === undefined || draft === '');

/**
 * The value to send for a draft; `undefined` leaves the field out. `before` is the draft of the stored record: emptying
 * a field that had a value sends null where the field may be null. Problems that need no server are put in `problems`,
 * by the path of the field.
 */
export function valueToSend(given, draft, { name, path, isRequired, before, resolve, problems }) {
  const { kind, schema, isNullable } = kindOf(given, name, resolve);
  if (isEmpty(kind, draft)) {
    const value = emptyToSend(kind, isNullable, isRequired, before !== undefined && !isEmpty(kind, before));
    if (value === undefined && isRequired) problems[path] = 'MISSING';
    return value;
  }
  if (kind === 'list') return listToSend(schema, draft, { name, path, before, resolve, problems });
  if (kind === 'group') return groupToSend(schema, draft, { path, before, resolve, problems });
  return fieldToSend(kind, schema, draft, { path, problems });
}

function emptyToSend(kind, isNullable, isRequired, hadValue) {
  if (!isRequired && !hadValue) return undefined;
  if (kind === 'list') return [];
  return isNullable ? null : undefined;
}

const listToSend = (schema, draft, { path, before, ...others }) =>
  draft.map((item, index) =>
    valueToSend(schema.items, item, {
      ...others,
      path: `${path}[${index}]`,
      isRequired: true,
      before: before?.[index],
    }),
  );

function groupToSend(schema, draft, { path, before, resolve, problems }) {
  const entries = partsOf(schema).map(([name, part, isRequired]) => [
    name,
    valueToSend(part, draft[name], {
      name,
      path: `${path}.${name}`,
      isRequired,
      before: before?.[name],
      resolve,
      problems,
    }),
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

const READERS = {
  number: (text) => (/^\s*-?[\d.]+(?:e-?\d+)?\s*$/i.test(text) ? Number(text) : undefined),
  moment: instantOf,
  json: (text) => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  },
};

function fieldToSend(kind, schema, draft, { path, problems }) {
  if (kind === 'choice') return choicesOf(schema).find((one) => String(one) === draft);
  const value = READERS[kind] ? READERS[kind](draft) : draft;
  if (value === undefined || Number.isNaN(value)) problems[path] = kind === 'number' ? 'NO_NUMBER' : 'UNREADABLE';
  return value;
}

/** The draft with another value at a place, which is a list of names and positions. */
export function changed(draft, [key, ...rest], value) {
  if (key === undefined) return value;
  if (Array.isArray(draft)) return draft.map((item, index) => (index === key ? changed(item, rest, value) : item));
  return { ...draft, [key]: changed(draft?.[key], rest, value) };
}
