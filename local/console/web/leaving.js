import { useState } from 'preact/hooks';

/**
 * Keeps a dialog open at the first press of Escape or "Close" while there is a `warning` that something would be lost, and returns it as `warned`. The
 * second press closes. Another `loss` (a file, the number of the last change) or warning withdraws this one.
 */
export function useLeaving(dialog, warning, loss) {
  const [asked, setAsked] = useState({});
  const isAsking = warning !== undefined && asked.warning === warning && asked.loss === loss;
  /** Whether the dialog stays open for now. */
  const warns = () => {
    if (warning === undefined || isAsking) return false;
    setAsked({ warning, loss });
    return true;
  };
  return {
    // The dialogs within it, and that of a file picker, also tell that they were cancelled.
    cancel: (event) => {
      if (event.target === dialog.current && warns()) event.preventDefault();
    },
    leave: () => {
      if (!warns()) dialog.current.close();
    },
    warned: isAsking ? warning : undefined,
  };
}
