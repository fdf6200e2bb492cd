import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { CopyButton } from './copy-form.js';
import { html } from './html.js';
import { t } from './language.js';
import { useLeaving } from './leaving.js';
import { OperationForm } from './operation-form.js';
import { useUnsent } from './unsent.js';

const UNSENT = () =>
  t(
    'What you typed was not sent. Press Escape or Close again to discard it.',
    'Lo escrito no se ha enviado. Pulse Escape o Cerrar otra vez para descartarlo.',
  );

const SENDING = () =>
  t(
    'This is being sent, also without this form. Press Escape or Close again to close it.',
    'Se está enviando; el envío continúa sin este formulario. Pulse Escape o Cerrar otra vez para cerrarlo.',
  );

/**
 * The form of an operation over the page. The focus starts in its first field and returns to the button that opened it. Escape and
 * "Close" close; when something was typed, the first press of either only warns, and further typing withdraws the warning. A reading operation shows its answer here, and so does one with `keepsAnswer`.
 * `isElsewhere`: the page behind it is another one than that on which it was opened. `note` says what became of the record or the page.
 */
export function FormDialog({ title, close, operation, keepsAnswer, note, isElsewhere, onDone, tools, ...others }) {
  const dialog = useRef(null);
  const id = useId();
  /** The number of changes that were not sent. */
  const [changes, setChanges] = useState(0);
  const [isKept, setKept] = useState(false);
  const [isSending, setSending] = useState(false);
  const loss = changes > 0 ? UNSENT() : undefined;
  const { cancel, leave, warned } = useLeaving(dialog, isSending ? SENDING() : loss, changes);
  // An answer that is kept can hold a secret that is shown once.
  useUnsent(changes > 0 || isKept);
  // The focus must move before the next key press: an effect after the paint loses the first letters of a person who types at once.
  useLayoutEffect(() => {
    dialog.current.showModal();
    dialog.current.querySelector('form input, form select, form textarea, form .button')?.focus();
  }, []);
  useLayoutEffect(() => {
    if (isElsewhere && changes === 0 && !isKept) dialog.current.close();
  }, [isElsewhere]);
  const finish = (answer) => {
    tools.tell({ text: `${t('Done', 'Listo')}: ${title()}.` });
    dialog.current?.close();
    onDone?.(answer);
  };
  const sent = () => {
    setChanges(0);
    setKept(keepsAnswer);
  };
  const shows = keepsAnswer || operation.method === 'GET';
  return html`<dialog ref=${dialog} class="sheet" aria-labelledby=${id} onCancel=${cancel} onClose=${(event) => event.target === dialog.current && close()}>
    <h2 id=${id}>${title()}</h2>
    <${OperationForm} ...${others} operation=${operation} note=${note} isShort tools=${tools} done=${shows ? undefined : finish} onDirty=${() => setChanges((count) => count + 1)} onSending=${setSending} onSent=${sent} />
    <div role="alert">${warned && html`<p>${warned}</p>`}</div>
    <p class="actions">
      <button type="button" class="button quiet" onClick=${leave}>${t('Close', 'Cerrar')}</button>
      ${note && changes > 0 && html`<${CopyButton} form=${() => dialog.current.querySelector('form')} />`}
    </p>
  </dialog>`;
}
