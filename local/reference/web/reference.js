/* global SwaggerUIBundle */

const ui = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  // Folded: from 150 rows on, Swagger UI draws only a window of them, and a link to an operation misses its row.
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});

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

const { password, members, drivers } = await (await fetch('/_local/people')).json();
for (const { email, name, role } of members) offer(`${name}, ${role}`, 'staff', '/auth/login', { email, password });
for (const { username, name } of drivers.slice(0, 1))
  offer(`${name}, driver`, 'drivers', '/auth/drivers/login', { username, password });
