import type { Page } from 'playwright-core';
import { DEMO, DEMO_PASSWORD } from '../../local/seed/demo';
import { browsing } from './support/browsing';

const { open, url } = browsing();

const COOKIE = '__Host-staff-refresh';
/** A site that the service does not know. The browser gets its pages from the test. */
const EVIL = 'http://evil.localhost:8081';
const [VICTIM, ATTACKER] = DEMO.members;

const credentials = (email: string): string => JSON.stringify({ email, password: DEMO_PASSWORD });

/** Sends a request from our own page, and answers its status. */
const fromOurs = (page: Page, path: string, body = ''): Promise<number> =>
  page.evaluate(
    async ([to = '', sent = '']) => {
      const json = { headers: { 'content-type': 'application/json' }, body: sent };
      return (await fetch(to, { method: 'POST', credentials: 'include', ...(sent !== '' && json) })).status;
    },
    [path, body],
  );

const cookieOf = async (page: Page): Promise<string | undefined> =>
  (await page.context().cookies(url())).find(({ name }) => name === COOKIE)?.value;

/** The statuses that the service answers to a page of another origin, in the browser that holds the victim's cookie. */
async function fromEvil(victim: Page, html: string, script: string): Promise<number[]> {
  const page = await victim.context().newPage();
  await page.route(`${EVIL}/**`, (route) => route.fulfill({ body: html, contentType: 'text/html' }));
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().startsWith(url())) statuses.push(response.status());
  });
  await page.goto(EVIL);
  await page.evaluate(script).catch(() => undefined);
  await page.waitForLoadState('networkidle');
  await page.close();
  return statuses;
}

/** A request that a browser sends to any origin without a preflight. */
const simple = (path: string, body?: string): string =>
  `fetch('${url()}${path}', { method: 'POST', mode: 'no-cors', credentials: 'include'${
    body === undefined ? '' : `, body: ${JSON.stringify(body)}`
  } })`;

test('doors 12: a page of another origin can neither sign in by text/plain nor sign out nor renew', async () => {
  const victim = await open('/docs');
  expect(await fromOurs(victim, '/auth/login', credentials(VICTIM.email))).toBe(200);
  const cookie = await cookieOf(victim);
  expect(cookie).toMatch(/^[0-9a-f-]{36}\./);
  expect(await fromEvil(victim, '', simple('/auth/login', credentials(ATTACKER?.email ?? '')))).toEqual([403]);
  expect(await fromEvil(victim, '', simple('/auth/logout'))).toEqual([403]);
  expect(await fromEvil(victim, '', simple('/auth/logout', '{}'))).toEqual([403]);
  expect(await fromEvil(victim, '', simple('/auth/refresh'))).toEqual([403]);
  // A form with enctype text/plain sends `name=value`, which is JSON when the name ends within a text of it.
  const [start, end] = credentials(ATTACKER?.email ?? '').split('@');
  const form = `<form method="post" enctype="text/plain" action="${url()}/auth/login">
    <input name='${start}@${end?.slice(0, -1)},"x":"' value='"}'></form>`;
  expect(await fromEvil(victim, form, 'document.forms[0].submit()')).toContain(403);
  expect(await cookieOf(victim)).toBe(cookie);
  // The session lives: the same steps by our own page succeed.
  expect(await fromOurs(victim, '/auth/refresh')).toBe(200);
  expect(await cookieOf(victim)).not.toBe(cookie);
  expect(await fromOurs(victim, '/auth/logout')).toBe(200);
  expect(await cookieOf(victim)).toBeUndefined();
});
