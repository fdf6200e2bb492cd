import { Danger } from './danger.js';
import { makeKeys, openingDrafts, requestOf, sendRequest } from './form-request.js';
import { statusText } from './format.js';
import { html } from './html.js';
import { questionFor } from './irreversible.js';
import { t } from './language.js';
import { useOpenForm } from './open-form.js';
import { Button } from './parts.js';
import { useAction } from './resource.js';
import { KEEPS_ANSWER, languageOfText, textOf } from './views.js';

/**
 * A button for each operation. It opens the form of the operation over the page, or asks at once where an irreversible operation has
 * nothing to fill in. `given` are the values that the page knows. A form that is open stays open when its operation is no longer among them,
 * because another person changed the record: it says so, with the `status` that the record has now. It also stays when the buttons are gone.
 */
export function OperationButtons({ operations, onDone, status, ...others }) {
  const { given, recordName, document } = others;
  const openForm = useOpenForm((operation) => ({
    given,
    recordName,
    document,
    title: () => [textOf(operation), recordName].filter(Boolean).join(': '),
    keepsAnswer: KEEPS_ANSWER.includes(operation.id),
    note: operations.some(({ id }) => id === operation.id) ? undefined : () => noteOf(status),
    onDone: () => onDone?.(operation),
  }));
  return html`<span class="actions">
      ${operations.map((one) =>
        one.irreversible === true && one.fields.every(({ name }) => name in given)
          ? html`<${DirectButton} key=${one.id} ...${others} operation=${one} onDone=${onDone} />`
          : html`<${OpeningButton} key=${one.id} ...${others} operation=${one} open=${() => openForm(one)} />`,
      )}
    </span>`;
}

const noteOf = (status) =>
  status
    ? t(
        `The record changed meanwhile. Its status is now: ${statusText(status)}.`,
        `El registro cambió mientras tanto. Su estado es ahora: ${statusText(status)}.`,
      )
    : t('The record changed meanwhile.', 'El registro cambió mientras tanto.');

/** In a table, the same button stands in each row, so that its name also says the record. */
const nameOf = ({ operation, recordName, isQuiet }) =>
  isQuiet && recordName ? `${textOf(operation)}: ${recordName}` : undefined;

const OpeningButton = (
  props,
) => html`<${Button} kind=${props.isQuiet ? 'quiet' : ''} lang=${languageOfText(props.operation)}
  aria-haspopup="dialog" aria-label=${nameOf(props)} action=${props.open}>${textOf(props.operation)}<//>`;

function DirectButton(props) {
  const { operation, given, recordName, isQuiet, session, document, tools, onDone } = props;
  const { resolve } = document;
  const { running, run } = useAction(tools.tell);
  const request = requestOf(operation, { drafts: openingDrafts(operation, { session, resolve, given }), resolve });
  const act = () =>
    run(operation.id, async () => {
      await sendRequest(session, operation, request, { keys: makeKeys() });
      tools.tell({ text: `${t('Done', 'Listo')}: ${[textOf(operation), recordName].filter(Boolean).join(': ')}.` });
      onDone?.(operation);
    });
  return html`<${Danger} kind=${isQuiet ? 'quiet' : ''} name=${operation.id} running=${running} lang=${languageOfText(operation)}
    aria-label=${nameOf(props)} action=${act} ...${questionFor(operation, request.body, recordName)}>${textOf(operation)}<//>`;
}
