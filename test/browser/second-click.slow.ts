import { browsing } from './support/browsing';
import {
  type Arrive,
  button,
  clickTwice,
  LEAVES_MS,
  openInvoice,
  openTrip,
  placeOf,
  stampOne,
  WAITS_MS,
} from './support/clicks';
import { irreversibleRequests } from './support/irreversible';
import { enterAs, goTo, OWNER, settled } from './support/people';

const { open } = browsing();

/** Long timeout: the tests wait between two clicks, for each button anew. */
jest.setTimeout(360_000);

test('a second click where "Timbrar" was pressed does not cancel the invoice, before or after the stamp', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  await openInvoice(page, 'Borrador');
  const sent = irreversibleRequests(page);
  const place = await placeOf(button(page, 'Timbrar'));
  await page.mouse.click(...place);
  for (const wait of WAITS_MS) {
    await page.waitForTimeout(wait);
    await page.mouse.click(...place);
  }
  await page.waitForTimeout(LEAVES_MS);
  expect(sent).toEqual([]);
  await button(page, 'Sí, timbrar').click();
  await button(page, 'Cancelar ante el SAT').waitFor();
  for (const wait of WAITS_MS) {
    await page.waitForTimeout(wait);
    await page.mouse.click(...place);
  }
  await page.waitForTimeout(LEAVES_MS);
  expect(sent).toEqual(['stampInvoice']);
});

test('a lone click on any button of any view, and a second one a second later, sends nothing irreversible', async () => {
  const page = await open('/');
  await enterAs(page, OWNER.name);
  const sent = irreversibleRequests(page);
  const views: readonly Arrive[] = [
    (one) => openTrip(one, 'Por iniciar'),
    (one) => openTrip(one, 'En proceso'),
    (one) => goTo(one, 'Cajas'),
    (one) => goTo(one, 'Facturas'),
    (one) => stampOne(one).then(() => openInvoice(one, 'Timbrada')),
    (one) => goTo(one, 'Avisos'),
  ];
  for (const arrive of views) {
    await page.reload();
    await arrive(page);
    await settled(page);
    // The way to a view may stamp an invoice.
    sent.splice(0);
    const address = page.url();
    const buttons = page.locator('main button:enabled:visible');
    const names = await buttons.allTextContents();
    for (const [index, name] of names.entries()) {
      await page.reload();
      await page.locator('main h2').first().waitFor();
      await settled(page);
      const found = buttons.nth(index);
      if ((await buttons.count()) > index) await clickTwice(page, found, 1_000);
      expect({ address, name, sent }).toEqual({ address, name, sent: [] });
    }
  }
});
