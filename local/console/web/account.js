import { useState } from 'preact/hooks';
import { call } from './api.js';
import { roleText } from './format.js';
import { html } from './html.js';
import { t } from './language.js';
import { Button, Card, Facts, PageTitle, Shown } from './parts.js';
import { QrCode } from './qr-code.js';
import { useAction, useResource } from './resource.js';

/** The page of the user's own account: identity and second factor. */
export function AccountPage({ session, tools }) {
  const resource = useResource(() => call(session, 'GET /users/me'));
  return html`<${PageTitle}>${t('My account', 'Mi cuenta')}<//>
    <${Shown} of=${resource} isEmpty=${() => false}>
      ${(user) => html`<div class="columns">
        <${Card} title=${t('Data', 'Datos')}>
          <${Facts} rows=${[
            [t('Name', 'Nombre'), user.name],
            [t('E-mail', 'Correo'), user.email],
            [t('Company', 'Empresa'), session.team?.name],
            [t('Role', 'Papel'), roleText(session.team?.userRole)],
          ]} />
        <//>
        <${SecondFactor} session=${session} isEnabled=${user.mfaEnabled} reload=${resource.reload} tell=${tools.tell} />
      </div>`}
    <//>`;
}

function SecondFactor({ session, isEnabled, reload, tell }) {
  const { running, run } = useAction(tell);
  const [setup, setSetup] = useState(null);
  const begin = ({ password }) =>
    run('begin', async () => setSetup(await call(session, 'POST /users/me/mfa/setup', { body: { password } })));
  const finish = async (proof) => {
    if (isEnabled) await call(session, 'DELETE /users/me/mfa', { body: proof });
    else await call(session, 'POST /users/me/mfa/confirm', { body: proof });
    setSetup(null);
    tell({
      text: isEnabled
        ? t('The second factor is no longer asked for.', 'El segundo factor ya no se pide.')
        : t('From now on a code is asked for at each sign-in.', 'Desde ahora se pide un código al entrar.'),
    });
    reload();
  };
  const isWaiting = !isEnabled && !setup;
  return html`<${Card} title=${t('Second factor', 'Segundo factor')}>
    <p>${isEnabled ? t('A code of your app is asked for at each sign-in.', 'Al entrar se pide un código de tu app.') : t('The password alone is enough to sign in.', 'Al entrar basta la contraseña.')}</p>
    ${isWaiting && html`<${Proof} name="begin" running=${running} submit=${begin} hasPassword>${t('Activate with an app', 'Activar con una app')}<//>`}
    ${
      setup &&
      html`<p>${t('Scan this code with your app of codes.', 'Escanea este código con tu app de códigos.')}</p>
        <${QrCode} text=${setup.otpauthUri} label=${t('QR code of the second factor', 'Código QR del segundo factor')} />
        <p>${t('Or type this key in your app of codes, or', 'O escribe esta clave en tu app de códigos, o')} <a href=${setup.otpauthUri}>${t('open it there', 'ábrela ahí')}</a>:</p>
        <p><code class="secret">${setup.secret}</code></p>`
    }
    ${
      (isEnabled || setup) &&
      html`<${Proof} name="code" running=${running} submit=${(proof) => run('code', () => finish(proof))}
        hasPassword=${isEnabled} hasCode>${isEnabled ? t('Remove', 'Quitar') : t('Confirm', 'Confirmar')}<//>`
    }
  <//>`;
}

/** The form with which the user proves a change: password, code of the app, or both. */
function Proof({ name, running, submit, hasPassword, hasCode, children }) {
  const take = (event) => {
    event.preventDefault();
    const { password, code } = Object.fromEntries(new FormData(event.target));
    submit({ ...(hasPassword && { password }), ...(hasCode && { code: code.trim() }) });
  };
  return html`<form class="form" onSubmit=${take}>
    ${
      hasPassword &&
      html`<label>${t('Your password', 'Tu contraseña')}
        <input name="password" type="password" autocomplete="current-password" required />
      </label>`
    }
    ${
      hasCode &&
      html`<label>${t('Code of six digits', 'Código de seis dígitos')}
        <input name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" maxlength="6" required />
      </label>`
    }
    <p><${Button} type="submit" kind="main" name=${name} running=${running}>${children}<//></p>
  </form>`;
}
