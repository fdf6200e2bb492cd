import { useRef } from 'preact/hooks';
import { mayUse } from './api-document.js';
import { html } from './html.js';
import { t } from './language.js';
import { recordOf } from './lists.js';
import { OperationButtons } from './operation-buttons.js';
import { useDocument } from './operations.js';
import { Card } from './parts.js';

/** The button of the form that makes a record, where the person may use it. */
export function CreateButton({ id, session, tools }) {
  const { data } = useDocument();
  if (!data || !mayUse(session, data.of(id))) return null;
  return html`<${OperationButtons} operations=${[data.of(id)]} given=${{ teamId: session.team.teamId }} document=${data} session=${session} tools=${tools} />`;
}

/**
 * A button for each operation on a record that changes something and that the page has no button for (`shown`). `when` has the statuses in
 * which the service takes an operation.
 */
export function FurtherActions({ list, record, name, shown, when, after, session, tools }) {
  const { data } = useDocument();
  const wasShown = useRef(false);
  if (!data) return null;
  const { parameter, operations } = recordOf(data, data.of(list));
  const given = { teamId: record.teamId, [parameter]: record.id };
  const further = operations.filter(
    (one) =>
      one.method !== 'GET' &&
      !shown.includes(one.id) &&
      one.fields.every(({ name: field, place }) => place !== 'path' || field in given) &&
      (when[one.id] ?? [record.status]).includes(record.status) &&
      mayUse(session, one),
  );
  // A form can be open that another person's change took the last button from.
  wasShown.current ||= further.length > 0;
  if (!wasShown.current) return null;
  return html`<${RecordActions} status=${record.status} operations=${further} given=${given} recordName=${name} after=${after} document=${data} session=${session} tools=${tools} />`;
}

/** The buttons of a record. `after` is the address for which the page is left when the record was deleted, unless the person left it before. */
export function RecordActions({ after, ...others }) {
  const { hash } = location;
  const leave = ({ method }) => {
    if (method === 'DELETE' && location.hash === hash) location.hash = after;
  };
  return html`<${Card} title=${t('Actions', 'Acciones')}><${OperationButtons} ...${others} onDone=${leave} /><//>`;
}
