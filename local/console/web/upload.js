import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { call } from './api.js';
import { Field } from './form-controls.js';
import { isMissing, ofConsole } from './form-request.js';
import { html } from './html.js';
import { t } from './language.js';
import { useLeaving } from './leaving.js';
import { Button, Failure } from './parts.js';
import { useAction, useEndOfOutage } from './resource.js';
import { useUnsent } from './unsent.js';
import { uploadFile } from './upload-file.js';
import { WhileSent } from './while-sent.js';

/** The kinds of records that files belong to: the folder of the upload, and the field whose list has the records. */
const KINDS = [
  { type: 'vehicle', folder: 'vehicles-files', field: 'vehicleId', text: () => t('Vehicle', 'Unidad') },
  { type: 'driver', folder: 'drivers-files', field: 'driverId', text: () => t('Driver', 'Operador') },
  { type: 'client', folder: 'clients-files', field: 'clientId', text: () => t('Client', 'Cliente') },
];

/**
 * Asks for an address, sends the file there, and registers it: three calls of which each needs the one before. `sent` keeps the key and the
 * identifier of a file and record, so that a further attempt after a lost answer registers the file once.
 */
async function upload(session, sent, { kind, entityId, file }) {
  if (sent.current.file !== file || sent.current.entityId !== entityId) {
    const key = await uploadFile(session, file, { folder: kind.folder, entityId });
    sent.current = { file, entityId, key, fileId: crypto.randomUUID() };
  }
  const { key, fileId } = sent.current;
  const about = { teamId: session.team.teamId, entityId, fileName: file.name, contentType: file.type };
  const body = { ...about, key, entityType: kind.type, fileId };
  try {
    await call(session, 'POST /dms/files', { body, isRepeatable: true });
  } catch (failure) {
    // The grant of an upload ends after an hour: the next click uploads the file again.
    if (failure.status === 403) sent.current = {};
    throw failure;
  }
}

/** A button that opens the form of an upload: the record, and the file. */
export function UploadButton({ session, document, tools }) {
  const [isOpen, setOpen] = useState(false);
  return html`<button type="button" class="button" aria-haspopup="dialog" onClick=${() => setOpen(true)}>${t('Upload a file', 'Subir un archivo')}</button>
    ${isOpen && html`<${UploadDialog} session=${session} document=${document} tools=${tools} close=${() => setOpen(false)} />`}`;
}

/** What a person loses, or must know, who leaves the form now. */
const warningOf = ({ file, isSending }) => {
  if (isSending)
    return t(
      'The file is being uploaded, also without this form. Press Escape or Close again to close it.',
      'El archivo se está subiendo; la subida continúa sin este formulario. Pulse Escape o Cerrar otra vez para cerrarlo.',
    );
  return file
    ? t(
        'The file was not uploaded. Press Escape or Close again to discard it.',
        'El archivo no se ha subido. Pulse Escape o Cerrar otra vez para descartarlo.',
      )
    : undefined;
};

function UploadDialog({ session, document, tools, close }) {
  const dialog = useRef(null);
  const sent = useRef({});
  const id = useId();
  const [type, setType] = useState('vehicle');
  const [entityId, setEntityId] = useState('');
  const [file, setFile] = useState(null);
  const [errors, setErrors] = useState({});
  const [failure, setFailure] = useState(null);
  const { running, run } = useAction((notice) => setFailure(notice.failure));
  useEndOfOutage((isOver) => setFailure((shown) => (isOver(shown) ? null : shown)));
  const { cancel, leave, warned } = useLeaving(dialog, warningOf({ file, isSending: running !== null }), file);
  useUnsent(file !== null);
  const kind = KINDS.find((one) => one.type === type);
  useLayoutEffect(() => {
    dialog.current.showModal();
    dialog.current.querySelector('select').focus();
  }, []);
  useLayoutEffect(() => dialog.current.querySelector('[aria-invalid="true"]')?.focus(), [errors]);
  const submit = (event) => {
    event.preventDefault();
    const missing = {
      ...(!entityId && { [kind.field]: ofConsole(isMissing) }),
      ...(!file && { file: ofConsole(isMissing) }),
    };
    setErrors(missing);
    setFailure(null);
    if (Object.keys(missing).length > 0) return;
    run('send', async () => {
      await upload(session, sent, { kind, entityId, file });
      tools.tell({ text: `${t('Uploaded', 'Subido')}: ${file.name}.` });
      dialog.current?.close();
    });
  };
  const form = {
    id,
    session,
    document,
    operation: { path: '' },
    values: {},
    errors,
    set: (_, value) => setEntityId(value),
    choose: (_, set, value) => set(value),
  };
  return html`<dialog ref=${dialog} class="sheet" aria-labelledby=${`${id}-title`} onCancel=${cancel} onClose=${({ target }) => target === dialog.current && close()}>
    <h2 id=${`${id}-title`}>${t('Upload a file', 'Subir un archivo')}</h2>
    ${failure && html`<${Failure} failure=${failure} />`}
    <form class="form operation-form" noValidate onSubmit=${submit}>
      <${WhileSent} isSent=${running !== null}>
      <div class="field"><label for=${`${id}-type`}>${t('Belongs to', 'Pertenece a')}</label>
        <select id=${`${id}-type`} value=${type} onChange=${({ currentTarget }) => {
          setType(currentTarget.value);
          setEntityId('');
        }}>${KINDS.map((one) => html`<option key=${one.type} value=${one.type}>${one.text()}</option>`)}</select>
      </div>
      <${Field} key=${type} form=${form} given=${{ type: 'string', format: 'uuid' }} name=${kind.field} path=${kind.field} keys=${[kind.field]} draft=${entityId} isRequired place="body" />
      <div class="field"><label for=${`${id}-file`}>${t('File', 'Archivo')}</label>
        <input id=${`${id}-file`} type="file" aria-invalid=${errors.file ? 'true' : undefined} aria-describedby=${errors.file && `${id}-wrong`}
          onChange=${({ currentTarget }) => setFile(currentTarget.files[0] ?? null)} />
        ${errors.file && html`<span class="wrong" id=${`${id}-wrong`}>${errors.file.text}</span>`}
      </div>
      <//>
      <p class="actions"><${Button} type="submit" action=${undefined} kind="main" name="send" running=${running}>${t('Upload', 'Subir')}<//></p>
    </form>
    ${warned && html`<p role="alert">${warned}</p>`}
    <p><button type="button" class="button quiet" onClick=${leave}>${t('Close', 'Cerrar')}</button></p>
  </dialog>`;
}
