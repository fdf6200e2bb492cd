import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useFocusAfter } from './focus.js';
import { html } from './html.js';
import { t } from './language.js';
import { Button } from './parts.js';

/** The half of the window that the button is not in. The dialog opens there, so a second click at the button's place cannot hit it. */
export function halfAwayFrom(button) {
  const { top, bottom } = button.getBoundingClientRect();
  return (top + bottom) / 2 < innerHeight / 2 ? 'bottom' : 'top';
}

/**
 * A button for an action that cannot be undone. The button itself sends nothing: it opens a dialog that names the record and the
 * consequence. The focus starts on "No", so Enter pressed twice opens and closes the dialog.
 */
export function Danger({ title, consequence, verb, action, children, ...others }) {
  const [half, setHalf] = useState(null);
  return html`<${Button} ...${others} aria-haspopup="dialog" action=${({ currentTarget }) => setHalf(halfAwayFrom(currentTarget))}>${children}<//>
    ${half && html`<${Confirmation} half=${half} title=${title} consequence=${consequence} verb=${verb} action=${action} close=${() => setHalf(null)} />`}`;
}

/** The question itself. It opens at once, and `close` is called when it has closed, also after the action began. */
export function Confirmation({ half, title, consequence, verb, action, close }) {
  const dialog = useRef(null);
  const no = useRef(null);
  const text = useRef(null);
  const id = useId();
  useFocusAfter(dialog);
  useLayoutEffect(() => {
    dialog.current.showModal();
    no.current.focus();
    // A long text scrolls, also with the keyboard.
    if (text.current.scrollHeight > text.current.clientHeight) text.current.tabIndex = 0;
  }, []);
  const confirm = () => {
    dialog.current.close();
    action();
  };
  return html`<dialog ref=${dialog} class=${`confirmation ${half}`} aria-labelledby=${`${id}-title`} aria-describedby=${`${id}-text`} onClose=${close}>
    <h2 id=${`${id}-title`}>${title}</h2>
    <p id=${`${id}-text`} class="consequence" ref=${text}>${consequence}</p>
    <p class="actions">
      <button ref=${no} type="button" class="button" onClick=${() => dialog.current.close()}>${t('No, leave it', 'No, dejarlo así')}</button>
      <button type="button" class="button bad" onClick=${confirm}>${verb}</button>
    </p>
  </dialog>`;
}
