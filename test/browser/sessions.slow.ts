import type { Locator, Page } from 'playwright-core';
import { accessibilityViolations } from './support/axe';
import { browsing } from './support/browsing';
import { enterAs, goTo, OWNER, openAt, settled } from './support/people';

const { open, advance, url } = browsing();

/** Ends the session of the page at the service, as a revocation does. */
const revoke = (page: Page): Promise<unknown> =>
  page.evaluate(`(async () => {
    const [{ tokens: { refreshToken } }] = JSON.parse(sessionStorage.getItem('consola')).all;
    const body = JSON.stringify({ refreshToken });
    await fetch('/auth/logout', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  })()`);

/** Opens the form of a new client and fills in the name. */
async function fillInClient(page: Page, name: string): Promise<Locator> {
  await openAt(page, 'clientes');
  await page.getByRole('button', { name: 'Nuevo cliente' }).click();
  const form = page.locator('form.operation-form');
  await form
    .getByLabel(/^Nombre/)
    .first()
    .fill(name);
  return form;
}

const question = (page: Page): Locator => page.getByRole('dialog', { name: 'Inicie sesión otra vez' });

test('a session that ends under a form asks its person to sign in again, and the form is sent after that', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  const form = await fillInClient(page, 'Vidrios del Norte');
  await revoke(page);
  await form.locator('[name=send]').click();

  await question(page).getByText(`La sesión de ${OWNER.name} terminó.`).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  for (const _ of [1, 2]) await page.keyboard.press('Escape');
  await question(page)
    .getByLabel(/^Contraseña de/)
    .fill('not-the-password');
  await page.keyboard.press('Enter');
  await question(page).getByText('Los datos no coinciden.').waitFor();
  await question(page).getByRole('button', { name: OWNER.name }).click();

  await question(page).waitFor({ state: 'detached' });
  expect(await page.evaluate('document.activeElement.name')).toBe('send');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Listo: Nuevo cliente.').waitFor();
  await page.getByRole('link', { name: 'Vidrios del Norte' }).waitFor();
});

/** The elements with text of their own that a person or a screen reader finds outside the question. */
const shownBehind = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('#app > :not(.sign-in-again) *')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && [...one.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()))
    .map(({ textContent }) => textContent)`);

test.each([
  ['light', 'clientes'],
  ['dark', 'viajes'],
] as const)(
  'the page of an ended session is hidden behind the question, and comes back as it was: %s, %s',
  async (colorScheme, view) => {
    const page = await open('/', { colorScheme });
    await enterAs(page, OWNER.name);
    await openAt(page, view);
    const title = await page.title();
    await page.getByRole('button', { name: /^Nuevo / }).click();
    const typed = page.locator('form.operation-form [type="text"]').first();
    await typed.fill('Vidrios del Norte');
    expect(await shownBehind(page)).not.toEqual([]);
    await revoke(page);
    await page.evaluate(`location.hash = '#/facturas'`);
    await question(page).waitFor();

    expect(await shownBehind(page)).toEqual([]);
    expect(await page.getByRole('heading').allTextContents()).toEqual(['Inicie sesión otra vez']);
    expect(await page.title()).toBe('Inicie sesión otra vez · Fleet operations');
    const backdrop = await page.evaluate<string>(
      `getComputedStyle(document.querySelector('.sign-in-again'), '::backdrop').backgroundColor`,
    );
    expect(backdrop).toMatch(/^rgb\(/);
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.closest("#app > :not(.sign-in-again)")')).toBeNull();
    }
    await question(page).getByRole('button', { name: OWNER.name }).click();
    await question(page).waitFor({ state: 'detached' });
    expect(await typed.inputValue()).toBe('Vidrios del Norte');
    await page.goBack();
    await page.getByText(/^Usted salió/).waitFor({ state: 'detached' });
    expect(await page.title()).toBe(title);
  },
);

/** The page of invoices, which its person opened after the session had ended, with the question over it. */
async function openAfterTheEnd() {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await revoke(page);
  await page.evaluate(`location.hash = '#/facturas'`);
  await question(page).waitFor();
  return page;
}

test('a page that changes behind the question does not show its title, and has it after the sign-in', async () => {
  const page = await openAfterTheEnd();
  await page.goBack();
  await page.locator('main h1', { hasText: 'Viajes' }).waitFor({ state: 'attached' });
  // The title is set after the next paint at the latest.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))');
  expect(await page.title()).toBe('Inicie sesión otra vez · Fleet operations');
  await question(page).getByRole('button', { name: OWNER.name }).click();
  await question(page).waitFor({ state: 'detached' });
  await page.waitForFunction("document.title === 'Viajes · Fleet operations'");
});

test('a page that was read after its session ended shows the data when its person has signed in again, also after a reload', async () => {
  const page = await openAfterTheEnd();
  await page.reload();
  await question(page).getByRole('button', { name: OWNER.name }).click();
  await question(page).waitFor({ state: 'detached' });
  await settled(page);
  await page.locator('tbody tr').first().waitFor();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Facturas');
});

test('a person who leaves an ended session comes to the sign-in page, and no other session takes its place', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await page.evaluate(`(() => {
    const { all: [one], currentId } = JSON.parse(sessionStorage.getItem('consola'));
    const all = [one, { ...one, id: 'another', name: 'Otra persona' }];
    sessionStorage.setItem('consola', JSON.stringify({ all, currentId }));
  })()`);
  await page.reload();
  await revoke(page);
  await page.evaluate(`location.hash = '#/facturas'`);
  await question(page).getByRole('button', { name: 'Salir y descartar lo escrito' }).click();
  await page.getByRole('heading', { name: 'Con una cuenta propia' }).waitFor();
  expect(await page.getByText('Otra persona').count()).toBe(0);
});

/** Longer than a replaced refresh token works. */
const LONG_MS = 60_000;

/** Opens a copy of the tab, with the session that it had. */
async function duplicate(page: Page, stored: string): Promise<Page> {
  const copy = await page.context().newPage();
  await copy.addInitScript(
    `if (!sessionStorage.getItem('consola')) sessionStorage.setItem('consola', ${JSON.stringify(stored)})`,
  );
  await copy.goto(`${url()}/#/viajes`);
  await copy.getByRole('heading', { level: 1 }).waitFor();
  await settled(copy);
  return copy;
}

const storedIn = (page: Page): Promise<string> => page.evaluate("sessionStorage.getItem('consola')");

/** Opens a section with an access token that is refused, so that the tokens are renewed, and waits for its rows. */
async function readWithOldToken(page: Page, section: 'Facturas' | 'Clientes'): Promise<void> {
  advance(LONG_MS);
  await page.evaluate(`(() => {
    const { all: [{ tokens, ...one }], currentId } = JSON.parse(sessionStorage.getItem('consola'));
    const all = [{ ...one, tokens: { ...tokens, accessToken: 'old' } }];
    sessionStorage.setItem('consola', JSON.stringify({ all, currentId }));
  })()`);
  await page.reload();
  await goTo(page, section);
  await page.getByRole('heading', { level: 1, name: section }).waitFor();
  await page.locator('tbody tr').first().waitFor();
}

test('a tab and its copy stay signed in while each of them renews the tokens', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  const copy = await duplicate(page, await storedIn(page));
  for (const section of ['Facturas', 'Clientes'] as const) {
    for (const one of [page, copy]) await readWithOldToken(one, section);
  }
});

test('a copy of a tab that was made before the tokens were renewed asks the tab for them', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  const before = await storedIn(page);
  await readWithOldToken(page, 'Facturas');
  const copy = await duplicate(page, before);
  await readWithOldToken(copy, 'Facturas');
  expect(await question(copy).count()).toBe(0);
});

test('a session that ended in a tab and its copy goes on in both after one sign-in', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  const copy = await duplicate(page, await storedIn(page));
  await revoke(page);
  for (const one of [page, copy]) {
    await one.evaluate(`location.hash = '#/facturas'`);
    await question(one).waitFor();
  }
  await question(copy).getByRole('button', { name: OWNER.name }).click();
  for (const one of [page, copy]) await one.locator('tbody tr').first().waitFor();
});

test('a sign-out in a tab signs out its copy, and neither comes back', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  const copy = await duplicate(page, await storedIn(page));
  await page.getByRole('button', { name: OWNER.name }).click();
  await page.getByRole('button', { name: 'Salir' }).click();
  for (const one of [copy, page]) {
    await one.getByRole('heading', { name: 'Con una cuenta propia' }).waitFor();
    await one.reload();
    await one.getByRole('heading', { name: 'Con una cuenta propia' }).waitFor();
  }
});
