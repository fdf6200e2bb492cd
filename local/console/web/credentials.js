import { useLayoutEffect } from 'preact/hooks';
import { call } from './api.js';
import { html } from './html.js';
import { t } from './language.js';
import { Button } from './parts.js';

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

/** The code of the authenticator app. `take` is called with the answer of the sign-in. */
export function OneTimeCode({ challenge, running, run, take, back }) {
  useLayoutEffect(() => document.getElementById('code')?.focus(), []);
  const submit = (event) => {
    event.preventDefault();
    const code = String(new FormData(event.target).get('code')).trim();
    const { session, username } = challenge;
    run('code', async () =>
      take(await call(undefined, 'POST /auth/mfa/respond', { body: { session, username, code } })),
    );
  };
  return html`<section class="card" aria-labelledby="second">
    <h2 id="second">${t('Code of your app', 'Código de su app')}</h2>
    <form class="form" onSubmit=${submit}>
      <p>${challenge.username} ${t('has a second factor.', 'tiene un segundo factor.')}</p>
      <label>${t('Six digits', 'Seis dígitos')}
        <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" maxlength="6" required />
      </label>
      <${Button} type="submit" name="code" kind="main" running=${running}>${t('Verify', 'Verificar')}<//>
      <button type="button" class="link" onClick=${back}>${t('Back', 'Volver')}</button>
    </form>
  </section>`;
}
