import { FIELDS_IN_SPANISH } from './field-names.js';
import { formatMoment, formatMoney } from './format.js';
import { language } from './language.js';
import { OPERATIONS_IN_SPANISH } from './operation-names.js';
import { TOPICS_IN_SPANISH } from './topic-names.js';
import { valueText } from './values.js';

/** `creditLimit` as words: "Credit limit". */
const words = (name) => {
  const spaced = name
    .replace(/Ids?$/, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]/g, ' ')
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

/** The heading of a topic. */
export const topicText = (tag) => (language() === 'es' && TOPICS_IN_SPANISH[tag]?.name) || tag;

/** What a topic is about: in Spanish, else the sentence of the document. */
export const topicSentence = ({ name, description }) =>
  (language() === 'es' && TOPICS_IN_SPANISH[name]?.sentence) || description;

/** What an operation does, in a line. */
export const summaryOf = ({ id, summary }) => (language() === 'es' && OPERATIONS_IN_SPANISH[id]) || summary;

/** The language of the line: an operation without a translation stays English. */
export const languageOfSummary = ({ id }) => (language() === 'es' && !OPERATIONS_IN_SPANISH[id] ? 'en' : undefined);

/** The label of a field. */
export const labelOf = (name) => (language() === 'es' && FIELDS_IN_SPANISH[name]) || words(name);

/** The language of a field's label: a name without a translation stays English. */
export const languageOf = (name) => (language() === 'es' && !FIELDS_IN_SPANISH[name] ? 'en' : undefined);

/** The fields by which a person knows a record, the best first. */
const NAMES = [
  'name',
  'plate',
  'economicNumber',
  'fileName',
  'cargoDescription',
  'clientName',
  'title',
  'message',
  'email',
  'url',
  'device',
  'reference',
  'startAt',
];
const BESIDE = ['folio', 'rfc', 'brand', 'vehiclePlate', 'amount', 'paidAt', 'total', 'status'];
/** Names that several records share: what stands beside tells these apart. */
const SHARED = ['cargoDescription', 'clientName', 'title', 'message', 'reference'];
const SHOWN = { amount: formatMoney, paidAt: formatMoment, total: formatMoney, status: valueText };

/** The name of a record alone, such as "Aceros del Bajío". */
export const shortNameOf = (record) => {
  const name = NAMES.find((one) => record[one]);
  return name && (name === 'startAt' ? formatMoment(record[name]) : String(record[name]));
};

/** The name of a record in a question, which must not fit another record. */
export const ownNameOf = (record) =>
  SHARED.includes(NAMES.find((one) => record[one])) ? nameOfRecord(record) : shortNameOf(record);

/** A record in a few words, such as "Aceros del Bajío · EKU9003173C9". */
export function nameOfRecord(record) {
  const name = NAMES.find((one) => record[one]);
  const isGiven = (value) => value !== undefined && value !== null && value !== '';
  const beside = BESIDE.filter((one) => one !== name && isGiven(record[one]));
  const texts = beside.slice(0, 2).map((one) => (SHOWN[one] ? SHOWN[one](record[one]) : String(record[one])));
  // A draft has no folio: its first item tells it from others of its client.
  const item = record.folio ? undefined : record.items?.[0]?.description;
  return [shortNameOf(record), item, ...texts].filter(Boolean).join(' · ');
}
