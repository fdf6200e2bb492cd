import { useState } from 'preact/hooks';
import { call } from './api.js';
import { roleText } from './format.js';
import { html } from './html.js';
import { Button, Card, Facts, PageTitle, Shown } from './parts.js';
import { useAction, useResource } from './resource.js';

/** The page of the user's own account: identity and second factor. */
export function AccountPage({ session, tools }) {
  const resource = useResource(() => call(session, 'GET /users/me'));
  return html`<${PageTitle}>Mi cuenta<//>
    <${Shown} of=${resource} isEmpty=${() => false}>
      ${(user) => html`<div class="columns">
        <${Card} title="Datos">
          <${Facts} rows=${[
            ['Nombre', user.name],
            ['Correo', user.email],
            ['Empresa', session.team?.name],
            ['Papel', roleText(session.team?.userRole)],
          ]} />
        <//>
        <${SecondFactor} session=${session} isEnabled=${user.mfaEnabled} reload=${resource.reload} tell=${tools.tell} />
      </div>`}
    <//>`;
}

function SecondFactor({ session, isEnabled, reload, tell }) {
  const { running, run } = useAction(tell);
  const [setup, setSetup] = useState(null);
  const begin = () => run('begin', async () => setSetup(await call(session, 'POST /users/me/mfa/setup', { body: {} })));
  const finish = async (code) => {
    if (isEnabled) await call(session, 'DELETE /users/me/mfa', { body: { code } });
    else await call(session, 'POST /users/me/mfa/confirm', { body: { code } });
    setSetup(null);
    tell({ text: isEnabled ? 'El segundo factor ya no se pide.' : 'Desde ahora se pide un código al entrar.' });
    reload();
  };
  return html`<${Card} title="Segundo factor">
    <p>${isEnabled ? 'Al entrar se pide un código de tu app.' : 'Al entrar basta la contraseña.'}</p>
    ${
      !isEnabled &&
      !setup &&
      html`<p><${Button} kind="main" name="begin" running=${running} action=${begin}>Activar con una app<//></p>`
    }
    ${
      setup &&
      html`<p>Escribe esta clave en tu app de códigos, o <a href=${setup.otpauthUri}>ábrela ahí</a>:</p>
        <p><code class="secret">${setup.secret}</code></p>`
    }
    ${(isEnabled || setup) && html`<${Code} running=${running} submit=${(code) => run('code', () => finish(code))}>${isEnabled ? 'Quitar' : 'Confirmar'}<//>`}
  <//>`;
}

function Code({ running, submit, children }) {
  const take = (event) => {
    event.preventDefault();
    submit(String(new FormData(event.target).get('code')).trim());
  };
  return html`<form class="form" onSubmit=${take}>
    <label>Código de seis dígitos
      <input name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" maxlength="6" required />
    </label>
    <p><${Button} type="submit" name="code" kind="main" running=${running}>${children}<//></p>
  </form>`;
}
