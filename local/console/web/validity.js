import { isMissing, isNoNumber, isUnreadable, ofConsole } from './form-request.js';
import { t } from './language.js';

/** What the console says of each kind of problem that the browser finds, in the order in which it is asked for. */
const TEXTS = [
  ['badInput', ({ type }) => (type === 'number' ? isNoNumber() : isUnreadable())],
  ['valueMissing', isMissing],
  [
    'typeMismatch',
    () => t('Write an e-mail address, such as ana@company.mx.', 'Escriba un correo, como ana@empresa.mx.'),
  ],
  ['patternMismatch', ({ pattern }) => digitsText(/\d+(?=\}$)/.exec(pattern)?.[0])],
  [
    'tooShort',
    ({ minLength }) => t(`Write ${minLength} characters or more.`, `Escriba ${minLength} caracteres o más.`),
  ],
  ['rangeUnderflow', ({ min }) => t(`Write ${min} or more.`, `Escriba ${min} o más.`)],
  ['stepMismatch', () => t('Write two decimals at most.', 'Escriba dos decimales como máximo.')],
];

/** The patterns of the console ask for a number of digits. */
const digitsText = (count) =>
  count ? t(`Write ${count} digits.`, `Escriba ${count} dígitos.`) : t('Correct this value.', 'Corrija este valor.');

/** The problems of a form’s fields by name. The texts are the console’s: those of the browser are in the browser’s language. */
export function problemsOf(form) {
  const fields = [...form.elements].filter(({ name, validity }) => name && validity);
  const problems = fields.map((field) => [field.name, problemOf(field)]).filter(([, problem]) => problem);
  return Object.fromEntries(problems);
}

function problemOf(field) {
  const [, say] = TEXTS.find(([kind]) => field.validity[kind]) ?? [];
  if (say) return ofConsole(() => say(field));
  return field.required && field.value.trim() === '' ? ofConsole(isMissing) : undefined;
}
