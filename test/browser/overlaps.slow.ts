import { DEMO } from '../../local/seed/demo';
import { browsing } from './support/browsing';
import { fillForm, openForm, withFormHelpers } from './support/forms';
import { enterAs, OWNER } from './support/people';

const { open } = browsing();

test('road 7: the console shows the overlap with another trip after a creation, with a link to that trip', async () => {
  const [driver, vehicle] = [DEMO.drivers[0], DEMO.vehicles[0]];
  if (driver === undefined || vehicle === undefined) throw new Error('The demo has no driver or no vehicle.');
  const page = await open('/');
  await withFormHelpers(page);
  await page.reload();
  await enterAs(page, OWNER.name);
  const plan = async (cargoDescription: string) => {
    await openForm(page, 'createTrip');
    const hours = { startDate: '2031-03-04T06:00:00.000Z', endDate: '2031-03-04T09:00:00.000Z' };
    await fillForm(page, { driverId: driver.id, vehicleId: vehicle.id, ...hours, cargoDescription });
    // By the keyboard: a second press of the mouse at the same place is ignored for a moment.
    await page.locator('form.operation-form button[name="send"]').press('Enter');
    await page.locator('.answer').waitFor();
  };
  await plan('Primera carga');
  expect(await page.locator('.warnings li').count()).toBe(0);
  await page.evaluate("location.hash = '#/operaciones'");
  await page.locator('.answer').waitFor({ state: 'detached' });
  await plan('Segunda carga');
  expect(await page.locator('.warnings li').allInnerTexts()).toEqual([
    expect.stringContaining('PLAN_OVERLAPS El operador tiene otro viaje en este horario.'),
    expect.stringContaining('PLAN_OVERLAPS La unidad tiene otro viaje en este horario.'),
  ]);
  await page.locator('.warnings a').first().click();
  await page.getByRole('heading', { name: 'Primera carga' }).waitFor();
});
