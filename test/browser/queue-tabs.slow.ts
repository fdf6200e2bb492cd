import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { browsing } from './support/browsing';

const ROOT = resolve(__dirname, '..', '..');
const { openFrontEnd } = browsing();
const FACTS = 100;

/** The adapter that client/README.md shows. */
function adapter(): string {
  const blocks = readFileSync(join(ROOT, 'client', 'README.md'), 'utf8').split('```');
  const block = blocks.find((one) => one.startsWith('ts\n') && one.includes('indexedDB.open'));
  return block?.slice('ts\n'.length) ?? 'throw new Error("client/README.md shows no adapter.");';
}

/** The storages that tabs share, each as a program that names it `storage`. */
const STORAGES: readonly (readonly [string, string])[] = [
  ['the adapter of client/README.md', adapter()],
  [
    'the storage of the console',
    "import { queueStorage } from './local/console/web/queue-storage.js'; const storage = queueStorage('queue-of-a-test');",
  ],
];

/** A page with an offline queue over the storage. */
async function pageWithQueue(program: string): Promise<string> {
  const contents = `
    import { DriverQueue } from './client/src/driver';
    ${program}
    const send = async () => Promise.reject(new Error('no network'));
    Object.assign(globalThis, { storage, queue: new DriverQueue({ storage, account: () => 'ramon', send }) });
  `;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: ROOT, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'iife',
  });
  return `<!doctype html><link rel="icon" href="data:,"><script>${outputFiles[0]?.text}</script>`;
}

const recording = (tab: string): string => `(async () => {
  const tripId = '01930000-0002-7000-8000-000000000001';
  for (let count = 0; count < ${FACTS}; count += 1) await queue.record({ kind: 'NOTE', tripId, text: '${tab} ' + count });
})()`;

test.each(STORAGES)(
  'two tabs that record at the same time over %s keep every fact',
  async (_, program) => {
    const page = await openFrontEnd({ '/': [await pageWithQueue(program), 'text/html'] });
    const other = await page.context().newPage();
    await other.goto(page.url());
    await Promise.all([page.evaluate(recording('first')), other.evaluate(recording('second'))]);
    const texts = await page.evaluate<string[]>(
      'queue.read().then(({ pending }) => pending.map(({ item }) => item.text))',
    );
    const all = ['first', 'second'].flatMap((tab) => Array.from({ length: FACTS }, (_, count) => `${tab} ${count}`));
    expect(texts.sort()).toEqual(all.sort());
  },
  120_000,
);

/** Clears the databases of the page's site, as a person does in the settings of the browser. */
async function clearData(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
}

test.each(STORAGES)(
  'a queue over %s records again after the browser has closed the database with the data of the site',
  async (_, program) => {
    const page = await openFrontEnd({ '/': [await pageWithQueue(program), 'text/html'] });
    await page.evaluate(recording('before'));
    await clearData(page);
    await page.evaluate(recording('after'));
    const texts = await page.evaluate<string[]>(
      'queue.read().then(({ pending }) => pending.map(({ item }) => item.text))',
    );
    expect(texts).toContain(`after ${FACTS - 1}`);
  },
);

test.each(STORAGES)(
  '%s keeps what is written before the page hears that the browser has closed the database',
  async (_, program) => {
    const page = await openFrontEnd({ '/': [await pageWithQueue(program), 'text/html'] });
    await page.evaluate("storage.setItem('before', '1')");
    await page.route('**/wait', async (route) => {
      await clearData(page);
      await route.fulfill({ body: '' });
    });
    // During a synchronous request the page hears of no event.
    await page.evaluate(`(async () => {
      const request = new XMLHttpRequest();
      request.open('GET', '/wait', false);
      request.send();
      await storage.setItem('after', '2');
    })()`);
    expect(await page.evaluate("storage.getItem('after')")).toBe('2');
  },
);
