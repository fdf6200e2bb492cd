import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { DEMO } from '../../local/seed/demo';
import { browsing } from './support/browsing';
import { LISTS } from './support/lists';
import { OWNER, openCalls, settled } from './support/people';

const { open } = browsing();

const WEB = join(__dirname, '..', '..', 'local', 'console', 'web');

/** The pairs of `t('English', 'Español')` in the source of the console. Pairs of templates are left out. */
const pairs = readdirSync(WEB)
  .filter((file) => file.endsWith('.js'))
  .flatMap((file) => [...readFileSync(join(WEB, file), 'utf8').matchAll(/\bt\(\s*'([^'\\]+)',\s*'([^'\\]+)',?\s*\)/g)])
  .map(([, english = '', spanish = '']) => [english, spanish] as const);

/** Forms of tú. A dispatcher is addressed as usted, or not at all. */
const TU =
  /(?:^|[\s(¿¡«])(?:tu|tus|te|ti|contigo|tienes|puedes|quieres|debes|lee|escribe|elige|escanea|arranca|pulsa|mira|haz|intenta|[a-z]+aste|escribiste|elegiste|inténtalo|ábrela|arráncalo)(?=[\s.,:;)?!»]|$)/i;

test('no Spanish text of the console says tú', () => {
  expect(pairs.map(([, spanish]) => spanish).filter((text) => TU.test(text))).toEqual([]);
});

/** All texts of the page: text nodes, names and titles, without proper names, code and what has a language of its own. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const isOwn = (element) => element && !element.closest('body [lang], [translate=no], code, pre, script, style, noscript');
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) if (isOwn(node.parentElement)) texts.push(node.data);
    for (const element of document.querySelectorAll('[aria-label], [title], [data-label], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'data-label', 'placeholder', 'alt'])
        if (isOwn(element) && element.getAttribute(name)) texts.push(element.getAttribute(name));
    return texts.map((text) => text.replace(/\\s+/g, ' ').trim()).filter(Boolean);
  })()`);

/** The texts that the API answered, which no language changes. */
function readAnswers(page: Page): () => string {
  const answers: string[] = [];
  page.on('response', async (response) => {
    if (response.headers()['content-type']?.includes('json')) answers.push(await response.text().catch(() => ''));
  });
  return () => JSON.stringify(answers);
}

interface Walk {
  readonly texts: ReadonlySet<string>;
  readonly data: string;
  readonly asked: ReadonlySet<string>;
}

const ADDRESSES = [
  ...['viajes', 'cajas', 'facturas', 'avisos', 'cuenta', 'inicio', 'operaciones', 'operaciones/createClient'],
  ...LISTS,
  ...['todos-los-viajes', 'reservaciones'],
  ...[`clientes/${DEMO.clients[0]?.id}`, `unidades/${DEMO.vehicles[0]?.id}`, `operadores/${DEMO.drivers[0].id}`],
  ...[`viajes/${DEMO.trips[0].id}`, `facturas/${DEMO.invoices[0]?.id}`],
];

/** Opens every view in the language of the browser, and collects what it says. */
async function walk(locale: string, calls: string): Promise<Walk> {
  const page = await open('/', { locale });
  const texts = new Set<string>();
  const asked = new Set<string>();
  const data = readAnswers(page);
  page.on('request', (request) => asked.add(request.headers()['accept-language'] ?? ''));
  const collect = async () => {
    await settled(page);
    for (const text of await textsOf(page)) texts.add(text);
  };
  const goTo = async (address: string) => {
    await page.evaluate(`location.hash = '${address}'`);
    await page.waitForTimeout(200);
    await collect();
  };
  await page.reload();
  await page.getByRole('button', { name: OWNER.name }).waitFor();
  await collect();
  await goTo('#/registro');
  await goTo('#/confirmar/ana%40empresa.mx');
  await goTo('#/viajes');
  await page.getByRole('button', { name: OWNER.name }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await openCalls(page, calls);
  for (const address of ADDRESSES) await goTo(`#/${address}`);
  await page.getByRole('button', { name: 'listAlerts' }).first().click();
  await page.getByRole('region').first().waitFor();
  await collect();
  return { texts, data: data(), asked };
}

/** Names and terms that are the same in both languages. */
const SAME = [
  ...['Fleet operations', 'API', 'RRU', 'WRU', 'US$/M', 'ms', 'Total', 'Subtotal', 'Folio', 'Carta Porte', 'No'],
  ...['RFC', 'demo', 'HTML', 'MXN', 'Demo', 'Cheque'],
];
const isSame = (text: string): boolean =>
  SAME.includes(text) || !/\p{L}{2}/u.test(text.replace(/km\/h|kg|min|WRU|RRU|ms|MX|US/g, ''));

/** Whether each part of a text comes from the API. */
const isData = (text: string, data: string): boolean =>
  text.split(/ · |, |: /).every((part) => isSame(part) || data.includes(JSON.stringify(part).slice(1, -1)));

test('desk 5.6: no view shows a text of the other language, and the API is asked in the chosen one', async () => {
  const english = await walk('en-US', 'Calls');
  const spanish = await walk('es-MX', 'Llamadas');
  expect(pairs.length).toBeGreaterThan(150);
  const own = { english: new Set(pairs.map(([text]) => text)), spanish: new Set(pairs.map(([, text]) => text)) };
  expect([...english.texts].filter((text) => own.spanish.has(text) && !own.english.has(text))).toEqual([]);
  expect([...spanish.texts].filter((text) => own.english.has(text) && !own.spanish.has(text))).toEqual([]);
  const inBoth = [...english.texts].filter(
    (text) => spanish.texts.has(text) && !isSame(text) && !own.english.has(text),
  );
  expect(inBoth.filter((text) => !isData(text, english.data))).toEqual([]);
  expect([english.texts.size, spanish.texts.size].every((size) => size > 200)).toBe(true);
  expect([...english.asked].filter((tag) => /^es/.test(tag))).toEqual([]);
  expect([...spanish.asked].some((tag) => tag === 'es-MX')).toBe(true);
});

test('desk 5.6: each operation, each topic and each field of a request has a name in Spanish', async () => {
  const page = await open('/');
  const missing = await page.evaluate(`(async () => {
    const { readDocument } = await import('/_local/console/api-document.js');
    const { languageOf, languageOfSummary, topicSentence, topicText } = await import('/_local/console/labels.js');
    const { operations, tags } = await readDocument();
    const sent = operations.flatMap(({ fields }) => fields).filter(({ place }) => ['path', 'query', 'body'].includes(place));
    const names = sent.map(({ name }) => name).filter((name) => languageOf(name) === 'en');
    const untold = operations.filter((one) => languageOfSummary(one) === 'en').map(({ id }) => id);
    const topics = tags.filter((one) => topicText(one.name) === one.name || topicSentence(one) === one.description);
    return [...new Set(names), ...untold, ...topics.map(({ name }) => name)];
  })()`);
  expect(missing).toEqual([]);
});

test('desk 5.6: a form describes its operation and its fields in Spanish, and in English after the switch', async () => {
  const page = await open('/', { locale: 'es-MX' });
  await page.getByRole('button', { name: OWNER.name }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  const described = 'main p, main .about';
  for (const id of ['createInvoice', 'createTrip', 'cancelInvoice', 'changeRoadPolicy', 'createWebhookEndpoint']) {
    await page.evaluate(`location.hash = '#/operaciones/${id}'`);
    await page.locator(`form[data-operation=${id}]`).waitFor();
    await settled(page);
    const inSpanish = await page.locator(described).allInnerTexts();
    expect({ id, texts: inSpanish.length > 3 }).toEqual({ id, texts: true });
    expect({ id, english: await page.locator('main [lang=en]').allInnerTexts() }).toEqual({ id, english: [] });
    await page.getByRole('button', { name: 'English' }).click();
    // The lists of the form are read again in the other language.
    await settled(page);
    const inEnglish = await page.locator(described).allInnerTexts();
    expect(inEnglish.length).toBe(inSpanish.length);
    // The method and path are the same in both.
    expect(inEnglish.filter((text) => inSpanish.includes(text) && text.includes(' '))).toHaveLength(1);
    await page.getByRole('button', { name: 'Español' }).click();
  }
});

test('desk 5.6: the switch changes every text at once, keeps what was typed, and is remembered', async () => {
  const page = await open('/#/cuenta', { locale: 'fr-FR' });
  const lang = () => page.evaluate('document.documentElement.lang');
  expect(await lang()).toBe('en');
  await page.getByRole('button', { name: OWNER.name }).click();
  await page.getByLabel('Your password').fill('half typ');
  await page.getByRole('button', { name: 'Español' }).click();
  expect(await page.getByLabel('Su contraseña').inputValue()).toBe('half typ');
  await page.getByRole('heading', { level: 1, name: 'Mi cuenta' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Mi cuenta' }).waitFor();
  expect([await lang(), await page.title()]).toEqual(['es-MX', 'Mi cuenta · Fleet operations']);
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor();
  expect(await lang()).toBe('en');
});

test('desk 5.6: the panel of calls is closed on the first visit, is remembered, and explains its units', async () => {
  const page = await open('/');
  await page.getByRole('button', { name: OWNER.name }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  const panel = page.getByRole('complementary');
  expect(await panel.isVisible()).toBe(false);
  await openCalls(page);
  for (const line of ['4 kB leídos', '1 kB escrito', 'un millón de llamadas']) {
    const about = panel.getByText(line);
    await about.waitFor();
    expect((await about.boundingBox())?.height).toBeLessThan(25);
  }
  await page.reload();
  await panel.getByRole('button', { name: 'listTrips' }).first().waitFor();
  await openCalls(page);
  await page.reload();
  await settled(page);
  expect(await panel.isVisible()).toBe(false);
});

test('desk 5.6: what a form lacks is said in the language of the page, also after the switch', async () => {
  const page = await open('/', { locale: 'es-MX' });
  await page.getByRole('button', { name: OWNER.name }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(`location.hash = '#/operaciones/createClient'`);
  await page.locator('form[data-operation=createClient] button[name=send]').click();
  await page.getByText('Falta este dato.').waitFor();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByText('This is needed.').waitFor();
  expect(await page.getByText('Falta este dato.').count()).toBe(0);
});
