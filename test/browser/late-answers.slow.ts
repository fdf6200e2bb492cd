import type { Page, Request } from 'playwright-core';
import { DEMO } from '../../local/seed/demo';
import { until } from '../support/until';
import { browsing } from './support/browsing';
import { button } from './support/clicks';
import { afterAnswer, hold } from './support/held';
import { officeAt, sendAll } from './support/office';
import { enterAs, OWNER, openAt } from './support/people';

const { open, url } = browsing({ isAwayAtTimes: true });

jest.setTimeout(60_000);

const teamId = DEMO.team.id;

async function enter(): Promise<Page> {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  return page;
}

const isPost = (request: Request): boolean => request.method() === 'POST';

const focused = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement.name ?? document.activeElement.localName');

test('desk 5.5: the focus stays where the person types when the lists of the record arrive', async () => {
  const page = await enter();
  const [route] = DEMO.routes;
  await openAt(page, `rutas/${route?.id}`);
  const read = await hold(page, /\/routes\/[^/]+\?/);
  await button(page, 'Editar').click();
  await read.arrived();
  const name = page.getByRole('dialog').locator('[name="name"]');
  await name.focus();
  await page.keyboard.type('Ruta nueva');
  await read.release();
  await page.getByRole('dialog').locator('[name^="stops[0]"]').first().waitFor();
  await afterAnswer(page);
  expect(await focused(page)).toBe('name');
  expect(await name.inputValue()).toBe('Ruta nueva');
});
