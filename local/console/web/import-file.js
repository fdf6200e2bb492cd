import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { addressOf } from './address.js';
import { call } from './api.js';
import { mayUse } from './api-document.js';
import { isMissing, makeKeys } from './form-request.js';
import { html } from './html.js';
import { useImport } from './import-progress.js';
import { ImportResult } from './import-result.js';
import { topicText } from './labels.js';
import { t } from './language.js';
import { useLeaving } from './leaving.js';
import { Button, Failure } from './parts.js';
import { useAction, useEndOfOutage } from './resource.js';
import { uploadFile } from './upload-file.js';

/** A spreadsheet’s own type of a CSV file differs by system, and the service takes this one alone. */
const IMPORTED = { folder: 'imports', contentType: 'text/csv' };

/** False for a file that was saved since it was picked: a browser does not read it. */
const isAsPicked = (file) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

const WRONG = {
  missing: isMissing,
  saved: () =>
    t(
      'The file was saved since you picked it. Pick it again.',
      'El archivo se guardó después de elegirlo. Elíjalo otra vez.',
    ),
};

/** A button that opens the import of a file. A member without the right to start one does not see it. */
export function ImportButton({ session, document }) {
  const [isOpen, setOpen] = useState(false);
  const operation = document.of('createImport');
  if (!mayUse(session, operation)) return null;
  const kinds = operation.fields.find(({ name }) => name === 'kind').schema.enum;
  return html`<button type="button" class="button" aria-haspopup="dialog" onClick=${() => setOpen(true)}>${t('Import a file', 'Importar un archivo')}</button>
    ${isOpen && html`<${ImportDialog} session=${session} kinds=${kinds} close=${() => setOpen(false)} />`}`;
}

/**
 * Checks a file by a dry run, shows the result of each row, and imports it after a second click. The dialog can be closed meanwhile: the
 * import goes on without it.
 */
function ImportDialog({ session, kinds, close }) {
  const dialog = useRef(null);
  const uploaded = useRef({});
  const keys = useMemo(makeKeys, []);
  const id = useId();
  const [kind, setKind] = useState(kinds[0]);
  const [file, setFile] = useState(null);
  const [wrong, setWrong] = useState(null);
  const [failure, setFailure] = useState(null);
  const [started, setStarted] = useState(null);
  const { running, run } = useAction((notice) => setFailure(notice.failure));
  useEndOfOutage((isOver) => setFailure((shown) => (isOver(shown) ? null : shown)));
  const progress = useImport(session, started);
  const isImported = started !== null && !started.dryRun;
  const { cancel, leave, warned } = useLeaving(
    dialog,
    file && !isImported
      ? t(
          'The file was not imported. Press Escape or Close again to discard it.',
          'El archivo no se ha importado. Pulse Escape o Cerrar otra vez para descartarlo.',
        )
      : undefined,
    file,
  );
  useLayoutEffect(() => {
    dialog.current.showModal();
    dialog.current.querySelector('select').focus();
  }, []);
  useLayoutEffect(() => {
    if (wrong) dialog.current.querySelector('[type="file"]').focus();
  }, [wrong]);

  const { teamId } = session.team;
  /** A further check uploads the file again: a person corrects it in a spreadsheet, and saves it at its place. An import takes what was checked. */
  const start = (dryRun, chosen = file) =>
    run(dryRun ? 'check' : 'import', async () => {
      setFailure(null);
      const isOld = dryRun && uploaded.current.isChecked;
      if (isOld || uploaded.current.file !== chosen)
        uploaded.current = { file: chosen, key: await uploadFile(session, chosen, IMPORTED) };
      const body = { kind, key: uploaded.current.key, dryRun };
      const sent = call(session, `POST /teams/${teamId}/imports`, { body, once: keys.keyFor(body) });
      setStarted(await sent.catch(forgetUpload));
      uploaded.current.isChecked = true;
      keys.forget(body);
    });
  /** The grant of an upload ends after an hour: the next click uploads the file again. */
  const forgetUpload = (refusal) => {
    if (refusal.status === 403) uploaded.current = {};
    throw refusal;
  };
  const check = async (event) => {
    event.preventDefault();
    // A browser tells nothing when the same name is picked again.
    const chosen = dialog.current.querySelector('[type="file"]').files[0] ?? null;
    const reason = chosen === null ? 'missing' : (await isAsPicked(chosen)) ? null : 'saved';
    setFile(chosen);
    setWrong(reason);
    if (reason === null) start(true, chosen);
    else setStarted(null);
  };
  /** The result belongs to the kind and the file that were checked. */
  const choose = (set, value) => {
    set(value);
    setStarted(null);
    setFailure(null);
    setWrong(null);
  };
  const isBusy = running !== null || progress.isUnderWay;
  return html`<dialog ref=${dialog} class="sheet" aria-labelledby=${`${id}-title`} onCancel=${cancel} onClose=${({ target }) => target === dialog.current && close()}>
    <h2 id=${`${id}-title`}>${t('Import a file', 'Importar un archivo')}</h2>
    ${failure && html`<${Failure} failure=${failure} />`}
    <form class="form operation-form" noValidate onSubmit=${check}>
      <div class="field"><label for=${`${id}-kind`}>${t('Records in the file', 'Registros del archivo')}</label>
        <select id=${`${id}-kind`} name="kind" value=${kind} disabled=${isBusy} onChange=${({ currentTarget }) => choose(setKind, currentTarget.value)}>
          ${kinds.map((one) => html`<option key=${one} value=${one}>${topicText(one)}</option>`)}
        </select>
      </div>
      <div class="field"><label for=${`${id}-file`}>${t('CSV file', 'Archivo CSV')}</label>
        <input id=${`${id}-file`} type="file" name="file" accept=".csv,text/csv" disabled=${isBusy} aria-invalid=${wrong ? 'true' : undefined}
          aria-describedby=${`${id}-${wrong ? 'wrong' : 'hint'}`} onChange=${({ currentTarget }) => choose(setFile, currentTarget.files[0] ?? null)} />
        ${wrong && html`<span class="wrong" id=${`${id}-wrong`}>${WRONG[wrong]()}</span>`}
        <span class="muted" id=${`${id}-hint`}>${t(
          'Its first row names the columns, as in an export. Each row needs an externalId.',
          'Su primera fila nombra las columnas, como en una exportación. Cada fila necesita un externalId.',
        )}</span>
      </div>
      <p class="actions"><${Button} type="submit" action=${undefined} kind=${progress.isChecked ? '' : 'main'} name="check" isOff=${progress.isUnderWay} running=${running}>${t('Check the file', 'Revisar el archivo')}<//></p>
    </form>
    ${
      started &&
      html`<${ImportResult} of=${progress} running=${running} start=${() => start(false)}
        page=${html`<a href=${addressOf(['importaciones', started.id])} onClick=${() => dialog.current.close()}>${t('Page of this import', 'Página de esta importación')}</a>`} />`
    }
    ${warned && html`<p role="alert">${warned}</p>`}
    <p><button type="button" class="button quiet" onClick=${leave}>${t('Close', 'Cerrar')}</button></p>
  </dialog>`;
}
