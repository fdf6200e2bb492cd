/* global SwaggerUIBundle */
import { openGuide, showGuides } from './guides.js';
import { samplesPlugin } from './samples.js';
import { indexOf, showSearch } from './search.js';

/** The classes of Swagger UI's own dark mode follow the system. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

// A published page has no `people`: it stands apart from the API, and sends nothing to it.
const { document: documentPath, people: peoplePath } = document.documentElement.dataset;
const read = async (path) => (await fetch(path)).json();
const beside = (name) => new URL(name, import.meta.url);
const [spec, guides, names] = await Promise.all(
  [documentPath, beside('guides.json'), beside('methods.json')].map(read),
);

showGuides(document.getElementById('guides'), guides);
showSearch(document.getElementById('finding'), indexOf(spec, guides), (hash) => {
  history.pushState(undefined, '', hash);
  openAddress();
});

// Swagger UI draws each webhook, always unfolded, below the operations. The guide of events tells of them.
const { webhooks, ...operations } = spec;
const ui = SwaggerUIBundle({
  spec: operations,
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  // Folded: from 150 rows on, Swagger UI draws only a window of them, and a link to an operation misses its row.
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  tryItOutEnabled: peoplePath !== undefined,
  ...(peoplePath === undefined && { supportedSubmitMethods: [] }),
  validatorUrl: null,
  plugins: [samplesPlugin(spec, names)],
});

/** Opens what the address names. Swagger UI opens its own links only when it starts. */
async function openAddress() {
  const [, guide] = location.hash.match(/^#guide\/(.+)/) ?? [];
  if (guide) return openGuide(guide);
  const [, tag, id] = location.hash.match(/^#\/([^/]+)\/(.+)/) ?? [];
  if (!id) return;
  ui.layoutActions.show(['operations-tag', tag], true);
  ui.layoutActions.show(['operations', tag, id], true);
  const row = await drawn(`operations-${tag}-${id}`);
  row?.setAttribute('tabindex', '-1');
  row?.focus();
  row?.scrollIntoView();
}

/** An element that Swagger UI draws within the next second. */
async function drawn(id) {
  for (let left = 20; left > 0; left -= 1) {
    const element = document.getElementById(id);
    if (element) return element;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return undefined;
}

addEventListener('hashchange', openAddress);
if (location.hash.startsWith('#guide')) openAddress();

const told = document.getElementById('told');
const people = document.getElementById('people');

async function post(path, body) {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.json();
}

/** Signs in a demo user. The reference then sends the token with every operation of that user pool. */
async function signIn(scheme, path, body, name) {
  told.textContent = '…';
  const { tokens, challenge, message } = await post(path, body);
  if (tokens) ui.preauthorizeApiKey(scheme, tokens.accessToken);
  told.textContent = tokens
    ? `${name} is signed in for 15 minutes.`
    : `${name} is not signed in: ${challenge ?? message}. Go on with the operations of auth, and put the token into Authorize.`;
}

function offer(label, scheme, path, body) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = `Sign in as ${label}`;
  button.addEventListener('click', () => signIn(scheme, path, body, label));
  people.append(button);
}

async function offerPeople(path) {
  const { password, members, drivers } = await read(path);
  for (const { email, name, role } of members) offer(`${name}, ${role}`, 'staff', '/auth/login', { email, password });
  for (const { username, name } of drivers.slice(0, 1))
    offer(`${name}, driver`, 'drivers', '/auth/drivers/login', { username, password });
}

if (peoplePath !== undefined) await offerPeople(peoplePath);
