import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { html } from './html.js';
import { t } from './language.js';
import { useLeaving } from './leaving.js';
import { OperationForm } from './operation-form.js';

const UNSENT = () =>
  t(
    'What you typed was not sent. Press Escape or Close again to discard it.',
    'Lo escrito no se ha enviado. Pulse Escape o Cerrar otra vez para descartarlo.',
  );

/**
 * The form of an operation over the page. The focus starts in its first field and returns to the button that opened it. Escape and
 * "Close" close; when something was typed, the first press of either only warns, and further typing withdraws the warning. A reading operation shows its answer here, and so does one with `keepsAnswer`.
 */
export function FormDialog({ title, close, operation, keepsAnswer, onDone, tools, ...others }) {
  const dialog = useRef(null);
  const id = useId();
  /** The number of changes that were not sent. */
  const [changes, setChanges] = useState(0);
  const { cancel, leave, warned } = useLeaving(dialog, changes > 0 ? UNSENT() : undefined, changes);
  // The focus must move before the next key press: an effect after the paint loses the first letters of a person who types at once.
  useLayoutEffect(() => {
    dialog.current.showModal();
    dialog.current.querySelector('form input, form select, form textarea, form .button')?.focus();
  }, []);
  const finish = (answer) => {
    tools.tell({ text: `${t('Done', 'Listo')}: ${title}.` });
    dialog.current.close();
    onDone?.(answer);
  };
  const shows = keepsAnswer || operation.method === 'GET';
  return html`<dialog ref=${dialog} class="sheet" aria-labelledby=${id} onCancel=${cancel} onClose=${(event) => event.target === dialog.current && close()}>
    <h2 id=${id}>${title}</h2>
    <${OperationForm} ...${others} operation=${operation} isShort tools=${tools} done=${shows ? undefined : finish} onDirty=${() => setChanges((count) => count + 1)} onSent=${() => setChanges(0)} />
    <div role="alert">${warned && html`<p>${warned}</p>`}</div>
    <p><button type="button" class="button quiet" onClick=${leave}>${t('Close', 'Cerrar')}</button></p>
  </dialog>`;
}
