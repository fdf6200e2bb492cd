import { add } from './guides.js';

/** An entry of the search: its address, its title, and the text that the search reads. */
const entry = (kind, href, title, text) => ({ kind, href, title, words: `${title} ${text}`.toLowerCase() });

/** The schema that a reference names, or the schema itself. */
const resolved = (spec, schema) => (schema?.$ref ? spec.components.schemas[schema.$ref.split('/').at(-1)] : schema);

/** All fields of a schema, with the fields of the schemas inside it. `seen` ends a schema that contains itself. */
function fieldsOf(spec, schema, seen = new Set()) {
  const one = resolved(spec, schema);
  if (!one || seen.has(one)) return [];
  seen.add(one);
  const own = Object.entries(one.properties ?? {}).map(([name, { description = '' }]) => [name, description]);
  const inside = [
    ...Object.values(one.properties ?? {}),
    one.items,
    ...(one.anyOf ?? []),
    ...(one.oneOf ?? []),
    ...(one.allOf ?? []),
  ];
  return [...own, ...inside.flatMap((part) => fieldsOf(spec, part, seen))];
}

const contentOf = (part) => Object.values(part?.content ?? {})[0]?.schema;

/** Everything that can be found: guides, operations, and the fields that an operation takes or answers. */
export function indexOf(spec, guides) {
  const operations = Object.entries(spec.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
  const hrefOf = ({ tags, operationId }) => `#/${tags[0]}/${operationId}`;
  return [
    ...guides.map(({ name, title, text }) => entry('Guide', `#guide/${name}`, title, text)),
    ...operations.map((one) =>
      entry(
        'Operation',
        hrefOf(one),
        one.summary,
        `${one.method} ${one.path} ${one.operationId} ${one.description ?? ''}`,
      ),
    ),
    ...operations.flatMap((one) => {
      const parameters = (one.parameters ?? []).map(({ name, description = '' }) => [name, description]);
      const answer = Object.entries(one.responses).find(([status]) => status < '300')?.[1];
      const schemas = [contentOf(one.requestBody), contentOf(answer)];
      const fields = new Map([...parameters, ...schemas.flatMap((schema) => fieldsOf(spec, schema))]);
      return [...fields].map(([name, text]) => entry('Field', hrefOf(one), `${name} – ${one.summary}`, text));
    }),
  ];
}

/** The entries that contain every word. Those whose title has all of them come first, and titles that begin so before others. */
export function found(entries, question) {
  const asked = question.toLowerCase().trim();
  const words = asked.split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const rank = (one) => {
    const title = one.title.toLowerCase();
    return [title.startsWith(asked), title.includes(asked), words.every((word) => title.includes(word)), true].indexOf(
      true,
    );
  };
  return entries
    .filter((one) => words.every((word) => one.words.includes(word)))
    .sort((one, other) => rank(one) - rank(other));
}

const MOST = 30;

/** The search field: results appear while one types. `/` moves the focus to it, Escape empties it. `open` shows a result. */
export function showSearch(parent, entries, open) {
  const label = add(parent, 'label', { for: 'search' }, 'Search guides, operations and fields ');
  const field = add(label, 'input', { id: 'search', type: 'search', autocomplete: 'off' });
  const told = add(parent, 'p', { role: 'status', id: 'results-told' });
  const list = add(parent, 'ul', { id: 'results' });
  field.addEventListener('input', () => {
    const results = found(entries, field.value);
    list.replaceChildren();
    told.textContent = field.value
      ? `${results.length} results${results.length > MOST ? `, the first ${MOST}` : ''}`
      : '';
    for (const { kind, href, title } of results.slice(0, MOST)) {
      const link = add(add(list, 'li'), 'a', { href });
      add(link, 'span', { class: 'kind' }, kind);
      link.append(` ${title}`);
    }
  });
  const clear = () => {
    field.value = '';
    field.dispatchEvent(new Event('input'));
  };
  list.addEventListener('click', (event) => {
    const link = event.target.closest('a');
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    clear();
    open(link.hash);
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest('input, textarea, select');
    if (event.key === 'Escape' && event.target === field) clear();
    if (event.key !== '/' || isTyping) return;
    event.preventDefault();
    field.focus();
  });
}
