import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { html } from './html.js';
import { t } from './language.js';
import { OperationForm } from './operation-form.js';

/**
 * The form of an operation over the page. The focus starts in its first field and returns to the button that opened it. Escape closes; it
 * asks for a second Escape when something was typed. A reading operation shows its answer here, and so does one with `keepsAnswer`.
 */
export function FormDialog({ title, close, operation, keepsAnswer, onDone, tools, ...others }) {
  const dialog = useRef(null);
  const id = useId();
  const [isDirty, setDirty] = useState(false);
  const [isAsking, setAsking] = useState(false);
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
  const cancel = (event) => {
    if (event.target !== dialog.current || !isDirty || isAsking) return;
    event.preventDefault();
    setAsking(true);
  };
  const shows = keepsAnswer || operation.method === 'GET';
  return html`<dialog ref=${dialog} class="sheet" aria-labelledby=${id} onCancel=${cancel} onClose=${(event) => event.target === dialog.current && close()}>
    <h2 id=${id}>${title}</h2>
    <${OperationForm} ...${others} operation=${operation} isShort tools=${tools} done=${shows ? undefined : finish} onDirty=${() => setDirty(true)} onSent=${() => setDirty(false)} />
    <div role="alert">${isAsking && html`<p>${t('What you typed was not sent. Press Escape again to close.', 'Lo escrito no se ha enviado. Escape otra vez para cerrar.')}</p>`}</div>
    <p><button type="button" class="button quiet" onClick=${() => dialog.current.close()}>${t('Close', 'Cerrar')}</button></p>
  </dialog>`;
}
