import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useKeptFields } from './form-kept.js';
import { makeKeys } from './form-request.js';
import { html } from './html.js';
import { t } from './language.js';
import { Button } from './parts.js';
import { useAction } from './resource.js';
import { useSteady } from './steady-choices.js';
import { problemsOf } from './validity.js';
import { WhileSent } from './while-sent.js';

/** The errors of a refusal by the name of their field, if the form has that field. */
function errorsOf(failure, names) {
  const all = failure.errors ?? (failure.field ? [failure] : []);
  const known = all.filter(({ field }) => names.includes(field));
  return Object.fromEntries(known.map(({ field, message }) => [field, { text: message, lang: failure.lang }]));
}

/**
 * A form of a few fields. `submit` gets the values that are not empty, by name, and an Idempotency-Key. The message of a wrong or refused
 * value stands at its field, and the first one takes the focus; any other refusal goes to `tell`. `isRepeated`: the form is empty again when it was sent.
 * `keptAs` names what is kept of it when its page is left.
 */
export function StepForm({ fields, verb, kind = 'main', isRepeated, keptAs, submit, tell, children }) {
  const id = useId();
  const { running, run } = useAction(tell);
  const [errors, setErrors] = useState({});
  const form = useRef(null);
  const { keys, typed, sent } = useKeptFields(keptAs, form, useMemo(makeKeys, []));
  useLayoutEffect(() => {
    // While the fields are sent, none can take the focus.
    if (running === null) form.current.querySelector('[aria-invalid]')?.focus();
  }, [errors, running]);
  const send = (event) => {
    event.preventDefault();
    const problems = problemsOf(event.target);
    setErrors(problems);
    if (Object.keys(problems).length > 0) return;
    const secrets = fields.filter(({ type }) => type === 'password').map(({ name }) => name);
    const given = [...new FormData(event.target)].map(([name, value]) => [
      name,
      secrets.includes(name) ? value : value.trim(),
    ]);
    const values = Object.fromEntries(given.filter(([, value]) => value !== ''));
    run('send', async () => {
      try {
        await submit(values, keys.keyFor(values));
        keys.forget(values);
        sent();
        if (isRepeated) form.current?.reset();
      } catch (failure) {
        const found = errorsOf(
          failure,
          fields.map(({ name }) => name),
        );
        setErrors(found);
        if (Object.keys(found).length === 0) throw failure;
      }
    });
  };
  return html`<form ref=${form} class="form" noValidate onInput=${typed} onSubmit=${send}>
    <${WhileSent} isSent=${running !== null}>${fields.map((field) => html`<${Field} key=${field.name} id=${`${id}-${field.name}`} error=${errors[field.name]} ...${field} />`)}<//>
    ${children}
    <p class="actions"><${Button} type="submit" kind=${kind} name="send" running=${running}>${verb}<//></p>
  </form>`;
}

function Field({ id, label, hint, error, options, isOptional = false, ...attributes }) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const tied = { id, required: !isOptional, 'aria-invalid': error ? 'true' : undefined, 'aria-describedby': described };
  return html`<div class="field">
    <label for=${id}>${label}${isOptional && html` <span class="muted optional">${t('optional', 'opcional')}</span>`}</label>
    ${
      options
        ? html`<${Choice} tied=${tied} name=${attributes.name} options=${options} />`
        : html`<input ...${tied} ...${attributes} />`
    }
    ${hint && html`<span class="hint" id=${`${id}-hint`}>${hint}</span>`}
    ${error && html`<span class="wrong" id=${`${id}-error`} lang=${error.lang}>${error.text}</span>`}
  </div>`;
}

function Choice({ tied, name, options }) {
  const { choices, closing } = useSteady(tied.id, options);
  return html`<select ...${tied} ...${closing} name=${name}>${choices.map(({ value, text }) => html`<option key=${value} value=${value}>${text}</option>`)}</select>`;
}
