import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { REFERENCE_POLICY } from '../../lib/published-reference';
import { writeReference } from '../../reference/site';
import { browsing } from './support/browsing';

const API = 'https://api.transportes.mx';
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
};

/** Serves the published files at /docs/ as CloudFront does: with the policy of that place, and no other address. */
async function startPublished() {
  const folder = join(mkdtempSync(join(tmpdir(), 'published-')), 'reference');
  writeReference(join(__dirname, '..', '..'), folder, API);
  const server = createServer(({ url = '' }, answer) => {
    const name = url.replace(/^\/docs\/$/, '/docs/index.html').replace(/^\/docs\//, '');
    const file = join(folder, name);
    if (name.includes('/') || !existsSync(file)) return answer.writeHead(404).end();
    answer
      .writeHead(200, { 'content-type': TYPES[extname(name)] ?? '', 'content-security-policy': REFERENCE_POLICY })
      .end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const stop = async () => {
    rmSync(folder, { recursive: true });
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${address.port}`, stop };
}

const { open } = browsing({ start: startPublished });
test('desk 6.3: the published copy shows guides, finds operations and names the API in its samples', async () => {
  const page = await open('/docs/#/trips/createTrip');
  const operation = page.locator('#operations-trips-createTrip');
  await operation.locator('.opblock-body').waitFor();
  await operation.locator('summary', { hasText: 'curl' }).click();
  await operation.getByText(`curl -X POST '${API}/teams/`).waitFor();
  expect(await page.locator('.guide-title').count()).toBeGreaterThanOrEqual(7);
  await page.keyboard.press('/');
  await page.keyboard.type('search a catalogue');
  await page.locator('#results a').first().waitFor();
});

test('desk 6.3: the published copy sends nothing: it offers no people and no operation to execute', async () => {
  const page = await open('/docs/#/vehicles/getVehicle');
  await page.locator('#operations-vehicles-getVehicle .opblock-body').waitFor();
  expect(await page.getByRole('button', { name: /^(Sign in as|Try it out|Execute)/ }).count()).toBe(0);
});
