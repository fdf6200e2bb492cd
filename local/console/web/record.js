import { useEffect, useState } from 'preact/hooks';
import { call } from './api.js';
import { draftOf } from './form-values.js';
import { nameOfRecord } from './labels.js';
import { readerFor } from './references.js';

/** The call that reads the record of a form; undefined until the form has all that it needs. */
function routeOf(reader, drafts, team) {
  const value = (name) => drafts[name] || (name === 'teamId' ? team : undefined);
  const asked = reader?.fields.filter(({ isRequired }) => isRequired) ?? [];
  if (!reader || asked.some(({ name }) => !value(name))) return undefined;
  const path = reader.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(value(name)));
  const query = asked.filter(({ place }) => place === 'query').map(({ name }) => [name, value(name)]);
  return `GET ${path}?${new URLSearchParams(query)}`;
}

/** Some answers wrap the record: the part that has most of the form's fields is the record. */
function recordIn(answer, fields) {
  const score = (one) => fields.filter(({ name, place }) => place === 'body' && name in one).length;
  const parts = Object.values(answer).filter((one) => one && typeof one === 'object' && !Array.isArray(one));
  return [answer, ...parts].reduce((best, one) => (score(one) > score(best) ? one : best));
}

/** An edit of the whole record is filled with what is stored, and so is one that replaces a list of it. A step such as `/cancel` only names the record. */
const isEdit = ({ method, path, fields }, reader) =>
  (method === 'PUT' || method === 'PATCH') &&
  (path === reader.path ||
    reader.path.endsWith(path) ||
    fields.some(
      ({ name, place, schema }) => place === 'body' && schema.type === 'array' && path === `${reader.path}/${name}`,
    ));

/**
 * A list without what a form cannot send: an allocation that a receipt of payment contains stays by itself, and the whole part of an exact quantity
 * must follow that one.
 */
const editable = (value) =>
  Array.isArray(value) ? value.filter((one) => !one?.receiptId).map(withoutWholePart) : value;

const withoutWholePart = (one) => (one?.quantityDecimal === undefined ? one : { ...one, quantity: undefined });

/**
 * Reads the record at which a form works: its name for questions, its client and type for lists and, for an edit, the drafts of what is stored. The record is read
 * once for each identifier, so that a change elsewhere does not take away what the person types. `isStored`: the form is to show what is stored. `failure`: an edit could not read what is stored. It must
 * not be sent then, because a list that looks empty would replace the stored one.
 */
export function useRecord({ session, document, operation, drafts }) {
  const isNamed = operation.irreversible !== undefined || ['PUT', 'PATCH', 'DELETE'].includes(operation.method);
  const reader = isNamed ? readerFor(document, session, operation) : undefined;
  const route = routeOf(reader, drafts, session.team?.teamId);
  const [state, setState] = useState({});
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    if (!route) return undefined;
    const settle = (next) => isCurrent && setState({ ...next, route, tries });
    call(session, route).then(
      (answer) => settle(stateOf(answer, operation, reader, document.resolve)),
      (failure) => settle(isStored && !IS_ANSWER.includes(failure.status) ? { failure } : {}),
    );
    return () => {
      isCurrent = false;
    };
  }, [route, tries]);
  if (!route) return {};
  const isStored = isEdit(operation, reader);
  const retry = () => setTries((before) => before + 1);
  // What was read for another route, or before the effect began, is not this record: the form must not send before it has it.
  return state.route === route && state.tries === tries ? { ...state, retry, isStored } : { isLoading: true, isStored };
}

/** These say that the person cannot have the record. The service says so again when the form is sent. After any other failure a further read can succeed. */
const IS_ANSWER = [400, 401, 403, 404];

function stateOf(answer, operation, reader, resolve) {
  const record = recordIn(answer, operation.fields);
  const name = nameOfRecord(record) || undefined;
  const { clientId, type } = record;
  if (!isEdit(operation, reader)) return { name, clientId, type };
  const edited = operation.fields.filter(({ place }) => place === 'body');
  return {
    name,
    clientId,
    type,
    drafts: Object.fromEntries(
      edited.map((one) => [one.name, draftOf(one.schema, one.name, editable(record[one.name]), resolve)]),
    ),
  };
}
