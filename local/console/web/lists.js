import { useEffect, useRef, useState } from 'preact/hooks';
import { addressOf, changeSettings, readAddress, useAddress } from './address.js';
import { call } from './api.js';
import { mayUse } from './api-document.js';
import { Field } from './form-controls.js';
import { pathFor } from './form-request.js';
import { draftOf, valueToSend } from './form-values.js';
import { html } from './html.js';
import { addressOfList } from './id-field.js';
import { labelOf, nameOfRecord, ownNameOf } from './labels.js';
import { t } from './language.js';
import { OperationButtons } from './operation-buttons.js';
import { useDocument } from './operations.js';
import { readFilled } from './pages.js';
import { Button, busy, Card, PageTitle, Shown } from './parts.js';
import { recordPathOf, recordsOf } from './references.js';
import { useResource } from './resource.js';
import { GROUPS, isNumeric, pageOf, shownValue, titleOf, VIEWS } from './views.js';

const viewAt = (at) => VIEWS.find((one) => one.at === at);

/** The links between the views of one entry of the navigation. */
export function Siblings({ at }) {
  const group = GROUPS.find(({ views }) => views.includes(at));
  if (!group || group.views.length < 2) return null;
  return html`<nav class="siblings" aria-label=${group.title()}>
    <ul>${group.views.map((one) => html`<li key=${one}><a href=${addressOf([one])} aria-current=${one === at ? 'page' : undefined}>${titleOf(one)}</a></li>`)}</ul>
  </nav>`;
}

/** A list of records from the document's own list operation. */
export function ListPage({ session, at, tools }) {
  const view = viewAt(at);
  const resource = useDocument();
  return html`<${PageTitle}>${view.title()}<//>
    <${Siblings} at=${at} />
    <${Shown} of=${resource} isEmpty=${() => false}>
      ${(document) => html`<${Records} document=${document} operation=${document.of(view.list)} view=${view} session=${session} tools=${tools} />`}
    <//>`;
}

const PAGING = ['teamId', 'limit', 'cursor'];
const PAGE = 25;

/** The records of a list. `given` are the values of its path, without which it is a list of the team. */
export function Records({ document, operation, view, session, tools, given = { teamId: session.team.teamId } }) {
  const { query } = useAddress();
  const filters = operation.fields.filter(({ name, place }) => place === 'query' && !PAGING.includes(name));
  const known = Object.fromEntries(
    Object.entries(query).filter(([name]) => [...filters, { name: 'cursor' }].some((one) => one.name === name)),
  );
  const hasPages = operation.fields.some(({ name }) => name === 'limit');
  const read = (next) =>
    call(
      session,
      addressOfList({ ...operation, path: pathFor(operation, given) }, given.teamId, {
        ...known,
        ...(hasPages && { limit: PAGE }),
        ...next,
      }),
    );
  const resource = useResource(
    () => readFilled(read, (answer) => rowsOf(document, operation, answer)),
    [operation.id, JSON.stringify({ ...given, ...known })],
  );
  const create = view.create
    ? document.of(view.create)
    : !view.Create && document.operations.find(({ method, path }) => method === 'POST' && path === operation.path);
  return html`<${Card}>
    <div class="list-tools">
      ${filters.length > 0 && html`<${Filters} document=${document} operation=${operation} filters=${filters} known=${known} session=${session} />`}
      ${create && mayUse(session, create) && html`<${OperationButtons} operations=${[create]} given=${given} document=${document} session=${session} tools=${tools} />`}
      ${view.Create && html`<${view.Create} document=${document} session=${session} tools=${tools} />`}
    </div>
    <p role="status" class="visually-hidden">${resource.isOld ? t('Loading…', 'Cargando…') : resource.data && `${rowsOf(document, operation, resource.data).length} ${t('records', 'registros')}`}</p>
    <${Shown} of=${resource} isEmpty=${(answer) => rowsOf(document, operation, answer).length === 0} empty=${emptyText(resource.data, query)}>
      ${(answer) => html`<${Table} rows=${rowsOf(document, operation, answer)} document=${document} operation=${operation} view=${view} given=${given} isOld=${resource.isOld} session=${session} tools=${tools} />`}
    <//>
    ${resource.data && html`<${Pages} answer=${resource.data} cursor=${query.cursor} isOld=${resource.isOld} />`}
  <//>`;
}

/** A page can be empty and have a cursor; and the records of the last page can be deleted while it is shown. */
function emptyText({ nextCursor } = {}, { cursor }) {
  if (nextCursor) return t('Nothing on this page. More pages follow.', 'Nada en esta página. Siguen más páginas.');
  return cursor
    ? t('Nothing on this page, the last one.', 'Nada en esta página, que es la última.')
    : t('Nothing here.', 'Nada por aquí.');
}

const rowsOf = ({ resolve }, operation, answer) => answer[propertyOf(operation, resolve)] ?? [];

/** The array of the answer; a list without identifiers, such as the invitations, has one too. */
const propertyOf = (operation, resolve) =>
  recordsOf(operation, resolve, '')?.property ??
  Object.entries(operation.answer.properties).find(([, one]) => resolve(one).type === 'array')?.[0];

/** The search and the filters of the list, from its own parameters. What is chosen goes into the address. */
function Filters({ document, operation, filters, known, session }) {
  const { resolve } = document;
  const present = () =>
    Object.fromEntries(filters.map(({ name, schema }) => [name, draftOf(schema, name, known[name], resolve)]));
  const [drafts, setDrafts] = useState(present);
  const shown = JSON.stringify(present());
  const before = useRef(shown);
  const isOwn = useRef(false);
  // The back button changes the address without this form. Another page of the list, or the own search, takes nothing of what is typed.
  useEffect(() => {
    if (!isOwn.current && before.current !== shown) setDrafts(present());
    before.current = shown;
    isOwn.current = false;
  }, [JSON.stringify(known)]);
  const [errors, setErrors] = useState({});
  const submit = (event) => {
    event.preventDefault();
    const problems = {};
    const values = filters.map(({ name, schema }) => [
      name,
      valueToSend(schema, drafts[name], { name, path: name, resolve, problems }),
    ]);
    setErrors(
      Object.fromEntries(
        Object.keys(problems).map((path) => [path, { text: t('This cannot be read.', 'No se puede leer.') }]),
      ),
    );
    if (Object.keys(problems).length > 0) return;
    const asked = JSON.stringify(readAddress());
    changeSettings({ ...Object.fromEntries(values), cursor: undefined });
    isOwn.current = JSON.stringify(readAddress()) !== asked;
  };
  const set = ([name], value) => setDrafts((before) => ({ ...before, [name]: value }));
  const form = {
    id: `filter-${operation.id}`,
    session,
    document,
    operation,
    values: drafts,
    errors,
    set,
    choose: (_, take, value) => take(value),
  };
  const first = filters.filter(({ name }) => name === 'q');
  const others = filters.filter(({ name }) => name !== 'q');
  const field = ({
    name,
    schema,
    place,
  }) => html`<${Field} key=${name} form=${form} given=${{ ...schema, description: undefined }} name=${name} path=${name} keys=${[name]}
    draft=${drafts[name]} isRequired place=${place} />`;
  return html`<form class="form operation-form filters" role="search" noValidate onSubmit=${submit}>
    ${first.map(field)}
    ${others.length > 0 && html`<details open=${others.some(({ name }) => known[name])}><summary>${t('Filters and order', 'Filtros y orden')}</summary><div class="filter-fields">${others.map(field)}</div></details>`}
    <p><button type="submit" class="button">${t('Search', 'Buscar')}</button></p>
  </form>`;
}

function Table({ rows, document, operation, view, given, isOld, session, tools }) {
  const record = recordOf(document, operation);
  const [first, ...others] = view.columns;
  return html`<div class="table-scroll" tabindex="0" role="region" aria-label=${view.title()} ...${busy(isOld)}>
    <table>
      <thead><tr>
        ${view.columns.map((name) => html`<th key=${name} scope="col" class=${isNumeric(name) ? 'number' : ''}>${labelOf(name)}</th>`)}
        ${record && !record.reader && html`<th scope="col"><span class="visually-hidden">${t('Actions', 'Acciones')}</span></th>`}
      </tr></thead>
      <tbody>
        ${rows.map(
          (row) => html`<tr key=${row[record?.key] ?? nameOfRecord(row)}>
            <th scope="row">${record?.reader ? html`<a href=${addressOf([view.pagesAt ?? view.at, row[record.key]])}>${shownValue(first, row[first])}</a>` : shownValue(first, row[first])}</th>
            ${others.map((name) => html`<td key=${name} class=${isNumeric(name) ? 'number' : ''} data-label=${labelOf(name)}><${Value} name=${name} value=${row[name]} /></td>`)}
            ${
              record &&
              !record.reader &&
              html`<td class="row-actions"><${OperationButtons} operations=${record.operations.filter((one) => mayUse(session, one))} given=${{ ...given, [record.parameter]: row[record.key] }}
                recordName=${ownNameOf(row)} isQuiet document=${document} session=${session} tools=${tools} /></td>`
            }
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** A value of a record. An identifier leads to the page of its record, under the name that stands beside it or else the end of the identifier. */
export function Value({ name, value, record }) {
  const page = pageOf(name);
  if (page && value)
    return html`<a href=${addressOf([page, value])}>${record?.[name.replace(/Id$/, 'Name')] ?? `…${value.slice(-6)}`}</a>`;
  return typeof value === 'string' && /^https?:\/\//.test(value)
    ? html`<a href=${value} target="_blank" rel="noopener noreferrer">${t('Open', 'Abrir')}</a>`
    : shownValue(name, value);
}

/** How the document names one record of a list: the parameter, the key of the row, the operations, and the one that reads it. */
export function recordOf(document, list) {
  const operations = document.operations.filter((one) => recordPathOf(one) && one.path.startsWith(`${list.path}/{`));
  const parameter = /\{(\w+)\}/.exec(operations[0]?.path.slice(list.path.length) ?? '')?.[1];
  if (parameter === undefined) return undefined;
  const one = `${list.path}/{${parameter}}`;
  const end = recordPathOf({ path: one }).end;
  const all = document.operations.filter(({ path }) => path.endsWith(end) || path.includes(`${end}/`));
  const reader = all.find(({ method, path }) => method === 'GET' && path === one);
  const key = recordsOf(list, document.resolve, parameter)?.key ?? parameter;
  return { parameter, key, reader, operations: all.filter((each) => each !== reader) };
}

/** The cursor of the filter before leads to no page of the new one. */
const Pages = ({ answer: { nextCursor }, cursor, isOld }) =>
  (cursor || nextCursor) &&
  html`<p class="pages">
  <${Button} kind="quiet" isOff=${!cursor} action=${() => changeSettings({ cursor: undefined })}>${t('First page', 'Primera página')}<//>
  <${Button} kind="quiet" isOff=${!nextCursor || isOld} action=${() => changeSettings({ cursor: nextCursor })}>${t('Next', 'Siguientes')}<//>
</p>`;
