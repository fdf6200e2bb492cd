import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { call } from './api.js';
import { Checklist, nextStep, stepText } from './checklist.js';
import { formOf, readTeam } from './first-forms.js';
import { html } from './html.js';
import { t } from './language.js';
import { Card, Empty, PageTitle, Shown } from './parts.js';
import { useResource } from './resource.js';
import { StepForm } from './step-form.js';
import { makeStore, useStore } from './store.js';
import { useUnsent } from './unsent.js';

/** The teams that have a trip. Their steps are over. */
const finished = makeStore([]);

const hasTrip = async (session) => {
  const { teamId } = session.team;
  const { trips } = await call(session, `GET /teams/${teamId}/trips?limit=1`);
  if (trips.length > 0) finished.set([...finished.get(), teamId]);
  return trips.length > 0;
};

/** The records of the team on which the steps depend, from the server. The lists also fill the choices of the trip's form. */
async function readRecords(session) {
  const { teamId } = session.team;
  const [{ vehicles }, { drivers }, { clients }, isOver] = await Promise.all([
    call(session, `GET /teams/${teamId}/vehicles?limit=50`),
    call(session, `GET /teams/${teamId}/drivers?limit=50`),
    call(session, `GET /clients?teamId=${teamId}&limit=50`),
    hasTrip(session),
  ]);
  return { vehicles, drivers, clients, isOver };
}

const doneOf = ({ vehicles, drivers, clients, isOver }) => [
  'account',
  'address',
  'team',
  ...(vehicles.length > 0 ? ['vehicle'] : []),
  ...(drivers.length > 0 ? ['driver'] : []),
  ...(clients.length > 0 ? ['client'] : []),
  ...(isOver ? ['trip'] : []),
];

/** True while the steps are not over: the person has no team, or the team has no trip. Undefined before that is known. */
export function useFirstSteps(session) {
  const { team } = session;
  const isOver = useStore(finished).includes(team?.teamId);
  const { data } = useResource(async () => team && !isOver && hasTrip(session), [team?.teamId, isOver]);
  if (session.kind !== 'staff' || isOver) return false;
  return team ? data === false : true;
}

/** The page with the checklist and the form of its next step. */
export function FirstStepsPage({ session, tools }) {
  // Another tab may have made the team.
  useEffect(() => {
    if (!session.team) readTeam(session).catch(() => undefined);
  }, [session.team]);
  return html`<${PageTitle}>${t('First steps', 'Primeros pasos')}<//>
    ${
      session.team
        ? html`<${TeamSteps} session=${session} tell=${tools.tell} />`
        : html`<${Steps} session=${session} done=${['account', 'address']} records=${{}} tell=${tools.tell} />`
    }`;
}

function TeamSteps({ session, tell }) {
  const resource = useResource(() => readRecords(session), [session.team.teamId]);
  return html`<${Shown} of=${resource} isEmpty=${() => false}>
    ${(records) => html`<${Steps} session=${session} done=${doneOf(records)} records=${records} tell=${tell} />`}
  <//>`;
}

function Steps({ session, done, records, tell }) {
  // The step in which something was typed stays, also when another tab finishes it.
  const [typedIn, setTypedIn] = useState(undefined);
  useUnsent(typedIn !== undefined);
  const next = nextStep(done);
  const step = typedIn ?? next;
  const goOn = () => setTypedIn(undefined);
  return html`<div class="columns">
    <${Card}><${Checklist} done=${done} /><//>
    ${step ? html`<${Next} key=${step} step=${step} isDone=${step !== next} session=${session} records=${records} tell=${tell} onTyped=${() => setTypedIn(step)} goOn=${goOn} />` : html`<${Over} />`}
  </div>`;
}

/** The form of a step. Its heading takes the focus when the step before it is done. */
function Next({ step, isDone, session, records, tell, onTyped, goOn }) {
  const heading = useRef(null);
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const { fields, route, bodyOf, after, needsAdmin } = formOf(step, session, records);
  const isBarred = needsAdmin && session.team?.userRole === 'MEMBER';
  const [isSending, setSending] = useState(false);
  const submit = async (values, once) => {
    setSending(true);
    try {
      await call(session, route, { body: bodyOf(values), once });
      goOn();
    } finally {
      setSending(false);
    }
    tell({ text: `${stepText(step)}: ${t('done', 'hecho')}.` });
    await after?.();
  };
  return html`<section class="card" onInput=${onTyped}>
    <header class="card-title"><h2 ref=${heading} tabindex="-1">${stepText(step)}</h2></header>
    <div role="status">${isDone && !isSending && html`<p>${t('This step was done elsewhere meanwhile. What you typed was not sent.', 'Este paso se completó mientras tanto en otro lugar. Lo escrito no se ha enviado.')} <button type="button" class="link" onClick=${goOn}>${t('Discard it and go on', 'Descartarlo y seguir')}</button></p>`}</div>
    ${
      isBarred
        ? html`<${Empty}>${t('An administrator of the company does this step.', 'Este paso lo hace quien administra la empresa.')}<//>`
        : html`<${StepForm} fields=${fields} keptAs=${`${session.id} ${step}`} verb=${t('Save', 'Guardar')} submit=${submit} tell=${tell} />`
    }
  </section>`;
}

const Over = () => html`<${Card} title=${t('All done', 'Todo listo')}>
  <p>${t('The first trip is planned.', 'El primer viaje está planeado.')}</p>
  <p><a href="#/viajes">${t('See the trips', 'Ver los viajes')}</a></p>
<//>`;
