import { useState } from 'preact/hooks';
import { call } from './api.js';
import { html } from './html.js';
import { kindOf } from './invoice-kinds.js';
import { nameOfRecord } from './labels.js';
import { t } from './language.js';
import { listFor } from './references.js';
import { useResource } from './resource.js';

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
async function read({ session, values }, list, words, isOfAllTypes) {
  if (!list) return { choices: [] };
  const team = values.teamId || session.team?.teamId;
  const settings = { ...(words && { q: words }), ...(isOfAllTypes && { type: 'ALL' }) };
  const answer = await call(session, addressOfList(list.operation, team, settings));
  const choices = answer[list.property].map((one) => ({
    value: String(one[list.key]),
    text: [isOfAllTypes && one.type !== 'I' && kindOf(one.type).name(), nameOfRecord(one) || String(one[list.key])]
      .filter(Boolean)
      .join(' · '),
  }));
  return { choices, hasMore: Boolean(answer.nextCursor) || answer.pagination?.hasMore === true };
}

/** Each document can be read, cancelled and sent. What a body names is an invoice, but for the document that replaces one of any type. */
const hasAllTypes = ({ fields }, { name, place }) =>
  (place === 'path' || name === 'substitution') &&
  fields.some((one) => one.name === 'type' && one.schema.enum?.includes('ALL'));

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
  const { data, failure } = useResource(() => read(form, list, words, isOfAllTypes), [list?.operation.id, words, team]);
  const choices = data?.choices ?? [];
  const take = ({ currentTarget }) => {
    if (currentTarget.value === TYPE) setTyped(true);
    else {
      const text = choices.find(({ value }) => value === currentTarget.value)?.text;
      setChosen({ value: currentTarget.value, text });
      form.choose(name, set, currentTarget.value, text);
    }
  };
  if (!list || isTyped || (failure && data === undefined))
    return html`<input type="text" ...${tied} required=${isRequired} spellcheck=${false} value=${draft} onInput=${({ currentTarget }) => form.choose(name, set, currentTarget.value, undefined)} />`;
  const search = (event) => {
    if (event.type === 'keydown' && event.key !== 'Enter') return;
    // Enter in the search must not send the form.
    event.preventDefault();
    setWords(event.currentTarget.value.trim());
  };
  const isKnown = draft === '' || choices.some(({ value }) => value === draft);
  const hasSearch = list.operation.fields.some((one) => one.name === 'q');
  return html`${
    hasSearch &&
    (data?.hasMore || words) &&
    html`<input type="search" aria-label=${t('Search the list', 'Buscar en la lista')} placeholder=${t('Search', 'Buscar')} onChange=${search} onKeyDown=${search} />`
  }
    <select ...${tied} required=${isRequired} value=${draft} onChange=${take}>
      <option value="">—</option>
      ${!isKnown && html`<option value=${draft}>${chosen.value === draft ? chosen.text : draft}</option>`}
      ${choices.map(({ value, text }) => html`<option key=${value} value=${value}>${text}</option>`)}
      <option value=${TYPE}>${t('Another: type its identifier', 'Otro: escribir su identificador')}</option>
    </select>`;
}

const TYPE = ' type';
