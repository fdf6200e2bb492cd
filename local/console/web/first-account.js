import { goerFromHere } from './address.js';
import { call } from './api.js';
import { Checklist } from './checklist.js';
import { codeField } from './credentials.js';
import { html } from './html.js';
import { t } from './language.js';
import { Card } from './parts.js';
import { StepForm } from './step-form.js';

export const confirmationOf = (email) => `#/confirmar/${encodeURIComponent(email)}`;

/** The mails to this address that the local server kept instead of sending them. */
const outboxOf = (email) => `/_local/outbox?to=${encodeURIComponent(email)}`;

/** The first step: an account. The address of the next step names the e-mail, so that a reload keeps the place. */
export const Register = ({ tell }) => html`<${Checklist} done=${[]} />
  <${Card}>
    <${StepForm}
      tell=${tell}
      keptAs="register"
      verb=${t('Register', 'Registrarme')}
      fields=${[
        { name: 'name', label: t('Your name', 'Su nombre'), autocomplete: 'name' },
        { name: 'email', label: t('E-mail', 'Correo'), type: 'email', autocomplete: 'username' },
      ]}
      submit=${async (body) => {
        const go = goerFromHere();
        await call(undefined, 'POST /auth/register', { body });
        go(confirmationOf(body.email));
      }}
    />
    <p><a href="#/entrar">${t('I have an account', 'Ya tengo cuenta')}</a></p>
  <//>`;

/** The second step: the mailed code and a password. `enter` signs in with them. */
export const Confirm = ({ email, enter, tell }) => html`<${Checklist} done=${['account']} />
  <${Card}>
    <p>
      ${t('This server sends no mail: it keeps each one.', 'Este servidor no manda correos: los guarda.')}${' '}
      <a href=${outboxOf(email)} target="_blank" rel="noopener">${t('Read the code in the local outbox', 'Lea el código en el buzón local')}</a>
    </p>
    <${StepForm}
      tell=${tell}
      verb=${t('Confirm', 'Confirmar')}
      fields=${[codeField(), newPasswordField('password')]}
      submit=${async ({ code, password }) => {
        const go = goerFromHere();
        await call(undefined, 'POST /auth/register/confirm', { body: { email, code, password } });
        go('#/inicio');
        await enter(email, password);
      }}
    >
      <p class="muted">${t('For', 'Para')} <code>${email}</code></p>
    <//>
    <p><a href="#/registro">${t('Another address, or a new code', 'Otro correo, o un código nuevo')}</a></p>
  <//>`;

const recoveryOf = (email) => `#/contrasena/${encodeURIComponent(email)}`;

/** Asks for the mail with a code for a new password. The answer is the same for an address without an account. */
const AskForCode = ({ tell }) => html`<${Card}>
  <${StepForm}
    tell=${tell}
    verb=${t('Send the code', 'Enviar el código')}
    fields=${[{ name: 'email', label: t('E-mail', 'Correo'), type: 'email', autocomplete: 'username' }]}
    submit=${async (body) => {
      const go = goerFromHere();
      await call(undefined, 'POST /auth/password/forgot', { body });
      go(recoveryOf(body.email));
    }}
  />
  <p><a href="#/entrar">${t('Back', 'Volver')}</a></p>
<//>`;

/** The new password, with the mailed code. The service ends all sessions of the account. */
const SetPassword = ({ email, tell }) => html`<${Card}>
  <p>
    ${t('If the address has an account, a code was sent to it. This server sends no mail: it keeps each one.', 'Si la dirección tiene una cuenta, se le envió un código. Este servidor no manda correos: los guarda.')}${' '}
    <a href=${outboxOf(email)} target="_blank" rel="noopener">${t('Read the code in the local outbox', 'Lea el código en el buzón local')}</a>
  </p>
  <${StepForm}
    tell=${tell}
    verb=${t('Save the password', 'Guardar la contraseña')}
    fields=${[codeField(), newPasswordField('newPassword')]}
    submit=${async (values) => {
      const go = goerFromHere();
      const { message } = await call(undefined, 'POST /auth/password/reset', { body: { email, ...values } });
      tell({ text: message });
      go('#/entrar');
    }}
  >
    <p class="muted">${t('For', 'Para')} <code>${email}</code></p>
  <//>
  <p><a href="#/contrasena">${t('Another address, or a new code', 'Otro correo, o un código nuevo')}</a></p>
<//>`;

/** The way to a new password. The address names the e-mail after the first step, so that a reload keeps the place. */
export const ForgottenPassword = ({ email, tell }) =>
  email ? html`<${SetPassword} key=${email} email=${email} tell=${tell} />` : html`<${AskForCode} tell=${tell} />`;

/** A function, because the language can change. */
const newPasswordField = (name) => ({
  name,
  label: t('New password', 'Contraseña nueva'),
  hint: t('Ten characters or more.', 'Diez caracteres o más.'),
  type: 'password',
  minlength: 10,
  autocomplete: 'new-password',
});
