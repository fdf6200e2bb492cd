import { html } from './html.js';
import { t } from './language.js';

/** The steps from an empty server to a trip, in their order. */
export const STEPS = ['account', 'address', 'team', 'vehicle', 'driver', 'client', 'trip'];

const TEXTS = {
  account: () => t('Create your account', 'Crear su cuenta'),
  address: () => t('Confirm your address', 'Confirmar su correo'),
  team: () => t('Set up your company', 'Dar de alta su empresa'),
  vehicle: () => t('The first vehicle', 'La primera unidad'),
  driver: () => t('The first driver', 'El primer operador'),
  client: () => t('The first client', 'El primer cliente'),
  trip: () => t('The first trip', 'El primer viaje'),
};

export const stepText = (step) => TEXTS[step]();

/** The first step that is not done; undefined when all are done. */
export const nextStep = (done) => STEPS.find((step) => !done.includes(step));

/** The steps, each done, current or to come. */
export const Checklist = ({ done }) => html`<ol class="checklist" aria-label=${t('First steps', 'Primeros pasos')}>
  ${STEPS.map((step) => html`<${Step} key=${step} step=${step} isDone=${done.includes(step)} isCurrent=${step === nextStep(done)} />`)}
</ol>`;

const Step = ({
  step,
  isDone,
  isCurrent,
}) => html`<li class=${isDone ? 'done' : ''} aria-current=${isCurrent ? 'step' : undefined}>
  <span class="mark" aria-hidden="true">${isDone ? '✓' : STEPS.indexOf(step) + 1}</span>
  <span>${stepText(step)}${isDone && html` <span class="visually-hidden">(${t('done', 'hecho')})</span>`}</span>
</li>`;
