import { useState } from 'preact/hooks';
import { AccountPage } from './account.js';
import { call } from './api.js';
import { BoxesPage } from './boxes.js';
import { CallsPanel } from './calls.js';
import { callsFold } from './calls-fold.js';
import { readTeam } from './first-forms.js';
import { FirstStepsPage, useFirstSteps } from './first-steps.js';
import { roleText } from './format.js';
import { html } from './html.js';
import { InvoicePage } from './invoice.js';
import { InvoicesPage } from './invoices.js';
import { t } from './language.js';
import { LanguageSwitch } from './language-switch.js';
import { ListPage } from './lists.js';
import { NoticesPage } from './notices.js';
import { OpenForm } from './open-form.js';
import { OperationPage, OperationsPage } from './operations.js';
import { OwnTripsPage } from './own-trips.js';
import { Empty, PageTitle } from './parts.js';
import { RecordPage, TeamPage } from './record-page.js';
import { change, forget, sessions, switchTo } from './sessions.js';
import { SIGN_IN_ADDRESSES, signInDriver } from './sign-in.js';
import { useStore } from './store.js';
import { tellSignOut } from './tabs.js';
import { TripPage } from './trip.js';
import { TripsPage } from './trips.js';
import { GROUPS, VIEWS } from './views.js';

const OPERATIONS = {
  at: 'operaciones',
  text: () => t('All operations', 'Todas las operaciones'),
  List: OperationsPage,
  One: OperationPage,
};
/** The views of records, which follow from the document. */
const viewOf = ({ at, hasPages }) => ({
  at,
  List: (props) => html`<${ListPage} ...${props} at=${at} />`,
  ...(hasPages && { One: (props) => html`<${RecordPage} ...${props} at=${at} />` }),
});
const groupOf = ({ title, views }) => ({ at: views[0], views, text: title });
const [TRIPS, CLIENTS, FLEET, BOXES, PAYMENTS, FILES, TEAM] = GROUPS.map(groupOf);
const STAFF_PAGES = [
  { ...TRIPS, List: TripsPage, One: TripPage },
  CLIENTS,
  FLEET,
  { ...BOXES, List: BoxesPage },
  { at: 'facturas', text: () => t('Invoices', 'Facturas'), List: InvoicesPage, One: InvoicePage },
  PAYMENTS,
  FILES,
  TEAM,
  { at: 'avisos', text: () => t('Alerts', 'Avisos'), List: NoticesPage },
  OPERATIONS,
];
/** The user menu links to this page. */
const ACCOUNT = { at: 'cuenta', text: () => t('My account', 'Mi cuenta'), List: AccountPage };
/** The steps from an empty server to a trip. They stand in the navigation bar until they are done. */
const START = { at: 'inicio', text: () => t('First steps', 'Primeros pasos'), List: FirstStepsPage };
/** The views that the navigation bar leads to through their group, or not at all. */
const OTHER_PAGES = [...VIEWS.map(viewOf), { at: 'empresa', List: TeamPage }, START, ACCOUNT];
const DRIVER_PAGES = [{ at: 'viajes', text: () => t('My trips', 'Mis viajes'), List: OwnTripsPage }, OPERATIONS];

/** The pages of the navigation bar. A person without a team has the first steps, and the operations that need no team. */
function pagesOf({ kind, team }, isFirst) {
  if (kind === 'driver') return DRIVER_PAGES;
  return [...(isFirst ? [START] : []), ...(team ? STAFF_PAGES : [OPERATIONS])];
}

/** An address that names no view of this person. */
const NoView = () => html`<${PageTitle}>${t('No such view', 'No existe esa vista')}<//>
  <${Empty}>
    ${t('This address names no view of this person.', 'Esta dirección no es de ninguna vista de esta persona.')} ${' '}
    <a href="#/">${t('To the first page', 'Ir a la primera página')}</a>
  <//>`;

function knownPages({ kind, team }, pages) {
  if (kind === 'driver') return pages;
  return team ? [...OTHER_PAGES, ...pages] : [...pages, ACCOUNT];
}

function pageOf(session, pages, [at, id, ...more]) {
  const [first] = pages;
  const page = knownPages(session, pages).find((one) => one.at === at);
  // Without a team, the address of a record leads to the first steps.
  const isElsewhere = !page && session.kind === 'staff' && !session.team;
  if (at === undefined || SIGN_IN_ADDRESSES.includes(at) || isElsewhere) return { at: first.at, Page: first.List };
  const Page = id === undefined ? page?.List : page?.One;
  return { at, Page: Page === undefined || more.length > 0 ? NoView : Page, id };
}

const isAt = ({ at, views = [at] }, here) => views.includes(here);

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
              html`<li key=${page.at}><a href="#/${page.at}" aria-current=${isAt(page, here) ? 'page' : undefined}>${page.text()}</a></li>`,
          )}
          <li class="only-narrow"><a href="#/llamadas" aria-current=${isCalls ? 'page' : undefined}>${t('Calls', 'Llamadas')}</a></li>
        </ul>
      </nav>
      <button type="button" class="button quiet only-wide" aria-expanded=${isOpen} aria-controls="calls" onClick=${() => callsFold.set(!isOpen)}>${t('Calls', 'Llamadas')}</button>
      <${LanguageSwitch} />
      <${Who} session=${session} tools=${tools} />
    </header>
    ${!isCalls && html`<main key=${[at, id, session.team?.teamId].join('/')}><${Page} session=${session} id=${id} tools=${tools} /></main>`}
    <${CallsPanel} isOpen=${isOpen || isCalls} callId=${callId} openCall=${tools.openCall} isPage=${isCalls} />
    <${OpenForm} session=${session} tools=${tools} />
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
  const toggle = () => {
    setOpen(!isOpen);
    // Another tab may have made a company, or an invitation may have been accepted.
    if (!isOpen && session.kind === 'staff') readTeam(session).catch(() => undefined);
  };
  const companies = (session.teams ?? []).filter(({ teamId }) => teamId !== session.team?.teamId);
  const workIn = (team) => {
    setOpen(false);
    leaveFor(() => change(session.id, { team }));
  };
  return html`<div class="who" onKeyDown=${close}>
    <button type="button" class="who-button" aria-expanded=${isOpen} aria-controls="who-menu" onClick=${toggle}>
      <span class="who-name">${session.name}</span>
      <span class="who-role">${detailOf(session)}</span>
    </button>
    <div id="who-menu" class="who-menu" hidden=${!isOpen}>
      ${session.kind === 'staff' && html`<a class="link" href="#/cuenta" onClick=${() => setOpen(false)}>${t('My account', 'Mi cuenta')}</a>`}
      ${companies.map(
        (team) => html`<button key=${team.teamId} type="button" class="link" onClick=${() => workIn(team)}>
          ${t('Work in', 'Trabajar en')} ${team.name} (${roleText(team.userRole)})
        </button>`,
      )}
      <a class="link" href="/docs">${t('API reference', 'Referencia del API')}</a>
      ${others.map(
        (
          one,
        ) => html`<button key=${one.id} type="button" class="link" onClick=${() => leaveFor(() => switchTo(one.id))}>
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
      <button type="button" class="link" onClick=${() => leaveFor(() => sessions.set({ ...state, currentId: null }))}>${t('Sign in as another person', 'Entrar como otra persona')}</button>
      <button type="button" class="link" onClick=${() => signOut(session)}>${t('Sign out', 'Salir')}</button>
    </div>
  </div>`;
}

/** Forgets the session here even when the server refuses. The next user starts at the first page. */
async function signOut(session) {
  location.hash = '#/viajes';
  forget(session.id);
  tellSignOut(session);
  const { refreshToken } = session.tokens;
  await call(undefined, 'POST /auth/logout', { body: { refreshToken } }).catch(() => undefined);
}

const detailOf = ({ kind, team }) =>
  kind === 'driver'
    ? t('Driver', 'Operador')
    : `${roleText(team?.userRole) ?? ''} · ${team?.name ?? t('no company', 'sin empresa')}`;
