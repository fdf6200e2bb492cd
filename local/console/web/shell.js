import { useState } from 'preact/hooks';
import { AccountPage } from './account.js';
import { call } from './api.js';
import { BoxesPage } from './boxes.js';
import { CallsPanel } from './calls.js';
import { callsFold } from './calls-fold.js';
import { FirstStepsPage, useFirstSteps } from './first-steps.js';
import { roleText } from './format.js';
import { html } from './html.js';
import { InvoicePage } from './invoice.js';
import { InvoicesPage } from './invoices.js';
import { t } from './language.js';
import { LanguageSwitch } from './language-switch.js';
import { NoticesPage } from './notices.js';
import { OwnTripsPage } from './own-trips.js';
import { forget, sessions, switchTo } from './sessions.js';
import { signInDriver } from './sign-in.js';
import { useStore } from './store.js';
import { TripPage } from './trip.js';
import { TripsPage } from './trips.js';

const STAFF_PAGES = [
  { at: 'viajes', text: () => t('Trips', 'Viajes'), List: TripsPage, One: TripPage },
  { at: 'cajas', text: () => t('Boxes', 'Cajas'), List: BoxesPage },
  { at: 'facturas', text: () => t('Invoices', 'Facturas'), List: InvoicesPage, One: InvoicePage },
  { at: 'avisos', text: () => t('Alerts', 'Avisos'), List: NoticesPage },
];
/** The user menu links to this page. */
const ACCOUNT = { at: 'cuenta', text: () => t('My account', 'Mi cuenta'), List: AccountPage };
/** The steps from an empty server to a trip. They stand in the navigation bar until they are done. */
const START = { at: 'inicio', text: () => t('First steps', 'Primeros pasos'), List: FirstStepsPage };
const DRIVER_PAGES = [{ at: 'viajes', text: () => t('My trips', 'Mis viajes'), List: OwnTripsPage }];

/** The pages of the navigation bar. A person without a team has only the first steps. */
function pagesOf({ kind, team }, isFirst) {
  if (kind === 'driver') return DRIVER_PAGES;
  return [...(isFirst ? [START] : []), ...(team ? STAFF_PAGES : [])];
}

function pageOf(session, pages, [at, id]) {
  const known = session.kind === 'staff' ? [...pages, START, ACCOUNT] : pages;
  const page = known.find((one) => one.at === at) ?? pages[0];
  return { at: page.at, Page: id && page.One ? page.One : page.List, id };
}

/** The frame around every page: navigation, the user menu and, beside the page, the calls. */
export function Shell({ session, path, tools, callId }) {
  const isCalls = path[0] === 'llamadas';
  const pages = pagesOf(session, useFirstSteps(session));
  const { at, Page, id } = pageOf(session, pages, isCalls ? [] : path);
  const here = isCalls ? 'llamadas' : at;
  const isOpen = useStore(callsFold);
  return html`<div class="shell ${isOpen || isCalls ? '' : 'folded'}">
    <header class="bar">
      <a class="brand" href="#/viajes"><img src="/_local/console/icon.svg" width="28" height="28" alt="" /> <span class="brand-name">Fleet operations</span></a>
      <nav aria-label=${t('Sections', 'Secciones')}>
        <ul>
          ${pages.map(
            (page) =>
              html`<li key=${page.at}><a href="#/${page.at}" aria-current=${here === page.at ? 'page' : undefined}>${page.text()}</a></li>`,
          )}
          <li class="only-narrow"><a href="#/llamadas" aria-current=${isCalls ? 'page' : undefined}>${t('Calls', 'Llamadas')}</a></li>
        </ul>
      </nav>
      <button type="button" class="button quiet only-wide" aria-expanded=${isOpen} aria-controls="calls" onClick=${() => callsFold.set(!isOpen)}>${t('Calls', 'Llamadas')}</button>
      <${LanguageSwitch} />
      <${Who} session=${session} tools=${tools} />
    </header>
    ${!isCalls && html`<main key=${`${at}/${id ?? ''}`}><${Page} session=${session} id=${id} tools=${tools} /></main>`}
    <${CallsPanel} isOpen=${isOpen || isCalls} callId=${callId} openCall=${tools.openCall} isPage=${isCalls} />
  </div>`;
}

/** The current user, with a menu to change to another session. */
function Who({ session, tools }) {
  const state = useStore(sessions);
  const [isOpen, setOpen] = useState(false);
  const { people, tell } = tools;
  const others = state.all.filter(({ id }) => id !== session.id);
  const [driver] = people.drivers;
  const canEnter = driver && !state.all.some(({ driverId }) => driverId === driver.driverId);
  const close = (event) => event.key === 'Escape' && setOpen(false);
  return html`<div class="who" onKeyDown=${close}>
    <button type="button" class="who-button" aria-expanded=${isOpen} aria-controls="who-menu" onClick=${() => setOpen(!isOpen)}>
      <span class="who-name">${session.name}</span>
      <span class="who-role">${detailOf(session)}</span>
    </button>
    <div id="who-menu" class="who-menu" hidden=${!isOpen}>
      ${session.kind === 'staff' && html`<a class="link" href="#/cuenta" onClick=${() => setOpen(false)}>${t('My account', 'Mi cuenta')}</a>`}
      <a class="link" href="/docs">${t('API reference', 'Referencia del API')}</a>
      ${others.map(
        (one) => html`<button key=${one.id} type="button" class="link" onClick=${() => switchTo(one.id)}>
          ${t('See as', 'Ver como')} ${one.name}
        </button>`,
      )}
      ${
        canEnter &&
        html`<button type="button" class="link"
          onClick=${() => signInDriver(driver.username, people.password, true).catch((failure) => tell({ failure }))}>
          ${t('Sign in as', 'Entrar como')} ${driver.name}
        </button>`
      }
      <button type="button" class="link" onClick=${() => sessions.set({ ...state, currentId: null })}>${t('Sign in as another person', 'Entrar como otra persona')}</button>
      <button type="button" class="link" onClick=${() => signOut(session)}>${t('Sign out', 'Salir')}</button>
    </div>
  </div>`;
}

/** Forgets the session here even when the server refuses. The next user starts at the first page. */
async function signOut(session) {
  location.hash = '#/viajes';
  forget(session.id);
  const { refreshToken } = session.tokens;
  await call(undefined, 'POST /auth/logout', { body: { refreshToken } }).catch(() => undefined);
}

const detailOf = ({ kind, team }) =>
  kind === 'driver'
    ? t('Driver', 'Operador')
    : `${roleText(team?.userRole) ?? ''} · ${team?.name ?? t('no company', 'sin empresa')}`;
