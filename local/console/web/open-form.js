import { useLayoutEffect, useRef } from 'preact/hooks';
import { useAddress } from './address.js';
import { useFocusAfterClosing } from './focus.js';
import { FormDialog } from './form-dialog.js';
import { html } from './html.js';
import { t } from './language.js';
import { makeStore, useStore } from './store.js';

/**
 * The form that is open over the page. It belongs to the frame and not to the button that opened it: the button goes with its row or its record when
 * another person deletes them, and with its page when the person goes back, and what was typed must stay.
 */
const openForm = makeStore(null);

const amend = (owner, changes) => {
  if (openForm.get()?.owner === owner) openForm.set({ ...openForm.get(), ...changes });
};

/**
 * Returns a function that opens the form of an operation. `describe` has the properties of its dialog as long as the component that calls this is on the
 * page, and gets the operation.
 */
export function useOpenForm(describe) {
  const owner = useRef(null);
  useLayoutEffect(() => {
    const form = openForm.get();
    if (form !== null && form.owner === owner) amend(owner, describe(form.operation));
  });
  useLayoutEffect(() => () => amend(owner, { note: GONE }), []);
  return (operation) => openForm.set({ owner, operation, ...describe(operation) });
}

const GONE = () =>
  t(
    'The record is gone: another person deleted it, or changed it so that it is no longer on this page. What you typed stays here.',
    'El registro ya no está: otra persona lo borró, o lo cambió y ya no aparece en esta página. Lo escrito sigue aquí.',
  );

const LEFT = () =>
  t(
    'You left the page of this form. What you typed stays here, and can still be sent.',
    'Usted salió de la página de este formulario. Lo escrito sigue aquí y todavía se puede enviar.',
  );

/** The open form. When the person goes to another page, a form in which nothing was typed closes. */
export function OpenForm({ session, tools }) {
  const form = useStore(openForm);
  const page = JSON.stringify([useAddress(), session.team?.teamId]);
  const { owner, note, ...dialog } = form ?? {};
  const opened = useRef({});
  if (opened.current.owner !== owner) opened.current = { owner, page };
  const isElsewhere = opened.current.page !== page;
  const close = () => openForm.set(null);
  useFocusAfterClosing(form !== null);
  useLayoutEffect(() => close, []);
  return (
    form &&
    html`<${FormDialog} key=${form.operation.id} ...${dialog} session=${session} tools=${tools} isElsewhere=${isElsewhere}
      note=${(isElsewhere ? LEFT : note)?.()} close=${close} />`
  );
}
