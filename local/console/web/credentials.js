import { useLayoutEffect, useRef } from 'preact/hooks';
import { call } from './api.js';
import { html } from './html.js';
import { t } from './language.js';
import { StepForm } from './step-form.js';

/** Asks for the tokens of a person. The answer is a challenge when the account needs a code of the authenticator app. */
export async function authenticate(kind, name, password) {
  if (kind !== 'driver') return call(undefined, 'POST /auth/login', { body: { email: name, password } });
  const answer = await call(undefined, 'POST /auth/drivers/login', { body: { username: name, password } });
  if (answer.challenge)
    throw new Error(
      t(
        'This driver must first choose a password in the app.',
        'Este operador tiene que elegir primero una contraseña en su app.',
      ),
    );
  return answer;
}

/** A button that signs in a person of the demo. */
export const Person = ({ id, name, detail, running, action }) => html`<button
  type="button"
  class="person"
  disabled=${running !== null}
  aria-busy=${running === id}
  onClick=${action}
>
  <span class="person-name">${name}</span>
  <span class="person-detail">${running === id ? t('Signing in…', 'Entrando…') : detail}</span>
</button>`;

/** The field of a code of the mail or of the authenticator app. A function, because the language can change. */
export const codeField = () => ({
  name: 'code',
  label: t('Code of six digits', 'Código de seis dígitos'),
  inputmode: 'numeric',
  autocomplete: 'one-time-code',
  pattern: '[0-9]{6}',
  maxlength: 6,
});

/** The code of the authenticator app. `take` is called with the answer of the sign-in. */
export function OneTimeCode({ challenge: { session, username }, tell, take, back }) {
  const card = useRef(null);
  useLayoutEffect(() => card.current.querySelector('input').focus(), []);
  const submit = async ({ code }) =>
    take(await call(undefined, 'POST /auth/mfa/respond', { body: { session, username, code } }));
  return html`<section ref=${card} class="card" aria-labelledby="second">
    <h2 id="second">${t('Code of your app', 'Código de su app')}</h2>
    <p>${username} ${t('has a second factor.', 'tiene un segundo factor.')}</p>
    <${StepForm} tell=${tell} verb=${t('Verify', 'Verificar')} fields=${[codeField()]} submit=${submit} />
    <p><button type="button" class="link" onClick=${back}>${t('Back', 'Volver')}</button></p>
  </section>`;
}
