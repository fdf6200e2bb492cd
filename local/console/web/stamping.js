import { useEffect, useState } from 'preact/hooks';
import { answerTo, onCall, Refused } from './api.js';
import { askSoon } from './feed.js';
import { html } from './html.js';
import { t } from './language.js';
import { Button, Card, failureTitle } from './parts.js';
import { useAction, useResource } from './resource.js';

/** The faults that the stand-in can apply to the next stamp, in words for the user. */
const FAULTS = () => [
  {
    fault: 'LOSE_ANSWER',
    text: t('Lose the answer', 'Perder la respuesta'),
    note: t('it stamps, and no one learns of it', 'timbra, y nadie se entera'),
  },
  { fault: 'CUT', text: t('Cut the connection', 'Cortar la conexión'), note: t('it does nothing', 'no hace nada') },
  { fault: 'REFUSE', text: t('Refuse', 'Rechazar'), note: t('with a code of the SAT', 'con un código del SAT') },
  { fault: 'HTML', text: t('Break down', 'Caerse'), note: t('it answers 502 with HTML', 'responde 502 con HTML') },
  { fault: 'RATE_LIMIT', text: t('Limit', 'Limitar'), note: t('it answers 429', 'responde 429') },
  {
    fault: 'PENDING',
    text: t('Leave pending', 'Dejar pendiente'),
    note: t('it stamps 20 s later', 'timbra 20 s después'),
    seconds: 20,
  },
];

/** Calls the stand-in's own route on this machine. The API does not have it. */
async function local(route, body) {
  const [method, path] = route.split(' ');
  const response = await answerTo(path, { method, ...(body && { body: JSON.stringify(body) }) });
  if (method !== 'GET') askSoon();
  if (!response.ok) throw new Refused({ status: response.status, message: route });
  return response.json();
}

/** Switches the stamping provider's faults on and off, and shows the work of recovery. */
export function StampingDesk({ tell, isShort = false }) {
  const faults = useResource(() => local('GET /_local/stamping/faults'));
  const { running, run } = useAction(tell);
  const [ran, setRan] = useState(null);
  // Any write may have used up a fault.
  useEffect(() => onCall((method) => method !== 'GET' && faults.refresh()), [faults.refresh]);
  const order = async ({ fault, seconds }) => {
    await local('POST /_local/stamping/faults', { fault, times: 1, ...(seconds && { seconds }) });
    faults.refresh();
  };
  const recover = async () => {
    const { figures } = await local('POST /_local/schedules/recoverStamping');
    setRan(figures);
  };
  const waiting = faults.data?.faults ?? [];
  return html`<${Card} title=${t('Stamping provider, simulated', 'Proveedor de timbrado, simulado')} className=${isShort ? 'desk short' : 'desk'}>
    <p class="muted">${t('Ask for a fault of the next stamp, and see how the invoice recovers.', 'Haga que falle el siguiente timbre, y vea cómo se repone la factura.')}</p>
    <ul class="faults">
      ${FAULTS().map(
        (one) => html`<li key=${one.fault}>
          <${Button} name=${one.fault} running=${running} action=${() => run(one.fault, () => order(one))}>
            ${one.text}<span class="under">${one.note}</span>
          <//>
        </li>`,
      )}
    </ul>
    <p role="status">
      ${faults.data === undefined && faults.failure && html`<span class="muted">${failureTitle(faults.failure)}</span>`}
      ${faults.data && waiting.length === 0 && html`<span class="muted">${t('The provider answers well.', 'El proveedor responde bien.')}</span>`}
      ${waiting.length > 0 && html`${t('They wait for the next stamp:', 'Esperan al siguiente timbre:')} <strong>${waiting.map(nameOf).join(', ')}</strong>`}
      ${
        waiting.length > 0 &&
        html` <button type="button" class="link" disabled=${running !== null} onClick=${() =>
          run('clear', async () => {
            await local('DELETE /_local/stamping/faults');
            faults.refresh();
          })}>${t('Remove them', 'Quitarlas')}</button>`
      }
    </p>
    <hr />
    <p class="muted">${t('Recovery runs by itself every five minutes. It leaves for a minute what was just tried.', 'La recuperación corre sola cada cinco minutos. Deja en paz un minuto lo que se acaba de intentar.')}</p>
    <p class="actions"><${Button} name="recover" running=${running} action=${() => run('recover', recover)}>${t('Run the recovery', 'Correr la recuperación')}<//></p>
    <p role="status">${ran && recovered(ran)}</p>
  <//>`;
}

const nameOf = ({ fault, times }) =>
  `${
    FAULTS()
      .find((one) => one.fault === fault)
      ?.text.toLowerCase() ?? fault
  }${times > 1 ? ` × ${times}` : ''}`;

const recovered = ({ worked, failed, stuck }) =>
  worked === 0
    ? t('There was nothing to recover.', 'No había nada por recuperar.')
    : t(
        `Checked ${worked === 1 ? 'one matter' : `${worked} matters`}${failed ? `; ${failed} failed` : ''}${stuck ? `; ${stuck} stuck` : ''}.`,
        `Revisó ${worked === 1 ? 'un asunto' : `${worked} asuntos`}${failed ? `; fallaron ${failed}` : ''}${stuck ? `; ${stuck} atorados` : ''}.`,
      );
