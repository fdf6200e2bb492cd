import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { addressOf, readAddress, useSetting } from './address.js';
import { mayUse, readDocument } from './api-document.js';
import { isKept } from './form-kept.js';
import { html } from './html.js';
import { languageOfSummary, summaryOf, topicSentence, topicText } from './labels.js';
import { t } from './language.js';
import { OperationForm } from './operation-form.js';
import { Card, Choices, Empty, PageTitle, Shown } from './parts.js';
import { useResource } from './resource.js';
import { SearchForm } from './search-form.js';
import { useUnsent } from './unsent.js';

const AT = 'operaciones';

/** The document does not change with the data, so that it is read once. */
export const useDocument = () => useResource(readDocument);

/** Whether the person may use an operation, for the buttons of hand-made views. False until the document is read. */
export function useMay(session, id) {
  const operation = useDocument().data?.of(id);
  return operation !== undefined && mayUse(session, operation);
}

const plain = (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
const matches = (operation, words) => {
  const { id, summary, path, method, description } = operation;
  const about = operation.paragraphs().map(({ text }) => text);
  const text = plain([id, summaryOf(operation), summary, method, path, description, ...about].join(' '));
  return words.every((word) => text.includes(word));
};

/** The operation from which the person came back, to put the focus there. */
let left;

/** All operations of the service, by topic, with a search. */
export function OperationsPage({ session }) {
  const resource = useDocument();
  return html`<${PageTitle}>${t('All operations', 'Todas las operaciones')}<//>
    <${Shown} of=${resource} isEmpty=${() => false}>${(document) => html`<${Operations} document=${document} session=${session} />`}<//>`;
}

function Operations({ document, session }) {
  const [q, setQ] = useSetting('q');
  const [who, setWho] = useSetting('de', 'mine');
  useLayoutEffect(() => {
    if (left) window.document.getElementById(`operation-${left}`)?.focus();
    left = undefined;
  }, []);
  const words = plain(q).split(/\s+/).filter(Boolean);
  const usable = who === 'all' ? document.operations : document.operations.filter((one) => mayUse(session, one));
  const found = usable.filter((one) => matches(one, words));
  const groups = Map.groupBy(found, ({ tag }) => tag);
  const choices = [
    { value: 'mine', text: t('Mine', 'Las que puedo usar') },
    { value: 'all', text: t('All', 'Todas'), count: document.operations.length },
  ];
  return html`<${SearchForm} label=${t('Search', 'Buscar')} q=${q} go=${(value) => setQ(value)}>
      <${Choices} label=${t('Which operations', 'Qué operaciones')} of=${choices} chosen=${who} choose=${(value) => setWho(value)} />
    <//>
    <p role="status" class="muted">${found.length} ${t('operations', 'operaciones')}</p>
    ${found.length === 0 && html`<${Empty}>${t('No operation has these words.', 'Ninguna operación tiene esas palabras.')}<//>`}
    ${[...groups].map(
      ([tag, operations]) => html`<${Card} key=${tag} title=${topicText(tag)}>
        <p class="muted">${topicSentence(document.tags.find(({ name }) => name === tag) ?? { name: tag })}</p>
        <ul class="rows">${operations.map((one) => html`<${Row} key=${one.id} one=${one} />`)}</ul>
      <//>`,
    )}`;
}

const Row = ({ one }) => html`<li>
  <a class="row" id=${`operation-${one.id}`} href=${addressOf([AT, one.id])}>
    <span class="row-main" lang=${languageOfSummary(one)}><strong>${summaryOf(one)}</strong></span>
    <span class="row-side muted">${one.irreversible && t('irreversible', 'irreversible')}</span>
    <span class="row-note"><code>${one.method} ${one.path}</code></span>
  </a>
</li>`;

/** The form of one operation. The settings of the address fill its fields. */
export function OperationPage({ session, id, tools }) {
  const resource = useDocument();
  const operation = resource.data?.of(id);
  return html`<${PageTitle} back=${{ href: addressOf([AT]), text: t('All operations', 'Todas las operaciones') }}>
      ${operation ? html`<span lang=${languageOfSummary(operation)}>${summaryOf(operation)}</span>` : id}
    <//>
    <${Shown} of=${resource} isEmpty=${() => operation === undefined} empty=${t('The service has no such operation.', 'El servicio no tiene esa operación.')}>
      ${(document) => html`<${Operation} document=${document} operation=${operation} session=${session} tools=${tools} />`}
    <//>`;
}

function Operation({ document, operation, session, tools }) {
  const [given] = useState(() => readAddress().query);
  const keptAs = `${session.id} ${location.hash}`;
  const [isDirty, setDirty] = useState(() => isKept(keptAs));
  const [isSent, setSent] = useState(false);
  useUnsent(isDirty && !isSent);
  useEffect(() => {
    left = operation.id;
  }, [operation]);
  const typed = () => {
    setDirty(true);
    setSent(false);
  };
  const back = (event) => {
    if (event.key === 'Escape' && !isDirty && !event.defaultPrevented && !window.document.querySelector('dialog[open]'))
      location.hash = addressOf([AT]);
  };
  return html`<div onKeyDown=${back}>
    <${Card}>
      <p><code>${operation.method} ${operation.path}</code></p>
      ${operation.paragraphs().map(({ text, lang }) => html`<p key=${text} lang=${lang}>${text}</p>`)}
      ${
        mayUse(session, operation)
          ? html`<${OperationForm} key=${operation.id} session=${session} document=${document} operation=${operation} given=${given} keptAs=${keptAs} tools=${tools} onDirty=${typed} onSent=${() => setSent(true)} />`
          : html`<${Empty}>${t('The person of this session may not use it.', 'La persona de esta sesión no puede usarla.')}<//>`
      }
    <//>
  </div>`;
}
