import { useState } from 'preact/hooks';
import { call } from './api.js';
import { authenticate, OneTimeCode, Person } from './credentials.js';
import { Confirm, ForgottenPassword, Register } from './first-account.js';
import { roleText } from './format.js';
import { html } from './html.js';
import { t } from './language.js';
import { LanguageSwitch } from './language-switch.js';
import { Failure, PageTitle } from './parts.js';
import { useAction } from './resource.js';
import { currentOf, keep, sessions, switchTo } from './sessions.js';
import { StepForm } from './step-form.js';

/** Signs in a member of staff. Answers the challenge when the account needs a code of the authenticator app. */
async function signInStaff(email, password) {
  const answer = await authenticate('staff', email, password);
  if (answer.challenge) return answer;
  await keepStaff(answer);
  return undefined;
}

/** By these the copies of a tab know each other, and the newest tokens. */
const aSignIn = () => ({ signIn: crypto.randomUUID(), renewedAt: Date.now() });

async function keepStaff({ tokens, user }) {
  const session = { id: user.id, kind: 'staff', name: user.email, tokens, ...aSignIn() };
  const [profile, { teams }] = await Promise.all([call(session, 'GET /users/me'), call(session, 'GET /teams')]);
  keep({ ...session, name: profile.name || user.email, email: user.email, team: teams[0] ?? null, teams });
  // Another person may have signed in while this one waited: a late answer does not take that page.
  if (currentOf(sessions.get()) === undefined) switchTo(user.id);
}

/** Signs in a driver. The office session stays the current one, unless no other session exists. */
export async function signInDriver(username, password, isCurrent) {
  const { currentId } = sessions.get();
  const answer = await authenticate('driver', username, password);
  const session = {
    id: answer.driver.id,
    kind: 'driver',
    name: username,
    username,
    tokens: answer.tokens,
    ...aSignIn(),
  };
  const { driver } = await call(session, 'GET /drivers/me');
  const kept = { ...session, name: driver.name, driverId: driver.id, teamId: driver.teamId };
  keep(kept);
  const now = sessions.get().currentId;
  // A late answer takes neither the page of a person who came meanwhile nor the page of sign-in after the person left.
  if (now === currentId && (isCurrent || now === null)) switchTo(session.id);
  return kept;
}

function Enter({ tell, people }) {
  const { running, run } = useAction(tell);
  return html`${people.failure && html`<${Failure} failure=${people.failure} retry=${people.reload} />`}
    ${people.data?.members.length > 0 && html`<${DemoPeople} people=${people.data} running=${running} run=${run} />`}
    ${people.data?.members.length === 0 && html`<${Beginning} />`}
    <${Credentials} tell=${tell} />`;
}

const Beginning = () => html`<section class="card" aria-labelledby="beginning">
  <h2 id="beginning">${t('First time here?', '¿Primera vez aquí?')}</h2>
  <p>${t('Seven short steps lead to the first trip.', 'Siete pasos cortos llevan al primer viaje.')}</p>
  <p><a class="button main" href="#/registro">${t('Create the first account', 'Crear la primera cuenta')}</a></p>
</section>`;

const DemoPeople = ({ people, running, run }) => html`<section class="card" aria-labelledby="demo">
  <h2 id="demo">${t('Sign in with one click', 'Entrar con un clic')}</h2>
  <ul class="people">
    ${people.members.map(
      ({ email, name, role }) => html`<li key=${email}>
        <${Person} id=${email} name=${name} detail=${roleText(role)} running=${running}
          action=${() => run(email, () => signInStaff(email, people.password))} />
      </li>`,
    )}
    ${people.drivers.slice(0, 1).map(
      ({ username, name }) => html`<li key=${username}>
        <${Person} id=${username} name=${name} detail=${t('Driver, in the app', 'Operador, en su app')} running=${running}
          action=${() => run(username, () => signInDriver(username, people.password, true))} />
      </li>`,
    )}
  </ul>
</section>`;

function Credentials({ tell }) {
  const [challenge, setChallenge] = useState(null);
  if (challenge)
    return html`<${OneTimeCode} challenge=${challenge} tell=${tell} take=${keepStaff} back=${() => setChallenge(null)} />`;
  const submit = async ({ name, password }) => {
    if (name.includes('@')) setChallenge((await signInStaff(name, password)) ?? null);
    else await signInDriver(name, password, true);
  };
  return html`<section class="card" aria-labelledby="own">
    <h2 id="own">${t('With your own account', 'Con una cuenta propia')}</h2>
    <${StepForm}
      tell=${tell}
      verb=${t('Sign in', 'Entrar')}
      fields=${[
        {
          name: 'name',
          label: t('E-mail, or user name of the app', 'Correo, o usuario de la app'),
          autocomplete: 'username',
          spellcheck: false,
        },
        {
          name: 'password',
          label: t('Password', 'Contraseña'),
          type: 'password',
          autocomplete: 'current-password',
        },
      ]}
      submit=${submit}
    />
    <p><a href="#/contrasena">${t('Forgot your password?', '¿Olvidó su contraseña?')}</a></p>
    <p><a href="#/registro">${t('Create an account', 'Crear una cuenta')}</a></p>
  </section>`;
}

/** The pages before a sign-in, with their titles. Any other address shows the first one. */
const PAGES = [
  { at: 'entrar', title: () => t('Sign in', 'Iniciar sesión'), Page: Enter },
  { at: 'registro', title: () => t('Create an account', 'Crear una cuenta'), Page: Register },
  { at: 'confirmar', title: () => t('Confirm your address', 'Confirmar su correo'), Page: Confirm },
  {
    at: 'contrasena',
    title: (email) =>
      email
        ? t('Set a new password', 'Elegir una contraseña nueva')
        : t('Forgot your password?', '¿Olvidó su contraseña?'),
    Page: ForgottenPassword,
  },
];

/** The addresses of sign-in and registration. A signed-in person who opens one gets the first page. */
export const SIGN_IN_ADDRESSES = PAGES.map(({ at }) => at);

/** The page without a session. It offers one click for the people of the demo, a form for all others, a new account, and a new password. */
export function SignIn({ tell, people, path: [address, email = ''] }) {
  const { at, title, Page } = PAGES.find((page) => page.at === address) ?? PAGES[0];
  return html`<main key=${[at, email].join('/')} class="sign-in">
    <header>
      <${LanguageSwitch} />
      <img src="/_local/console/icon.svg" width="44" height="44" alt="" />
      <p>${t('Console of Fleet operations', 'Consola de Fleet operations')}. ${t('All that is seen and done here goes through the public API of this server, and each call can be looked at.', 'Todo lo que se ve y se hace aquí pasa por la API pública de este servidor, y cada llamada queda a la vista.')}</p>
    </header>
    <${PageTitle}>${title(email)}<//>
    <${Page} tell=${tell} people=${people} email=${email} enter=${signInStaff} />
  </main>`;
}
