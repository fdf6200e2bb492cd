import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { html } from './html.js';
import { t } from './language.js';
import { OperationForm } from './operation-form.js';

/**
 * The form of an operation over the page. The focus starts in its first field and returns to the button that opened it. Escape and
 * "Close" close; when something was typed, the first press of either only warns, and further typing withdraws the warning. A reading operation shows its answer here, and so does one with `keepsAnswer`.
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
  /** Whether the dialog stays open for now, because what was typed would be lost. */
  const warns = () => {
    if (!isDirty || isAsking) return false;
    setAsking(true);
    return true;
  };
  const cancel = (event) => {
    if (event.target === dialog.current && warns()) event.preventDefault();
  };
  const leave = () => {
    if (!warns()) dialog.current.close();
  };
  const typed = () => {
    setDirty(true);
    setAsking(false);
  };
  const sent = () => {
    setDirty(false);
    setAsking(false);
  };
  const shows = keepsAnswer || operation.method === 'GET';
  return html`<dialog ref=${dialog} class="sheet" aria-labelledby=${id} onCancel=${cancel} onClose=${(event) => event.target === dialog.current && close()}>
    <h2 id=${id}>${title}</h2>
    <${OperationForm} ...${others} operation=${operation} isShort tools=${tools} done=${shows ? undefined : finish} onDirty=${typed} onSent=${sent} />
    <div role="alert">${isAsking && html`<p>${t('What you typed was not sent. Press Escape or Close again to discard it.', 'Lo escrito no se ha enviado. Pulse Escape o Cerrar otra vez para descartarlo.')}</p>`}</div>
    <p><button type="button" class="button quiet" onClick=${leave}>${t('Close', 'Cerrar')}</button></p>
  </dialog>`;
}
