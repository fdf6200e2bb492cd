import { addressOf } from './address.js';
import { call } from './api.js';
import { mayUse } from './api-document.js';
import { RecordActions } from './further-actions.js';
import { html } from './html.js';
import { labelOf, ownNameOf, shortNameOf } from './labels.js';
import { t } from './language.js';
import { Records, recordOf, Siblings, Value } from './lists.js';
import { OperationButtons } from './operation-buttons.js';
import { useDocument } from './operations.js';
import { Card, Facts, PageTitle, Shown } from './parts.js';
import { useResource } from './resource.js';
import { keepTeam } from './sessions.js';
import { pageOf, shownValue, titleOf, VIEWS } from './views.js';

/** The page of one record: its values, and a button for each operation of the document on it that the person may use. */
export function RecordPage({ session, at, id, tools }) {
  const view = VIEWS.find((one) => one.at === at);
  const resource = useDocument();
  return html`<${Shown} of=${resource} isEmpty=${() => false}>
    ${(document) => html`<${Record} document=${document} view=${view} id=${id} session=${session} tools=${tools} />`}
  <//>`;
}

function Record({ document, view, id, session, tools }) {
  const { teamId } = session.team;
  const { parameter, reader, operations } = recordOf(document, document.of(view.list));
  const query = reader.fields.some(({ name, place }) => name === 'teamId' && place === 'query')
    ? `?teamId=${teamId}`
    : '';
  const path = reader.path.replace('{teamId}', teamId).replace(`{${parameter}}`, encodeURIComponent(id));
  const resource = useResource(() => call(session, `GET ${path}${query}`), [id]);
  const name = resource.data && shortNameOf(resource.data);
  const part = view.part && document.of(view.part.list);
  const usable = operations.filter((one) => mayUse(session, one) && !(part && one.path.startsWith(part.path)));
  const list = view.listAt ?? view.at;
  return html`<${PageTitle} back=${{ href: addressOf([list]), text: titleOf(list) }}>${name || view.title()}<//>
    <${Shown} of=${resource} isEmpty=${() => false}>
      ${(record) => html`<div class="columns">
        <${Card} title=${t('Data', 'Datos')}><${Values} of=${record} /><//>
        <${RecordActions} operations=${usable} given=${{ teamId, [parameter]: id }} recordName=${ownNameOf(record)} after=${addressOf([list])} document=${document} session=${session} tools=${tools} />
      </div>
      ${part && html`<h2>${view.part.title()}</h2><${Records} document=${document} operation=${part} view=${view.part} given=${{ teamId, [parameter]: id }} session=${session} tools=${tools} />`}`}
    <//>`;
}

const isSimple = (value) => value === null || typeof value !== 'object';

/** Whether the link of an identifier has this name as its text. */
const isNameOfLink = (name, record) => {
  const link = name.replace(/Name$/, 'Id');
  return link !== name && pageOf(link) !== undefined && Boolean(record[link]);
};

/** The values of a record; parts of it follow under their own headings. */
export const Values = ({ of }) => {
  const entries = Object.entries(of).filter(
    ([name, value]) => name !== 'teamId' && value !== undefined && value !== null,
  );
  const parts = entries.filter(([, value]) => !isSimple(value) && Object.keys(value).length > 0);
  return html`<${Facts} rows=${entries.filter(([name, value]) => isSimple(value) && !isNameOfLink(name, of)).map(([name, value]) => [labelOf(name), html`<${Value} name=${name} value=${value} record=${of} />`])} />
    ${parts.map(
      ([name, value]) => html`<section key=${name} class="part"><h3>${labelOf(name)}</h3>
        ${Array.isArray(value) ? value.map((item, index) => (isSimple(item) ? html`<p key=${index}>${shownValue(name, item)}</p>` : html`<${Values} key=${index} of=${item} />`)) : html`<${Values} of=${value} />`}
      </section>`,
    )}`;
};

/** The page of the team itself: its data, and the operations on it. */
export function TeamPage({ session, tools }) {
  const { teamId } = session.team;
  const document = useDocument();
  const resource = useResource(async () => {
    const { team } = await call(session, `GET /teams/${teamId}`);
    keepTeam(session, team);
    return team;
  });
  return html`<${PageTitle}>${t('Company', 'Datos de la empresa')}<//>
    <${Siblings} at="empresa" />
    <${Shown} of=${document} isEmpty=${() => false}>${(found) => html`<${Shown} of=${resource} isEmpty=${() => false}>
      ${(team) => html`<div class="columns">
        <${Card} title=${t('Data', 'Datos')}><${Values} of=${team} /><//>
        <${Card} title=${t('Actions', 'Acciones')}>
          <${OperationButtons} operations=${operationsOfTeam(found, session)} given=${{ teamId }} recordName=${team.name} document=${found} session=${session} tools=${tools} />
        <//>
      </div>`}
    <//>`}<//>`;
}

/** The operations of the topic "teams" that need nothing but the team. Its lists have views of their own. */
const operationsOfTeam = ({ operations }, session) =>
  operations.filter(
    (one) =>
      one.tag === 'teams' &&
      one.path.startsWith('/teams/{teamId}') &&
      one.path.indexOf('{', '/teams/{'.length) < 0 &&
      one.path !== '/teams/{teamId}/invitations' &&
      !(one.method === 'GET' && !one.path.endsWith('policies') && !one.path.endsWith('-policy')) &&
      mayUse(session, one),
  );
