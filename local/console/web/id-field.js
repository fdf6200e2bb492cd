import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatMoment, formatMoney } from './format.js';
import { html } from './html.js';
import { kindOf } from './invoice-kinds.js';
import { nameOfRecord } from './labels.js';
import { t } from './language.js';
import { nextOf, readFilled } from './pages.js';
import { listFor } from './references.js';
import { useResource } from './resource.js';
import { readShared } from './shared-read.js';
import { useSteady } from './steady-choices.js';

/** The address of a list, with the team and as many records as one page takes. */
export function addressOfList({ path, fields }, team, settings = {}) {
  const most = fields.find(({ name }) => name === 'limit')?.schema.maximum;
  const query = new URLSearchParams({
    ...(fields.some(({ name, place }) => place === 'query' && name === 'teamId') && { teamId: team }),
    ...(most && { limit: most }),
    ...settings,
  });
  return `GET ${path.replace('{teamId}', team)}?${query}`;
}

/** Reads the records to choose from; nothing where the document has no list for this identifier. */
async function read({ session, values }, list, words, { status, ...others }, isOfAllTypes) {
  if (!list) return { choices: [] };
  const team = values.teamId || session.team?.teamId;
  // A search beside a status costs more, so its few results are compared here.
  const settings = { ...others, ...(words ? { q: words } : status && { status }) };
  const recordsIn = (page) => page[list.property].filter((one) => status === undefined || one.status === status);
  const answer = await readFilled(
    (next) => readShared(session, addressOfList(list.operation, team, { ...settings, ...next })),
    recordsIn,
  );
  const choices = recordsIn(answer).map((one) => ({
    value: String(one[list.key]),
    text: [isOfAllTypes && one.type !== 'I' && kindOf(one.type).name(), nameOfRecord(one) || String(one[list.key])]
      .filter(Boolean)
      .join(' · '),
    createdAt: one.createdAt,
  }));
  return { choices: distinct(choices), hasMore: nextOf(answer) !== undefined };
}

/** Choices of one text also get the time of their creation, and the end of the identifier, because two can be of one minute. */
function distinct(choices) {
  const counts = Map.groupBy(choices, ({ text }) => text);
  return choices.map((one) =>
    counts.get(one.text).length === 1 ? one : { ...one, text: [one.text, ...marksOf(one)].join(' · ') },
  );
}

const marksOf = ({ value, createdAt }) => [...(createdAt ? [formatMoment(createdAt)] : []), `…${value.slice(-6)}`];

/** What is open of each document that money can pay, by its identifier. */
async function readBalances({ session }, team) {
  const { receivables } = await readShared(session, `GET /teams/${team}/reports/receivables`);
  return new Map(receivables.map(({ invoiceId, balance }) => [invoiceId, balance]));
}

/** Money pays an invoice that the body names. The other names of a list are in a path. */
const isPaid = ({ name, place }) => name === 'invoiceId' && place !== 'path';

/** The balances for a field that money pays; undefined for others, and until those of the team are read. */
function useBalances(form, field) {
  const team = form.values.teamId;
  const { data, isOld } = useResource(
    async () => (isPaid(field) ? readBalances(form, team || form.session.team.teamId) : undefined),
    [team],
  );
  return isOld ? undefined : data;
}

/**
 * What is asked of the list. A receipt confirms collections of one client. Money pays a stamped document of the client; a substitute is one of the client too, of the type of the document that
 * it replaces.
 */
function filterOf(field, { values, record }, isOfAllTypes) {
  const isSubstitute = field.name === 'substitution';
  if (field.name === 'collectionIds') return values.clientId ? { clientId: values.clientId } : {};
  if (!isPaid(field) && !isSubstitute) return isOfAllTypes ? { type: 'ALL' } : {};
  const clientId = values.clientId || record?.clientId;
  return { status: 'VALID', ...(clientId && { clientId }), ...(isSubstitute && { type: record?.type ?? 'ALL' }) };
}

/** Each document can be read, cancelled and sent. What a body names is an invoice, but for the document that replaces one of any type. */
const hasAllTypes = ({ fields }, { name, place }) =>
  (place === 'path' || name === 'substitution') &&
  fields.some((one) => one.name === 'type' && one.schema.enum?.includes('ALL'));

/** Whether the list has a search. A long one has, and keeps it while the whole list is read again after a search. */
function useSearch(list, isLong) {
  const hasBeen = useRef(false);
  hasBeen.current ||= Boolean(isLong) && list.operation.fields.some(({ name }) => name === 'q');
  return hasBeen.current;
}

/** An identifier as a text. `takeList` goes back to the list, where the document has one. */
const TypedId = ({ tied, isRequired, draft, write, takeList }) =>
  html`<input type="text" ...${tied} required=${isRequired} spellcheck=${false} value=${draft} onInput=${write} />
    ${takeList && html`<p><button type="button" class="link" onClick=${takeList}>${t('Choose from the list', 'Elegir de la lista')}</button></p>`}`;

/**
 * An identifier. It is chosen from the list that the document has for it, which a search narrows if it is long; or it is typed, for
 * records that the list does not show.
 */
export function IdField({ form, name, place, draft, set, isRequired, tied }) {
  const list = listFor(form.document, form.session, form.operation, { name, place });
  const [words, setWords] = useState('');
  const [isTyped, setTyped] = useState(false);
  // A search can leave out of the list what was chosen before.
  const [chosen, setChosen] = useState({});
  const team = form.values.teamId;
  const isOfAllTypes = list !== undefined && hasAllTypes(list.operation, { name, place });
  const filter = filterOf({ name, place }, form, isOfAllTypes);
  const { data, failure, isOld, refresh } = useResource(
    () => read(form, list, words, filter, isOfAllTypes),
    [list?.operation.id, words, team, JSON.stringify(filter)],
  );
  const hasSearch = useSearch(list, data?.hasMore || words);
  const balances = useBalances(form, { name, place });
  const textOf = ({ value, text }) =>
    balances ? `${text} · ${t('balance', 'saldo')} ${formatMoney(balances.get(value) ?? 0)}` : text;
  // Before the list is there, no choice stands where a record will: a press would choose another thing than was aimed at. The records of the filter before
  // are no choices either.
  const isRead = data !== undefined && !isOld;
  const asked = JSON.stringify([list?.operation.id, words, team, filter]);
  const { choices, closing } = useSteady(tied.id, isRead ? data.choices : [], asked, isRead);
  const isText = !list || isTyped || (failure !== undefined && data === undefined);
  // The list and the text take each other's place at a press, and also when a read is refused or succeeds. The focus stays in the field.
  const hadFocus = document.getElementById(tied.id)?.closest('.field').contains(document.activeElement);
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body) document.getElementById(tied.id).focus();
  }, [isText]);
  const takeList = () => {
    setTyped(false);
    refresh();
  };
  const write = ({ currentTarget }) => {
    // It stays a text then, also when a further read of the list succeeds.
    setTyped(true);
    form.choose(name, set, currentTarget.value, undefined);
  };
  const take = ({ currentTarget }) => {
    if (currentTarget.value === TYPE) setTyped(true);
    else {
      const text = choices.find(({ value }) => value === currentTarget.value)?.text;
      setChosen({ value: currentTarget.value, text });
      form.choose(name, set, currentTarget.value, text);
    }
  };
  if (isText)
    return html`<${TypedId} tied=${tied} isRequired=${isRequired} draft=${draft} write=${write} takeList=${list && takeList} />`;
  const search = (event) => {
    if (event.type === 'keydown' && event.key !== 'Enter') return;
    // Enter in the search must not send the form.
    event.preventDefault();
    setWords(event.currentTarget.value.trim());
  };
  const isKnown = draft === '' || choices.some(({ value }) => value === draft);
  const before = data?.choices.find(({ value }) => value === draft)?.text ?? draft;
  return html`${
    hasSearch &&
    html`<input type="search" aria-label=${t('Search the list', 'Buscar en la lista')} placeholder=${t('Search', 'Buscar')} onChange=${search} onKeyDown=${search} />`
  }
    <select ...${tied} ...${closing} required=${isRequired} value=${draft} onChange=${take}>
      <option value="">${isRead ? '—' : t('Loading…', 'Cargando…')}</option>
      ${!isKnown && html`<option value=${draft}>${chosen.value === draft ? chosen.text : before}</option>`}
      ${choices.map((one) => html`<option key=${one.value} value=${one.value}>${textOf(one)}</option>`)}
      ${isRead && html`<option value=${TYPE}>${t('Another: type its identifier', 'Otro: escribir su identificador')}</option>`}
    </select>`;
}

const TYPE = ' type';
