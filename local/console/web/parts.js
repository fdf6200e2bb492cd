import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { feed } from './feed.js';
import { useFocusAfter, useLastFocus } from './focus.js';
import { statusText, statusTone } from './format.js';
import { html } from './html.js';
import { t } from './language.js';
import { useStore } from './store.js';

export const Status = ({ of }) => html`<span class="status ${statusTone(of)}">${statusText(of)}</span>`;

/** A page's heading takes the focus when the page opens, so that keyboard and screen reader start there. It also names the window. */
/** The title of the document for the heading of a page. */
export const titleOf = (heading) => `${heading.trim()} · Fleet operations`;

export function PageTitle({ children, back }) {
  const heading = useRef(null);
  // Before the focus: a screen reader then names the new page. Behind the question of an ended session no title is shown, because it can name a record.
  useLayoutEffect(() => {
    if (!document.querySelector('.sign-in-again')) document.title = titleOf(heading.current.textContent);
  });
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return html`<header class="page-title">
    ${back && html`<a class="back" href=${back.href}>← ${back.text}</a>`}
    <h1 ref=${heading} tabindex="-1">${children}</h1>
  </header>`;
}

export const Card = ({ title, aside, children, className = '' }) => html`<section class="card ${className}">
  ${title && html`<header class="card-title"><h2>${title}</h2>${aside}</header>`} ${children}
</section>`;

/**
 * A button that shows that its action runs, and ignores presses until the action ends. It keeps the focus meanwhile, which an element with
 * `disabled` loses.
 */
export function Button({ action, name, running = null, kind = '', isOff = false, children, ...others }) {
  const element = useRef(null);
  useFocusAfter(element);
  const isIdle = !isOff && running === null;
  const isBusy = running !== null && running === name;
  const press = (event) => {
    if (isIdle) action?.(event);
    // This also keeps a button of the type "submit" from sending its form.
    else event.preventDefault();
  };
  return html`<button
    ref=${element}
    type="button"
    name=${name}
    class=${`button ${kind}`}
    aria-disabled=${isIdle ? undefined : 'true'}
    aria-busy=${isBusy}
    onClick=${press}
    ...${others}
    ...${isBusy && { 'aria-label': undefined }}
  >
    ${isBusy ? t('One moment…', 'Un momento…') : children}
  </button>`;
}

export const Loading = () => html`<div class="loading" role="status">
  <span class="visually-hidden">${t('Loading…', 'Cargando…')}</span><span class="bone"></span><span class="bone"></span><span class="bone"></span>
</div>`;

export const Empty = ({ children }) => html`<p class="empty">${children}</p>`;

export const Failure = ({ failure, retry }) => html`<div class="failure" role="alert">
  <p><strong>${failureTitle(failure)}</strong></p>
  ${failure.message && html`<p lang=${failure.lang}>${failure.message}</p>`}
  ${retry && html`<button type="button" class="button" onClick=${retry}>${t('Try again', 'Intentar otra vez')}</button>`}
</div>`;

/**
 * Shows the state of a resource: loading, failed, empty or loaded. When a further read failed, the data that are there stay, with the failure
 * beside them. While the server is away, the page says so at another place.
 */
export function Shown({ of, empty, isEmpty = (data) => data.length === 0, children }) {
  if (of.failure && of.data === undefined) return html`<${Failure} failure=${of.failure} retry=${of.reload} />`;
  // That the filter before had no records says nothing of this one.
  if (of.data === undefined || (of.isOld && isEmpty(of.data))) return html`<${Loading} />`;
  // The data keep their place among the children, so that an open form is not made anew when the failure comes or goes.
  return html`<${Stale} of=${of} />
    ${isEmpty(of.data) ? html`<${Empty}>${empty}<//>` : children(of.data)}`;
}

/** The attributes of a list whose records are still those of the filter before. They are covered meanwhile. */
export const busy = (isOld) => ({ 'aria-busy': isOld, 'data-loading': t('Loading…', 'Cargando…') });

/** Says that the last read failed. A single read can get no answer although the server is there, and then no reconnection reads the data again. */
function Stale({ of }) {
  const { isLost } = useStore(feed);
  const isStale = of.failure !== undefined && (of.failure.status !== 0 || !isLost);
  return (
    isStale &&
    html`<p class="muted" role="status">${t('These data may be old.', 'Estos datos pueden no estar al día.')} ${failureTitle(of.failure)} <button type="button" class="link" onClick=${of.refresh}>${t('Try again', 'Intentar otra vez')}</button></p>`
  );
}

/** A list of names and values, with the values aligned. */
export const Facts = ({ rows }) => html`<dl class="facts">
  ${rows
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}
</dl>`;

/** A few choices as a group of buttons. */
export const Choices = ({ label, of, chosen, choose }) => html`<div class="choices" role="group" aria-label=${label}>
  ${of.map(
    ({ value, text, count }) => html`<button
      key=${value}
      type="button"
      aria-pressed=${chosen === value}
      onClick=${() => choose(value)}
    >
      ${text}${count !== undefined && html` <span class="count">${count}</span>`}
    </button>`,
  )}
</div>`;

/** The time after which the service takes a further attempt, in the largest unit that says it well. */
function waitText(seconds) {
  if (!seconds) return t('wait a moment', 'espere un momento');
  if (seconds === 1) return t('wait a second', 'espere un segundo');
  if (seconds <= 90) return t(`wait ${seconds} seconds`, `espere ${seconds} segundos`);
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 90) return t(`wait ${minutes} minutes`, `espere ${minutes} minutos`);
  const hours = Math.ceil(minutes / 60);
  return t(`wait ${hours} hours`, `espere ${hours} horas`);
}

const REASONS = ({ retryAfter }) => ({
  0: t('The server does not answer.', 'El servidor no responde.'),
  400: t('The API did not take these data.', 'La API no aceptó los datos.'),
  401: t('The session is over: sign in again.', 'La sesión terminó: inicie sesión otra vez.'),
  403: t('This person may not do that.', 'Esta persona no puede hacerlo.'),
  404: t('It does not exist, or is gone.', 'No existe, o ya no está.'),
  409: t('The present state does not allow it.', 'El estado actual no lo permite.'),
  429: t(`Too many attempts: ${waitText(retryAfter)}.`, `Demasiados intentos: ${waitText(retryAfter)}.`),
  502: t('The provider did not answer well.', 'El proveedor no respondió bien.'),
  503: retryAfter
    ? t(
        `The service is busy: ${waitText(retryAfter)} and try again.`,
        `El servicio está ocupado: ${waitText(retryAfter)} e inténtelo otra vez.`,
      )
    : t('The service is busy: try again.', 'El servicio está ocupado: inténtelo otra vez.'),
});

export function failureTitle(failure) {
  const { status, code, message, isSignIn } = failure;
  // A wrong password or code does not end the session.
  if (status === 401 && (isSignIn || code !== 'UNAUTHENTICATED'))
    return t('The data do not match.', 'Los datos no coinciden.');
  if (status === undefined) return t(`The console failed: ${message}`, `La consola falló: ${message}`);
  return REASONS(failure)[status] ?? t('The service failed.', 'El servicio falló.');
}

/**
 * The result of the last action, as visible text that a screen reader announces. A failure stays until the user closes it. The same one again is a new element,
 * because a screen reader announces what changed.
 */
export function Notice({ notice, close, openCall }) {
  const before = useLastFocus('.notices');
  useEffect(() => {
    if (!notice?.text) return undefined;
    const timer = setTimeout(close, 6_000);
    return () => clearTimeout(timer);
  }, [notice]);
  const { failure, text } = notice ?? {};
  return html`<div class="notices">
    <div role="status">${text && html`<p class="notice">${text}</p>`}</div>
    <div role="alert">${failure && html`<${Refusal} key=${failure.requestId} failure=${failure} before=${before} close=${close} openCall=${openCall} />`}</div>
  </div>`;
}

/** The notice of a failure. It stands at the end of the page, so the focus goes back to where the person was when it is closed. */
function Refusal({ failure, before, close, openCall }) {
  const notice = useRef(null);
  useFocusAfter(notice, before);
  return html`<div class="notice bad" ref=${notice}>
    <p>
      <strong>${failureTitle(failure)}</strong> ${failure.code && html`<code>${failure.code}</code>`}
      ${failure.field && html` ${t('in', 'en')} <code>${failure.field}</code>`}
    </p>
    ${failure.status !== undefined && failure.message && html`<p lang=${failure.lang}>${failure.message}</p>`}
    <p class="notice-actions">
      ${failure.requestId && html`<button type="button" class="link" onClick=${() => openCall(failure.requestId)}>${t('See the call', 'Ver la llamada')}</button>`}
      <button type="button" class="link" onClick=${close}>${t('Close', 'Cerrar')}</button>
    </p>
  </div>`;
}

/** What the answer of an operation warns of: a message each, with the trip that it names. */
export const warningsOf = (answer) =>
  Array.isArray(answer?.body?.warnings) ? answer.body.warnings.filter(({ code, message }) => code && message) : [];

export const Warnings = ({ of }) => html`<ul class="warnings" aria-label=${t('Warnings', 'Avisos')}>
  ${of.map(
    ({ code, field, message, tripId }) => html`<li key=${`${field} ${tripId}`}>
      <code>${code}</code> ${message} ${tripId && html`<a href="#/viajes/${tripId}">${t('See the trip', 'Ver el viaje')}</a>`}
    </li>`,
  )}
</ul>`;
