import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Answer } from './answer.js';
import { CallBelow } from './call.js';
import { Confirmation, halfAwayFrom } from './danger.js';
import { Field } from './form-controls.js';
import { useKept } from './form-kept.js';
import { errorsOf, makeKeys, openingDrafts, requestOf, sendRequest } from './form-request.js';
import { changed, isSame } from './form-values.js';
import { html } from './html.js';
import { isIrreversible, questionFor, verbOf } from './irreversible.js';
import { summaryOf } from './labels.js';
import { t } from './language.js';
import { Button, Failure, failureTitle, Warnings, warningsOf } from './parts.js';
import { useRecord } from './record.js';
import { useAction, useEndOfOutage } from './resource.js';
import { WhileSent } from './while-sent.js';

/**
 * The form of an operation, made from its declaration. `given` are values by field; when `isShort`, the fields in `given` are not shown.
 * `recordName` names the record where the page knows it. `done` is called with the answer, `onDirty` when something was typed, `onSending` when a request leaves and ends, and `onSent` when it was
 * sent. `note` is what the person must know of the record meanwhile. `keptAs` names what is kept of the form when its page is left. An irreversible request asks first.
 */
export function OperationForm({
  session,
  document,
  operation,
  given = {},
  isShort,
  recordName,
  note,
  keptAs,
  tools,
  done,
  onDirty,
  onSending,
  onSent,
}) {
  const { resolve } = document;
  const id = useId();
  const element = useRef(null);
  const held = useRef({});
  const { before, typed, sent } = useKept(keptAs, held);
  // Kept with the drafts: the answer of a request that left before may have been lost.
  const keys = useMemo(() => before?.keys ?? makeKeys(), []);
  const opening = useMemo(() => openingDrafts(operation, { session, resolve, given }), []);
  const [drafts, setDrafts] = useState(before?.drafts ?? opening);
  const touched = useRef(before?.touched ?? { ...given });
  const [names, setNames] = useState(before?.names ?? {});
  held.current = { drafts, names, touched: touched.current, keys };
  const [state, setState] = useState({ errors: {} });
  const [asking, setAsking] = useState(null);
  const { running, run } = useAction(({ failure }) => failure && refused(failure));
  const record = useRecord({ session, document, operation, drafts });
  // The form compares with what is stored only when it also shows it: both change in one render.
  const [stored, setStored] = useState(undefined);
  const isLoading = record.isLoading || record.drafts !== stored;
  useEffect(() => {
    if (record.drafts === stored) return;
    setStored(record.drafts);
    // Without a record, the values of the record before must not stay.
    const shown = record.drafts ?? bodyOf(operation, opening);
    setDrafts((before) => ({ ...before, ...untouched(shown, touched.current) }));
  }, [record.drafts]);

  const set = (place, value) => {
    touched.current[place[0]] = true;
    setDrafts((before) => atItsStart(changed(before, place, value), place));
    typed();
    onDirty?.();
  };
  const choose = (name, take, value, text) => {
    setNames((before) => ({ ...before, [name]: value && text }));
    take(value);
  };
  const refused = (failure) => {
    // The form was closed, or its page left, while the request was on its way.
    if (element.current === null) return tools.tell({ failure });
    const found = errorsOf(failure, (path) =>
      element.current?.querySelector(`[data-path="${CSS.escape(path ?? '')}"], [name="${CSS.escape(path ?? '')}"]`),
    );
    return setState({ ...found, failure });
  };
  const send = async (request, options = {}) => {
    onSending?.(true);
    await run('send', async () => {
      const answer = await sendRequest(session, operation, request, { keys, ...options });
      keys.forget(request);
      setState({ errors: {}, answer, asked: drafts });
      sent();
      onSent?.();
      if (done) done(answer, request);
      else if (element.current === null && operation.method !== 'GET')
        // Without a word, the person who comes back would send it again.
        tools.tell({ text: `${t('Done', 'Listo')}: ${summaryOf(operation)}.` });
    });
    onSending?.(false);
  };
  /** The request, or undefined after it told what is missing. */
  const checked = () => {
    const request = requestOf(operation, { drafts, before: stored, resolve });
    if (Object.keys(request.errors).length === 0) return request;
    setState({ errors: request.errors });
    return undefined;
  };
  const submit = (event) => {
    event.preventDefault();
    const request = checked();
    if (!request) return undefined;
    if (!isIrreversible(operation, request.body)) return send(request);
    const half = halfAwayFrom(event.submitter ?? element.current);
    const last = lastInPath(operation);
    const about = recordName ?? (last ? (names[last] ?? record.name ?? String(request.path[last])) : record.name);
    return setAsking({ half, request, ...questionFor(operation, request.body, about, names) });
  };
  const sendFor = (accept) => () => {
    const request = checked();
    if (request) send(request, { accept });
  };
  useFocusOnError(element, state);
  useEndOfOutage((isOver) => {
    if (isOver(record.failure)) record.retry();
    if (!isOver(state.failure)) return;
    const hadFocus = element.current?.querySelector('.failure:focus, .failure :focus');
    setState({ errors: {} });
    if (hadFocus) element.current.querySelector('[name="send"]').focus();
  });
  // A list that is changed before the stored one is there would replace it.
  const isOff = isLoading || record.failure !== undefined;
  const fields = operation.fields.filter(({ name }) => !(isShort && name in given));
  useEffect(() => {
    // There is nothing to fill in, and reading changes nothing.
    if (isShort && fields.length === 0 && operation.method === 'GET') send(requestOf(operation, { drafts, resolve }));
  }, []);

  // The record can change before the answer to the own request arrives.
  const isOwn = running !== null || state.answer !== undefined;
  const form = { id, session, document, operation, values: drafts, record, errors: state.errors, set, choose };
  return html`<form ref=${element} class="form operation-form" noValidate onSubmit=${submit} aria-label=${summaryOf(operation)} data-operation=${operation.id}>
    <div role="alert">${note && !isOwn && html`<p class="reason">${note}</p>`}</div>
    <${Refusal} state=${state} isHere=${isShort} openCall=${tools.openCall} />
    ${isLoading && html`<p class="muted" role="status">${t('Reading the record…', 'Leyendo el registro…')}</p>`}
    <${Unread} record=${record} />
    <${WhileSent} isSent=${running !== null}>${fields.map(
      ({
        name,
        schema,
        isRequired,
        place,
      }) => html`<${Field} key=${name} form=${form} given=${schema} name=${name} path=${name} keys=${[name]}
        draft=${drafts[name]} isRequired=${isRequired} place=${place} isOff=${isOff && record.isStored} />`,
    )}<//>
    <p class="actions">
      <${Button} type="submit" action=${undefined} kind=${operation.irreversible === true ? 'bad' : 'main'} name="send" isOff=${isOff} running=${running}>${sendText(operation)}<//>
      ${operation.isTable && html`<${Button} name="table" running=${running} action=${sendFor('text/csv')}>${t('Download CSV', 'Descargar CSV')}<//>`}
      ${operation.hasPdf && html`<${Button} name="pdf" running=${running} action=${sendFor('application/pdf')}>${t('Make PDF', 'Generar PDF')}<//>`}
    </p>
  </form>
  ${asking && html`<${Confirmation} ...${asking} action=${() => send(asking.request)} close=${() => setAsking(null)} />`}
  <div role="status">
    ${state.answer && !done && html`<p>${t('Done.', 'Listo.')}</p>`}
    ${!done && warningsOf(state.answer).length > 0 && html`<${Warnings} of=${warningsOf(state.answer)} />`}
  </div>
  ${state.answer && !done && html`<${Answer} of=${state.answer} name=${operation.id} more=${moreOf(operation, state, drafts, (cursor) => set(['cursor'], cursor))} />`}`;
}

const Unread = ({ record: { failure, retry } }) =>
  failure &&
  html`<p>${t('The record was not read, so this form does not show what it holds.', 'No se leyó el registro, por lo que este formulario no muestra lo que contiene.')}</p>
    <${Failure} failure=${failure} retry=${retry} />`;

/** The drafts of the body alone. */
const bodyOf = ({ fields }, drafts) =>
  Object.fromEntries(fields.filter(({ place }) => place === 'body').map(({ name }) => [name, drafts[name]]));

const untouched = (drafts, touched) => Object.fromEntries(Object.entries(drafts).filter(([name]) => !touched[name]));

/** The field that names the record: the last one in the path. */
const lastInPath = ({ fields }) => fields.findLast(({ name, place }) => place === 'path' && name !== 'teamId')?.name;

const sendText = (operation) => (operation.method === 'GET' ? t('Read', 'Consultar') : verbOf(operation));

/** The fields of a place in a list. */
const PLACES = ['cursor', 'page'];

/** The drafts without the place in a list, after another field was changed: the place of one filter leads to no page of another one. */
function atItsStart(drafts, [name]) {
  const given = PLACES.includes(name) ? [] : PLACES.filter((place) => drafts[place]);
  return { ...drafts, ...Object.fromEntries(given.map((place) => [place, ''])) };
}

/** What takes the next page, where the answer has one and is still that of the fields. */
function moreOf({ fields }, { answer: { body }, asked }, drafts, go) {
  const hasNext = body?.nextCursor && fields.some(({ name }) => name === 'cursor');
  return hasNext && isSame({ ...asked, cursor: '' }, { ...drafts, cursor: '' }) ? () => go(body.nextCursor) : undefined;
}

/** Moves the focus to the first field with an error, or to the sentence of the refusal if no field has one. */
function useFocusOnError(element, state) {
  useLayoutEffect(() => {
    const wrong = element.current?.querySelector('[aria-invalid="true"], [data-invalid="true"]');
    if (Object.keys(state.errors).length > 0) wrong?.focus();
    else if (state.failure) element.current?.querySelector('.failure')?.focus();
  }, [state]);
}

/** Why the service refused. `isHere`: the call is shown below, because the panel of calls lies behind this form. */
function Refusal({ state: { failure, others = [] }, isHere, openCall }) {
  const [shown, setShown] = useState();
  const id = failure?.requestId;
  const isOpen = id !== undefined && shown === id;
  const show = () => (isHere ? setShown(isOpen ? undefined : id) : openCall(id));
  return html`<div role="alert">
    ${
      failure &&
      html`<div class="failure" tabindex="-1">
        <p><strong>${failureTitle(failure)}</strong> ${failure.code && html`<code>${failure.code}</code>`}</p>
        ${failure.status !== undefined && failure.message && html`<p lang=${failure.lang}>${failure.message}</p>`}
        ${others.map((one) => html`<p key=${one.field} lang=${failure.lang}><code>${one.field ?? ''}</code> ${one.message}</p>`)}
        ${failure.requestId && html`<p><button type="button" class="link" aria-expanded=${isHere ? isOpen : undefined} onClick=${show}>${t('Show the call', 'Ver la llamada')}</button></p>`}
      </div>`
    }
  </div>
  ${isOpen && html`<${CallBelow} id=${id} />`}`;
}
