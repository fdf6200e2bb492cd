/** A second press within this time and distance of the first one is taken for a part of the first. */
const WHILE_MS = 2_500;
const NEAR_PX = 10;

let last;

const controlAt = (target) => target.closest?.('button, a[href], summary, [role="button"]');

/** The control as a person sees it: a control that changed its text at its place is another one. */
const seen = (control) => ({ control, text: control.getAttribute('aria-label') ?? control.textContent.trim() });

const isNear = (event) => Math.hypot(event.clientX - last.x, event.clientY - last.y) <= NEAR_PX;

/**
 * Ignores a press on a control that came to where another one was just pressed, for example because a dialog closed or the page moved.
 * A key press is not concerned: the focus does not follow a place.
 */
function guard(event) {
  const control = controlAt(event.target);
  if (!control || event.detail === 0) return;
  const now = Date.now();
  const isOther =
    last && now - last.at < WHILE_MS && isNear(event) && (last.control !== control || last.text !== seen(control).text);
  if (isOther) {
    last.at = now;
    event.preventDefault();
    event.stopImmediatePropagation();
  } else {
    last = { ...seen(control), x: event.clientX, y: event.clientY, at: now };
  }
}

/** Where the key that is held was pressed. */
let heldAt;

/** Ignores a held Enter when the focus has moved since it was pressed, for example back to the button that opens the form that it sent. */
function guardHeld(event) {
  if (event.key !== 'Enter') return;
  if (!event.repeat) heldAt = event.target;
  else if (event.target !== heldAt) event.preventDefault();
}

/** Guards all pages of the console. */
export const guardSamePlace = () => {
  addEventListener('click', guard, { capture: true });
  addEventListener('keydown', guardHeld, { capture: true });
};
