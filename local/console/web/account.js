import { useState } from 'preact/hooks';
import { call } from './api.js';
import { codeField } from './credentials.js';
import { roleText } from './format.js';
import { html } from './html.js';
import { t } from './language.js';
import { Card, Facts, PageTitle, Shown } from './parts.js';
import { QrCode } from './qr-code.js';
import { useResource } from './resource.js';
import { StepForm } from './step-form.js';

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
  const [setup, setSetup] = useState(null);
  const begin = async (body) => setSetup(await call(session, 'POST /users/me/mfa/setup', { body }));
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
    <p>${isEnabled ? t('A code of your app is asked for at each sign-in.', 'Al entrar se pide un código de su app.') : t('The password alone is enough to sign in.', 'Al entrar basta la contraseña.')}</p>
    ${isWaiting && html`<${Proof} tell=${tell} submit=${begin} hasPassword verb=${t('Activate with an app', 'Activar con una app')} />`}
    ${
      setup &&
      html`<p>${t('Scan this code with your app of codes.', 'Escanee este código con su app de códigos.')}</p>
        <${QrCode} text=${setup.otpauthUri} label=${t('QR code of the second factor', 'Código QR del segundo factor')} />
        <p>${t('Or type this key in your app of codes, or', 'O escriba esta clave en su app de códigos, o')} <a href=${setup.otpauthUri}>${t('open it there', 'ábrala ahí')}</a>:</p>
        <p><code class="secret">${setup.secret}</code></p>`
    }
    ${
      (isEnabled || setup) &&
      html`<${Proof} key=${isEnabled} tell=${tell} submit=${finish} hasPassword=${isEnabled} hasCode
        verb=${isEnabled ? t('Remove', 'Quitar') : t('Confirm', 'Confirmar')} />`
    }
  <//>`;
}

/** The form with which the user proves a change: password, code of the app, or both. */
const Proof = ({ tell, submit, hasPassword, hasCode, verb }) => {
  const password = { label: t('Your password', 'Su contraseña'), type: 'password', autocomplete: 'current-password' };
  const fields = [...(hasPassword ? [{ name: 'password', ...password }] : []), ...(hasCode ? [codeField()] : [])];
  return html`<${StepForm} tell=${tell} verb=${verb} fields=${fields} submit=${submit} />`;
};
