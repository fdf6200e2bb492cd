import type { Page } from 'playwright-core';
import { DEMO } from '../../local/seed/demo';
import { textAt } from '../journeys/http';
import { browsing } from './support/browsing';
import { button } from './support/clicks';
import { holdAnswers } from './support/held';
import { officeAt } from './support/office';
import { enterAs, OWNER, openAt } from './support/people';

const { open, url } = browsing({ isAwayAtTimes: true });

/** The first steps of a new company, which has these records already. */
async function stepsOf(name: string, records: Readonly<Record<string, object>> = {}) {
  const office = await officeAt(url());
  const { interiorNumber: _, ...address } = DEMO.team.address;
  const teamId = textAt(await office('POST /teams', { name, address }), 'team.teamId');
  for (const [list, record] of Object.entries(records)) await office(`POST /teams/${teamId}/${list}`, record);
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await page.locator('.who-button').click();
  await button(page, `Trabajar en ${name} (Titular)`).click();
  await page.getByRole('banner').getByText(name).first().waitFor();
  await openAt(page, 'inicio');
  return { page, office, teamId };
}

const isDone = (page: Page, step: string): Promise<void> =>
  page.locator('.checklist .done', { hasText: step }).waitFor();

test('desk 5.3: a first step whose answer was lost is recorded once, also when another content was sent between', async () => {
  const records = { vehicles: { plate: '77-AK-1A' }, drivers: { name: 'Ramón Elizondo' } };
  const { page, office, teamId } = await stepsOf('Fletes Repetidos', records);
  let count = 0;
  await page.route(/\/clients$/, async (route) => {
    count += 1;
    if (count > 2) return route.continue();
    const refusal = { error: 'INVALID_REQUEST', message: 'The test refuses.', field: 'rfc' };
    if (count === 2) return route.fulfill({ status: 400, json: refusal });
    await route.fetch();
    return route.abort();
  });
  await page.getByLabel('Nombre del cliente').fill('Aceros del Norte');
  await page.keyboard.press('Enter');
  await page.getByText('Pulse otra vez: nada se registra dos veces.').waitFor();
  const code = page.getByLabel('RFC');
  await code.fill('NO ES RFC');
  await page.keyboard.press('Enter');
  await page.locator('[name="rfc"][aria-invalid="true"]').waitFor();
  await code.fill('');
  await page.keyboard.press('Enter');
  await page.getByText('El primer cliente: hecho.').waitFor();
  expect(await office(`GET /clients?teamId=${teamId}`)).toMatchObject({ count: 1 });
});

test('desk 5.3: a first step whose record is read before its answer is not said to have been done elsewhere', async () => {
  const { page } = await stepsOf('Fletes Lentos');
  await page.evaluate(`(() => {
    globalThis.told = [];
    const note = (changes) => {
      for (const { addedNodes } of changes) for (const { textContent } of addedNodes) told.push(textContent);
    };
    new MutationObserver(note).observe(document.querySelector('main'), { childList: true, subtree: true });
  })()`);
  const answer = await holdAnswers(page, 'POST', /\/vehicles$/);
  await page.getByLabel('Placa').fill('77-AK-2B');
  await page.keyboard.press('Enter');
  await answer.arrived();
  await isDone(page, 'La primera unidad');
  await answer.release();
  await page.getByRole('heading', { name: 'El primer operador' }).waitFor();
  expect(await page.evaluate<string[]>('told')).not.toContainEqual(expect.stringContaining('en otro lugar'));
});
