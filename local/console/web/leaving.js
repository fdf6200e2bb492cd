import { useState } from 'preact/hooks';
import { html } from './html.js';

/**
 * Keeps a dialog open at the first press of Escape or "Close" while there is a `warning` of what would be lost of `file`, and shows it. The
 * second press closes. Another file or warning withdraws this one.
 */
export function useLeaving(dialog, warning, file) {
  const [asked, setAsked] = useState({});
  const isAsking = warning !== undefined && asked.warning === warning && asked.file === file;
  /** Whether the dialog stays open for now. */
  const warns = () => {
    if (warning === undefined || isAsking) return false;
    setAsked({ warning, file });
    return true;
  };
  return {
    // The dialog of a file picker also tells that it was cancelled.
    cancel: (event) => {
      if (event.target === dialog.current && warns()) event.preventDefault();
    },
    leave: () => {
      if (!warns()) dialog.current.close();
    },
    question: isAsking && html`<p role="alert">${warning}</p>`,
  };
}
