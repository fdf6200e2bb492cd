import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Refused } from './api.js';
import { authenticate, OneTimeCode, Person } from './credentials.js';
import { useLastFocus } from './focus.js';
import { html } from './html.js';
import { languageTag, t } from './language.js';
import { Failure, titleOf } from './parts.js';
import { useAction } from './resource.js';
import { leave } from './sessions.js';
import { StepForm } from './step-form.js';
import { keepTokens } from './tabs.js';

/**
 * The question over the page of a session that the service ended. The page stays as it is behind it, hidden, with the form that is open on it. Only the
 * same person can go on; all others start at the sign-in page.
 */
export function SignInAgain({ session, people }) {
  const before = useLastFocus('.sign-in-again');
  return session?.isOver
    ? html`<${Question} key=${session.id} session=${session} people=${people} before=${before} />`
    : null;
}

/** Puts the new tokens in place of the old ones, if they are the same person's. */
function resume(session, { tokens, user, driver }) {
  if ((user ?? driver).id === session.id) return keepTokens(session.id, tokens);
  throw new Refused({
    status: 403,
    lang: languageTag(),
    message: t(
      'This account is another one than before. Leave this page to work with it.',
      'Esta cuenta no es la de antes. Para trabajar con ella, salga de esta página.',
    ),
  });
}

function Question({ session, people, before }) {
  const dialog = useRef(null);
  const id = useId();
  const [failure, setFailure] = useState(null);
  const tell = (notice) => setFailure(notice.failure);
  useLayoutEffect(() => {
    dialog.current.showModal();
    return () => {
      dialog.current.close();
      before.current?.focus();
    };
  }, []);
  useLayoutEffect(() => {
    document.title = titleOf(t('Sign in again', 'Inicie sesión otra vez'));
    return () => {
      // The page may have changed meanwhile.
      const heading = document.querySelector('main h1');
      if (heading) document.title = titleOf(heading.textContent);
    };
  }, []);
  // The browser closes a dialog at the second Escape, and a page cannot prevent it.
  const stay = () => dialog.current?.isConnected && dialog.current.showModal();
  return html`<dialog ref=${dialog} class="sheet sign-in-again" aria-labelledby=${id} onCancel=${(event) => event.preventDefault()} onClose=${stay}>
    <h2 id=${id}>${t('Sign in again', 'Inicie sesión otra vez')}</h2>
    <p>${t(`The session of ${session.name} is over. This page keeps what was typed.`, `La sesión de ${session.name} terminó. Esta página conserva lo escrito.`)}</p>
    ${failure && html`<${Failure} failure=${failure} />`}
    <${Proof} session=${session} people=${people} tell=${tell} />
    <p><button type="button" class="link" onClick=${() => leave(session.id)}>${t('Leave, and discard what was typed', 'Salir y descartar lo escrito')}</button></p>
  </dialog>`;
}

function Proof({ session, people, tell }) {
  const { running, run } = useAction(tell);
  const [challenge, setChallenge] = useState(null);
  const name = session.email ?? session.username;
  const take = (answer) => (answer.challenge ? setChallenge(answer) : resume(session, answer));
  const enter = async ({ password }) => take(await authenticate(session.kind, name, password));
  const isOfDemo = [...people.members, ...people.drivers].some(({ email, username }) => name === (email ?? username));
  if (challenge)
    return html`<${OneTimeCode} challenge=${challenge} tell=${tell} take=${take} back=${() => setChallenge(null)} />`;
  return html`${isOfDemo && html`<${Person} id=${name} name=${session.name} detail=${t('Sign in with one click', 'Entrar con un clic')} running=${running} action=${() => run(name, () => enter(people))} />`}
    <${StepForm}
      tell=${tell}
      verb=${t('Sign in', 'Entrar')}
      fields=${[
        {
          name: 'password',
          label: t(`Password of ${name}`, `Contraseña de ${name}`),
          type: 'password',
          autofocus: true,
          autocomplete: 'current-password',
        },
      ]}
      submit=${enter}
    />`;
}
