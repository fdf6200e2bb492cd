import { add } from './guides.js';
import { askedFor, plain } from './words.js';

/** An entry of the search: its address, its title, and the text that the search reads. */
const entry = (kind, href, title, text) => ({
  kind,
  href,
  title,
  words: plain(`${title} ${text}`),
  name: plain(title),
});

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

/** The codes of an operation's refusals, from the schemas of its responses. */
const codesOf = (spec, { responses }) =>
  [...new Set(Object.values(responses).flatMap((one) => codesIn(spec, one)))].filter((code) => code !== undefined);

function codesIn(spec, one) {
  const response = one.$ref ? spec.components.responses[one.$ref.split('/').at(-1)] : one;
  const media = response.content?.['application/json'];
  const { error } = resolved(spec, media?.schema)?.properties ?? {};
  return [...(error?.enum ?? []), error?.const];
}

/** Everything that can be found: guides, operations, the codes of their errors, and the fields that they take or answer. */
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
    ...operations.flatMap((one) =>
      codesOf(spec, one).map((code) => ({
        ...entry('Error', hrefOf(one), `${code} – ${one.summary}`, ''),
        words: plain(code),
      })),
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

/**
 * The entries that contain every word, or what it means. First come guides that show the question as code or have it in their title, then
 * operations with every word in their title, then fields and codes of that name, and at last what has the words in its text.
 */
export function found(entries, question) {
  const asked = plain(question).trim();
  const words = askedFor(question);
  if (words.length === 0) return [];
  const hasAll = (text, isIn) => words.every((meanings) => meanings.some((all) => all.every((one) => isIn(text, one))));
  const rankOfGuide = ({ name, words: text }) => {
    if (hasAll(name, beginsWord) || text.includes(`\`${asked}\``)) return 0;
    return hasAll(text, isWord) ? 5 : 8;
  };
  const rankOfName = ({ kind, name }) => {
    const [own] = name.split(' – ');
    if (kind !== 'Operation' && own === asked) return 2;
    if (kind !== 'Error' && hasAll(own, isWord)) return kind === 'Operation' ? 1 : 3;
    return 4;
  };
  const rank = (one) => {
    if (one.kind === 'Guide') return rankOfGuide(one);
    const named = rankOfName(one);
    if (named < 4) return named;
    if (hasAll(one.name, beginsWord)) return 4;
    return hasAll(one.name, isPart) ? 6 : 7;
  };
  return entries
    .filter(({ words: text }) => hasAll(text, isPart))
    .map((one) => [rank(one), one])
    .sort(([one], [other]) => one - other)
    .map(([, one]) => one);
}

const isPart = (text, word) => text.includes(word);
const isLetter = (sign) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
const beginsWord = (text, word) => placesOf(text, word).some((at) => !isLetter(text[at - 1]));
const isWord = (text, word) =>
  placesOf(text, word).some((at) => !isLetter(text[at - 1]) && !isLetter(text[at + word.length]));

function placesOf(text, word) {
  const places = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) places.push(at);
  return places;
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
