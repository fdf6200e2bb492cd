import { useLayoutEffect, useRef } from 'preact/hooks';
import { choicesOf, kindOf, partsOf } from './form-kinds.js';
import { blankGroup, blankItem } from './form-values.js';
import { html } from './html.js';
import { IdField } from './id-field.js';
import { labelOf, languageOf } from './labels.js';
import { t } from './language.js';
import { valueText } from './values.js';

/** The types of plain input fields, by kind. */
const INPUTS = {
  text: { type: 'text' },
  number: { type: 'text', inputmode: 'decimal' },
  password: { type: 'password', autocomplete: 'off' },
  moment: { type: 'datetime-local', step: 1 },
  time: { type: 'datetime-local', step: 1 },
  day: { type: 'date' },
  month: { type: 'month' },
};

/** The attributes that tie a control to its label, its description and its error. */
const tied = ({ id, path, error, schema }) => ({
  id,
  name: path,
  'aria-invalid': error ? 'true' : undefined,
  'aria-describedby':
    [schema.description && `${id}-about`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
});

/** A control has no `maxlength`: the browser would cut a text that is pasted without a word. The service refuses one that is too long, at its field. */
function Control(field) {
  const { kind, schema, draft, set, isRequired } = field;
  const take = ({ currentTarget }) => set(currentTarget.value);
  if (kind === 'choice') return html`<${Choice} ...${field} />`;
  if (kind === 'id') return html`<${IdField} ...${field} tied=${tied(field)} />`;
  if (kind === 'bytes') return html`<${BytesField} ...${field} />`;
  if (kind === 'long' || kind === 'json')
    return html`<textarea ...${tied(field)} rows=${kind === 'json' ? 6 : 3} required=${isRequired} value=${draft} onInput=${take}></textarea>`;
  const [example] = schema.examples ?? [];
  return html`<input ...${INPUTS[kind]} ...${tied(field)} required=${isRequired}
    placeholder=${example === undefined || typeof example === 'object' ? undefined : String(example)} value=${draft} onInput=${take} />`;
}

const YES_NO = { true: () => t('Yes', 'Sí'), false: () => t('No', 'No') };

const Choice = (
  field,
) => html`<select ...${tied(field)} required=${field.isRequired} value=${field.draft} onChange=${({ currentTarget }) => field.set(currentTarget.value)}>
  <option value="">—</option>
  ${choicesOf(field.schema).map((one) => html`<option key=${String(one)} value=${String(one)}>${YES_NO[String(one)]?.() ?? textOf(one)}</option>`)}
</select>`;

/** The value as the API has it, with its label where the console knows one. */
const textOf = (value) => (valueText(value) === value ? String(value) : `${valueText(value)} (${value})`);

/** A file whose bytes the field sends in base64. */
function BytesField(field) {
  const take = async ({ currentTarget }) => {
    const [file] = currentTarget.files;
    if (!file) return field.set('');
    const bytes = new Uint8Array(await file.arrayBuffer());
    return field.set(btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')));
  };
  return html`<input type="file" ...${tied(field)} onChange=${take} />`;
}

const Label = ({ name }) => html`<span lang=${languageOf(name)}>${labelOf(name)}</span>`;
const Mark = ({ isRequired }) =>
  html`${!isRequired && html` <span class="muted optional">${t('optional', 'opcional')}</span>`}`;
function About({ form, id, schema }) {
  if (!schema.description) return null;
  const { text, lang } = form.document.describe(schema.description);
  return html`<span class="about" id=${`${id}-about`} lang=${lang}>${text}</span>`;
}
const Wrong = ({ id, error }) =>
  html`${error && html`<span class="wrong" id=${`${id}-error`} lang=${error.lang}>${error.text}</span>`}`;

/**
 * One field of a form, by its schema: a control with its label, description and error, or a group or list of fields.
 * `form` has `id`, `errors` by path, `set`, and what the controls need to read lists. `isOff`: a group or list cannot be changed yet.
 */
export function Field({ form, given, name, path, keys, draft, isRequired, place, isOff }) {
  const { kind, schema } = kindOf(given, name, form.document.resolve);
  const id = `${form.id}-${path}`;
  const field = {
    form,
    kind,
    schema,
    name,
    path,
    keys,
    draft,
    isRequired,
    place,
    isOff,
    id,
    error: form.errors[path],
    set: (value) => form.set(keys, value),
  };
  if (kind === 'group') return html`<${Group} ...${field} />`;
  if (kind === 'list') return html`<${List} ...${field} />`;
  return html`<div class="field">
    <label for=${id}><${Label} name=${name} /><${Mark} isRequired=${isRequired} /></label>
    <${Control} ...${field} />
    <${About} ...${field} /><${Wrong} ...${field} />
  </div>`;
}

/**
 * Moves the focus into a part that was just added, and to its button when it was removed. `byHand` runs such a press. Parts that the stored record brings
 * do not move the focus: the person may already type in another field.
 */
function useFocusOnChange(count) {
  const part = useRef(null);
  const before = useRef(count);
  const isByHand = useRef(false);
  const byHand = (act) => {
    isByHand.current = true;
    act();
  };
  useLayoutEffect(() => {
    const isOwn = isByHand.current && before.current !== count;
    isByHand.current = false;
    if (!isOwn) {
      before.current = count;
      return;
    }
    const fields = part.current?.querySelectorAll('input, select, textarea') ?? [];
    const target =
      count > before.current
        ? (part.current?.querySelector('.added') ?? part.current)?.querySelector('input, select, textarea')
        : undefined;
    before.current = count;
    (target ?? part.current?.querySelector('.add') ?? fields[0])?.focus();
  }, [count]);
  return { part, byHand };
}

const invalid = ({ id, error }) => (error ? { 'data-invalid': 'true', 'aria-describedby': `${id}-error` } : {});

function Group(field) {
  const { form, schema, name, path, keys, draft, isRequired, id, error, set } = field;
  const { part, byHand } = useFocusOnChange(draft === undefined ? 0 : 1);
  const label = html`<${Label} name=${name} /><${Mark} isRequired=${isRequired} />`;
  if (draft === undefined)
    return html`<div class="field" ref=${part} data-path=${path}>
      <button type="button" class="button add" disabled=${field.isOff} ...${invalid(field)} onClick=${() => byHand(() => set(blankGroup(schema, form.document.resolve)))}>+ <${Label} name=${name} /></button>
      <${About} form=${form} id=${id} schema=${schema} /><${Wrong} id=${id} error=${error} />
    </div>`;
  return html`<fieldset class="group" ref=${part} data-path=${path} tabindex="-1" disabled=${field.isOff} ...${invalid(field)}>
    <legend>${label}</legend>
    <${About} form=${form} id=${id} schema=${schema} /><${Wrong} id=${id} error=${error} />
    <${Parts} form=${form} schema=${schema} path=${path} keys=${keys} draft=${draft} />
    ${!isRequired && html`<p><button type="button" class="button quiet" onClick=${() => byHand(() => set(undefined))}>${t('Remove', 'Quitar')} <${Label} name=${name} /></button></p>`}
  </fieldset>`;
}

const Parts = ({ form, schema, path, keys, draft }) =>
  partsOf(schema).map(
    ([
      name,
      given,
      isRequired,
    ]) => html`<${Field} key=${name} form=${form} given=${given} name=${name} path=${`${path}.${name}`}
      keys=${[...keys, name]} draft=${draft[name]} isRequired=${isRequired} />`,
  );

function List(field) {
  const { form, schema, name, path, keys, draft, isRequired, id, error, set } = field;
  const { part, byHand } = useFocusOnChange(draft.length);
  const isFull = draft.length >= (schema.maxItems ?? Number.POSITIVE_INFINITY);
  const add = () => byHand(() => set([...draft, blankItem(schema, name, form.document.resolve)]));
  const drop = (index) => byHand(() => set(draft.filter((_, at) => at !== index)));
  return html`<fieldset class="group" ref=${part} data-path=${path} tabindex="-1" disabled=${field.isOff} ...${invalid(field)}>
    <legend><${Label} name=${name} /><${Mark} isRequired=${isRequired} /></legend>
    <${About} form=${form} id=${id} schema=${schema} /><${Wrong} id=${id} error=${error} />
    ${draft.map(
      (item, index) => html`<div key=${index} class=${`item ${index === draft.length - 1 ? 'added' : ''}`}>
        <${Item} form=${form} given=${schema.items} name=${name} number=${index + 1} path=${`${path}[${index}]`} keys=${[...keys, index]} draft=${item} />
        <button type="button" class="button quiet" onClick=${() => drop(index)}>${t('Remove', 'Quitar')} ${index + 1}</button>
      </div>`,
    )}
    <p><button type="button" class="button add" disabled=${isFull} onClick=${add}>+ <${Label} name=${name} /></button></p>
  </fieldset>`;
}

/** One item of a list: the fields of a group without another frame, or a single control. */
function Item({ form, given, name, number, path, keys, draft }) {
  const { kind, schema } = kindOf(given, name, form.document.resolve);
  const id = `${form.id}-${path}`;
  if (kind === 'group')
    return html`<div role="group" aria-label=${`${labelOf(name)} ${number}`}>
      <${Wrong} id=${id} error=${form.errors[path]} />
      <${Parts} form=${form} schema=${schema} path=${path} keys=${keys} draft=${draft} />
    </div>`;
  return html`<${Field} form=${form} given=${given} name=${name} path=${path} keys=${keys} draft=${draft} isRequired />`;
}
