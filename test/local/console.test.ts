import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { consoleRoutes } from '../../local/console/console';
import { DEMO } from '../../local/seed/demo';
import { jsonAnswer } from '../../local/wire';

const PACKAGES = ['preact.mjs', 'preact-hooks.mjs', 'htm.mjs', 'uqr.mjs', 'leaflet.mjs', 'leaflet.css'];
const STORAGE = 'http://127.0.0.1:4568';
const routes = consoleRoutes(() => jsonAnswer(200, { here: true }), { isSeeded: true, storage: STORAGE });

async function get(route: string, path: string, accept = '*/*') {
  const request = { method: 'GET', path, query: new URLSearchParams(), headers: { accept }, body: Buffer.alloc(0) };
  const answer = await routes[`GET ${route}`]?.(request);
  return { ...answer, headers: answer?.headers ?? {}, text: String(answer?.body) };
}
const file = (name: string) => get('/_local/console/{file}', `/_local/console/${name}`);

describe('the page', () => {
  test('lets nothing of another origin in, and no script of its own but what carries the nonce', async () => {
    const { headers, text } = await get('/', '/', 'text/html,application/xhtml+xml');
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`connect-src 'self' ${STORAGE};`);
    expect(policy.replace(STORAGE, '')).not.toMatch(/unsafe|http|\*/);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    const scripts = [...text.matchAll(/<script [^>]*>/g)].map(([tag]) => tag);
    expect(scripts).toHaveLength(2);
    for (const tag of scripts) expect(tag).toContain(`nonce="${nonce}"`);
    expect((await get('/', '/', 'text/html')).headers['content-security-policy']).not.toContain(nonce);
    expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });

  test('is for browsers: a program is told what is here', async () => {
    expect((await get('/', '/')).text).toBe('{"here":true}');
    expect((await get('/', '/')).headers.vary).toBe('accept');
  });
});

describe('its files', () => {
  const names = readdirSync(join(__dirname, '..', '..', 'local', 'console', 'web'));

  test('are served with their type, and so are the packages they import', async () => {
    for (const name of [...names.filter((one) => !one.endsWith('.ts')), ...PACKAGES]) {
      const { status, headers } = await file(name);
      expect([name, status]).toEqual([name, 200]);
      expect(headers['content-type']).toMatch(/^(?:text\/(?:javascript|css); charset=utf-8|image\/svg\+xml)$/);
    }
  });

  test.each(['nothing.js', '../console.ts', '..%2Fconsole.ts', '..%2F..%2F..%2Fpackage.json', ''])(
    '%s is none',
    async (name) => expect((await file(name)).status).toBe(404),
  );
});

test('there are people to sign in as only where the demo team is', async () => {
  const people = JSON.parse((await get('/_local/people', '/_local/people')).text);
  expect(people.members).toEqual(DEMO.members);
  expect(people.drivers[0]).toMatchObject({ username: 'demo.driver', driverId: DEMO.drivers[0].id });
  const empty = consoleRoutes(() => jsonAnswer(200, {}), { isSeeded: false, storage: STORAGE })['GET /_local/people'];
  const request = { method: 'GET', path: '', query: new URLSearchParams(), headers: {}, body: Buffer.alloc(0) };
  expect(JSON.parse(String((await empty?.(request))?.body))).toEqual({ members: [], drivers: [] });
});
