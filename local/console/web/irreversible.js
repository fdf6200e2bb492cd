import { html } from './html.js';
import { summaryOf } from './labels.js';
import { t } from './language.js';
import { valueText } from './values.js';
import { canBeUndone, consequenceOf, hasText, languageOfText, textOf } from './views.js';

/** Whether a request with this body takes something away for good, as the document says. */
export function isIrreversible({ irreversible }, body) {
  if (irreversible === undefined || irreversible === true) return irreversible === true;
  return Object.entries(irreversible).some(([field, values]) => values.includes(body?.[field]));
}

/** The verb of an operation, for its button. */
export function verbOf(operation) {
  // The value that makes the request irreversible says more than the first word of a summary of several actions.
  if (typeof operation.irreversible === 'object') return t('Change', 'Cambiar');
  if (operation.irreversible === true && hasText(operation)) return textOf(operation);
  const [first = ''] = summaryOf(operation).split(' ');
  return first;
}

const lower = (text) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** A record without a name must not be taken for the account or the company. */
const unnamed = ({ path }) =>
  /\{(?!teamId\})/.test(path)
    ? t('This record', 'Este registro')
    : t('Your own account, or the whole team', 'La cuenta propia, o toda la empresa');

/** The motives of the SAT for a cancellation. */
const MOTIVES = {
  '01': () => t('issued with errors, with a substitute', 'emitido con errores, con sustituto'),
  '02': () => t('issued with errors, without a substitute', 'emitido con errores, sin sustituto'),
  '03': () => t('the operation did not take place', 'no se llevó a cabo la operación'),
  '04': () => t('nominative operation in a global invoice', 'operación nominativa en una factura global'),
};

/** What a person chose in the form of a cancellation: it decides what the SAT writes down. */
const chosenOf = ({ id }, { motive, substitution } = {}, names = {}) => {
  if (id !== 'cancelInvoice') return [];
  const reason = motive && [motive, MOTIVES[motive]?.()].filter(Boolean).join(', ');
  return [
    reason && `${t('Motive', 'Motivo')} ${reason}`,
    substitution && `${t('Substitute', 'Sustituto')}: ${names.substitution ?? substitution}`,
  ].filter(Boolean);
};

/** The question before an irreversible request: it names the record, what was chosen, and the consequence. `names` are those of chosen records, by field. */
export function questionFor(operation, body, record, names) {
  const fields = operation.irreversible === true ? [] : Object.keys(operation.irreversible);
  const values = fields.map((field) => valueText(body[field]));
  const about = record || unnamed(operation);
  const [{ text, lang }] = operation.paragraphs();
  const [sentence] = text.split(/(?<=\.)\s/);
  const known = consequenceOf(operation);
  return {
    title: html`<span lang=${languageOfText(operation)}>${t('', '¿')}${textOf(operation)}?</span>`,
    consequence: html`<strong>${[about, ...values, ...chosenOf(operation, body, names)].join(' · ')}</strong>. <span lang=${known ? undefined : lang}>${known ?? sentence}</span>
      ${!canBeUndone(operation) && ` ${t('It cannot be undone.', 'No se puede deshacer.')}`}`,
    verb: `${t('Yes,', 'Sí,')} ${[lower(verbOf(operation)), ...values].join(': ')}`,
  };
}
