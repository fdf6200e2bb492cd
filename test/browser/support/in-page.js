/**
 * Runs in the page before the console: catches the requests of a form, and fills a form from values. `formTest.answer`
 * is the answer that a caught request gets; null lets all requests pass.
 */
const formTest = { caught: [], answer: null, missing: [] };
globalThis.formTest = formTest;

const realFetch = globalThis.fetch.bind(globalThis);
globalThis.fetch = (address, options = {}) => {
  const method = options.method ?? 'GET';
  if (formTest.answer === null || !formTest.catches(method, address)) return realFetch(address, options);
  formTest.caught.push({ method, address, body: options.body && JSON.parse(options.body) });
  const { status, json } = formTest.answer;
  return Promise.resolve(new Response(JSON.stringify(json), { status }));
};

/** Lets the page render what a change asks for. */
const rendered = () => new Promise((settle) => setTimeout(settle, 20));

const named = (form, path) => form.querySelector(`[name="${CSS.escape(path)}"]`);

function set(control, value, event) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value').set.call(control, value);
  control.dispatchEvent(new Event(event, { bubbles: true }));
}

/** Chooses a value or types it where the list has none. It waits while the list loads; a refused list leaves a field to type in. */
async function chooseOrType(form, path, text) {
  const offers = (value) => [...(named(form, path).options ?? [])].some((one) => one.value === value);
  while (named(form, path).tagName === 'SELECT' && !offers(text) && !offers(' type')) await rendered();
  if (offers(text)) return set(named(form, path), text, 'change');
  if (offers(' type')) set(named(form, path), ' type', 'change');
  await rendered();
  return set(named(form, path), text, 'input');
}

async function setBytes(input, text) {
  const files = new DataTransfer();
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  files.items.add(new File([bytes], 'bytes'));
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  // The form reads the file too, and began before.
  await input.files[0].arrayBuffer();
  await rendered();
}

async function setOne(form, path, value) {
  const control = named(form, path);
  if (!control) return formTest.missing.push(path);
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (control.type === 'file') return setBytes(control, text);
  if (control.tagName === 'SELECT') return chooseOrType(form, path, text);
  const { zoned } = await import('/_local/console/zone.js');
  const isZoned = control.type === 'datetime-local' && /(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const shown = isZoned ? zoned(text) : control.type === 'date' ? text.slice(0, 10) : text;
  return set(control, shown, 'input');
}

async function addTo(form, path) {
  const at = `[data-path="${CSS.escape(path)}"]`;
  // A list can be changed when the stored one is there.
  while (form.querySelector('[name="send"][aria-disabled]')) await rendered();
  form.querySelector(`${at} > .add, ${at} > p > .add`)?.click();
  await rendered();
}

/** Takes the items out of a list that shows stored ones. */
async function empty(form, path) {
  const item = `[data-path="${CSS.escape(path)}"] > .item > button`;
  while (form.querySelector('[name="send"][aria-disabled]')) await rendered();
  for (let drop = form.querySelector(item); drop; drop = form.querySelector(item)) {
    drop.click();
    await rendered();
  }
}

async function fill(form, path, value) {
  if (Array.isArray(value)) {
    await empty(form, path);
    for (const [index, item] of value.entries()) {
      const at = `${path}[${index}]`;
      if (!form.querySelector(`[name^="${CSS.escape(at)}"]`)) await addTo(form, path);
      await fill(form, at, item);
    }
  } else if (value !== null && typeof value === 'object' && !named(form, path)) {
    if (!form.querySelector(`[name^="${CSS.escape(`${path}.`)}"]`)) await addTo(form, path);
    for (const [name, part] of Object.entries(value)) await fill(form, `${path}.${name}`, part);
  } else if (value !== null) {
    await setOne(form, path, value);
  }
}

/** Fills the form of the page with these values by field, and answers the fields that it does not have. */
formTest.fill = async (values) => {
  formTest.missing = [];
  for (const [name, value] of Object.entries(values))
    await fill(document.querySelector('form.operation-form'), name, value);
  await rendered();
  return formTest.missing;
};

/** Catches the requests of an operation from now on, and returns those that were caught before. */
formTest.take = async (method, pattern, answer) => {
  await rendered();
  const { caught } = formTest;
  const isPath = new RegExp(pattern);
  formTest.catches = (of, address) => of === method && isPath.test(new URL(address, location.href).pathname);
  formTest.answer = answer;
  formTest.caught = [];
  return caught;
};

/** Sends the form of the page and answers the requests that left. */
formTest.send = async (method, pattern, answer) => {
  const form = document.querySelector('form.operation-form');
  while (form.querySelector('button[name="send"]').ariaDisabled) await rendered();
  await formTest.take(method, pattern, answer);
  form.requestSubmit();
  await rendered();
  document.querySelector('dialog.confirmation .button.bad')?.click();
  await rendered();
  formTest.answer = null;
  return formTest.caught;
};
