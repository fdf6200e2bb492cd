import { useState } from 'preact/hooks';
import { AccountPage } from './account.js';
import { call } from './api.js';
import { BoxesPage } from './boxes.js';
import { CallsPanel } from './calls.js';
import { roleText } from './format.js';
import { html } from './html.js';
import { InvoicePage } from './invoice.js';
import { InvoicesPage } from './invoices.js';
import { t } from './language.js';
import { ListPage } from './lists.js';
import { NoticesPage } from './notices.js';
import { OperationPage, OperationsPage } from './operations.js';
import { OwnTripsPage } from './own-trips.js';
import { Empty, PageTitle } from './parts.js';
import { RecordPage, TeamPage } from './record-page.js';
import { forget, sessions, switchTo } from './sessions.js';
import { signInDriver } from './sign-in.js';
import { useStore } from './store.js';
import { TripPage } from './trip.js';
import { TripsPage } from './trips.js';
import { GROUPS, VIEWS } from './views.js';

const OPERATIONS = {
  at: 'operaciones',
  get text() {
    return t('All operations', 'Todas las operaciones');
  },
  List: OperationsPage,
  One: OperationPage,
};
/** The views of records, which follow from the document. */
const viewOf = ({ at, hasPages }) => ({
  at,
  List: (props) => html`<${ListPage} ...${props} at=${at} />`,
  ...(hasPages && { One: (props) => html`<${RecordPage} ...${props} at=${at} />` }),
});
const groupOf = ({ title, views }) => ({
  at: views[0],
  views,
  get text() {
    return title();
  },
});
const [CLIENTS, FLEET, PAYMENTS, FILES, TEAM] = GROUPS.map(groupOf);
const STAFF_PAGES = [
  { at: 'viajes', text: 'Viajes', List: TripsPage, One: TripPage },
  CLIENTS,
  FLEET,
  { at: 'cajas', text: 'Cajas', List: BoxesPage },
  { at: 'facturas', text: 'Facturas', List: InvoicesPage, One: InvoicePage },
  PAYMENTS,
  FILES,
  TEAM,
  { at: 'avisos', text: 'Avisos', List: NoticesPage },
  OPERATIONS,
];
/** The user menu links to this page. */
const VIEWS_OF_RECORDS = [...VIEWS.map(viewOf), { at: 'empresa', List: TeamPage }];
const ACCOUNT = { at: 'cuenta', text: 'Mi cuenta', List: AccountPage };
const DRIVER_PAGES = [{ at: 'viajes', text: 'Mis viajes', List: OwnTripsPage }, OPERATIONS];

const NoTeam = () =>
  html`<${PageTitle}>Sin empresa<//><${Empty}>Esta cuenta no pertenece a ninguna empresa todavía.<//>`;

/** An address that names no view of this person. */
const NoView = () => html`<${PageTitle}>${t('No such view', 'No existe esa vista')}<//>
  <${Empty}>
    ${t('This address names no view of this person.', 'Esta dirección no es de ninguna vista de esta persona.')} ${' '}
    <a href="#/viajes">${t('To the first page', 'Ir a la primera página')}</a>
  <//>`;

function pageOf(session, [at = 'viajes', id, ...more]) {
  if (session.kind === 'staff' && !session.team && at !== OPERATIONS.at) return { at, Page: NoTeam };
  const known = session.kind === 'staff' ? [...VIEWS_OF_RECORDS, ...STAFF_PAGES, ACCOUNT] : DRIVER_PAGES;
  const page = known.find((one) => one.at === at);
  const Page = id === undefined ? page?.List : page?.One;
  return { at, Page: Page === undefined || more.length > 0 ? NoView : Page, id };
}

const isAt = ({ at, views = [at] }, here) => views.includes(here);

/** The frame around every page: navigation, the user menu and, beside the page, the calls. */
export function Shell({ session, path, tools, callId }) {
  const isCalls = path[0] === 'llamadas';
  const { at, Page, id } = pageOf(session, isCalls ? [] : path);
  const pages = session.kind === 'staff' ? STAFF_PAGES : DRIVER_PAGES;
  const here = isCalls ? 'llamadas' : at;
  return html`<div class="shell ${isCalls ? 'calls-first' : ''}">
    <header class="bar">
      <a class="brand" href="#/viajes"><img src="/_local/console/icon.svg" width="28" height="28" alt="" /> Fleet operations</a>
      <nav aria-label="Secciones">
        <ul>
          ${pages.map(
            (page) =>
              html`<li key=${page.at}><a href="#/${page.at}" aria-current=${isAt(page, here) ? 'page' : undefined}>${page.text}</a></li>`,
          )}
          <li class="only-narrow"><a href="#/llamadas" aria-current=${isCalls ? 'page' : undefined}>Llamadas</a></li>
        </ul>
      </nav>
      <${Who} session=${session} tools=${tools} />
    </header>
    ${!isCalls && html`<main key=${`${at}/${id ?? ''}`}><${Page} session=${session} id=${id} tools=${tools} /></main>`}
    <${CallsPanel} callId=${callId} openCall=${tools.openCall} isPage=${isCalls} />
  </div>`;
}

/** Starts another person at the first page, because the person may not have the view of this one. */
function leaveFor(go) {
  location.hash = '#/viajes';
  go();
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
      ${session.kind === 'staff' && html`<a class="link" href="#/cuenta" onClick=${() => setOpen(false)}>Mi cuenta</a>`}
      <a class="link" href="/docs">Referencia del API</a>
      ${others.map(
        (
          one,
        ) => html`<button key=${one.id} type="button" class="link" onClick=${() => leaveFor(() => switchTo(one.id))}>
          Ver como ${one.name}
        </button>`,
      )}
      ${
        canEnter &&
        html`<button type="button" class="link"
          onClick=${() => signInDriver(driver.username, people.password, true).catch((failure) => tell({ failure }))}>
          Entrar como ${driver.name}
        </button>`
      }
      <button type="button" class="link" onClick=${() => leaveFor(() => sessions.set({ ...state, currentId: null }))}>Entrar como otra persona</button>
      <button type="button" class="link" onClick=${() => signOut(session)}>Salir</button>
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
  kind === 'driver' ? 'Operador' : `${roleText(team?.userRole) ?? ''} · ${team?.name ?? 'sin empresa'}`;
