import { useLayoutEffect, useRef } from 'preact/hooks';
import { html } from './html.js';

/**
 * Fields that cannot be changed while they are sent: the form closes when the answer comes, and a correction that was typed meanwhile would be gone. The field
 * that had the focus has it again after.
 */
export function WhileSent({ isSent, children }) {
  const part = useRef(null);
  const before = useRef(null);
  // The browser takes the focus away as soon as the fields are inert.
  if (isSent && part.current?.contains(document.activeElement)) before.current = document.activeElement;
  useLayoutEffect(() => {
    if (isSent) return;
    if (document.activeElement === document.body && before.current?.isConnected) before.current.focus();
    before.current = null;
  }, [isSent]);
  return html`<div ref=${part} class="fields" inert=${isSent}>${children}</div>`;
}
