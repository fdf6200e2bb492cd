import { accessibilityViolations } from './support/axe';
import { browsing } from './support/browsing';

const { open } = browsing();

test('the address of the server shows the console', async () => {
  const page = await open('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
});
