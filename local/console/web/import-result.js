import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatNumber } from './format.js';
import { html } from './html.js';
import { labelOf } from './labels.js';
import { language, t } from './language.js';
import { Button, Facts, Failure } from './parts.js';

/** A page of thousands of rows is slow, and the whole result is one click away. */
const MOST_ROWS = 200;

const RESULTS = {
  WOULD_CREATE: () => t('Would be created', 'Se crearía'),
  WOULD_UPDATE: () => t('Would be changed', 'Se cambiaría'),
  CREATED: () => t('Created', 'Creado'),
  UPDATED: () => t('Changed', 'Cambiado'),
  UNCHANGED: () => t('Unchanged', 'Sin cambios'),
  FAILED: () => t('Refused', 'Rechazada'),
};

const titleOf = ({ status, dryRun }) => {
  if (status === 'FAILED') return t('The import did not end', 'La importación no terminó');
  if (status === 'DONE')
    return dryRun ? t('Result of the check', 'Resultado de la revisión') : t('Imported', 'Importado');
  return dryRun ? t('Checking…', 'Revisando…') : t('Importing…', 'Importando…');
};

/** The counts of a dry run name what a real run would do. */
const countsOf = ({ dryRun }) => [
  'rows',
  ...(dryRun ? ['wouldCreate', 'wouldUpdate'] : ['created', 'updated']),
  'unchanged',
  'failed',
];

/** An import from its start on: how far it is, its counts, the result of each row, and the click that starts the real one. */
export function ImportResult({ of: { job, rows, failure, isUnderWay, isChecked }, running, start, page }) {
  const heading = useRef(null);
  const isOver = !isUnderWay;
  // The focus must not stand on the button that imports: a second press of Enter would start it.
  useLayoutEffect(() => {
    if (isOver) heading.current.focus();
  }, [job.id, isOver]);
  return html`<section class="part">
    <h3 ref=${heading} tabindex="-1">${titleOf(job)}</h3>
    <p role="status">${isUnderWay && t(`${formatNumber(job.done)} of ${formatNumber(job.rows)} rows.`, `${formatNumber(job.done)} de ${formatNumber(job.rows)} filas.`)}</p>
    ${isUnderWay && html`<p><progress value=${job.done} max=${job.rows} aria-label=${titleOf(job)}></progress></p>`}
    ${failure && html`<${Failure} failure=${failure} />`}
    ${job.status === 'FAILED' && html`<p>${t('The rows that were done stay. The same file can be imported again.', 'Las filas hechas se quedan. El mismo archivo se puede importar otra vez.')}</p>`}
    ${isOver && html`<${Facts} rows=${countsOf(job).map((name) => [labelOf(name), formatNumber(job[name])])} />`}
    ${rows.length > 0 && html`<${Rows} rows=${rows} />`}
    <p class="actions">
      ${job.resultUrl && html`<a href=${job.resultUrl} target="_blank" rel="noopener noreferrer">${t('Download the result of every row', 'Descargar el resultado de cada fila')}</a>`}
      ${!job.dryRun && page}
    </p>
    ${isChecked && html`<${Start} job=${job} running=${running} start=${start} />`}
  </section>`;
}

function Start({ job: { wouldCreate, wouldUpdate, failed }, running, start }) {
  const count = wouldCreate + wouldUpdate;
  if (count === 0) return html`<p>${t('There is nothing to import.', 'No hay nada que importar.')}</p>`;
  return html`<p>${t('Nothing was written yet.', 'Todavía no se escribió nada.')}
      ${' '}${failed > 0 && t('The refused rows will be left out.', 'Las filas rechazadas se omitirán.')}</p>
    <p class="actions"><${Button} kind="main" name="import" action=${start} running=${running}>${t(`Import ${formatNumber(count)} rows`, `Importar ${formatNumber(count)} filas`)}<//></p>`;
}

/** A refused row comes first, then one with a warning. */
const rankOf = ({ errors, warnings }) => (errors ? 0 : warnings ? 1 : 2);

function Rows({ rows }) {
  const [errors, warnings] = language() === 'es' ? ['errores', 'avisos'] : ['errors', 'warnings'];
  const shown = rows.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, MOST_ROWS);
  return html`${rows.length > shown.length && html`<p>${t(`The first ${shown.length} of ${formatNumber(rows.length)} rows, the refused ones before the others.`, `Las primeras ${shown.length} de ${formatNumber(rows.length)} filas; antes, las rechazadas.`)}</p>`}
    <div class="table-scroll" tabindex="0" role="region" aria-label=${t('Result of each row', 'Resultado de cada fila')}>
      <table>
        <thead><tr>
          <th scope="col" class="number">${labelOf('row')}</th><th scope="col">${labelOf('externalId')}</th>
          <th scope="col">${t('Result', 'Resultado')}</th><th scope="col">${t('Reason', 'Motivo')}</th>
        </tr></thead>
        <tbody>${shown.map(
          (one) => html`<tr key=${one.row}>
            <th scope="row" class="number">${one.row}</th><td>${one.externalId || '—'}</td>
            <td>${RESULTS[one.result]?.() ?? one.result}</td><td>${[one[errors], one[warnings]].filter(Boolean).join(' ')}</td>
          </tr>`,
        )}</tbody>
      </table>
    </div>`;
}
